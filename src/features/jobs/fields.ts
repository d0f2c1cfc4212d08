import type { Asked, Field, FormName, Option } from './field.ts'
import { applicationFields } from './fields-application.ts'
import { positionFields } from './fields-position.ts'
import { practiceFields } from './fields-practice.ts'

/**
 * Every field that a posting may have, once: its column, words and limits, and how each form asks for it. Columns, schemas,
 * defaults, labels, CSV headings, completeness, history and the forms themselves are made from this. Forms show the fields in
 * this order.
 */
export const fields = { ...positionFields, ...practiceFields, ...applicationFields } as const satisfies Record<string, Field>

export type Fields = typeof fields
export type FieldName = keyof Fields
/** The fields that a form asks for. */
export type FieldOf<F extends FormName> = { [N in FieldName]: Fields[N] extends Record<F, Asked> ? N : never }[FieldName]

export const fieldNames = Object.keys(fields) as FieldName[]
export const fieldOf = (name: FieldName): Field => fields[name]
export const askedBy = <F extends FormName>(form: F): FieldOf<F>[] =>
  fieldNames.filter((name) => form in fields[name]) as FieldOf<F>[]

export const labelOf = (name: string): string => (name in fields ? fields[name as FieldName].label : '')

export const valuesOf = (options: readonly Option[]): string[] =>
  options.map((option) => (typeof option === 'string' ? option : option.value))

type PublicText = { [N in FieldName]: Fields[N] extends { isPublicText: true } ? N : never }[FieldName]
/** Of a job as everybody may read it. */
export type PublicTexts = { [N in PublicText]: string | null }
export const publicTexts = fieldNames.filter((name): name is PublicText => fieldOf(name).isPublicText === true)
