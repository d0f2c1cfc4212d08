import { isIP } from 'node:net'
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
  const isThisMachine = url.hostname === 'localhost' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0
  if (entry.includes('://')) {
    return URL.parse(entry)?.origin === url.origin ? { explicit: isThisMachine || url.port !== '' } : undefined
  }
  if (entry === url.host && url.port !== '') return { explicit: true }
  if (entry !== url.hostname) return undefined
  if (isThisMachine) return { explicit: true }
  return url.protocol === 'https:' && url.port === '' ? { explicit: false } : undefined
}
