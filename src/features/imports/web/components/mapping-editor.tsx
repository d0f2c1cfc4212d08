import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { mappingFieldNames, mappingFields, mappingLimits } from '#features/imports/mapping.ts'
import type { FieldRule, Mapping, MappingField } from '#features/imports/mapping.ts'

type Paths = readonly { path: string; sample: string }[]

type Props = {
  mapping: Mapping
  /** What the dataset's items have. */
  paths: Paths
  errorOf: (field: MappingField) => string | undefined
  onChange: (mapping: Mapping) => void
}

/** What decides whether an item becomes a job, and how it reads in lists. */
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
const otherFields = mappingFieldNames.filter((it) => !mainFields.includes(it))

const fieldGrid = 'grid items-start gap-3 sm:grid-cols-2'

export function MappingEditor({ mapping, paths, errorOf, onChange }: Props) {
  // A field whose rule was taken away stays where it was.
  const [isOpen] = useState(() => otherFields.some((field) => mapping[field]))
  const rows = (fields: readonly MappingField[]) =>
    fields.map((field) => (
      <FieldRow
        key={field}
        field={field}
        rule={mapping[field]}
        paths={paths}
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
      hint="Each item is read by the preset of the site that it looks like. Say here where that is wrong."
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
  paths: Paths
  error: string | undefined
  onChange: (rule: FieldRule | undefined) => void
}

/** Paths stand behind a mark, so that none can be taken for one of the other choices. */
const choices = { preset: '', value: 'value', otherPath: 'path', path: (path: string) => `=${path}` }

function FieldRow({ field, rule, paths, error, onChange }: RowProps) {
  const [isTyped, setIsTyped] = useState(false)
  const name = mappingFields[field]
  const isKnown = rule && 'path' in rule && paths.some((it) => it.path === rule.path)
  const choice = !rule
    ? choices.preset
    : 'value' in rule
      ? choices.value
      : isKnown && !isTyped
        ? choices.path(rule.path)
        : choices.otherPath

  function choose(chosen: string): void {
    setIsTyped(chosen === choices.otherPath)
    if (chosen === choices.preset) onChange(undefined)
    else if (chosen === choices.value) onChange({ value: '' })
    else onChange({ path: chosen === choices.otherPath ? '' : chosen.slice(1) })
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={name} error={rule && choice.startsWith('=') ? error : undefined}>
        {(control) => (
          <Select {...control} value={choice} onChange={(event) => choose(event.target.value)}>
            <option value={choices.preset}>As the preset does</option>
            <option value={choices.value}>Always the same value…</option>
            <option value={choices.otherPath}>Another path…</option>
            <optgroup label="What the items have">
              {paths.map(({ path, sample }) => (
                <option key={path} value={choices.path(path)}>
                  {path} – {sample}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
      {rule && !choice.startsWith('=') && <Typed name={name} rule={rule} error={error} onChange={onChange} />}
    </div>
  )
}

type TypedProps = { name: string; rule: FieldRule; error: string | undefined; onChange: (rule: FieldRule) => void }

function Typed({ name, rule, error, onChange }: TypedProps) {
  const isPath = 'path' in rule
  return (
    <Field label={`${name}: ${isPath ? 'path' : 'value'}`} hideLabel error={error}>
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          spellCheck={!isPath}
          maxLength={isPath ? mappingLimits.path : mappingLimits.value}
          placeholder={isPath ? 'job.locations.0.city' : 'For every item'}
          value={isPath ? rule.path : rule.value}
          onChange={({ target: { value } }) => onChange(isPath ? { path: value } : { value })}
        />
      )}
    </Field>
  )
}
