import { z } from 'zod'
import { jobType, specialty, state } from '#features/jobs/contract.ts'
import type { Field } from '#features/jobs/field.ts'
import { askedBy, fieldOf, type FieldOf, isList, type FormValue } from '#features/jobs/fields.ts'
import { jobStatuses, postingChannels, visaSupports } from '#features/jobs/model.ts'
import { defineEndpoint, posters } from '#shared/contract.ts'
import { tableOf } from '#shared/keys.ts'
import { emailField } from '#shared/schemas.ts'
import { holdReasons, postingHolds, publishingPolicies } from './model.ts'
import {
  accountPostSchema,
  manageToken,
  periodsSchema,
  postingChangesSchema,
  publicPostSchema,
} from './schemas.ts'

/**
 * Postings in responses, and the calls of the posting forms and manage links.
 * `contract-dashboard.ts` has the dashboard's.
 */

export const idParams = z.object({ id: z.string().meta({ format: 'uuid' }) })
export const moment = z.iso.datetime()

/** What keeps it from becoming active, with the moderator's words if there are any. */
export const postingHold = z.object({
  reason: z.enum(holdReasons),
  note: z.string().nullable(),
  since: moment,
})

export const postingSummary = z.object({
  id: z.uuid(),
  referenceId: z.string(),
  title: z.string(),
  company: z.string(),
  specialty,
  location: z.string(),
  state,
  description: z.string(),
  salaryMin: z.string(),
  salaryMax: z.string(),
  /** In one line; '' if it is not stated. */
  pay: z.string(),
  jobType,
  isActive: z.boolean(),
  status: z.enum(jobStatuses),
  channel: z.enum(postingChannels),
  createdAt: moment,
  updatedAt: moment,
  postedAt: moment,
  /** When it expires. Null for imports whose source gave no end. */
  expiresAt: moment.nullable(),
  /** The last day on which it takes applications, if its poster named one. */
  applyUntil: z.string(),
  /**
   * Changes that wait for a moderator; visitors see the version before. `isShown`: this answer has
   * them, as its poster sees it.
   */
  waitingEdit: z
    .object({ since: moment, changed: z.array(z.string()), isShown: z.boolean() })
    .nullable(),
  holds: z.array(postingHold),
})
export type PostingSummary = z.infer<typeof postingSummary>

type FurtherField = Exclude<FieldOf<'edit'>, keyof typeof postingSummary.shape>
const furtherFields = askedBy('edit').filter(
  (name): name is FurtherField => !(name in postingSummary.shape),
)

type DetailShape = {
  [N in FurtherField]: FormValue<N> extends boolean
    ? z.ZodBoolean
    : FormValue<N> extends string[]
      ? z.ZodArray<z.ZodString>
      : z.ZodString
}

const valueSchema = (kind: Field['kind']) =>
  kind === 'flag' ? z.boolean() : isList(kind) ? z.array(z.string()) : z.string()

/** Every field that its poster may read and change, as `PUT` accepts it; '' for empty ones. */
export const postingDetail = postingSummary
  .extend({
    ...(tableOf(furtherFields, (name) => valueSchema(fieldOf(name).kind)) as DetailShape),
    /** Why a moderator rejected or removed it. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Posting' })
export type PostingDetail = z.infer<typeof postingDetail>

/** Calls that create a posting. */
export const creating = { limit: { max: 60, seconds: 600 }, errors: ['CONFLICT'] } as const

/** `message` says what happens next under the current policy. */
const posted = z.object({
  success: z.literal(true),
  message: z.string(),
  job: z.object({ id: z.uuid(), status: z.enum(jobStatuses) }),
})

export const postPublicJob = defineEndpoint('postPublicJob', 'POST /employers/post', {
  access: 'public',
  limit: { max: 20, seconds: 600, mails: true },
  summary: 'Post a job without an account',
  body: publicPostSchema,
  response: posted,
  errors: ['CONFLICT'],
})

export const createJob = defineEndpoint('createJob', 'POST /api/jobs', {
  ...creating,
  access: posters,
  summary: 'Post a job as an employer or recruiter',
  body: accountPostSchema,
  response: posted,
})

export const getPostedJob = defineEndpoint('getPostedJob', 'GET /api/jobs/:id/posted', {
  access: 'public',
  summary: 'A new posting, for its poster at once, and for others once it is active',
  params: idParams,
  response: postingSummary
    .pick({
      id: true,
      title: true,
      company: true,
      specialty: true,
      state: true,
      status: true,
      channel: true,
    })
    .extend({
      city: z.string(),
      /** The caller's account owns the posting. */
      isOwn: z.boolean(),
      /** What the short form does not ask for, as its texts say it. */
      read: z
        .object({
          setting: z.array(z.string()),
          schedule: z.array(z.string()),
          benefits: z.array(z.string()),
          visaSupport: z.enum(visaSupports).nullable(),
        })
        .optional(),
    }),
  errors: ['NOT_FOUND'],
})

const policy = z.enum(publishingPolicies)

export const getPostingPolicy = defineEndpoint('getPostingPolicy', 'GET /api/posting-policy', {
  access: 'public',
  summary:
    'Whether postings go live at once or after review, by channel; their period and the time of ' +
    'its reminder, in days',
  response: z.object({ account: policy, public: policy, import: policy, ...periodsSchema.shape }),
})

export const getOwnPostingPolicy = defineEndpoint(
  'getOwnPostingPolicy',
  'GET /api/posting-policy/own',
  {
    access: posters,
    summary:
      'Whether postings of the signed-in account go live at once; if not although the policy says so, why',
    response: z.object({ policy, hold: z.enum(postingHolds).nullable() }),
  },
)

/** Calls of a manage link. */
const byLink = {
  access: 'public',
  limit: { max: 60, seconds: 60 },
  query: z.object({ token: manageToken }),
  errors: ['NOT_FOUND'],
} as const
export const refusable = ['NOT_FOUND', 'CONFLICT'] as const

/** A posting opened by its manage link, and what its author may do. */
const managed = z
  .object({
    posting: postingDetail,
    /** Its author has confirmed the contact address, so physicians can send CVs there. */
    contactConfirmed: z.boolean(),
  })
  .meta({ id: 'ManagedPosting' })
export type ManagedPosting = z.infer<typeof managed>

export const getManagedPosting = defineEndpoint('getManagedPosting', 'GET /api/manage-posting', {
  ...byLink,
  summary: 'The posting of a manage link',
  response: managed,
})

export const updateManagedPosting = defineEndpoint(
  'updateManagedPosting',
  'PUT /api/manage-posting',
  {
    ...byLink,
    summary: 'Change a posting by its manage link, or deactivate and activate it with `isActive`',
    body: postingChangesSchema,
    response: managed,
    errors: refusable,
  },
)

export const confirmManagedContact = defineEndpoint(
  'confirmManagedContact',
  'POST /api/manage-posting/confirmation',
  {
    ...byLink,
    summary:
      'Confirm the contact address that a manage link was mailed to; CVs go to confirmed addresses only',
    response: managed,
  },
)

export const revokeManageLinks = defineEndpoint(
  'revokeManageLinks',
  'POST /api/manage-posting/revocation',
  {
    ...byLink,
    limit: { max: 5, seconds: 600, mails: true },
    summary: 'End every manage link of a posting, and mail a new one to its contact address',
  },
)

export const mailManageLinks = defineEndpoint('mailManageLinks', 'POST /api/manage-posting/links', {
  access: 'public',
  limit: { max: 10, seconds: 600, mails: true },
  summary:
    'Mail the manage links of an address’s postings; the answer is the same whether there are any',
  body: z.object({ email: emailField() }),
})

export const renewManagedPosting = defineEndpoint(
  'renewManagedPosting',
  'POST /api/manage-posting/renew',
  {
    ...byLink,
    summary: 'Renew a posting by its manage link; its last day goes',
    response: managed,
    errors: refusable,
  },
)

export const deleteManagedPosting = defineEndpoint(
  'deleteManagedPosting',
  'DELETE /api/manage-posting',
  {
    ...byLink,
    summary: 'Remove a posting by its manage link',
  },
)

export const claimPosting = defineEndpoint('claimPosting', 'POST /api/manage-posting/claim', {
  ...byLink,
  access: posters,
  summary:
    'Claim a posting into the signed-in account, if its verified address is the posting’s contact address',
  response: postingDetail,
  errors: refusable,
})
