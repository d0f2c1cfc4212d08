import { z } from 'zod'
import { auditEntrySchema } from '#features/admin/contract-audit.ts'
import { jobStatuses } from '#features/jobs/model.ts'
import { defineEndpoint, roles } from '#shared/contract.ts'
import { emailFilters, noRole, suspensionFilters, suspensionReasons, userSorts } from './administration.ts'
import { roleChangeSchema, suspensionSchema } from './schemas-administration.ts'

const admins = ['admin'] as const
const done = z.object({ success: z.literal(true) })
const idParams = z.object({ id: z.uuid() })
const mightBe = <Value extends string>(values: readonly [Value, ...Value[]]) => z.enum(values).optional().catch(undefined)

/** What the deed is decided upon; if the account was administered since then, it is refused, and the answer shows the account. */
const seen = { revision: z.int().min(0) }

const userSummarySchema = z.object({
  id: z.uuid(),
  revision: z.number(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  role: z.enum(roles).nullable(),
  companyName: z.string().nullable(),
  isVerifiedHospital: z.boolean(),
  /** A sample account: it opens nothing in production. */
  isDemo: z.boolean(),
  suspendedAt: z.string().nullable(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
})
export type UserSummary = z.infer<typeof userSummarySchema>

const userDetailSchema = userSummarySchema.extend({
  companyPhone: z.string().nullable(),
  companyWebsite: z.string().nullable(),
  organizationType: z.string().nullable(),
  suspension: z
    .object({
      reason: z.enum(Object.keys(suspensionReasons) as [keyof typeof suspensionReasons]).nullable(),
      note: z.string().nullable(),
    })
    .nullable(),
  hasPassword: z.boolean(),
  identities: z.array(z.object({ provider: z.string(), label: z.string(), linkedAt: z.string() })),
  sessions: z.object({ count: z.number(), lastSeenAt: z.string().nullable() }),
  postings: z.record(z.enum(jobStatuses), z.number()),
  inquiries: z.object({ sent: z.number(), received: z.number() }),
  hasCv: z.boolean(),
  /** What administrators did to the account, the newest first. */
  history: z.array(auditEntrySchema),
})
export type UserDetail = z.infer<typeof userDetailSchema>

export const listUsers = defineEndpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  access: admins,
  summary: 'Accounts by name, e-mail address or company',
  query: z.object({
    /** Every word stands in name, address or company; words of one or two letters at the beginning of one. */
    q: z.string().trim().max(100).catch('').default(''),
    role: mightBe([...roles, noRole]),
    email: mightBe(emailFilters),
    status: mightBe(suspensionFilters),
    hospital: mightBe(['verified']),
    sort: z.enum(userSorts).catch('newest').default('newest'),
    /** The last account of the page before. */
    after: z.uuid().optional().catch(undefined),
  }),
  response: z.object({
    users: z.array(userSummarySchema),
    /** What `after` is on the next page; null on the last. */
    next: z.uuid().nullable(),
    /** Counted up to a thousand, and no further. */
    total: z.number(),
  }),
})
export type ListUsers = typeof listUsers

export const getUser = defineEndpoint({
  name: 'getUser',
  method: 'GET',
  path: '/api/admin/users/:id',
  access: admins,
  summary: 'Everything that an administrator has to know about an account',
  params: idParams,
  response: userDetailSchema,
  errors: ['NOT_FOUND'],
})
export type GetUser = typeof getUser

const deed = {
  access: admins,
  params: idParams,
  response: done,
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
} as const

export const changeUserRole = defineEndpoint({
  ...deed,
  name: 'changeUserRole',
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  summary: 'Change what somebody may do; they are signed out everywhere. The last administrator stays one',
  body: roleChangeSchema.extend(seen),
})
export type ChangeUserRole = typeof changeUserRole

export const markVerifiedHospital = defineEndpoint({
  ...deed,
  name: 'markVerifiedHospital',
  method: 'PUT',
  path: '/api/admin/users/:id/verified-hospital',
  summary: 'Say that an employer is a verified hospital, or not; all of its postings show it',
  body: z.object({ verified: z.boolean(), ...seen }),
})
export type MarkVerifiedHospital = typeof markVerifiedHospital

export const suspendUser = defineEndpoint({
  ...deed,
  name: 'suspendUser',
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  summary: 'Close an account for now: it is signed out, its live postings are hidden, its alerts rest',
  body: suspensionSchema.extend(seen),
})
export type SuspendUser = typeof suspendUser

export const reinstateUser = defineEndpoint({
  ...deed,
  name: 'reinstateUser',
  method: 'POST',
  path: '/api/admin/users/:id/reinstate',
  summary: 'Open a suspended account again; the postings that its suspension hid come back',
  body: z.object(seen),
})
export type ReinstateUser = typeof reinstateUser

export const sendPasswordReset = defineEndpoint({
  ...deed,
  name: 'sendPasswordReset',
  method: 'POST',
  path: '/api/admin/users/:id/password-reset',
  limit: { max: 20, seconds: 600 },
  summary: 'Mail the account’s owner the link that sets a new password; nobody else gets to see it',
})
export type SendPasswordReset = typeof sendPasswordReset
