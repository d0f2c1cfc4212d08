import { postingChannels } from '#features/jobs/model.ts'
import { z } from 'zod'
import { specialties } from '#features/jobs/specialties.ts'
import { moment, postingDetail } from '#features/postings/contract.ts'
import { postingChangesSchema } from '#features/postings/schemas.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { moderatorActions, maxBulk, maxQueuePage, queueKinds } from './model.ts'

/** The queue and the decisions about single postings. */

const admins = ['admin'] as const
const idParams = z.object({ id: z.uuid() })

/** A decision against a poster comes with words for them. */
const reason = z
  .string('Please give a reason')
  .trim()
  .min(1, 'Please give a reason')
  .max(1000, 'The reason is too long (max 1000 characters)')

const queueItem = z.object({
  kind: z.enum(queueKinds),
  /** Since when it waits; of reports, the first. */
  since: moment,
  posting: postingDetail,
  source: z.string(),
  sourceUrl: z.string().nullable(),
  /** All that are open about the posting; none unless they are why it is in the queue. */
  reports: z.array(z.object({ id: z.uuid(), at: moment, name: z.string(), email: z.string(), reason: z.string() })),
})
export type QueueItem = z.infer<typeof queueItem>

/** Values that nobody knows are ignored, as in every list. */
const filter = {
  kind: z.enum(queueKinds).optional().catch(undefined),
  channel: z.enum(postingChannels).optional().catch(undefined),
  source: z.string().trim().min(1).max(200).optional().catch(undefined),
  specialty: z.enum(specialties).optional().catch(undefined),
}

export const listQueue = defineEndpoint('listQueue', 'GET /api/admin/queue', {
  access: admins,
  summary: 'What waits for a moderator, the oldest first',
  query: z.object({ ...filter, page: z.coerce.number().int().min(1).max(maxQueuePage).catch(1).default(1) }),
  response: z.object({
    items: z.array(queueItem),
    /** Under the filter, but for the kind. One more than the cap stands for any number above it. */
    counts: z.object({ pending: z.int(), unread: z.int(), report: z.int() }),
    /** How many of the shown kinds have waited how long: up to each of `ageHours`, and longer. */
    ages: z.array(z.int()),
    totalPages: z.int(),
  }),
})

const decided = z.object({
  success: z.literal(true),
  /** By which it can be taken back. */
  decisionId: z.string(),
})

const decision = { access: admins, params: idParams, response: decided, errors: ['NOT_FOUND', 'CONFLICT'] } as const

export const approvePosting = defineEndpoint('approvePosting', 'POST /api/admin/postings/:id/approval', {
  ...decision,
  summary: 'Let a posting go live',
})

export const readPosting = defineEndpoint('readPosting', 'POST /api/admin/postings/:id/reading', {
  ...decision,
  summary: 'Leave a live posting as it is, having read it',
})

export const rejectPosting = defineEndpoint('rejectPosting', 'POST /api/admin/postings/:id/rejection', {
  ...decision,
  summary: 'Refuse a posting that waits; its poster gets the reason',
  body: z.object({ reason }),
})

export const removePosting = defineEndpoint('removePosting', 'POST /api/admin/postings/:id/removal', {
  ...decision,
  summary: 'Take a posting down; its poster gets the reason',
  body: z.object({ reason }),
})

const answer = z.string().trim().max(1000, 'The answer is too long (max 1000 characters)').default('')

export const decideReports = defineEndpoint('decideReports', 'POST /api/admin/postings/:id/reports-decision', {
  ...decision,
  summary: 'Accept the reports about a posting, which takes it down, or dismiss them; the people who sent them get a mail',
  body: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('accepted'), reason, answer }),
    z.object({ outcome: z.literal('dismissed'), answer }),
  ]),
})

export const correctPosting = defineEndpoint('correctPosting', 'PUT /api/admin/postings/:id', {
  access: admins,
  summary: 'Correct a posting, and let it go live if that is wanted. 409 with `current` when it was changed since it was read.',
  params: idParams,
  body: z.object({ changes: postingChangesSchema, approves: z.boolean().default(false) }),
  response: z.object({ success: z.literal(true), posting: postingDetail, decisionId: z.string().nullable() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

const ids = z.array(z.uuid()).min(1, 'Choose at least one posting').max(maxBulk, `Choose at most ${maxBulk} postings`)
const severalDecided = z.object({
  decisionIds: z.array(z.string()),
  failed: z.array(z.object({ id: z.uuid(), error: z.string() })),
})
export type SeveralDecided = z.infer<typeof severalDecided>

export const approvePostings = defineEndpoint('approvePostings', 'POST /api/admin/approvals', {
  access: admins,
  summary: 'Let several postings go live; those that cannot are named',
  body: z.object({ ids }),
  response: severalDecided,
})

export const rejectPostings = defineEndpoint('rejectPostings', 'POST /api/admin/rejections', {
  access: admins,
  summary: 'Refuse several postings for one reason; those that cannot be refused are named',
  body: z.object({ ids, reason }),
  response: severalDecided,
})

/** What was decided, and taking it back. */

const person = z.object({ id: z.uuid(), name: z.string() })
const decisionId = z.string().regex(/^\d{1,18}$/, 'There is no such decision')

const historyItem = z.object({
  id: z.string(),
  at: moment,
  action: z.enum(moderatorActions),
  /** Null for an account that is gone. */
  moderator: person.nullable(),
  jobId: z.uuid().nullable(),
  /** The posting's title as it was then, or the source's name. */
  subject: z.string(),
  reason: z.string().nullable(),
  /** The fields that were corrected. */
  changed: z.array(z.string()),
  /** Of a source as a whole: how many postings it came to. */
  count: z.int().nullable(),
  undone: z.object({ at: moment, by: z.string().nullable() }).nullable(),
  canUndo: z.boolean(),
})
export type HistoryItem = z.infer<typeof historyItem>

export const listDecisions = defineEndpoint('listDecisions', 'GET /api/admin/decisions', {
  access: admins,
  summary: 'What moderators have decided, the latest first',
  query: z.object({
    action: z.enum(moderatorActions).optional().catch(undefined),
    moderator: z.uuid().optional().catch(undefined),
    /** The last one of the page before. */
    before: decisionId.optional().catch(undefined),
  }),
  response: z.object({
    items: z.array(historyItem),
    /** What the next page is asked for with; null at the end. */
    next: z.string().nullable(),
    /** Everybody who has ever decided anything. */
    moderators: z.array(person),
  }),
})

export const undoDecision = defineEndpoint('undoDecision', 'POST /api/admin/decisions/:id/undo', {
  access: admins,
  summary: 'Take a decision back: the posting, and the reports about it, are as they were',
  params: z.object({ id: z.string() }),
  response: z.object({ success: z.literal(true), subject: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

/** Deciding about all that waits of one source. */

export const listQueueSources = defineEndpoint('listQueueSources', 'GET /api/admin/queue/sources', {
  access: admins,
  summary: 'Where what waits for approval came from. One more than the cap stands for any number above it.',
  response: z.object({ sources: z.array(z.object({ source: z.string(), pending: z.int() })) }),
})

const sourceDecision = z.object({
  id: z.uuid(),
  source: z.string(),
  action: z.enum(['approve', 'reject']),
  state: z.enum(['running', 'finished', 'stopped']),
  total: z.int(),
  done: z.int(),
  startedAt: moment,
  finishedAt: moment.nullable(),
})
export type SourceDecision = z.infer<typeof sourceDecision>

const source = z.string().min(1, 'Choose a source').max(200)

export const startSourceDecision = defineEndpoint('startSourceDecision', 'POST /api/admin/source-decisions', {
  access: admins,
  summary: 'Decide about all that waits of one source, step by step in the background. It cannot be taken back.',
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('approve'), source }),
    z.object({ action: z.literal('reject'), source, reason }),
  ]),
  response: sourceDecision,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const listSourceDecisions = defineEndpoint('listSourceDecisions', 'GET /api/admin/source-decisions', {
  access: admins,
  summary: 'How far the decisions about sources have come: those that run, and the last ones that have ended',
  response: z.object({ decisions: z.array(sourceDecision) }),
})

export const stopSourceDecision = defineEndpoint('stopSourceDecision', 'POST /api/admin/source-decisions/:id/stop', {
  access: admins,
  summary: 'Stop after the step that is under way; what is decided stays decided',
  params: idParams,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})
