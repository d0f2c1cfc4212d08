import { z } from 'zod'
import { factNames, maxFactWords } from '#features/imports/facts.ts'
import { factAnswer } from '#features/imports/schemas.ts'
import {
  idParams,
  moment,
  postingDetail,
  postingHold,
  postingSummary,
} from '#features/postings/contract.ts'
import { postingHolds } from '#features/postings/model.ts'
import { postingChangesSchema } from '#features/postings/schemas.ts'
import { defineEndpoint, moderators, type ResponseOf } from '#shared/contract.ts'
import {
  doubtFilters,
  itemKinds,
  likenesses,
  moderatorActions,
  maxBulk,
  maxQueuePage,
  queueKinds,
  type ModeratorAction,
} from './model.ts'

/** The queue and the decisions about single postings. */

/** A decision against a poster comes with words for them. */
const reason = z
  .string('Please give a reason')
  .trim()
  .min(1, 'Please give a reason')
  .max(1000, 'The reason is too long (max 1000 characters)')

const doubt = z.object({
  fact: z.enum(factNames),
  /** The source's own. */
  words: z.string(),
  /** A sentence. */
  reason: z.string(),
  suggestion: factAnswer.nullable(),
  /** How many waiting postings of the source wait for the same, this one among them. */
  same: z.int(),
})
export type Doubt = z.infer<typeof doubt>

const knownEmployer = z.object({ employer: z.string(), domain: z.string().nullable() })

const queueItem = z.object({
  kind: z.enum(itemKinds),
  /** When it entered the queue; of several reports, the first. */
  since: moment,
  posting: postingDetail,
  source: z.string(),
  sourceUrl: z.string().nullable(),
  /** What has to be answered before the posting can go live. */
  doubts: z.array(doubt),
  /** Sentences of the source with contact details, which visitors do not see. */
  withheld: z.array(z.string()),
  /** Why it waits although postings of its channel go live immediately. */
  hold: z.enum(postingHolds).nullable(),
  /** What keeps it from becoming active, and which moderator decided that. */
  holds: z.array(postingHold.extend({ by: z.string().nullable() })),
  /** Changes that wait, with the version that a decision names. */
  edit: z
    .object({
      version: z.string(),
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    })
    .nullable(),
  /** A known employer that name or domain look like. */
  lookalike: z
    .object({ why: z.enum(likenesses), shown: knownEmployer, known: knownEmployer })
    .nullable(),
  /**
   * What an administrator may vouch for: the poster's confirmed mail domain as that of the
   * employer.
   */
  vouch: z.object({ domain: z.string(), employer: z.string() }).nullable(),
  /** The posting's open reports, if they or the posting wait. */
  reports: z.array(
    z.object({ id: z.uuid(), at: moment, name: z.string(), email: z.string(), reason: z.string() }),
  ),
})
export type QueueItem = z.infer<typeof queueItem>

/** Unknown values are ignored, as in every list. */
const filter = {
  kind: z.enum(queueKinds).optional().catch(undefined),
  source: z.string().trim().min(1).max(200).optional().catch(undefined),
  /** Postings that this fact holds, that any holds, or none. */
  doubt: z.enum(doubtFilters).optional().catch(undefined),
  /**
   * Of `source`: each of the postings that wait for `doubt` with these words, instead of one for
   * all of them.
   */
  words: z.string().max(maxFactWords).optional().catch(undefined),
}

export const listQueue = defineEndpoint('listQueue', 'GET /api/admin/queue', {
  access: moderators,
  summary:
    'The moderation queue, the oldest first. One posting stands for all imported postings of a ' +
    'source that wait for the same thing; under `doubt`, the largest number first.',
  query: z.object({
    ...filter,
    page: z.coerce.number().int().min(1).max(maxQueuePage).catch(1).default(1),
  }),
  response: z.object({
    items: z.array(queueItem),
    /** Under all filters except the kind; the cap plus one means 'more than the cap'. */
    counts: z.object({ pending: z.int(), edit: z.int(), unread: z.int(), report: z.int() }),
    /** How many have waited for longer than promised. */
    overdue: z.int(),
    totalPages: z.int(),
  }),
})

export const searchPostings = defineEndpoint('searchPostings', 'GET /api/admin/postings', {
  access: moderators,
  summary:
    'Postings in any status, the newest first: by reference code, or by words of title, employer ' +
    'and poster (name, address). Of closed imports the latest count.',
  query: z.object({ q: z.string().trim().max(100).catch('').default('') }),
  response: z.object({
    postings: z.array(
      postingSummary
        .pick({
          id: true,
          referenceId: true,
          title: true,
          company: true,
          location: true,
          status: true,
          channel: true,
          postedAt: true,
        })
        .extend({ poster: z.string().nullable(), isHeld: z.boolean() }),
    ),
  }),
})

export const getModeratedPosting = defineEndpoint(
  'getModeratedPosting',
  'GET /api/admin/postings/:id',
  {
    access: moderators,
    summary:
      'A posting in any status as moderators decide about it: once for each thing that waits, or ' +
      'else as it is',
    params: idParams,
    response: z.object({ items: z.array(queueItem) }),
    errors: ['NOT_FOUND'],
  },
)

const decided = z.object({
  success: z.literal(true),
  decisionId: z.string(),
})

/** The `updatedAt` that the moderator saw: another version is refused with 409. */
const version = z.iso.datetime()
const answer = z
  .string()
  .trim()
  .max(1000, 'The answer is too long (max 1000 characters)')
  .default('')
const as = <Action extends ModeratorAction>(action: Action) => ({ action: z.literal(action) })

export const decidePosting = defineEndpoint(
  'decidePosting',
  'POST /api/admin/postings/:id/decision',
  {
    access: moderators,
    summary:
      'Decide about a posting, changes that wait, or its reports. Its poster gets the reason, ' +
      'and who reported it the answer. 409 when there is another version.',
    body: z.discriminatedUnion('action', [
      z.object({ ...as('approve'), version: version.optional() }),
      z.object({ ...as('reject'), reason }),
      z.object({ ...as('remove'), reason }),
      /** What holds it goes; one that was rejected waits again. */
      z.object({ ...as('release'), reason }),
      /** The live posting stays as it is. */
      z.object({ ...as('read'), version: version.optional() }),
      z.object({ ...as('approve-edit'), version }),
      z.object({ ...as('reject-edit'), version, reason }),
      /** All reports about it: it is taken down, or stays. */
      z.object({ ...as('accept'), reason, answer }),
      z.object({ ...as('dismiss'), answer }),
    ]),
    response: decided,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const correctPosting = defineEndpoint('correctPosting', 'PUT /api/admin/postings/:id', {
  access: moderators,
  summary: 'Correct a posting. 409 with `current` when it was changed since it was read.',
  body: z.object({ changes: postingChangesSchema }),
  response: z.object({ success: z.literal(true), posting: postingDetail }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

const ids = z
  .array(z.uuid())
  .min(1, 'Choose at least one posting')
  .max(maxBulk, `Choose at most ${maxBulk} postings`)
export const answerFact = defineEndpoint(
  'answerFact',
  'POST /api/admin/postings/:id/fact-answers',
  {
    access: moderators,
    summary:
      'Settle a doubtful fact of an imported posting. 409 when it is settled already. Another ' +
      'profession than physician rejects it.',
    body: z.object({
      answer: factAnswer,
      /** The source's, as they were read. */
      words: z.string().max(maxFactWords),
      /** For all waiting postings of the source that say the same, and for later ones. */
      all: z.boolean().default(false),
    }),
    response: decided.extend({
      /** How many postings, and how many of them follow in the background. */
      answered: z.int(),
      left: z.int(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const decidePostings = defineEndpoint('decidePostings', 'POST /api/admin/decisions', {
  access: moderators,
  summary:
    'Approve several postings, or reject them for one reason; the answer lists those that could ' +
    'not be, such as those with a doubtful fact',
  body: z.discriminatedUnion('action', [
    /** By id, the versions that were seen, as for one. */
    z.object({ ...as('approve'), ids, versions: z.record(z.uuid(), version).optional() }),
    z.object({ ...as('reject'), ids, reason }),
  ]),
  response: z.object({
    decisionIds: z.array(z.string()),
    failed: z.array(z.object({ id: z.uuid(), error: z.string() })),
  }),
})
export type SeveralDecided = ResponseOf<typeof decidePostings>

/** The history of decisions, and undo. */

const person = z.object({ id: z.uuid(), name: z.string() })
const decisionId = z.string().regex(/^\d{1,18}$/, 'There is no such decision')

const historyItem = z.object({
  id: z.string(),
  at: moment,
  action: z.enum(moderatorActions),
  /** Null if the account was deleted. */
  moderator: person.nullable(),
  jobId: z.uuid().nullable(),
  /** The posting's title at that time, or the source's name. */
  subject: z.string(),
  reason: z.string().nullable(),
  /** The corrected fields. */
  changed: z.array(z.string()),
  /** For a decision about a source: the number of postings. */
  count: z.int().nullable(),
  /** What was answered about a doubtful fact, in words. */
  answer: z.object({ fact: z.enum(factNames), words: z.string(), text: z.string() }).nullable(),
  undone: z.object({ at: moment, by: z.string().nullable() }).nullable(),
  canUndo: z.boolean(),
})
export type HistoryItem = z.infer<typeof historyItem>

export const listDecisions = defineEndpoint('listDecisions', 'GET /api/admin/decisions', {
  access: moderators,
  summary: 'The decisions of moderators, the latest first',
  query: z.object({
    action: z.enum(moderatorActions).optional().catch(undefined),
    /** The id of the last decision on the previous page. */
    before: decisionId.optional().catch(undefined),
  }),
  response: z.object({
    items: z.array(historyItem),
    /** The next page's `before`; null on the last page. */
    next: z.string().nullable(),
  }),
})

export const undoDecision = defineEndpoint('undoDecision', 'POST /api/admin/decisions/:id/undo', {
  access: moderators,
  summary: 'Undo a decision: the posting and its reports return to their state before it',
  params: z.object({ id: z.string() }),
  response: z.object({ success: z.literal(true), subject: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

/** Decisions about all pending postings of one source. */

export const listQueueSources = defineEndpoint('listQueueSources', 'GET /api/admin/queue/sources', {
  access: moderators,
  summary: 'The sources of pending postings, with counts (the cap plus one means more)',
  response: z.object({
    sources: z.array(z.object({ source: z.string(), pending: z.int(), doubtful: z.int() })),
  }),
})

const source = z.string().min(1, 'Choose a source').max(200)

export const startSourceDecision = defineEndpoint(
  'startSourceDecision',
  'POST /api/admin/source-decisions',
  {
    access: moderators,
    summary:
      'Decide about all pending postings of one source, in batches in the background. You cannot undo this.',
    body: z.discriminatedUnion('action', [
      z.object({ ...as('approve'), source }),
      z.object({ ...as('reject'), source, reason }),
    ]),
    response: z.object({ decisionId: z.string(), total: z.int() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)
