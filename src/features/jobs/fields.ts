import type { StateCode } from '#shared/us-states.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { Asked, Field, FormName, Option } from './field.ts'
import { positionFields } from './fields-position.ts'
import { applicationFields, practiceFields } from './fields-practice.ts'
import { keysOf } from '#shared/keys.ts'

/**
 * Every field that a posting may have, once: its column, words and limits, and how each form asks
 * for it. Columns, schemas, defaults, labels, CSV headings, completeness, history and the forms
 * themselves are made from this. Forms show the fields in this order.
 */
export const fields = {
  ...positionFields,
  ...practiceFields,
  ...applicationFields,
} as const satisfies Record<string, Field>

type Fields = typeof fields
export type FieldName = keyof Fields
/** The fields that a form asks for. */
export type FieldOf<F extends FormName> = {
  [N in FieldName]: Fields[N] extends Record<F, Asked> ? N : never
}[FieldName]

export const fieldNames = keysOf(fields)

/** The columns of `jobs` that hold a field as it was stated. */
export type FieldColumn = {
  [N in FieldName]: Fields[N] extends { column: infer Column extends string } ? Column : never
}[FieldName]
export const fieldOf = (name: FieldName): Field & { column?: FieldColumn | undefined } =>
  fields[name]
export const askedBy = <F extends FormName>(form: F): FieldOf<F>[] =>
  fieldNames.filter((name): name is FieldOf<F> => form in fields[name])

export const fieldColumns = fieldNames.flatMap((name) => fieldOf(name).column ?? [])
const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)
export const labelOf = (name: string): string => (isField(name) ? fields[name].label : '')

export const valuesOf = (options: readonly Option[]): string[] =>
  options.map((option) => (typeof option === 'string' ? option : option.value))

type PublicText = {
  [N in FieldName]: Fields[N] extends { isPublicText: true } ? N : never
}[FieldName]
/** Of a job as everybody may read it. */
export const publicTexts = fieldNames.filter(
  (name): name is PublicText => fieldOf(name).isPublicText === true,
)

/** A form's sections, in order. */
export const formSections = {
  public: [
    { id: 'basic-information', title: 'Basic Information' },
    { id: 'location-and-employment', title: 'Location & Employment' },
    { id: 'job-description', title: 'Job Description' },
    { id: 'practice-details', title: 'Practice Details' },
    { id: 'benefits-and-more', title: 'Benefits & Additional Information' },
    { id: 'contract-terms', title: 'Terms (Optional)' },
    { id: 'requirements', title: 'Requirements (Optional)', lead: 'Check all that apply.' },
    {
      id: 'facility-information',
      title: 'Facility Information (Optional)',
      lead: 'Only if the work is done somewhere other than the company’s own location.',
    },
    { id: 'application-and-contact', title: 'Application & Contact' },
  ],
  account: [
    { id: 'position', title: 'The job' },
    { id: 'terms', title: 'Terms and pay' },
    { id: 'contract-terms', title: 'Contract terms' },
    { id: 'employer', title: 'Employer and application' },
  ],
  edit: [
    { id: 'main', title: 'The job' },
    { id: 'employer-and-application', title: 'Employer and application' },
    { id: 'practice-and-terms', title: 'Practice and terms' },
    { id: 'contract-terms', title: 'Contract terms' },
    { id: 'further-texts', title: 'Further texts' },
    { id: 'facility', title: 'Facility' },
  ],
} as const satisfies Record<FormName, readonly FormSection[]>

export type FormSection = { readonly id: string; readonly title: string; readonly lead?: string }

export const fieldsOfSection = (form: FormName, section: string): FieldName[] =>
  fieldNames.filter((name) => fieldOf(name)[form]?.section === section)

/** What a field holds in a form while it is filled in, and once it is read. */
export type FormValue<N extends FieldName> = Fields[N]['kind'] extends 'flag'
  ? boolean
  : Fields[N]['kind'] extends 'choices' | 'places'
    ? string[]
    : string
export type FieldValue<N extends FieldName> = Fields[N]['kind'] extends 'money'
  ? number | undefined
  : Fields[N]['kind'] extends 'specialty'
    ? Specialty
    : Fields[N]['kind'] extends 'state'
      ? StateCode
      : FormValue<N>

export type FormValues<F extends FormName> = {
  [N in FieldOf<F>]: FormValue<N>
}

/** A form with nothing in it but what it suggests. */
export const emptyForm = <F extends FormName>(form: F): FormValues<F> =>
  Object.fromEntries(askedBy(form).map((name) => [name, emptyValue(name, form)])) as FormValues<F>

export const isList = (kind: Field['kind']): boolean => kind === 'choices' || kind === 'places'

function emptyValue(name: FieldName, form: FormName): string | boolean | string[] {
  const { kind, [form]: formField } = fieldOf(name)
  return (
    formField?.initial ?? formField?.default ?? (isList(kind) ? [] : kind === 'flag' ? false : '')
  )
}
