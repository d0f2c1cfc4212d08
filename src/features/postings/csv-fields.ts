import { fieldNames, fieldOf, type FieldName } from '#features/jobs/fields.ts'

export type CsvField = { name: FieldName; label: string; required: boolean; aliases: readonly string[] }

export const csvFields: readonly CsvField[] = fieldNames.flatMap((name) => {
  const { csv, label } = fieldOf(name)
  return csv ? { name, label: csv.label ?? label, required: csv.required ?? false, aliases: csv.aliases.split(' ') } : []
})

export const csvLabelOf = (name: string): string | undefined => csvFields.find((it) => it.name === name)?.label

export const csvFieldNames = csvFields.map((it) => it.name)

export const maxCsvCharacters = 1_000_000
/** The JSON body, with room for escapes and multi-byte characters. */
export const maxCsvBytes = 3_000_000
export const maxCsvRows = 500

/** The field that a heading names; 'Job Title' and 'job_title' are the same. */
export function csvFieldOf(heading: string): FieldName | null {
  const folded = fold(heading)
  const field = csvFields.find(
    ({ name, label, aliases }) => fold(name) === folded || fold(label) === folded || aliases.includes(folded),
  )
  return field?.name ?? null
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
