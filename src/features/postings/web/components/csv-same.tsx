import { useState } from 'react'
import { fieldOf } from '#features/jobs/fields.ts'
import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { choicesOf, csvFields, type CsvField } from '#features/postings/csv-fields.ts'
import type { BodyOf } from '#shared/contract.ts'
import { Field, Select, SelectField, TextArea, TextInput } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'

/** What stands instead of a cell's value. */
export type Instead = BodyOf<'POST /api/job-postings/csv/preview'>['instead']

type SameProps = { preview: CsvPreview; instead: Instead; onChange: (instead: Instead) => void }

const isOfEmpty =
  (name: CsvField['name']) =>
  ({ field, value }: Instead[number]): boolean =>
    field === name && value === ''

/** The field that no column fills, but the rows' titles. */
export const isRead = ({ mapping, rows }: CsvPreview, instead: Instead, name: CsvField['name']): boolean =>
  !mapping.includes(name) && !instead.some(isOfEmpty(name)) && rows.some(({ values }) => values[name])

/** What every row lacks because no column fills it: asked for once, and no error of each row. */
export const missingFields = (preview: CsvPreview, instead: Instead): CsvField[] =>
  csvFields.filter(
    ({ name, required }) =>
      !preview.mapping.includes(name) &&
      !instead.some(isOfEmpty(name)) &&
      !isRead(preview, instead, name) &&
      (required || preview.rows.some((row) => row.errors.some(({ field }) => field === name))),
  )

/** One value for all rows, for fields that no column fills; those that the rows lack are offered at once. */
export function SameForAll({ preview, instead, onChange }: SameProps) {
  const [added, setAdded] = useState<readonly string[]>([])
  const open = csvFields.filter(({ name }) => !preview.mapping.includes(name) && !isRead(preview, instead, name))
  const missing = missingFields(preview, instead)
  const shown = open.filter((it) => missing.includes(it) || added.includes(it.name) || instead.some(isOfEmpty(it.name)))
  const others = open.filter((it) => !shown.includes(it))
  if (open.length === 0) return null
  return (
    <LabeledSection title="Same for all rows">
      <p className="mb-3 text-muted">Give one value for a field that no column of your file fills.</p>
      <div className="grid max-w-prose gap-4 sm:grid-cols-2">
        {shown.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(control) => (
              <SameValue
                {...control}
                name={name}
                value={instead.find(isOfEmpty(name))?.use ?? ''}
                onChoose={(use) => {
                  const others = instead.filter((it) => !isOfEmpty(name)(it))
                  if (use !== (instead.find(isOfEmpty(name))?.use ?? ''))
                    onChange(use === '' ? others : [...others, { field: name, value: '', use }])
                }}
              />
            )}
          </Field>
        ))}
        <SelectField
          label="Another field"
          value=""
          empty="Choose a field"
          options={others.map(({ name, label }) => ({ value: name, label }))}
          onChange={({ target }) => setAdded([...added, target.value])}
        />
      </div>
    </LabeledSection>
  )
}

type SameValueProps = {
  id?: string
  'aria-label'?: string
  name: CsvField['name']
  value: string
  onChoose: (value: string) => void
}

/** One of the field's list, or a text. */
export function SameValue({ name, value, onChoose, ...control }: SameValueProps) {
  const choices = choicesOf(name)
  if (choices) {
    return (
      <Select {...control} value={value} empty="Choose one" options={choices} onChange={({ target }) => onChoose(target.value)} />
    )
  }
  const Text = fieldOf(name).kind === 'prose' ? TextArea : TextInput
  return (
    <Text
      {...control}
      defaultValue={value}
      autoComplete="off"
      onBlur={({ target }: { target: { value: string } }) => onChoose(target.value.trim())}
    />
  )
}
