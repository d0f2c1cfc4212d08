import { useState, type ChangeEvent } from 'react'
import { mappingFieldNames, mappingFields, mappingLimits } from '#features/imports/model.ts'
import type { OutlineColumn } from '#features/imports/contract.ts'
import type { FieldRule, Mapping, MappingField, PathRule } from '#features/imports/model.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'

type MappingProps = {
  mapping: Mapping
  /** Where the dataset's items have something. */
  columns: readonly OutlineColumn[]
  errorOf: (field: MappingField) => string | undefined
  onChange: (mapping: Mapping) => void
}

/** Fields that a job needs or that lists show. */
const mainFields: readonly MappingField[] = [
  'title',
  'employer',
  'place',
  'city',
  'state',
  'description',
  'employmentType',
  'pay',
  'posted',
  'url',
  'applyUrl',
]
const otherFields = mappingFieldNames.filter((name) => !mainFields.includes(name))

const typed = (onText: (value: string) => void) => ({
  autoComplete: 'off',
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onText(target.value),
})

const fieldGrid = 'grid items-start gap-3 sm:grid-cols-2'

/** For each field of a job, where its value comes from. */
export function MappingEditor({ mapping, columns, errorOf, onChange }: MappingProps) {
  // A field stays in its place after its rule is removed.
  const [isOpen] = useState(() => otherFields.some((field) => mapping[field]))
  const rows = (fields: readonly MappingField[]) =>
    fields.map((field) => (
      <FieldRow
        key={field}
        field={field}
        rule={mapping[field]}
        columns={columns}
        error={errorOf(field)}
        onChange={(rule) => {
          const { [field]: _, ...others } = mapping
          onChange(rule ? { ...others, [field]: rule } : others)
        }}
      />
    ))
  return (
    <Fieldset
      legend="Mapping"
      hint="We read each item by the preset of the site it looks like. Correct it here where needed."
      className="flex flex-col"
    >
      <div className={fieldGrid}>{rows(mainFields)}</div>
      <details open={isOpen} className="mt-4">
        <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">More fields</summary>
        <div className={`mt-2 ${fieldGrid}`}>{rows(otherFields)}</div>
      </details>
    </Fieldset>
  )
}

type RowProps = {
  field: MappingField
  rule: FieldRule | undefined
  columns: readonly OutlineColumn[]
  error: string | undefined
  onChange: (rule: FieldRule | undefined) => void
}

/** Paths have a prefix, so that no path equals one of the other choices. */
const choices = { preset: '', fallback: 'fallback', value: 'value', otherPath: 'path', path: (path: string) => `=${path}` }

function FieldRow({ field, rule, columns, error, onChange }: RowProps) {
  const [isTyped, setIsTyped] = useState(false)
  const name = mappingFields[field]
  const isKnown = rule && 'path' in rule && columns.some((path) => path.path === rule.path)
  const choice = !rule
    ? choices.preset
    : !('path' in rule)
      ? 'value' in rule
        ? choices.value
        : choices.fallback
      : isKnown && !isTyped
        ? choices.path(rule.path)
        : choices.otherPath

  function choose(chosen: string): void {
    setIsTyped(chosen === choices.otherPath)
    if (chosen === choices.preset) onChange(undefined)
    else if (chosen === choices.value) onChange({ value: '' })
    else if (chosen === choices.fallback) onChange({ fallback: '' })
    else onChange({ ...(rule && 'path' in rule && rule), path: chosen === choices.otherPath ? '' : chosen.slice(1) })
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SelectField
        label={name}
        error={rule && choice.startsWith('=') ? error : undefined}
        value={choice}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={choices.preset}>As the preset does</option>
        <option value={choices.fallback}>As the preset does, or else…</option>
        <option value={choices.value}>Always the same value…</option>
        <option value={choices.otherPath}>Another path…</option>
        <optgroup label="Paths in the items">
          {columns.map(({ path, samples }) => (
            <option key={path} value={choices.path(path)}>
              {path} – {samples[0]}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {rule && !choice.startsWith('=') && <Typed name={name} rule={rule} error={error} onChange={onChange} />}
      {rule && 'path' in rule && <Refinement name={name} rule={rule} columns={columns} onChange={onChange} />}
    </div>
  )
}

type RefinementProps = { name: string; rule: PathRule; columns: readonly OutlineColumn[]; onChange: (rule: PathRule) => void }

/** Joins columns, takes a part of a text, and sets a fallback for missing values. */
function Refinement({ name, rule, columns, onChange }: RefinementProps) {
  const { and = [], joiner = '', split = '', part = 1, fallback = '' } = rule
  const [isOpen] = useState(() => and.length > 0 || split !== '' || fallback !== '')
  const change = (changes: Partial<PathRule>): void => {
    const { and: joined, ...others } = { ...rule, ...changes }
    onChange({ ...others, ...(joined && joined.length > 0 && { and: joined }) })
  }
  return (
    <details open={isOpen}>
      <summary className="text-link inline-flex min-h-8 cursor-pointer items-center text-xs">Join, cut or complete it</summary>
      <div className="mt-1 flex flex-col gap-2 border-l-2 border-line pl-3">
        {[...and, ''].map((path, index) => (
          <SelectField
            // The index is their only identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={`${name}: joined with`}
            value={path}
            onChange={({ target: { value } }) => change({ and: and.toSpliced(index, 1, value).filter((it) => it !== '') })}
          >
            <option value="">Nothing{and.length > 0 ? ' more' : ''}</option>
            {path !== '' && !columns.some((it) => it.path === path) && <option value={path}>{path}</option>}
            {columns.map(({ path: known, samples }) => (
              <option key={known} value={known}>
                {known} – {samples[0]}
              </option>
            ))}
          </SelectField>
        ))}
        {and.length > 0 && (
          <TextField
            label={`${name}: between the joined texts`}
            hint="A space if you leave it empty."
            value={joiner}
            {...typed((value) => change({ joiner: value || undefined }))}
          />
        )}
        <div className="grid grid-cols-2 gap-2">
          <TextField
            label={`${name}: cut at`}
            placeholder=","
            value={split}
            {...typed((value) => change({ split: value || undefined, part: value ? part : undefined }))}
          />
          {split !== '' && (
            <SelectField
              label={`${name}: which part`}
              value={String(part)}
              onChange={({ target: { value } }) => change({ part: Number(value) })}
            >
              <option value="1">First</option>
              <option value="2">Second</option>
              <option value="3">Third</option>
              <option value="-1">Last</option>
              <option value="-2">Second to last</option>
            </SelectField>
          )}
        </div>
        <TextField
          label={`${name}: if there is nothing`}
          maxLength={mappingLimits.value}
          value={fallback}
          {...typed((value) => change({ fallback: value || undefined }))}
        />
      </div>
    </details>
  )
}

type TypedProps = { name: string; rule: FieldRule; error: string | undefined; onChange: (rule: FieldRule) => void }

function Typed({ name, rule, error, onChange }: TypedProps) {
  const isPath = 'path' in rule
  const written = isPath ? rule.path : 'value' in rule ? rule.value : rule.fallback
  const changed = (value: string): FieldRule =>
    isPath ? { ...rule, path: value } : 'value' in rule ? { value } : { fallback: value }
  return (
    <TextField
      label={`${name}: ${isPath ? 'path' : 'value' in rule ? 'value' : 'fallback'}`}
      hideLabel
      error={error}
      spellCheck={!isPath}
      maxLength={isPath ? mappingLimits.path : mappingLimits.value}
      placeholder={isPath ? 'job.locations.0.city' : 'value' in rule ? 'For every item' : 'For items that have none'}
      value={written}
      {...typed((value) => onChange(changed(value)))}
    />
  )
}
