import { createRequire } from 'node:module'
import { getDomain } from 'tldts'

export const mailDomainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const require = createRequire(import.meta.url)

/** Loaded on demand: the lists take some megabytes, and few domains are looked up. */
function loadSharedDomains(): ReadonlySet<string> {
  const disposable: string[] = require('disposable-email-domains')
  const providers: string[] = require('email-providers/all.json')
  return new Set([...disposable, ...providers])
}
let sharedDomains: ReadonlySet<string> | undefined

/**
 * Whether a domain can belong to one employer: it is no public suffix (`com`, `github.io`), and
 * nobody gets an address there by asking, as at mail providers and services for throw-away
 * addresses.
 */
export function canBeGranted(domain: string): boolean {
  const registrable = getDomain(domain, { allowPrivateDomains: true })
  if (registrable === null) return false
  sharedDomains ??= loadSharedDomains()
  return !sharedDomains.has(domain) && !sharedDomains.has(registrable)
}
