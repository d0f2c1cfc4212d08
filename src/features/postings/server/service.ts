import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { findUser, hashSecret, newSecret, type User } from '#features/accounts/server/public.ts'
import { organizationTypes, type PostingChannel } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { idsOf, inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueTask, defineTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { pick } from '#shared/keys.ts'
import type { PostingDetail } from '../contract.ts'
import { policyTextFor, type OwnPolicy } from '../model.ts'
import { emailRequired, type AccountPost, type NewPosting, type PublicPost } from '../schemas.ts'
import {
  type JobColumns,
  columnsOfAccountPost,
  columnsOfNewPosting,
  columnsOfPost,
  furtherPoints,
  requireKnownTown,
} from './columns.ts'
import { mailConfirmation, type Links } from './mails.ts'
import * as forms from './queries-forms.ts'
import { findPostingsById } from './queries-moderation.ts'
import { findBar } from './queries-holds.ts'
import { findPosting, loadPosting } from './queries.ts'
import { byPolicy, everyPosting, ownPostings } from './scope.ts'
import { findPeriods, findPolicyFor } from './settings.ts'
import { requireLastDay } from './ends.ts'
import { addPostings } from './transitions.ts'
import type { Change } from './next-state.ts'
import { detailOf } from './views.ts'

type Answer = ResponseOf<'POST /api/jobs'>

/** The public form. A signed-in employer also finds the posting in the dashboard. */
export async function postPublicJob(
  db: Db,
  links: Links,
  viewer: Viewer | null,
  { idempotencyKey: key, draftId, website: _trap, ...form }: PublicPost,
): Promise<Answer> {
  return once(db, { scope: 'public', key, asked: form }, async (trx) => {
    const user =
      viewer?.role === 'employer' || viewer?.role === 'recruiter'
        ? await findUser(trx, viewer.id)
        : undefined
    const how = { channel: 'public', user } as const
    const columns = columnsOfPost(form)
    await requireKnownTown(trx, columns, 'city')
    return answerOf(await submitOne(trx, links, columns, how, draftId))
  })
}

/** The form for signed-in posters. */
export async function createJob(
  db: Db,
  links: Links,
  viewer: Viewer,
  { idempotencyKey: key, draftId, ...form }: AccountPost,
): Promise<Answer> {
  return once(db, { scope: `account:${viewer.id}`, key, asked: form }, async (trx) => {
    const user = await findUser(trx, viewer.id)
    const columns = columnsOfAccountPost(form)
    if (!user?.email && !columns.contact_email)
      throw fieldError(emailMissing.field, emailMissing.message)
    await requireKnownTown(trx, columns, 'city')
    return answerOf(await submitOne(trx, links, columns, { channel: 'account', user }, draftId))
  })
}

/** The dashboard's form. */
export async function createPosting(
  db: Db,
  links: Links,
  viewer: Viewer,
  { idempotencyKey: key, draftId, ...form }: NewPosting,
  now = new Date(),
): Promise<PostingDetail> {
  const id = await once(db, { scope: `account:${viewer.id}`, key, asked: form }, async (trx) => {
    const user = await findUser(trx, viewer.id)
    const isHidden = form.isActive === false
    const how = { channel: 'account', user, isHidden, now } as const
    const columns = columnsFor(form, user)
    await requireKnownTown(trx, columns)
    return (await submitOne(trx, links, columns, how, draftId)).posting.id
  })
  return detailOf(await loadPosting(db, ownPostings(viewer.id), id))
}

/** The account's company and address are the defaults. */
export function columnsFor(form: NewPosting, user: User | undefined): JobColumns {
  const company = form.company ?? user?.company_name
  const missing = [
    ...(company ? [] : [{ field: 'company', message: 'Company name is required' }]),
    ...(user?.email || form.contactEmail ? [] : [emailMissing]),
  ]
  if (!company || missing.length > 0)
    throw new AppError('VALIDATION_FAILED', missing[0]?.message, missing)
  return columnsOfNewPosting(form, company)
}

type Submission = {
  channel: PostingChannel
  user: User | undefined
  isHidden?: boolean
  now?: Date
}

/**
 * Adds postings: active if the channel's policy says so, else pending. `isHidden`: then deactivated
 * by their owner.
 */
export async function submit(
  trx: Db,
  all: readonly JobColumns[],
  { channel, user, isHidden = false, now = new Date() }: Submission,
): Promise<{ postings: JobRow[]; policy: OwnPolicy }> {
  if (user) await requirePoster(trx, user.id)
  const policy = await findPolicyFor(trx, channel, user, [
    ...new Set(all.map((job) => job.employer)),
  ])
  if (isHidden && policy.policy === 'review')
    throw fieldError(
      'isActive',
      'Postings are reviewed before they go live. Save this one as a draft instead.',
    )
  const { days } = await findPeriods(trx)
  for (const columns of all) requireLastDay(columns, { days, now })
  const further = await Promise.all(all.map((columns) => furtherPoints(trx, columns)))
  const jobs = all.map((columns, index) => ({
    ...(user ? columnsOfAccount(user) : { owner_id: null }),
    ...columns,
    ...further[index],
    id: randomUUIDv7(),
    channel,
    posted_at: now,
    updated_at: now,
  }))
  return { postings: await addSubmitted(trx, jobs, { policy, user, isHidden, now }), policy }
}

type Submitting = { policy: OwnPolicy; user: User | undefined; isHidden?: boolean; now?: Date }

/** Adds what a poster submits. @returns the postings as they are stored, in the same order. */
export async function addSubmitted(
  trx: Db,
  jobs: Parameters<typeof addPostings>[1],
  { policy: { policy }, user, isHidden = false, now = new Date() }: Submitting,
  places?: Parameters<typeof addPostings>[3],
): Promise<JobRow[]> {
  const poster = { actor: user ? 'owner' : 'author', actorId: user?.id ?? null, now } as const
  const steps: Change[] = [{ action: 'submit', ...poster }]
  if (policy === 'immediate') steps.push({ action: 'publish', ...byPolicy, now })
  if (isHidden) steps.push({ action: 'deactivate', ...poster })
  await addPostings(trx, jobs, steps, places)
  for (const { id } of jobs) await compareSoon(trx, id)
  const stored = await findPostingsById(trx, idsOf(jobs))
  const byId = new Map(stored.map((posting) => [posting.id, posting]))
  return jobs.flatMap(({ id }) => byId.get(id) ?? [])
}

/**
 * With its mail; the draft that it was made of goes.
 * @throws {AppError} CONFLICT if that was posted already, in another tab.
 */
async function submitOne(
  trx: Db,
  links: Links,
  columns: JobColumns,
  how: Submission,
  draftId?: string,
) {
  const { postings, policy } = await submit(trx, [columns], how)
  const [posting] = postings
  if (!posting) throw new Error('The posting that was added is not there')
  const { user, isHidden = false } = how
  if (user && draftId !== undefined && !(await forms.deleteDraft(trx, user.id, draftId)))
    throw new AppError(
      'CONFLICT',
      'You posted or deleted this draft in the meantime. To post it again, save it as a draft first.',
    )
  if (!isHidden) await mailConfirmation(trx, links, posting, { ...policy, user })
  return { posting, policy }
}

/** @throws {AppError} FORBIDDEN */
export async function requirePoster(trx: Db, userId: string): Promise<void> {
  const bar = await findBar(trx, userId)
  if (bar === 'reader') throw new AppError('FORBIDDEN', 'Readers of an organization cannot post.')
  if (bar === 'suspended')
    throw new AppError(
      'FORBIDDEN',
      'Your account or organization is suspended. Please write to us.',
    )
}

export const columnsOfAccount = (user: User) =>
  ({
    owner_id: user.id,
    user_type: user.role === 'recruiter' ? 'recruiter' : 'employer',
    organization_type: organizationTypes.find((type) => type === user.organization_type) ?? null,
    contact_email: user.email,
  }) satisfies Partial<JobColumns>

type Submitted = { posting: JobRow; policy: OwnPolicy }

const answerOf = ({ posting, policy }: Submitted): Answer => ({
  success: true,
  message: policyTextFor(policy, 'success'),
  job: pick(posting, ['id', 'status']),
})

const emailMissing = { field: 'contactEmail', message: emailRequired }

/** What holds for the postings of the account that asks. */
export async function getOwnPolicy(db: Db, viewer: Viewer): Promise<OwnPolicy> {
  const user = await findUser(db, viewer.id)
  return findPolicyFor(db, 'account', user, user?.company_name ? [user.company_name] : [])
}

/** An active posting is public; any other is for its own browser or account. */
export async function getPostedJob(
  db: Db,
  cookie: ReturnType<typeof postedCookie>,
  request: FastifyRequest,
  id: string,
): Promise<ResponseOf<'GET /api/jobs/:id/posted'>> {
  const posting = await findPosting(db, everyPosting, id)
  if (!posting || posting.status === 'removed') throw missing()
  const isOwn = posting.owner_id !== null && posting.owner_id === request.viewer?.id
  if (posting.status !== 'active' && !isOwn && !(await cookie.opens(db, request, id)))
    throw missing()
  const { channel, employer, setting, schedule, benefits, visa_support: visaSupport } = posting
  const isRead = channel === 'account'
  return {
    ...pick(posting, ['id', 'title', 'city', 'state', 'specialty', 'status', 'channel']),
    company: employer,
    isOwn,
    ...(isRead && { read: { setting, schedule, benefits, visaSupport } }),
  }
}

const missing = () => new AppError('NOT_FOUND', 'Job Not Found')

const days = 30
const seconds = days * 24 * 60 * 60

/** A cookie that opens the confirmation page of postings made in this browser. */
export function postedCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-posted' : 'posted'

  return {
    /** One secret per browser; an unknown one is replaced. */
    async remember(db: Db, request: FastifyRequest, reply: FastifyReply, jobId: string) {
      const held = request.cookies[name]
      const isKnown = held !== undefined && (await forms.opensPosted(db, hashSecret(held)))
      const token = isKnown ? held : newSecret()
      await forms.insertLink(db, hashSecret(token), jobId, 'posted')
      reply.setCookie(name, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: seconds,
      })
    },

    async opens(db: Db, request: FastifyRequest, jobId: string) {
      const held = request.cookies[name]
      return held !== undefined && forms.opensPosted(db, hashSecret(held), jobId)
    },
  }
}

export const comparePostingTask = defineTask({
  name: 'compare-posting',
  schema: z.object({ jobId: z.uuid() }),
})

/** Lets `duplicates` compare a new or changed job now instead of in its next round. */
export const compareSoon = (trx: Db, jobId: string): Promise<void> =>
  enqueueTask(trx, comparePostingTask, { jobId }, { key: jobId })

export type Once = {
  /** Separates the keys of accounts and forms. */
  scope: string
  /** Without a key, every call counts. */
  key: string | undefined
  asked: unknown
}

/**
 * Runs the work at most once per key, in one transaction with storing its answer; a retry gets the
 * first answer, and a concurrent call waits.
 * @throws {AppError} CONFLICT when the key was used for another form.
 */
export async function once<T>(
  db: Db,
  { scope, key, asked: request }: Once,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const transaction = async (trx: Db) => {
    if (key === undefined) return work(trx)
    const hash = createHash('sha256').update(JSON.stringify(request)).digest()
    if (!(await forms.claimKey(trx, { scope, key, asked: hash }))) {
      const stored = await forms.findKey(trx, scope, key)
      if (stored?.asked.equals(hash)) return stored.answer as T
      throw new AppError(
        'CONFLICT',
        'This form was already sent with other entries. Please reload the page and try again.',
      )
    }
    const answer = await work(trx)
    await forms.storeAnswer(trx, scope, key, answer)
    return answer
  }
  return inTransaction(db, transaction)
}
