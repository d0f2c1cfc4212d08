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
import { characterCount, maxPlaces } from './model.ts'
import {
  amountOf,
  isApplyLink,
  isWebAddress,
  normalizeApplyLink,
  parsePlace,
} from './typed-values.ts'

/** What the form takes in each field, with the words for what it does not take. */

export type Value<N extends FieldName> = z.ZodType<FieldValue<N>, FieldValue<N> | FormValue<N>>
type Asked<N extends FieldName, F extends FormName> =
  (typeof fields)[N] extends Record<F, infer A> ? A : never
type FieldSchema<N extends FieldName, F extends FormName> =
  Asked<N, F> extends { default: unknown }
    ? z.ZodDefault<Value<N>>
    : Asked<N, F> extends { required: true }
      ? Value<N>
      : z.ZodOptional<Value<N>>
type Shape<F extends FormName> = { [N in FieldOf<F>]: FieldSchema<N, F> }

export const shapeOf = <F extends FormName>(form: F) =>
  tableOf(askedBy(form), (name) => schemaOf(name, form)) as Shape<F>

function schemaOf(name: FieldName, form: FormName): z.ZodType {
  const schema = requiredSchema(name, form)
  const { default: initial, required } = fieldOf(name)[form] ?? {}
  return initial !== undefined ? schema.default(initial) : required ? schema : schema.optional()
}

/** No `abort`, because it would skip the rules about several fields. */
export function requiredSchema(name: FieldName, form: FormName): z.ZodType {
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

export const invalidEmail = 'Please enter a valid email address'
const emailOrNothing = (message: string) =>
  z.union([z.literal(''), emailField(message)], { error: message })

export const line = (max: number, tooLong: string, missing?: string) =>
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

export const unfinishedText = (max: number) => z.string().overwrite(printable).max(max)

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
