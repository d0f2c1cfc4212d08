import { counted } from '#shared/numbers.ts'
import { useState } from 'react'
import { fieldOf, labelOf } from '#features/jobs/fields.ts'
import type { CsvPreview } from '#features/postings/contract-dashboard.ts'
import { choicesOf, csvFields, csvLabelOf, type CsvField } from '#features/postings/csv-fields.ts'
import type { BodyOf } from '#shared/contract.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Field, Select, SelectField, TextArea, TextInput } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'

/** What stands instead of a cell's value. */
export type Instead = BodyOf<'POST /api/job-postings/csv/preview'>['instead']

type SameProps = { preview: CsvPreview; instead: Instead; onChange: (instead: Instead) => void }

const isOfEmpty =
  (name: CsvField['name']) =>
  ({ field, value }: Instead[number]) =>
    field === name && value === ''

/** The field that no column fills, but the rows' titles. */
const isRead = ({ mapping, rows }: CsvPreview, instead: Instead, name: CsvField['name']) =>
  !mapping.includes(name) &&
  !instead.some(isOfEmpty(name)) &&
  rows.some(({ values }) => values[name])

/** What every row lacks because no column fills it: asked for once, and no error of each row. */
export const missingFields = (preview: CsvPreview, instead: Instead): CsvField[] =>
  csvFields.filter(
    ({ name, required }) =>
      !preview.mapping.includes(name) &&
      !instead.some(isOfEmpty(name)) &&
      !isRead(preview, instead, name) &&
      (required || preview.rows.some((row) => row.errors.some(({ field }) => field === name))),
  )

/**
 * One value for all rows, for fields that no column fills; those that the rows lack are offered at
 * once.
 */
export function SameForAll({ preview, instead, onChange }: SameProps) {
  const [added, setAdded] = useState<readonly string[]>([])
  const open = csvFields.filter(
    ({ name }) => !preview.mapping.includes(name) && !isRead(preview, instead, name),
  )
  const missing = missingFields(preview, instead)
  const shown = open.filter(
    (field) =>
      missing.includes(field) || added.includes(field.name) || instead.some(isOfEmpty(field.name)),
  )
  const others = open.filter((field) => !shown.includes(field))
  if (open.length === 0) return null
  return (
    <LabeledSection title="Same for all rows">
      <p className="mb-3 text-muted">
        Give one value for a field that no column of your file fills.
      </p>
      <div className="grid max-w-prose gap-4 sm:grid-cols-2">
        {shown.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(control) => (
              <SameValue
                {...control}
                name={name}
                value={instead.find(isOfEmpty(name))?.use ?? ''}
                onChoose={(use) => {
                  const others = instead.filter((correction) => !isOfEmpty(name)(correction))
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
function SameValue({ name, value, onChoose, ...control }: SameValueProps) {
  const choices = choicesOf(name)
  if (choices) {
    return (
      <Select
        {...control}
        value={value}
        empty="Choose one"
        options={choices}
        onChange={({ target }) => onChoose(target.value)}
      />
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

type CsvRow = CsvPreview['rows'][number]
type RowError = CsvRow['errors'][number]
/** The file's own names of its columns. */
type Named = Pick<CsvPreview, 'columns' | 'mapping'>
type Props = { preview: CsvPreview; instead: Instead; onInstead: (instead: Instead) => void }

export function CsvCount({ preview, instead }: Pick<Props, 'preview' | 'instead'>) {
  const { valid, invalid } = preview
  const missing = missingFields(preview, instead)
  return (
    <p role="status" className="-mt-4 font-semibold">
      {counted(valid, 'row is', 'rows are')} ready
      {invalid > 0 &&
        (missing.length > 0
          ? `, ${counted(invalid, 'waits', 'wait')} for ${missing.map(({ label }) => label).join(', ')}`
          : `, ${counted(invalid, 'has', 'have')} errors`)}
      .
    </p>
  )
}

export function CsvRowErrors({ preview, instead, onInstead }: Props) {
  const { rows, mapping } = preview
  const ofCells = instead.filter(({ field, value }) => value !== '' || mapping.includes(field))
  const missing = missingFields(preview, instead)
  const lines = rows.flatMap((row) =>
    row.errors
      .filter(({ field }) => missing.every(({ name }) => name !== field))
      .map((error) => ({ row, error, text: errorText(preview, row, error) })),
  )
  const alike = [...Map.groupBy(lines, (error) => error.text).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  return (
    <LabeledSection title="Rows" className="not-has-[p,li]:hidden">
      {isRead(preview, instead, 'specialty') && (
        <p className="mb-3 text-muted">Specialty, from the titles: {readText(rows)}.</p>
      )}
      <ul aria-label="Notes" className="mb-3 text-sm empty:hidden">
        {rows.flatMap(({ line, values, notes }) =>
          notes.map(({ text, field, use }) => (
            <li key={`${line} ${text}`} className="flex flex-wrap items-center gap-x-3">
              {`Line ${line}, ${values['title'] ?? ''}: ${text}`}
              {field !== undefined && use !== undefined && (
                <Button
                  label={`Use ${use}`}
                  size="sm"
                  look="quiet"
                  onClick={() =>
                    onInstead([...instead, { field, value: values[field] ?? '', use }])
                  }
                />
              )}
            </li>
          )),
        )}
      </ul>
      <ul
        aria-label="Values used instead"
        className="mb-3 divide-y divide-line text-sm empty:hidden"
      >
        {ofCells.map((cell) => (
          <li key={`${cell.field} ${cell.value}`} className="flex flex-wrap items-center gap-x-3">
            {`${columnName(preview, cell.field)} ${cell.value === '' ? 'empty' : `“${cell.value}”`} is read as “${cell.use}”.`}
            <Button
              label="Undo"
              size="sm"
              look="quiet"
              onClick={() => onInstead(instead.filter((choice) => choice !== cell))}
            />
          </li>
        ))}
      </ul>
      <ul aria-label="Errors" className="mb-4 divide-y divide-line text-sm empty:hidden">
        {alike.slice(0, listed).map((all) => (
          <EqualErrors
            key={all[0]?.text}
            all={all}
            onUse={(correction) => onInstead([...instead, correction])}
          />
        ))}
      </ul>
      {alike.length > listed && (
        <p className="mb-4 text-muted">And {alike.length - listed} more kinds of errors.</p>
      )}
    </LabeledSection>
  )
}

/** '2 Cardiology, 1 Psychiatry'. */
const readText = (rows: readonly CsvRow[]) =>
  [...Map.groupBy(rows, ({ values }) => values['specialty'] || 'not named')]
    .map(([specialty, alike]) => `${alike.length} ${specialty}`)
    .join(', ')

type Said = { row: CsvRow; error: RowError; text: string }
const listed = 100
const linesShown = 5

/** What rows have alike, once, with one value for all: '24 rows: Spec. “XX”. Use … for all 24'. */
function EqualErrors({
  all,
  onUse,
}: {
  all: readonly Said[]
  onUse: (instead: Instead[number]) => void
}) {
  const [first] = all
  const [use, setUse] = useState(first?.error.suggestion ?? '')
  const field = csvFields.find(({ name }) => name === first?.error.field)
  const lines = all.slice(0, linesShown).map(({ row }) => row.line)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 grow basis-80">
        {all.length > 1 && `${all.length} rows: `}
        {first?.text}
        <span className="block text-xs text-muted">
          {all.length > 1 ? 'Lines' : 'Line'} {lines.join(', ')}
          {all.length > linesShown && ' …'}
        </span>
      </span>
      {field && (
        <form
          className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:w-96"
          onSubmit={(event) => {
            event.preventDefault()
            if (use !== '')
              onUse({ field: field.name, value: first?.row.values[field.name] ?? '', use })
          }}
        >
          <SameValue
            aria-label={`${field.label} for these rows`}
            name={field.name}
            value={use}
            onChoose={setUse}
          />
          <Button
            label={all.length > 1 ? `Use for all ${all.length}` : 'Use'}
            type="submit"
            look="secondary"
            disabled={use === ''}
          />
        </form>
      )}
    </li>
  )
}

type UpdatesProps = {
  preview: CsvPreview
  closes: boolean
  onCloses: (closes: boolean) => void
}

/** What the file does to postings that are there: each change, and what closes if that is asked. */
export function CsvUpdates({ preview: { rows, missing }, closes, onCloses }: UpdatesProps) {
  const known = rows.filter((row) => row.update && row.errors.length === 0)
  const changed = known.filter((row) => row.update?.changes.length)
  if (known.length === 0 && missing.length === 0) return null
  return (
    <LabeledSection title="Your postings with these requisition numbers">
      <p className="mb-3">
        {changed.length} to update, {known.length - changed.length} unchanged.
      </p>
      <ul aria-label="Changes" className="mb-4 divide-y divide-line text-sm empty:hidden">
        {changed.slice(0, listed).map(({ line, values, update }) => (
          <li key={line} className="py-2">
            {`Line ${line}, ${values['requisition'] ?? ''}`}
            <ul className="pl-4">
              {update?.changes.map(({ field, from, to }) => (
                <li key={field}>
                  {`${labelOf(field)}: ${shortened(from) || 'empty'} becomes ${shortened(to) || 'empty'}`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <>
          <Checkbox
            label={`Close the ${missing.length === 1 ? 'posting' : `${missing.length} postings`} that this file does not have`}
            checked={closes}
            onChange={({ target }) => onCloses(target.checked)}
          />
          <ul aria-label="Not in the file" className="mt-2 list-disc pl-8 text-sm">
            {missing.map(({ id, title, location }) => (
              <li key={id}>{`${title}, ${location}`}</li>
            ))}
          </ul>
        </>
      )}
    </LabeledSection>
  )
}

const shortened = (text: string) =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text

/** As the file names it. */
const columnName = ({ columns, mapping }: Named, field: string) =>
  columns[mapping.indexOf(field)] || (csvLabelOf(field) ?? field)

const longestShown = 80

function errorText(file: Named, { values }: CsvRow, { field, message }: RowError) {
  const value = values[field] ?? ''
  const shown = shortened(value)
  return [[columnName(file, field), shown && `“${shown}”`].filter(Boolean).join(' '), message]
    .filter(Boolean)
    .join(': ')
}
