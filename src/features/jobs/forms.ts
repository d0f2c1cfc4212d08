import type { Field, FormName } from './field.ts'
import { askedBy, fieldNames, fieldOf, type FieldName, type FieldOf, type Fields } from './fields.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { StateCode } from '#shared/us-states.ts'

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
      lead: 'Only if the work is done somewhere other than the company’s own place.',
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
  const { kind, [form]: asked } = fieldOf(name)
  return asked?.initial ?? asked?.default ?? (isList(kind) ? [] : kind === 'flag' ? false : '')
}
