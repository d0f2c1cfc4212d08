import { tableOf } from '#shared/keys.ts'
import { z } from 'zod'
import {
  askedBy,
  fieldOf,
  valuesOf,
  type FieldValue,
  type FormValue,
  type FieldName,
  type FieldOf,
  type fields,
} from '#features/jobs/fields.ts'
import type { FormName } from '#features/jobs/field.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { isUnderstood } from '#features/jobs/read-contract.ts'
import type { TermField } from '#features/jobs/terms-schema.ts'
import { emailField } from '#shared/schemas.ts'
import { parseCityState, parseState } from '#shared/us-states.ts'
import { characterCount, maxPlaces, publishingPolicies, renewableDays } from './model.ts'
import {
  amountOf,
  isApplyLink,
  isWebAddress,
  normalizeApplyLink,
  parsePlace,
} from './typed-values.ts'

/**
 * Schemas of the posting forms and calls, made from the field registry, with their error messages.
 */

type Value<N extends FieldName> = z.ZodType<FieldValue<N>, FieldValue<N> | FormValue<N>>
type Asked<N extends FieldName, F extends FormName> =
  (typeof fields)[N] extends Record<F, infer A> ? A : never
type FieldSchema<N extends FieldName, F extends FormName> =
  Asked<N, F> extends { default: unknown }
    ? z.ZodDefault<Value<N>>
    : Asked<N, F> extends { required: true }
      ? Value<N>
      : z.ZodOptional<Value<N>>
type Shape<F extends FormName> = { [N in FieldOf<F>]: FieldSchema<N, F> }

const shapeOf = <F extends FormName>(form: F) =>
  tableOf(askedBy(form), (name) => schemaOf(name, form)) as Shape<F>

function schemaOf(name: FieldName, form: FormName): z.ZodType {
  const schema = requiredSchema(name, form)
  const { default: initial, required } = fieldOf(name)[form] ?? {}
  return initial !== undefined ? schema.default(initial) : required ? schema : schema.optional()
}

/** No `abort`, because it would skip the rules about several fields. */
function requiredSchema(name: FieldName, form: FormName): z.ZodType {
  const field = fieldOf(name)
  const {
    kind,
    label,
    missing = `${label} is required`,
    tooLong = `${label} is too long`,
    chosen,
  } = field
  const { required = false, limit = field.limit ?? 0, default: initial } = field[form] ?? {}
  const unknown = `Please choose ${chosen} from the list`
  const values = valuesOf(field.options ?? [])
  switch (kind) {
    case 'line':
      if (field.term !== undefined)
        return termLine(field.term, line(limit, tooLong), field[form]?.hint ?? '')
      return required ? line(limit, tooLong, missing) : line(limit, tooLong)
    case 'text':
      return text(limit, tooLong)
    case 'prose':
      if (name === 'description' && form !== 'public') return describedAtLeast(20, limit, tooLong)
      return required ? text(limit, tooLong, missing) : text(limit, tooLong)
    case 'choice':
      if (!required) return choice([...values, ''], unknown)
      return choice(values, initial === undefined ? missing : unknown)
    case 'choices':
      return choices(values, unknown, required ? missing : undefined)
    case 'flag':
      return z.boolean()
    case 'money':
      return money(`${label} must be positive`)
    case 'specialty':
      return fromList(missing, parseSpecialty, 'Please choose a specialty from the list')
    case 'state':
      return fromList(missing, parseState, 'Please choose a state from the list')
    case 'location':
      return line(limit, tooLong, missing).refine(
        (value) => value === '' || parseCityState(value) !== undefined,
        'Please enter the location as City, State',
      )
    case 'email':
      if (name !== 'contactEmail') return emailOrNothing(`Valid ${label.toLowerCase()} is required`)
      if (form === 'account') return emailOrNothing(invalidEmail)
      return emailField(form === 'public' ? 'Valid contact email is required' : invalidEmail)
    case 'link':
      return applyLink(missing)
    case 'places':
      return z
        .array(z.string().overwrite(tidyLine))
        .overwrite((value) => value.filter(Boolean))
        .refine((value) => value.length < maxPlaces, `A posting has at most ${maxPlaces} locations`)
        .refine(
          (value) => value.every(parsePlace),
          'Please enter each location as City, State, or as a state alone',
        )
    case 'date':
      return day
    case 'picture':
      break
  }
  return z
    .string()
    .trim()
    .refine((value) => value === '' || isWebAddress(value), `${label} must be valid`)
}

const invalidEmail = 'Please enter a valid email address'
const emailOrNothing = (message: string) =>
  z.union([z.literal(''), emailField(message)], { error: message })

const line = (max: number, tooLong: string, missing?: string) =>
  lengthChecked(tidyLine, max, tooLong, missing)
const text = (max: number, tooLong: string, missing?: string) =>
  lengthChecked(tidyText, max, tooLong, missing)

function lengthChecked(
  tidy: (text: string) => string,
  max: number,
  tooLong: string,
  missing?: string,
) {
  const tidied = z.string(missing).overwrite(tidy)
  return (missing === undefined ? tidied : tidied.min(1, missing)).refine(
    (value) => characterCount(value) <= max,
    tooLong,
  )
}

function describedAtLeast(least: number, max: number, tooLong: string) {
  const tooShort = `Description must be at least ${least} characters`
  return text(max, tooLong, tooShort).refine(
    (value) => value === '' || characterCount(value) >= least,
    tooShort,
  )
}

/** 'YYYY-MM-DD', or as spreadsheets write it: '1/31/2027'. */
const day = z
  .string()
  .trim()
  .overwrite((value) =>
    value.replace(
      /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
      (_, month: string, date: string, year: string) =>
        [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
    ),
  )
  .refine(
    (value) => value === '' || z.iso.date().safeParse(value).success,
    'Please enter a date, such as 2027-01-31',
  )

const termLine = (term: TermField, schema: z.ZodType<string>, example: string) =>
  schema.refine(
    (value) => isUnderstood(term, value),
    `Please write it like “${example}”, or leave it empty`,
  )

const unfinishedText = (max: number) => z.string().overwrite(printable).max(max)

const tidyLine = (source: string) => printable(source.replaceAll(/\s+/g, ' ')).trim()
const tidyText = (source: string) => printable(source.replaceAll(/\r\n?/g, '\n')).trim()

/**
 * Removes characters that PostgreSQL cannot store (NUL, lone surrogates) and bidirectional
 * overrides.
 */
function printable(source: string) {
  return source
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]|[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
}

/** US dollars as a number or as typed: '250,000', '$250,000', '' for nothing. */
const money = (message: string) =>
  z
    .union([z.string(), z.number()], { error: message })
    .nullish()
    .transform((value, context) => {
      const amount = value === null || value === undefined ? undefined : amountOf(String(value))
      if (!Number.isNaN(amount)) return amount
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

const choice = (values: readonly string[], message: string) =>
  z.string(message).pipe(z.enum(values, message))

/** A missing list has the same error as an empty one. */
function choices(values: readonly string[], message: string, missing?: string) {
  const list = z.array(choice(values, message), missing ?? message).max(values.length, message)
  return missing === undefined ? list : list.min(1, missing)
}

function fromList<T extends string>(
  missing: string,
  parse: (text: string) => T | undefined,
  unknown: string,
) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .transform((source, context) => {
      const known = parse(source)
      if (known !== undefined) return known
      context.addIssue({ code: 'custom', message: unknown })
      return z.NEVER
    })
}

const applyLink = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .refine(
      (value) => value === '' || isApplyLink(value),
      'Please enter a valid URL (e.g., https://example.com www.example.com, example.com, or ' +
        'mailto:jobs@example.com)',
    )
    .overwrite(normalizeApplyLink)

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
