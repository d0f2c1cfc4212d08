import { randomUUIDv7 } from 'node:crypto'
import { findUser } from '#features/accounts/server/public.ts'
import type { User } from '#features/accounts/server/public.ts'
import { organizationTypes } from '#features/jobs/model.ts'
import { compareSoon } from '#features/duplicates/server/public.ts'
import { addJobs } from '#features/jobs/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { AppError } from '#shared/errors.ts'
import type { PostingDetail } from '../contract-parts.ts'
import type { PostingChannel, PublishingPolicy } from '../model.ts'
import { policyTexts } from '../policy-texts.ts'
import { emailRequired } from '../schemas.ts'
import type { AccountPost, NewPosting, PublicPost } from '../schemas.ts'
import { columnsOfAccountPost, columnsOfNewPosting, columnsOfPublicPost } from './columns.ts'
import type { JobColumns } from './columns.ts'
import { requireLocked, requirePosting } from './find.ts'
import { mailConfirmation } from './mails.ts'
import type { Links } from './mails.ts'
import { once } from './once.ts'
import { findPolicies } from './policies.ts'
import { deleteDraft } from './queries-drafts.ts'
import { forgetEvent, tellEvent } from './queries.ts'
import { everyPosting, ownPostings } from './scope.ts'
import { applyTransition } from './transitions.ts'
import { detailOf } from './views.ts'

/** Posting a job: everything that it causes, the confirming mail included, is one transaction. */

type Answer = { success: true; message: string; job: { id: string; status: JobRow['status'] } }

/** From the form that needs no account. An employer who is signed in finds the posting in their dashboard all the same. */
export async function postPublicJob(
  db: Db,
  links: Links,
  viewer: Viewer | null,
  { idempotencyKey: key, website: _trap, ...form }: PublicPost,
): Promise<Answer> {
  return once(db, { scope: 'public', key, asked: form }, async (trx) => {
    const user = viewer?.role === 'employer' || viewer?.role === 'recruiter' ? await findUser(trx, viewer.id) : undefined
    const { posting, policy } = await submit(trx, columnsOfPublicPost(form), 'public', user)
    await mailConfirmation(trx, links, posting, { policy, user })
    return answerOf(posting, policy)
  })
}

/** From the form of people who are signed in. */
export async function createJob(
  db: Db,
  links: Links,
  viewer: Viewer,
  { idempotencyKey: key, draftId, ...form }: AccountPost,
): Promise<Answer> {
  return once(db, { scope: `account:${viewer.id}`, key, asked: form }, async (trx) => {
    const user = await findUser(trx, viewer.id)
    const columns = columnsOfAccountPost(form)
    if (!user?.email && !columns.contact_email) throw fieldError(emailMissing.field, emailMissing.message)
    const { posting, policy } = await submit(trx, columns, 'account', user)
    if (draftId !== undefined) await deleteDraft(trx, viewer.id, draftId)
    await mailConfirmation(trx, links, posting, { policy, user })
    return answerOf(posting, policy)
  })
}

/** From the dashboard; a posting that is not to be shown yet is taken down before anybody sees it. */
export async function createPosting(
  db: Db,
  links: Links,
  viewer: Viewer,
  { idempotencyKey: key, draftId, ...form }: NewPosting,
): Promise<PostingDetail> {
  const id = await once(db, { scope: `account:${viewer.id}`, key, asked: form }, async (trx) => {
    const user = await findUser(trx, viewer.id)
    const { posting, policy } = await submit(trx, columnsFor(form, user), 'account', user)
    if (form.isActive === false) await takeDown(trx, posting, viewer.id)
    if (draftId !== undefined) await deleteDraft(trx, viewer.id, draftId)
    if (form.isActive !== false) await mailConfirmation(trx, links, posting, { policy, user })
    return posting.id
  })
  return detailOf(await requirePosting(db, ownPostings(viewer.id), id), null)
}

/** What a posting from the dashboard says; the account's company and address stand in for what the form leaves out. */
export function columnsFor(form: NewPosting, user: User | undefined): JobColumns {
  const company = form.company ?? user?.company_name
  const missing = [
    ...(company ? [] : [{ field: 'company', message: 'Company name is required' }]),
    ...(user?.email || form.contactEmail ? [] : [emailMissing]),
  ]
  if (!company || missing.length > 0) throw new AppError('VALIDATION_FAILED', missing[0]?.message, missing)
  return columnsOfNewPosting(form, company)
}

/** Adds the posting as pending, and publishes it where its channel's policy says so. */
export async function submit(
  trx: Db,
  columns: JobColumns,
  channel: PostingChannel,
  user: User | undefined,
): Promise<{ posting: JobRow; policy: PublishingPolicy }> {
  const id = randomUUIDv7()
  const now = new Date()
  await tellEvent(trx, { action: 'submit', actor: user ? 'owner' : 'author', actorId: user?.id ?? null })
  await addJobs(trx, [{ ...columnsOfAccount(user), ...columns, id, channel, status: 'pending', posted_at: now, updated_at: now }])
  await forgetEvent(trx)
  await compareSoon(trx, id)
  const posting = await requireLocked(trx, everyPosting, id)
  const policy = (await findPolicies(trx))[channel]
  if (policy === 'review') return { posting, policy }
  return { posting: await applyTransition(trx, { posting, action: 'publish', actor: 'policy', actorId: null }), policy }
}

/** What the account says about every job that it posts. */
function columnsOfAccount(user: User | undefined): Partial<JobColumns> {
  if (!user) return { owner_id: null }
  return {
    owner_id: user.id,
    user_type: user.role === 'recruiter' ? 'recruiter' : 'employer',
    is_verified_hospital: user.is_verified_hospital,
    organization_type: organizationTypes.find((it) => it === user.organization_type) ?? null,
    contact_email: user.email,
  }
}

async function takeDown(trx: Db, posting: JobRow, actorId: string): Promise<void> {
  if (posting.status === 'pending')
    throw fieldError('isActive', 'Postings are reviewed before they go live. Save this one as a draft instead.')
  await applyTransition(trx, { posting, action: 'deactivate', actor: 'owner', actorId })
}

const answerOf = ({ id, status }: JobRow, policy: PublishingPolicy): Answer => ({
  success: true,
  message: policyTexts[policy].success,
  job: { id, status },
})

const emailMissing = { field: 'contactEmail', message: emailRequired }

const fieldError = (field: string, message: string) => new AppError('VALIDATION_FAILED', message, [{ field, message }])
