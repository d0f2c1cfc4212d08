import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The gate for what we ask or tell elsewhere: nothing in a private network, unless it is named. */

export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a private address`)
  }
}

/** As `dns.lookup` answers where all addresses are asked for. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** `explicit`: the operator named this very address, so private ones are fine. */
type Guard = { explicit: boolean; resolver?: Resolver | undefined }

/**
 * Resolves a name for the connection itself, so that the very address that was checked is connected
 * to, whatever the name answers next time. One private address among several is enough to refuse
 * them all.
 */
export const guardedLookup =
  ({ explicit, resolver = lookup }: Guard): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '')
      if (addresses.some(({ address }) => (explicit ? isNobodys(address) : isReserved(address))))
        return callback(new PrivateAddressError(hostname), '')
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

/**
 * For addresses that stand for themselves, which nothing looks up.
 * @throws {PrivateAddressError}
 */
export function requirePublic({ hostname }: URL): void {
  const host = hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) !== 0 && isReserved(host)) throw new PrivateAddressError(host)
}

const rangeOf = (address: string): string => ipaddr.parse(address).range()

/**
 * Whether an address is not one of the public internet; of IPv6, 2000::/3 is all that has been
 * given out.
 */
const isReserved = (address: string) =>
  rangeOf(address) !== 'unicast' ||
  (isIP(address) === 6 && !ipaddr.parse(address).match(ipaddr.parseCIDR('2000::/3')))

/**
 * Where no server of anybody's stands: link-local is also the metadata of clouds, and no resolver
 * answers a mapped address unasked.
 */
const isNobodys = (address: string) => nobodys.has(rangeOf(address))
const nobodys = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast', 'ipv4Mapped'])
