import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DatasetError } from './row.ts'

/** As `dns.lookup` answers where all addresses are asked for. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for the connection itself, so that the very address that was checked is connected
 * to, whatever the name answers next time. One private address among several is enough to refuse
 * them all.
 */
export const guardedLookup =
  ({
    explicit,
    resolver = lookup,
  }: Allowed & { resolver?: Resolver | undefined }): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first)
        return callback(error ?? new DatasetError(`${hostname} has no address.`), '')
      if (addresses.some(({ address }) => (explicit ? isNobodys(address) : isReserved(address))))
        return callback(
          new DatasetError(`${hostname} is a private address: imports from there are not allowed.`),
          '',
        )
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const rangeOf = (address: string): string => ipaddr.parse(address).range()

/**
 * Whether an address is not one of the public internet; of IPv6, 2000::/3 is all that has been
 * given out.
 */
export const isReserved = (address: string): boolean =>
  rangeOf(address) !== 'unicast' ||
  (isIP(address) === 6 && !ipaddr.parse(address).match(ipaddr.parseCIDR('2000::/3')))

/**
 * Where no server of anybody's stands: link-local is also the metadata of clouds, and no resolver
 * answers a mapped address unasked.
 */
const isNobodys = (address: string): boolean => nobodys.has(rangeOf(address))
const nobodys = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast', 'ipv4Mapped'])

/**
 * A host that an import may read from. `explicit`: named down to its port or as an address: the
 * operator means this very machine, so HTTP and private addresses are fine.
 */
type Allowed = { explicit: boolean }

/**
 * The entry that allows the address, or a refusal. A plain name ('api.apify.com') allows HTTPS on
 * public addresses; an origin ('http://127.0.0.1:8080'), a host with a port, an IP address or
 * 'localhost' allows exactly what it names.
 */
export function allowedEntry(url: URL, allowedHosts: readonly string[]): Allowed {
  for (const entry of allowedHosts) {
    const allowed = matches(url, entry.trim().toLowerCase())
    if (allowed) return allowed
  }
  throw new DatasetError(
    `Imports from ${url.host || url.protocol} are not allowed. Add it to IMPORT_ALLOWED_HOSTS if you trust it.`,
  )
}

function matches(url: URL, entry: string): Allowed | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const isThisMachine =
    url.hostname === 'localhost' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0
  if (entry.includes('://')) {
    return URL.parse(entry)?.origin === url.origin
      ? { explicit: isThisMachine || url.port !== '' }
      : undefined
  }
  if (entry === url.host && url.port !== '') return { explicit: true }
  if (entry !== url.hostname) return undefined
  if (isThisMachine) return { explicit: true }
  return url.protocol === 'https:' && url.port === '' ? { explicit: false } : undefined
}
