import { z } from 'zod'
import { askedBy, fieldOf, valuesOf } from '#features/jobs/fields.ts'
import type { FieldName, FieldOf, fields, FieldValue, FormName, FormValue } from '#features/jobs/fields.ts'
import { parseSpecialty } from '#features/jobs/specialties.ts'
import { emailField } from '#shared/email.ts'
import { parseState } from '#shared/us-states.ts'
import { characterCount, publishingPolicies, renewableDays } from './model.ts'
import { amountOf, isApplyLink, isWebAddress, normalizeApplyLink, parseLocation } from './typed-values.ts'

/** What the postings' forms and calls accept, read from the registry of fields, with the words for what they do not. */

type Value<N extends FieldName> = z.ZodType<FieldValue<N>, FieldValue<N> | FormValue<N>>
type Asked<N extends FieldName, F extends FormName> = (typeof fields)[N] extends Record<F, infer A> ? A : never
type FieldSchema<N extends FieldName, F extends FormName> =
  Asked<N, F> extends { default: unknown }
    ? z.ZodDefault<Value<N>>
    : Asked<N, F> extends { required: true }
      ? Value<N>
      : z.ZodOptional<Value<N>>
type Shape<F extends FormName> = { [N in FieldOf<F>]: FieldSchema<N, F> }

const shapeOf = <F extends FormName>(form: F): Shape<F> =>
  Object.fromEntries(askedBy(form).map((name) => [name, schemaOf(name, form)])) as unknown as Shape<F>

/** Texts come out tidied, links normalized. */
function schemaOf(name: FieldName, form: FormName): z.ZodType {
  const schema = requiredSchema(name, form)
  const { default: initial, required } = fieldOf(name)[form] ?? {}
  return initial !== undefined ? schema.default(initial) : required ? schema : schema.optional()
}

/** Nothing here says `abort`: that would hide errors of rules about several fields. */
function requiredSchema(name: FieldName, form: FormName): z.ZodType {
  const field = fieldOf(name)
  const { kind, label, missing = `${label} is required`, tooLong = `${label} is too long`, chosen } = field
  const { required = false, limit = field.limit ?? 0, options, default: initial } = field[form] ?? {}
  const unknown = `Please choose ${chosen} from the list`
  const values = valuesOf(field.options ?? [])
  switch (kind) {
    case 'line':
      if (options) return choice(valuesOf(options), unknown)
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
        (it) => it === '' || parseLocation(it) !== undefined,
        'Please enter the location as City, State',
      )
    case 'email':
      if (name !== 'contactEmail') return emailOrNothing(`Valid ${label.toLowerCase()} is required`)
      if (form === 'account') return emailOrNothing(invalidEmail)
      return emailField(form === 'public' ? 'Valid contact email is required' : invalidEmail)
    case 'link':
      return applyLink(missing)
    case 'picture':
      break
  }
  return z
    .string()
    .trim()
    .refine((it) => it === '' || isWebAddress(it), `${label} must be valid`)
}

const invalidEmail = 'Please enter a valid email address'
const emailOrNothing = (message: string) => z.union([z.literal(''), emailField(message)], { error: message })

/** What parts words is one space. */
const line = (max: number, tooLong: string, missing?: string) => lengthChecked(tidyLine, max, tooLong, missing)
/** Lines and paragraphs stay. */
const text = (max: number, tooLong: string, missing?: string) => lengthChecked(tidyText, max, tooLong, missing)

function lengthChecked(tidy: (text: string) => string, max: number, tooLong: string, missing?: string) {
  const tidied = z.string(missing).overwrite(tidy)
  return (missing === undefined ? tidied : tidied.min(1, missing)).refine((it) => characterCount(it) <= max, tooLong)
}

function describedAtLeast(least: number, max: number, tooLong: string) {
  const tooShort = `Description must be at least ${least} characters`
  return text(max, tooLong, tooShort).refine((it) => it === '' || characterCount(it) >= least, tooShort)
}

/** Whatever somebody has typed so far. */
const unfinishedText = (max: number) => z.string().overwrite(printable).max(max)

const tidyLine = (source: string): string => printable(source.replaceAll(/\s+/g, ' ')).trim()
const tidyText = (source: string): string => printable(source.replaceAll(/\r\n?/g, '\n')).trim()

/** Without what no database stores (zero bytes, halves of characters) and what turns the reading direction of a page. */
function printable(source: string): string {
  return source.toWellFormed().replaceAll(/[^\P{Cc}\t\n]|[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
}

/** US dollars as a number, or as somebody typed it: '250,000', '$250,000', '' for nothing. */
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

const choice = (values: readonly string[], message: string) => z.string(message).pipe(z.enum(values as [string], message))

/** None at all is said as what is empty is. */
function choices(values: readonly string[], message: string, missing?: string) {
  const list = z.array(choice(values, message), missing ?? message).max(values.length, message)
  return missing === undefined ? list : list.min(1, missing)
}

/** A name out of a long list, by any of its spellings. */
function fromList<T extends string>(missing: string, parse: (text: string) => T | undefined, unknown: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .transform((source, context): T => {
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
      (it) => it === '' || isApplyLink(it),
      'Please enter a valid URL (e.g., https://example.com www.example.com, example.com, or mailto:jobs@example.com)',
    )
    .overwrite(normalizeApplyLink)

/**
 * What a creating call may carry beyond its form. A form makes up the key when it opens and sends it with every attempt, here
 * or as the header `Idempotency-Key`: a double click makes one posting.
 */
const onceOnly = {
  idempotencyKey: z.string().min(8, 'The key is too short').max(100, 'The key is too long').optional(),
}
/** The draft that becomes the posting goes with it. */
const fromDraft = { draftId: z.uuid('There is no such draft').optional() }

/**
 * When rules about several fields hold: also while other fields are wrong. A person who corrects a form wants to see every error at once.
 */
const isForm = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null

const otherMissing = {
  path: ['specialtyOther'],
  error: "Please specify the specialty when selecting 'Other'",
  when: isForm,
}

/** `POST /employers/post`, the form that needs no account. */
export const publicPostSchema = z
  .object({
    ...shapeOf('public'),
    /** Hidden from people; who fills it is a program. */
    website: z.string().max(0, 'This field must stay empty').optional(),
    ...onceOnly,
  })
  .refine((it) => it.specialty !== 'Other' || Boolean(it.specialtyOther), otherMissing)
  .refine(({ compMin, compMax }) => !(typeof compMin === 'number' && typeof compMax === 'number' && compMin > compMax), {
    path: ['compMax'],
    error: 'Minimum compensation must be less than or equal to maximum compensation',
    when: isForm,
  })
export type PublicPostInput = z.input<typeof publicPostSchema>
export type PublicPost = z.infer<typeof publicPostSchema>

/** `POST /api/jobs`, the form of people who are signed in; the contact e-mail is their account's. */
export const accountPostSchema = z.object({ ...shapeOf('account'), ...onceOnly, ...fromDraft })
export type AccountPostInput = z.input<typeof accountPostSchema>
export type AccountPost = z.infer<typeof accountPostSchema>

export const emailRequired = 'Contact email is required'

/** The same form for somebody whose account has no address. */
export const addresslessPostSchema = accountPostSchema.extend({
  contactEmail: z.string(emailRequired).trim().min(1, emailRequired).pipe(emailField(invalidEmail)),
})

const editShape = z.object(shapeOf('edit'))

/** The edit form of the specification; all that a posting says beyond it can be said and changed, too. */
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

/** `POST /api/job-postings`. Who leaves out `company` posts for the company of the account. */
export const newPostingSchema = z.object({
  ...editShape.pick(main).shape,
  ...editShape.omit(main).partial().shape,
  ...onceOnly,
  ...fromDraft,
})
export type NewPosting = z.infer<typeof newPostingSchema>

const reloadFirst = 'Please reload the posting before you change it'

/** `PUT /api/job-postings/:id`: some fields with `updatedAt`, or just `isActive`. */
export const postingChangesSchema = z
  .object({
    ...editShape.partial().shape,
    /** What was read before it was changed: a save that would undo somebody else's is refused. */
    updatedAt: z.iso.datetime({ error: reloadFirst }).optional(),
  })
  .refine((it) => it.updatedAt !== undefined || changesOnlyWhetherActive(it), { path: ['updatedAt'], error: reloadFirst })
  .refine((it) => it.specialty !== 'Other' || it.specialtyOther !== '', otherMissing)
export type PostingChanges = z.infer<typeof postingChangesSchema>

function changesOnlyWhetherActive(changes: object): boolean {
  return Object.entries(changes).every(([name, value]) => name === 'isActive' || value === undefined)
}

/** The secret of a manage link. */
export const manageToken = z.string().regex(/^[\w-]{20,100}$/, 'This link is not valid')

/** A form that somebody means to finish later: whatever it holds, unfinished as it is. */
export const draftFormSchema = z
  .record(
    z.string().regex(/^\w{1,50}$/),
    z.union([unfinishedText(20_000), z.number(), z.boolean(), z.array(unfinishedText(100)).max(50)]),
  )
  .refine((it) => Object.keys(it).length <= 80, 'The draft has too many fields')
export type DraftForm = z.infer<typeof draftFormSchema>

/** What administrators may set about postings. */

const policy = z.enum(publishingPolicies, 'Choose one of the two.')

export const policiesSchema = z.object({ account: policy, public: policy })

const fewestDays = 15
const mostDays = 365

const wholeDays = (least: number, most: number) => {
  const message = `Enter a whole number of days from ${least} to ${most}.`
  return z.int(message).min(least, message).max(most, message)
}

export const periodsSchema = z.object({ days: wholeDays(fewestDays, mostDays), reminderDays: wholeDays(1, renewableDays) })
