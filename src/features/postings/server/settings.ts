import { findUser, type User } from '#features/accounts/server/public.ts'
import { fieldNames, fieldOf } from '#features/jobs/fields.ts'
import type { PostingChannel } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { findOwnedNames, hasNames, standingsOf } from '#features/names/server/public.ts'
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
import type { By } from './scope.ts'

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
 * The policy for postings of these employers. It is the channel's, with two exceptions. A name that
 * another organization owns waits for review. So does a posting of an account whose address is not
 * confirmed, or whose organization does not speak for the name.
 */
export async function findPolicyFor(
  db: Db,
  channel: PostingChannel,
  user: User | undefined,
  employers: readonly string[],
): Promise<OwnPolicy> {
  const policy = (await findPolicies(db))[channel]
  const hold = policy === 'immediate' ? await holdFor(db, channel, user, employers) : null
  return hold === null ? { policy, hold } : { policy: 'review', hold }
}

async function holdFor(
  db: Db,
  channel: PostingChannel,
  user: User | undefined,
  employers: readonly string[],
) {
  if (channel === 'account' && user) return holdOf(db, user, employers)
  return (await findOwnedNames(db, employers)).length > 0 ? 'name-of-another' : null
}

/** Why postings of this account for these employers wait. */
export async function holdOf(
  db: Db,
  user: User,
  employers: readonly string[],
): Promise<PostingHold | null> {
  if (!isConfirmed(user)) return 'unconfirmed-address'
  const standings = await standingsOf(db, user, employers)
  if (standings.includes('owned'))
    return user.role === 'recruiter' ? 'client-not-asked' : 'name-of-another'
  if (standings.length > 0 && !standings.includes('unknown')) return null
  if (user.role === 'admin' || user.is_demo) return null
  if (!(await hasNames(db, user.id))) return 'first-posting'
  return standings.length === 0 ? null : 'new-employer'
}

const isConfirmed = (user: User) => user.email !== null && user.email_verified_at !== null

type Edit = { posting: JobRow; edited: JobRow; changed: readonly string[] }

/**
 * Whether an edit waits for a moderator while the accepted version stays public. That is so for
 * employer, apply link, contact and texts, unless somebody vouches for the poster under both names.
 * Moderators read a pending posting as a whole.
 */
export async function mustWait(
  db: Db,
  { actor, actorId }: By,
  { posting, edited, changed }: Edit,
): Promise<boolean> {
  if (actor === 'administrator' || posting.status === 'pending') return false
  if (!changed.some((change) => isTold(change, edited))) return false
  const editorId = actorId ?? posting.owner_id
  const editor = editorId === null ? undefined : await findUser(db, editorId)
  if (!editor || !isConfirmed(editor)) return true
  const standings = await standingsOf(db, editor, [posting.employer, edited.employer])
  return standings.some((standing) => standing !== 'vouched')
}

/** A poster's own words, unlike choices from lists, figures of pay, and places that we know. */
function isTold(name: string, edited: JobRow) {
  if (name === 'salaryMin' || name === 'salaryMax') return edited.comp_text !== null
  if (name === 'location') return edited.lat === null
  const field = fieldNames.find((fieldName) => fieldName === name)
  return field !== undefined && kinds.has(fieldOf(field).kind)
}

const kinds = new Set(['line', 'text', 'prose', 'email', 'link', 'picture'])

/** Applies to new periods; a running one keeps its end and gets the new reminder. */
export const periodsSetting: SiteSetting<typeof periodsSchema> = {
  key: 'posting-periods',
  schema: periodsSchema,
  fallback: { days: postingDays, reminderDays },
}

export const findPeriods = (db: Db): Promise<PostingPeriods> => readSiteSetting(db, periodsSetting)
