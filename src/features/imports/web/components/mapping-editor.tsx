import { useState, type ChangeEvent } from 'react'
import type { OutlineColumn } from '#features/imports/contract.ts'
import {
  mappingFieldNames,
  mappingFields,
  mappingLimits,
  type FieldRule,
  type Mapping,
  type MappingField,
  type PathRule,
} from '#features/imports/model.ts'
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
        <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
          More fields
        </summary>
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

/** No column is called so. */
const fixed = '\n'

function FieldRow({ field, rule, columns, error, onChange }: RowProps) {
  const name = mappingFields[field]
  const value = rule && 'value' in rule ? rule.value : undefined
  const isFixed = value !== undefined
  const {
    path = '',
    and = [],
    joiner = '',
    split = '',
    part = 1,
    fallback = '',
  } = (rule ?? {}) as Partial<PathRule>
  const [isOpen] = useState(() => and.length > 0 || split !== '' || fallback !== '')
  const change = (changes: Partial<PathRule>) =>
    onChange(ruleOf({ path, and, joiner, split, part, fallback, ...changes }))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SelectField
        label={name}
        error={isFixed ? undefined : error}
        value={isFixed ? fixed : path}
        onChange={({ target }) =>
          target.value === fixed ? onChange({ value: '' }) : change({ path: target.value })
        }
      >
        <option value="">Auto-detect</option>
        <option value={fixed}>Always the same value…</option>
        <optgroup label="Paths in the items">
          <Columns columns={columns} chosen={path} />
        </optgroup>
      </SelectField>
      {isFixed ? (
        <TextField
          label={`${name}: value`}
          hideLabel
          error={error}
          maxLength={mappingLimits.value}
          placeholder="For every item"
          value={value}
          {...typed((text) => onChange({ value: text }))}
        />
      ) : (
        <details open={isOpen}>
          <summary className="text-link inline-flex min-h-8 cursor-pointer items-center text-xs">
            Join, cut or complete it
          </summary>
          <div className="mt-1 flex flex-col gap-2 border-l-2 border-line pl-3">
            {path !== '' &&
              [...and, ''].map((joined, index) => (
                <SelectField
                  // The index is their only identity.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  label={`${name}: joined with`}
                  value={joined}
                  onChange={({ target }) =>
                    change({
                      and: and
                        .toSpliced(index, 1, target.value)
                        .filter((candidate) => candidate !== ''),
                    })
                  }
                >
                  <option value="">Nothing{and.length > 0 ? ' more' : ''}</option>
                  <Columns columns={columns} chosen={joined} />
                </SelectField>
              ))}
            {and.length > 0 && (
              <TextField
                label={`${name}: between the joined texts`}
                hint="A space if you leave it empty."
                value={joiner}
                {...typed((text) => change({ joiner: text }))}
              />
            )}
            {path !== '' && (
              <div className="grid grid-cols-2 gap-2">
                <TextField
                  label={`${name}: cut at`}
                  placeholder=","
                  value={split}
                  {...typed((text) => change({ split: text }))}
                />
                {split !== '' && (
                  <SelectField
                    label={`${name}: which part`}
                    value={String(part)}
                    onChange={({ target }) => change({ part: Number(target.value) })}
                  >
                    <option value="1">First</option>
                    <option value="2">Second</option>
                    <option value="3">Third</option>
                    <option value="-1">Last</option>
                    <option value="-2">Second to last</option>
                  </SelectField>
                )}
              </div>
            )}
            <TextField
              label={`${name}: if there is nothing`}
              maxLength={mappingLimits.value}
              value={fallback}
              {...typed((text) => change({ fallback: text }))}
            />
          </div>
        </details>
      )}
    </div>
  )
}

/**
 * What is empty is no part of a rule; without a path, a value for items that have none may be all
 * of it.
 */
function ruleOf({ path, and, joiner, split, part, fallback }: PathRule): FieldRule | undefined {
  if (path === '') return fallback ? { fallback } : undefined
  return {
    path,
    ...(and && and.length > 0 && { and, ...(joiner && { joiner }) }),
    ...(split && { split, part }),
    ...(fallback && { fallback }),
  }
}

/** A chosen path stays, also where no item has it. */
const Columns = ({ columns, chosen }: { columns: readonly OutlineColumn[]; chosen: string }) => (
  <>
    {chosen !== '' && !columns.some((column) => column.path === chosen) && (
      <option value={chosen}>{chosen}</option>
    )}
    {columns.map(({ path, samples }) => (
      <option key={path} value={path}>
        {path} – {samples[0]}
      </option>
    ))}
  </>
)
