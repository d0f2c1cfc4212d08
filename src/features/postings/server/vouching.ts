import { randomUUIDv7 } from 'node:crypto'
import { createRequire } from 'node:module'
import { getDomain } from 'tldts'
import { findPeople, type User } from '#features/accounts/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { deleteVouch, findVouchedKeys, findVouches, insertVouch } from './queries-edits.ts'

/** A mail domain stands for an employer only because an administrator said so, for that employer's name. */

/** Letter case, accents and punctuation make no other employer. */
export const employerKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const mailDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const require = createRequire(import.meta.url)

/** Loaded on demand: the lists take some megabytes, and few domains are asked about. */
function loadSharedDomains(): ReadonlySet<string> {
  const disposable = require('disposable-email-domains') as string[]
  const providers = require('email-providers/all.json') as string[]
  return new Set([...disposable, ...providers])
}
let sharedDomains: ReadonlySet<string> | undefined

/**
 * Whether a domain can belong to one employer: it is no public suffix (`com`, `github.io`), and nobody gets an address there by asking,
 * as at mail providers and services for throw-away addresses.
 */
export function canBeVouched(domain: string): boolean {
  const registrable = getDomain(domain, { allowPrivateDomains: true })
  if (registrable === null) return false
  sharedDomains ??= loadSharedDomains()
  return !sharedDomains.has(domain) && !sharedDomains.has(registrable)
}

/** Whether an administrator has vouched for the mail domain of the account as that of each of these employers. */
export async function isVouchedFor(db: Db, { email }: Pick<User, 'email'>, employers: readonly string[]): Promise<boolean> {
  if (email === null || employers.length === 0) return false
  const domain = mailDomainOf(email)
  const keys = await findVouchedKeys(db, domain)
  return employers.every((it) => keys.has(employerKey(it))) && canBeVouched(domain)
}

type Administrator = { actorId: string; ip: string }

/** Twice is once. */
export async function vouchForEmployer(
  db: Db,
  administrator: Administrator,
  { domain: typed, employer }: { domain: string; employer: string },
): Promise<void> {
  const domain = typed.toLowerCase()
  if (!canBeVouched(domain)) {
    const message = `Anyone can get an address at ${domain}, so it cannot stand for one employer.`
    throw new AppError('VALIDATION_FAILED', message, [{ field: 'domain', message }])
  }
  await db.transaction().execute(async (trx) => {
    const id = randomUUIDv7()
    const key = employerKey(employer)
    const isNew = await insertVouch(trx, { id, domain, employer, employer_key: key, vouched_by: administrator.actorId })
    const detail = { domain, employer }
    if (isNew)
      await recordAudit(trx, { action: 'postings.employer-vouched', ...administrator, subject: `employer:${id}`, detail })
  })
}

/** Later postings and edits of its accounts wait again; what is live stays. */
export async function withdrawVouch(db: Db, administrator: Administrator, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const detail = await deleteVouch(trx, id)
    if (!detail) throw new AppError('NOT_FOUND', 'Someone else already withdrew this.')
    await recordAudit(trx, { action: 'postings.employer-unvouched', ...administrator, subject: `employer:${id}`, detail })
  })
}

const mostListed = 1_000

export async function listVouchedEmployers(db: Db) {
  const vouches = await findVouches(db, mostListed)
  const people = await findPeople(db, [...new Set(vouches.flatMap((it) => it.vouched_by ?? []))])
  return vouches.map(({ id, domain, employer, vouched_at, vouched_by }) => ({
    id,
    domain,
    employer,
    vouchedAt: vouched_at.toISOString(),
    by: people.get(vouched_by ?? '')?.name ?? null,
  }))
}
