import { z } from 'zod'
import { moment } from '#features/postings/contract-parts.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { deeds } from './model.ts'

/** What was decided, and taking it back. */

const admins = ['admin'] as const
const person = z.object({ id: z.uuid(), name: z.string() })
const decisionId = z.string().regex(/^\d{1,18}$/, 'There is no such decision')

const historyItem = z.object({
  id: z.string(),
  at: moment,
  deed: z.enum(deeds),
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

export const listDecisions = defineEndpoint({
  name: 'listDecisions',
  method: 'GET',
  path: '/api/admin/decisions',
  access: admins,
  summary: 'What moderators have decided, the latest first',
  query: z.object({
    deed: z.enum(deeds).optional().catch(undefined),
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
export type ListDecisions = typeof listDecisions

export const undoDecision = defineEndpoint({
  name: 'undoDecision',
  method: 'POST',
  path: '/api/admin/decisions/:id/undo',
  access: admins,
  summary: 'Take a decision back: the posting, and the reports about it, are as they were',
  params: z.object({ id: z.string() }),
  response: z.object({ success: z.literal(true), subject: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type UndoDecision = typeof undoDecision
