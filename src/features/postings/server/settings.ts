import { findPeople, findUser, type User } from '#features/accounts/server/public.ts'
import { fieldNames, fieldOf } from '#features/jobs/fields.ts'
import type { PostingChannel } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { readSiteSetting, type SiteSetting } from '#platform/server/site-settings.ts'
import {
  defaultPolicies,
  postingDays,
  reminderDays,
  type OwnPolicy,
  type PostingHold,
  type PostingPeriods,
  type PostingPolicies,
} from '../model.ts'
import { periodsSchema, policiesSchema } from '../schemas.ts'
import {
  deleteVouch,
  findAcceptedEmployers,
  findVouchedKeys,
  findVouches,
  insertVouch,
  isAccepted,
} from './queries-moderation.ts'
import { findSpokenFor } from './queries.ts'
import type { By } from './scope.ts'
import { randomUUIDv7 } from 'node:crypto'
import { createRequire } from 'node:module'
import { getDomain } from 'tldts'
import { recordAudit } from '#platform/server/audit.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { slugOf } from '#shared/paths.ts'

/** Applies to new postings; pending ones stay pending. */
export const policiesSetting: SiteSetting<typeof policiesSchema> = {
  key: 'posting-policies',
  schema: policiesSchema,
  fallback: { account: defaultPolicies.account, public: defaultPolicies.public },
}

/** The current policies. Imports always wait for approval. */
export async function findPolicies(db: Db): Promise<PostingPolicies> {
  return { ...(await readSiteSetting(db, policiesSetting)), import: defaultPolicies.import }
}

/**
 * What holds for postings of these employers: the channel's policy, but from an account nothing goes live at once before its address
 * is confirmed, and an administrator trusts it or vouches for its mail domain as that employer's, or a moderator has accepted a
 * posting of that employer from it. Nothing that the account says about itself counts.
 */
export async function findPolicyFor(
  db: Db,
  channel: PostingChannel,
  user: User | undefined,
  employers: readonly string[],
): Promise<OwnPolicy> {
  const policy = (await findPolicies(db))[channel]
  const hold = policy === 'immediate' && channel === 'account' && user ? await holdOf(db, user, employers) : null
  return hold === null ? { policy, hold } : { policy: 'review', hold }
}

/** Why postings of this account for these employers wait. Sample accounts open nothing in production. */
export async function holdOf(db: Db, user: User, employers: readonly string[]): Promise<PostingHold | null> {
  if (!isConfirmed(user)) return 'unconfirmed-address'
  if (await isUnasked(db, user, employers)) return 'client-not-asked'
  if (await isTrustedFor(db, user, employers)) return null
  if (!(await isAccepted(db, user.id))) return 'first-posting'
  const accepted = new Set((await findAcceptedEmployers(db, user.id)).map(employerKey))
  return employers.every((employer) => accepted.has(employerKey(employer))) ? null : 'new-employer'
}

/** Whether a recruiter names a verified organization that has not allowed it: trust in the firm is none for that. */
async function isUnasked(db: Db, { id, role }: User, employers: readonly string[]): Promise<boolean> {
  return role === 'recruiter' && [...(await findSpokenFor(db, id, employers.map(slugOf))).values()].includes(false)
}

/** Whether somebody other than the account says that it speaks for these employers. Its edits of live postings then wait for nobody. */
async function isTrustedFor(db: Db, user: User, employers: readonly string[]): Promise<boolean> {
  if (!isConfirmed(user)) return false
  if (user.role === 'admin' || user.is_demo || user.is_verified_hospital || user.trusted_at !== null) return true
  const spoken = await findSpokenFor(db, user.id, employers.map(slugOf))
  if (employers.length > 0 && employers.every((employer) => spoken.get(slugOf(employer)) === true)) return true
  return isVouchedFor(db, user, employers)
}

const isConfirmed = (user: User): boolean => user.email !== null && user.email_verified_at !== null

type Edit = { posting: JobRow; edited: JobRow; changed: readonly string[] }

/**
 * Whether an edit waits for a moderator while the accepted version stays: of employer, apply link, contact or text, by a poster whom
 * nobody vouches for. A pending posting is read as a whole anyway.
 */
export async function mustWait(db: Db, { actor, actorId }: By, { posting, edited, changed }: Edit): Promise<boolean> {
  if (actor === 'administrator' || posting.status === 'pending') return false
  if (!changed.some((it) => isTold(it, edited))) return false
  const editorId = actorId ?? posting.owner_id
  const editor = editorId === null ? undefined : await findUser(db, editorId)
  if (!editor || (await isUnasked(db, editor, [edited.employer]))) return true
  return !(await isTrustedFor(db, editor, [posting.employer, edited.employer]))
}

/** What a poster says in words, in contrast to choices from lists, figures of pay, and places that we know. */
function isTold(name: string, edited: JobRow): boolean {
  if (name === 'salaryMin' || name === 'salaryMax') return edited.comp_text !== null
  if (name === 'location') return edited.lat === null
  const field = fieldNames.find((fieldName) => fieldName === name)
  return field !== undefined && told.has(fieldOf(field).kind)
}

const told = new Set(['line', 'text', 'prose', 'email', 'link', 'picture'])

/** Applies to new periods; a running one keeps its end and gets the new reminder. */
export const periodsSetting: SiteSetting<typeof periodsSchema> = {
  key: 'posting-periods',
  schema: periodsSchema,
  fallback: { days: postingDays, reminderDays },
}

/** The current periods. */
export const findPeriods = (db: Db): Promise<PostingPeriods> => readSiteSetting(db, periodsSetting)

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
  return employers.every((employer) => keys.has(employerKey(employer))) && canBeVouched(domain)
}

type Administrator = { actorId: string; ip: string }

/** Vouching again changes nothing. */
export async function vouchForEmployer(
  db: Db,
  administrator: Administrator,
  { domain: typed, employer }: { domain: string; employer: string },
): Promise<void> {
  const domain = typed.toLowerCase()
  if (!canBeVouched(domain))
    throw fieldError('domain', `Anyone can get an address at ${domain}, so it cannot stand for one employer.`)
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

const maxListed = 1_000

export async function listVouchedEmployers(db: Db) {
  const vouches = await findVouches(db, maxListed)
  const people = await findPeople(db, [...new Set(vouches.flatMap((vouch) => vouch.vouched_by ?? []))])
  return vouches.map(({ id, domain, employer, vouched_at, vouched_by }) => ({
    id,
    domain,
    employer,
    vouchedAt: vouched_at.toISOString(),
    by: people.get(vouched_by ?? '')?.name ?? null,
  }))
}
