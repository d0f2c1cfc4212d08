import { z } from 'zod'
import { suspensionReasons } from '#features/accounts/model.ts'
import { heroFiguresSchema } from '#features/home/contract.ts'
import { jobStatuses } from '#features/jobs/model.ts'
import { grant } from '#features/names/contract.ts'
import { periodsSchema, policiesSchema } from '#features/postings/schemas.ts'
import { administrators, defineEndpoint, roles } from '#shared/contract.ts'
import {
  addressErasureSchema,
  erasureSchema,
  roleChangeSchema,
  suspensionSchema,
} from './schemas.ts'
import { emailFilters, noRole, suspensionFilters, userSorts } from './model.ts'
import { keysOf } from '#shared/keys.ts'

export const textOrNull = z.string().nullable()

/** The total, the rows of each of the last seven days in UTC (today last), and their sum. */
const growing = z.object({ total: z.number(), perDay: z.array(z.number()) })

export const getAdminSummary = defineEndpoint('getAdminSummary', 'GET /api/admin/summary', {
  access: administrators,
  summary: 'Totals of users, jobs and subscribers, and open work',
  response: z.object({
    users: growing,
    jobs: growing,
    subscribers: growing,
    pendingJobs: z.number(),
    /** The pending jobs by day of arrival, for the last seven days. */
    pendingPerDay: z.array(z.number()),
    unreadJobs: z.number(),
    openReports: z.number(),
    /** Failed after all attempts. */
    deadMails: z.number(),
    deadTasks: z.number(),
  }),
})

export const reloadDerivedData = defineEndpoint('reloadDerivedData', 'POST /api/admin/reload', {
  access: administrators,
  limit: { max: 6, seconds: 60 },
  summary: 'Rebuild counts, vocabulary and caches',
})

export const exportSubscribers = defineEndpoint('exportSubscribers', 'GET /admin/subscribers.csv', {
  access: administrators,
  cost: 'export',
  summary: 'The newsletter’s subscribers, as a CSV file',
  response: z.string(),
  responseTypes: ['text/csv'],
})

/** Settings that administrators change at run time. */

const version = z.object({ version: z.int().min(0) })

const setting = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    /** Sent back with a change, so that a concurrent change is not overwritten. */
    version: z.int(),
    /**
     * The last change; the audit log has them all. `by` is null for the operator and for deleted
     * accounts.
     */
    changed: z.object({ at: z.iso.datetime(), by: textOrNull }).nullable(),
  })

const siteSettings = z
  .object({
    publishing: setting(policiesSchema),
    periods: setting(periodsSchema),
    heroFigures: setting(heroFiguresSchema),
    /** None before they are counted for the first time. */
    liveFigures: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: 'SiteSettings' })
export type SiteSettings = z.infer<typeof siteSettings>

export const getSiteSettings = defineEndpoint('getSiteSettings', 'GET /api/admin/settings', {
  access: administrators,
  summary: 'Every run-time setting, and who changed it last',
  response: siteSettings,
})

const change = <Value extends z.ZodRawShape>(summary: string, value: z.ZodObject<Value>) =>
  ({
    access: administrators,
    summary,
    body: value.extend(version.shape),
    response: siteSettings,
    errors: ['CONFLICT'],
  }) as const

export const setPublishing = defineEndpoint(
  'setPublishing',
  'PUT /api/admin/settings/publishing',
  change('Set whether new postings wait for a review', policiesSchema),
)

export const setPostingPeriods = defineEndpoint(
  'setPostingPeriods',
  'PUT /api/admin/settings/periods',
  change('Set the period of postings and the time of reminders', periodsSchema),
)

export const setHeroFigures = defineEndpoint(
  'setHeroFigures',
  'PUT /api/admin/settings/hero-figures',
  change('Set whether the landing page shows fixed or live figures', heroFiguresSchema),
)

const mightBe = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values).optional().catch(undefined)

/**
 * The account's revision that the administrator saw. A stale one is refused, and the answer has the
 * current account.
 */
const seen = { revision: z.int().min(0) }

const userSummarySchema = z.object({
  id: z.uuid(),
  revision: z.number(),
  firstName: textOrNull,
  lastName: textOrNull,
  email: textOrNull,
  emailVerified: z.boolean(),
  role: z.enum(roles).nullable(),
  companyName: textOrNull,
  isVerifiedHospital: z.boolean(),
  /** A sample account cannot sign in in production. */
  isDemo: z.boolean(),
  suspendedAt: textOrNull,
  createdAt: z.string(),
  lastSignInAt: textOrNull,
})
export type UserSummary = z.infer<typeof userSummarySchema>

/** Of a suspension. */
const why = {
  reason: z.enum(keysOf(suspensionReasons)).nullable(),
  note: textOrNull,
}

const userDetailSchema = userSummarySchema.extend({
  companyPhone: textOrNull,
  companyWebsite: textOrNull,
  organizationType: textOrNull,
  suspension: z.object(why).nullable(),
  /** That the account has a seat in. */
  organization: z
    .object({ id: z.uuid(), name: z.string(), suspendedAt: textOrNull, ...why })
    .nullable(),
  hasPassword: z.boolean(),
  identities: z.array(z.object({ provider: z.string(), label: z.string() })),
  sessions: z.object({ count: z.number(), lastSeenAt: textOrNull }),
  postings: z.record(z.enum(jobStatuses), z.number()),
  inquiries: z.object({ sent: z.number(), received: z.number() }),
  hasCv: z.boolean(),
  /** What the organization of the account speaks for. */
  names: z.array(grant),
})
export type UserDetail = z.infer<typeof userDetailSchema>

export const listUsers = defineEndpoint('listUsers', 'GET /api/admin/users', {
  access: administrators,
  summary: 'Accounts by name, email address or company',
  query: z.object({
    /**
     * Every word must occur in name, address or company; words of one or two letters must start a
     * word there.
     */
    q: z.string().trim().max(100).catch('').default(''),
    role: mightBe([...roles, noRole]),
    email: mightBe(emailFilters),
    status: mightBe(suspensionFilters),
    hospital: mightBe(['verified']),
    sort: z.enum(userSorts).catch('newest').default('newest'),
    /** The id of the previous page's last account. */
    after: z.uuid().optional().catch(undefined),
  }),
  response: z.object({
    users: z.array(userSummarySchema),
    /** The next page's `after`; null on the last page. */
    next: z.uuid().nullable(),
    /** Counted up to 1,000. */
    total: z.number(),
  }),
})

export const getUser = defineEndpoint('getUser', 'GET /api/admin/users/:id', {
  access: administrators,
  summary: 'One account with its related data',
  response: userDetailSchema,
  errors: ['NOT_FOUND'],
})

const userAction = {
  access: administrators,
  requiresReauthentication: true,
  errors: ['NOT_FOUND', 'CONFLICT'],
} as const

export const changeUserRole = defineEndpoint('changeUserRole', 'PUT /api/admin/users/:id/role', {
  ...userAction,
  summary: 'Change a role and end all sessions; the last administrator stays',
  body: roleChangeSchema.extend(seen),
})

export const markVerifiedHospital = defineEndpoint(
  'markVerifiedHospital',
  'PUT /api/admin/users/:id/verified-hospital',
  {
    ...userAction,
    summary: 'Mark an employer as a verified hospital, or remove the mark',
    body: z.object({ verified: z.boolean(), ...seen }),
  },
)

export const suspendUser = defineEndpoint('suspendUser', 'POST /api/admin/users/:id/suspend', {
  ...userAction,
  summary: 'Suspend an account with its sessions, postings and alerts',
  body: suspensionSchema.extend(seen),
})

export const reinstateUser = defineEndpoint(
  'reinstateUser',
  'POST /api/admin/users/:id/reinstate',
  {
    ...userAction,
    summary: 'Reinstate an account with its postings',
    body: z.object(seen),
  },
)

export const suspendOrganization = defineEndpoint(
  'suspendOrganization',
  'POST /api/admin/organizations/:id/suspend',
  {
    ...userAction,
    summary: 'Suspend an organization with its postings, names and invitations',
    body: suspensionSchema,
  },
)

export const reinstateOrganization = defineEndpoint(
  'reinstateOrganization',
  'POST /api/admin/organizations/:id/reinstate',
  {
    ...userAction,
    summary: 'Reinstate an organization with its postings, without its names',
  },
)

export const sendPasswordReset = defineEndpoint(
  'sendPasswordReset',
  'POST /api/admin/users/:id/password-reset',
  {
    ...userAction,
    limit: { max: 20, seconds: 600 },
    summary: 'Mail the owner a link that sets a new password',
  },
)

export const eraseUser = defineEndpoint('eraseUser', 'DELETE /api/admin/users/:id', {
  ...userAction,
  limit: { max: 20, seconds: 600 },
  summary: 'Erase an account and its data; the audit log records on whose request',
  body: erasureSchema.extend(seen),
})

export const eraseAddress = defineEndpoint('eraseAddress', 'POST /api/admin/erasures', {
  ...userAction,
  limit: { max: 20, seconds: 600 },
  summary:
    'Erase what is stored about an address. For the address of an account: 409 with its `id` as `current`.',
  body: addressErasureSchema,
  response: z.object({
    /** How many rows, by the feature that stored them. */
    erased: z.record(z.string(), z.number()),
  }),
})
