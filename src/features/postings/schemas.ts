import { tableOf } from '#shared/keys.ts'
import { z } from 'zod'
import { askedBy, fieldOf, type FieldOf } from '#features/jobs/fields.ts'
import { emailField } from '#shared/schemas.ts'
import { publishingPolicies, renewableDays } from './model.ts'
import {
  type Value,
  shapeOf,
  requiredSchema,
  invalidEmail,
  line,
  unfinishedText,
} from './field-schemas.ts'

/**
 * Schemas of the posting forms and calls, made from the field registry, with their error messages.
 */

/**
 * The idempotency key of a creating call. A form sends one key with every attempt,
 * so a double click makes one posting.
 */
const onceOnly = {
  idempotencyKey: z
    .string()
    .min(8, 'The key is too short')
    .max(100, 'The key is too long')
    .optional(),
}
const fromDraft = { draftId: z.uuid('There is no such draft').optional() }

/**
 * Rules about several fields also run while other fields have errors, so that people see every
 * error at once.
 */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const otherMissing = {
  path: ['specialtyOther'],
  error: "Please specify the specialty when selecting 'Other'",
  when: isForm,
}

/** `POST /employers/post`, the public form. */
export const publicPostSchema = z
  .object({
    ...shapeOf('public'),
    compensation: line(500, 'Compensation description is too long').optional(),
    /** A honeypot: people do not see it. */
    website: z.string().max(0, 'This field must stay empty').optional(),
    ...onceOnly,
    ...fromDraft,
  })
  .refine((value) => value.specialty !== 'Other' || Boolean(value.specialtyOther), otherMissing)
  .refine(
    ({ compMin, compMax }) =>
      !(typeof compMin === 'number' && typeof compMax === 'number' && compMin > compMax),
    {
      path: ['compMax'],
      error: 'Minimum compensation must be less than or equal to maximum compensation',
      when: isForm,
    },
  )
export type PublicPost = z.infer<typeof publicPostSchema>

/** What only the longer form asks for. */
type OfLongerForm = Exclude<FieldOf<'public'>, FieldOf<'account'>>
const ofLongerForm = tableOf(
  askedBy('public').filter((name): name is OfLongerForm => !('account' in fieldOf(name))),
  (name) => requiredSchema(name, 'edit').optional(),
) as { [N in OfLongerForm]: z.ZodOptional<Value<N>> }

/** `POST /api/jobs`, for signed-in posters; the account supplies the contact email. */
export const accountPostSchema = z.object({
  ...ofLongerForm,
  ...shapeOf('account'),
  ...onceOnly,
  ...fromDraft,
})
export type AccountPost = z.infer<typeof accountPostSchema>

export const emailRequired = 'Contact email is required'

/** The same for accounts without an email address. */
export const addresslessPostSchema = accountPostSchema.extend({
  contactEmail: z.string(emailRequired).trim().min(1, emailRequired).pipe(emailField(invalidEmail)),
})

const editShape = z.object(shapeOf('edit'))

/** The specification's edit form; the further fields can be changed, too. */
const main = {
  title: true,
  specialty: true,
  location: true,
  description: true,
  jobType: true,
  salaryMin: true,
  salaryMax: true,
  isActive: true,
} as const

/** `POST /api/job-postings`. Default for `company`: the account's. */
export const newPostingSchema = z.object({
  ...editShape.pick(main).shape,
  ...editShape.omit(main).partial().shape,
  ...onceOnly,
  ...fromDraft,
})
export type NewPosting = z.infer<typeof newPostingSchema>

/** The `bulkFields`. */
export const bulkChangesSchema = editShape
  .pick({ contactEmail: true, applyUrl: true, applyUntil: true })
  .partial()
export type BulkChanges = z.infer<typeof bulkChangesSchema>

const reloadFirst = 'Please reload the posting before you change it'

/** `PUT /api/job-postings/:id`: some fields with `updatedAt`, or just `isActive`. */
export const postingChangesSchema = z
  .object({
    ...editShape.partial().shape,
    /** The version that was edited; a save over a newer one is refused. */
    updatedAt: z.iso.datetime({ error: reloadFirst }).optional(),
    /** Takes back the changes that wait for a moderator. */
    withdrawsEdit: z.literal(true).optional(),
  })
  .refine((form) => form.updatedAt !== undefined || changesOnlyWhetherActive(form), {
    path: ['updatedAt'],
    error: reloadFirst,
  })
  .refine((value) => value.specialty !== 'Other' || value.specialtyOther !== '', otherMissing)
export type PostingChanges = z.infer<typeof postingChangesSchema>

function changesOnlyWhetherActive(changes: object) {
  return Object.entries(changes).every(
    ([name, value]) => name === 'isActive' || value === undefined,
  )
}

/** A manage link's token. */
export const manageToken = z.string().regex(/^[\w-]{20,100}$/, 'This link is not valid')

/** An unfinished form with any values. */
export const draftFormSchema = z
  .record(
    z.string().regex(/^\w{1,50}$/),
    z.union([
      unfinishedText(20_000),
      z.number(),
      z.boolean(),
      z.array(unfinishedText(100)).max(50),
    ]),
  )
  .refine((value) => Object.keys(value).length <= 80, 'The draft has too many fields')
export type DraftForm = z.infer<typeof draftFormSchema>

const policy = z.enum(publishingPolicies, 'Choose one of the two.')

export const policiesSchema = z.object({ account: policy, public: policy })

const minDays = 15
const maxDays = 365

const wholeDays = (least: number, most: number) => {
  const message = `Enter a whole number of days from ${least} to ${most}.`
  return z.int(message).min(least, message).max(most, message)
}

export const periodsSchema = z.object({
  days: wholeDays(minDays, maxDays),
  reminderDays: wholeDays(1, renewableDays),
})
