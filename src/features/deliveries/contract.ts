import { z } from 'zod'
import { administrators, defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { bounceKinds, suppressionScopes } from '#shared/mail.ts'
import { mailStates } from './model.ts'

const ids = z
  .array(z.uuid())
  .min(1, 'Choose at least one.')
  .max(100, 'Choose at most 100 at a time.')

/** Unknown values are ignored, as in every list. */
const search = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .optional()
  .catch(undefined)
const page = z.coerce.number().int().min(1).max(200).catch(1).default(1)

export const listDeliveries = defineEndpoint('listDeliveries', 'GET /api/admin/mails', {
  access: administrators,
  summary: 'Mails without their bodies, the newest first, in pages',
  query: z.object({
    state: z.enum(mailStates).catch('dead').default('dead'),
    /** A part of the recipient's address, or of the mail's cause. */
    q: search,
    /** The last id of the previous page. */
    before: z.uuid().optional().catch(undefined),
  }),
  response: z.object({
    mails: z.array(
      z.object({
        id: z.uuid(),
        to: z.string(),
        subject: z.string(),
        cause: z.string(),
        state: z.enum(mailStates),
        attempts: z.int(),
        lastError: z.string().nullable(),
        createdAt: z.iso.datetime(),
        sentAt: z.iso.datetime().nullable(),
        /** Its body held a secret and was deleted, so it cannot be sent again. */
        isBlanked: z.boolean(),
      }),
    ),
    /** The next page's `before`; null at the end. */
    next: z.uuid().nullable(),
    /** Counted up to ten thousand. */
    counts: z.record(z.enum(mailStates), z.int()),
  }),
})
export type MailList = ResponseOf<typeof listDeliveries>
export type Mail = MailList['mails'][number]

export const resendMails = defineEndpoint('resendMails', 'POST /api/admin/mails/resend', {
  access: administrators,
  summary: 'Resend dead mails, and try now what is on the way or waits',
  body: z.object({ ids }),
  response: z.object({ resent: z.int() }),
  errors: ['CONFLICT'],
})

export const listSuppressions = defineEndpoint('listSuppressions', 'GET /api/admin/suppressions', {
  access: administrators,
  summary:
    'Addresses that get less mail because of bounces or complaints, the newest first, in pages',
  /** A part of the address. */
  query: z.object({ q: search, page }),
  response: z.object({
    suppressions: z.array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        kind: z.enum(bounceKinds),
        scope: z.enum(suppressionScopes),
        /** In the server's words. */
        reason: z.string(),
        /** Of the mail that came back; null once it is deleted. */
        subject: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    isMore: z.boolean(),
  }),
})
export type SuppressionList = ResponseOf<typeof listSuppressions>
export type Suppression = SuppressionList['suppressions'][number]

export const liftSuppression = defineEndpoint(
  'liftSuppression',
  'DELETE /api/admin/suppressions/:id',
  {
    access: administrators,
    summary: 'Send an address all mail again',
    errors: ['NOT_FOUND'],
  },
)

export const listTasks = defineEndpoint('listTasks', 'GET /api/admin/tasks', {
  access: administrators,
  summary: 'Dead background tasks, the newest first, in pages',
  /** A part of the task's name, data or error. */
  query: z.object({ q: search, page }),
  response: z.object({
    tasks: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        data: z.string(),
        attempts: z.int(),
        lastError: z.string().nullable(),
        createdAt: z.iso.datetime(),
      }),
    ),
    isMore: z.boolean(),
  }),
})
export type TaskList = ResponseOf<typeof listTasks>
export type TaskEntry = TaskList['tasks'][number]

export const retryTasks = defineEndpoint('retryTasks', 'POST /api/admin/tasks/retry', {
  access: administrators,
  summary: 'Retry dead tasks',
  body: z.object({ ids }),
  response: z.object({ retried: z.int() }),
  errors: ['CONFLICT'],
})

export const discardTask = defineEndpoint('discardTask', 'DELETE /api/admin/tasks/:id', {
  access: administrators,
  summary: 'Discard a dead task',
  errors: ['CONFLICT'],
})
