import type { User } from '#features/accounts/server/public.ts'
import type { PostingChannel } from '#features/jobs/model.ts'
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
import { isAccepted } from './queries-moderation.ts'

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
 * What holds for a posting: the channel's policy, but from an account nothing goes live at once before its address is confirmed and
 * a moderator has accepted a posting of it, or an administrator trusts it, or it writes from its company's own domain.
 */
export async function findPolicyFor(db: Db, channel: PostingChannel, user: User | undefined): Promise<OwnPolicy> {
  const policy = (await findPolicies(db))[channel]
  const hold = policy === 'immediate' && channel === 'account' && user ? await holdOf(db, user) : null
  return hold === null ? { policy, hold } : { policy: 'review', hold }
}

/** Sample accounts open nothing in production. */
export async function holdOf(db: Db, user: User): Promise<PostingHold | null> {
  if (user.email === null || user.email_verified_at === null) return 'unconfirmed-address'
  if (user.role === 'admin' || user.is_demo || user.is_verified_hospital || user.trusted_at !== null) return null
  if (isFromOwnDomain(user.email, user.company_website) || (await isAccepted(db, user.id))) return null
  return 'first-posting'
}

/** Whether the mail domain is that of the company's site; a provider's, where anybody gets an address, proves nothing. */
function isFromOwnDomain(email: string, website: string | null): boolean {
  if (website === null || !URL.canParse(website)) return false
  const site = new URL(website).hostname.replace(/^www\./, '')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (publicProviders.test(domain) || publicProviders.test(site)) return false
  return domain === site || domain.endsWith(`.${site}`) || site.endsWith(`.${domain}`)
}

const publicProviders =
  /(?:^|\.)(?:gmail|googlemail|google|outlook|hotmail|live|msn|yahoo|ymail|rocketmail|aol|icloud|me|mac|proton|protonmail|pm|gmx|mail|email|zoho|fastmail|hey|tutanota|yandex|qq|163|comcast|verizon|att|sbcglobal|bellsouth|cox|charter|earthlink|github|wordpress|blogspot|wixsite|weebly|squarespace)\.[a-z]{2,3}(?:\.[a-z]{2})?$/

/** Applies to new periods; a running one keeps its end and gets the new reminder. */
export const periodsSetting: SiteSetting<typeof periodsSchema> = {
  key: 'posting-periods',
  schema: periodsSchema,
  fallback: { days: postingDays, reminderDays },
}

/** The current periods. */
export const findPeriods = (db: Db): Promise<PostingPeriods> => readSiteSetting(db, periodsSetting)
