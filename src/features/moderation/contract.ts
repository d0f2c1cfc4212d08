import { z } from 'zod'
import { postingDetail } from '#features/postings/contract-parts.ts'
import { defineEndpoint } from '#shared/contract.ts'

const admins = ['admin'] as const
const done = z.object({ success: z.literal(true) })
const idParams = z.object({ id: z.uuid() })

export const queueKinds = ['pending', 'unread', 'report'] as const
export const queuePageSize = 20
export const maxBulk = 200

/** A decision against a poster comes with words for them. */
const reason = z
  .string('Please give a reason')
  .trim()
  .min(1, 'Please give a reason')
  .max(1000, 'The reason is too long (max 1000 characters)')

const queueItem = z.object({
  kind: z.enum(queueKinds),
  /** The posting's, or the report's. */
  id: z.uuid(),
  /** Since when it waits. */
  since: z.iso.datetime(),
  posting: postingDetail,
  report: z.object({ name: z.string(), email: z.string(), reason: z.string() }).nullable(),
})
export type QueueItem = z.infer<typeof queueItem>

export const listQueue = defineEndpoint({
  name: 'listQueue',
  method: 'GET',
  path: '/api/admin/queue',
  access: admins,
  summary: 'What waits for a moderator, the oldest first',
  query: z.object({
    kind: z.enum(queueKinds).optional().catch(undefined),
    page: z.coerce.number().int().min(1).max(500).catch(1).default(1),
  }),
  response: z.object({
    items: z.array(queueItem),
    counts: z.object({ pending: z.number(), unread: z.number(), report: z.number() }),
    totalPages: z.number(),
  }),
})
export type ListQueue = typeof listQueue

const decision = <const Name extends string, const Deed extends string>(name: Name, deed: Deed, summary: string) =>
  ({
    name,
    method: 'POST',
    path: `/api/admin/postings/:id/${deed}`,
    access: admins,
    summary,
    params: idParams,
    response: done,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }) as const

export const approvePosting = defineEndpoint(decision('approvePosting', 'approval', 'Let a posting go live'))
export const readPosting = defineEndpoint(decision('readPosting', 'reading', 'Leave a live posting as it is, having read it'))
export const rejectPosting = defineEndpoint({
  ...decision('rejectPosting', 'rejection', 'Refuse a posting that waits; its poster gets the reason'),
  body: z.object({ reason }),
})
export const removePosting = defineEndpoint({
  ...decision('removePosting', 'removal', 'Take a posting down; its poster gets the reason'),
  body: z.object({ reason }),
})

export const approvePostings = defineEndpoint({
  name: 'approvePostings',
  method: 'POST',
  path: '/api/admin/approvals',
  access: admins,
  summary: 'Let several postings go live; those that cannot are named',
  body: z.object({ ids: z.array(z.uuid()).min(1).max(maxBulk) }),
  response: z.object({ approved: z.number(), failed: z.array(z.object({ id: z.uuid(), error: z.string() })) }),
})
export type ApprovePostings = typeof approvePostings

export const decideReport = defineEndpoint({
  name: 'decideReport',
  method: 'POST',
  path: '/api/admin/reports/:id/decision',
  access: admins,
  summary: 'Accept a report, which takes the posting down, or dismiss it; whoever sent it is told',
  params: idParams,
  body: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('accepted'), reason }),
    z.object({ outcome: z.literal('dismissed'), reason: reason.optional() }),
  ]),
  response: done,
  errors: ['CONFLICT'],
})
export type DecideReport = typeof decideReport
