import { lookup } from 'node:dns'
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { DatasetError } from './row.ts'

/** As `dns.lookup` answers where all addresses are asked for. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

type Guard = {
  /** The operator named the host down to its port: it may be in this network. */
  explicit: boolean
  resolver?: Resolver | undefined
}

/**
 * Resolves a name for the connection itself, so that the very address that was checked is connected to, whatever the name answers
 * next time. One private address among several is enough to refuse them all.
 */
export const guardedLookup =
  ({ explicit, resolver = lookup }: Guard): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new DatasetError(`${hostname} has no address.`), '')
      if (addresses.some(({ address }) => (explicit ? isNobodys(address) : isReserved(address))))
        return callback(new DatasetError(`${hostname} is a private address: imports from there are not allowed.`), '')
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

/** Whether an address is not one of the public internet (IANA's special-purpose registries). */
export const isReserved = (address: string): boolean =>
  isMapped(address) || (isIP(address) === 6 ? !global.check(address, 'ipv6') || special.check(address, 'ipv6') : isNot4(address))

/** Where no server of anybody's stands: link-local (and with it the metadata of clouds), multicast, unspecified. */
const isNobodys = (address: string): boolean => isMapped(address) || nobodys.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isNot4 = (address: string): boolean => special.check(address, 'ipv4')

/** IPv4 in the clothes of IPv6: no resolver answers it unasked. */
const isMapped = (address: string): boolean => isIP(address) === 6 && mapped.check(address, 'ipv6')

type Network = readonly [string, number]

const mapped = listOf([], [['::ffff:0:0', 96]])
/** What IPv6 has given out so far. */
const global = listOf([], [['2000::', 3]])
const special = listOf(
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  [
    // Protocols (Teredo among them), documentation, and 6to4, which hides an IPv4 address.
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
)
const nobodys = listOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['224.0.0.0', 3],
  ],
  [
    ['::', 128],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
)

function listOf(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, 'ipv6')
  return list
}

/** A host that an import may read from. */
type Allowed = {
  /** Named down to its port or as an address: the operator means this very machine, so HTTP and private addresses are fine. */
  explicit: boolean
}

/**
 * The entry that allows the address, or a refusal. A plain name ('api.apify.com') allows HTTPS on public addresses; an origin
 * ('http://127.0.0.1:8080'), a host with a port, an IP address or 'localhost' allows exactly what it names.
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
  const isThisMachine = url.hostname === 'localhost' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0
  if (entry.includes('://')) {
    return URL.parse(entry)?.origin === url.origin ? { explicit: isThisMachine || url.port !== '' } : undefined
  }
  if (entry === url.host && url.port !== '') return { explicit: true }
  if (entry !== url.hostname) return undefined
  if (isThisMachine) return { explicit: true }
  return url.protocol === 'https:' && url.port === '' ? { explicit: false } : undefined
}
