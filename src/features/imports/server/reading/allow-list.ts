import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { BlockList, isIP } from 'node:net'
import { DatasetError } from './dataset-error.ts'

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
  if (entry.includes('://')) return URL.parse(entry)?.origin === url.origin ? { explicit: true } : undefined
  if (entry === url.host && url.port !== '') return { explicit: true }
  if (entry !== url.hostname) return undefined
  if (entry === 'localhost' || isIP(entry.replaceAll(/[[\]]/g, ''))) return { explicit: true }
  return url.protocol === 'https:' && url.port === '' ? { explicit: false } : undefined
}

const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6')
}

export const isReserved = (address: string): boolean => reserved.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Resolves for the connection itself, so that what was checked is what is connected to, whatever the name answers next time. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new DatasetError(`${hostname} has no address.`), '')
    if (addresses.some((it) => isReserved(it.address))) {
      return callback(new DatasetError(`${hostname} is a private address: imports from there are not allowed.`), '')
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}
