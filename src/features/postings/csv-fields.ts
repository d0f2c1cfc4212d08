import type { Option } from '#features/jobs/field.ts'
import { fieldNames, fieldOf, type FieldName } from '#features/jobs/fields.ts'
import { specialties } from '#vocabulary/specialties.ts'

export type CsvField = {
  name: FieldName
  label: string
  required: boolean
  aliases: readonly string[]
}

export const csvFields: readonly CsvField[] = fieldNames.flatMap((name) => {
  const { csv, label } = fieldOf(name)
  return csv
    ? {
        name,
        label: csv.label ?? label,
        required: csv.required ?? false,
        aliases: csv.aliases.split(' '),
      }
    : []
})

export const csvLabelOf = (name: string): string | undefined =>
  csvFields.find((field) => field.name === name)?.label

type Choice = { readonly value: string; readonly label: string }

/** The values that a field can have, if it has a list of them and holds one. */
export function choicesOf(name: string): readonly Choice[] | undefined {
  const field = csvFields.find((field) => field.name === name)
  if (!field) return undefined
  const { kind, options = [], edit } = fieldOf(field.name)
  if (!['state', 'specialty', 'choice'].includes(kind)) return undefined
  const listed: readonly Option[] = kind === 'specialty' ? specialties : (edit?.options ?? options)
  return listed.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
}

export const csvFieldNames = csvFields.map((field) => field.name)

export const maxCsvCharacters = 1_000_000
/** The JSON body, with room for escapes and multi-byte characters. */
export const maxCsvBytes = 3_000_000
export const maxCsvRows = 500
export const maxCsvColumns = 100

/** The field that a heading names; 'Job Title' and 'job_title' are the same. */
export function csvFieldOf(heading: string): FieldName | null {
  const folded = fold(heading)
  const field = csvFields.find(
    ({ name, label, aliases }) =>
      fold(name) === folded || fold(label) === folded || aliases.includes(folded),
  )
  return field?.name ?? null
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
