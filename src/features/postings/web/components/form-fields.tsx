import { ChevronDown, Plus, X } from 'lucide-react'
import { Fragment, useState, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormName, Option } from '#features/jobs/field.ts'
import {
  fieldOf,
  formSections,
  valuesOf,
  type FieldName,
  type FormSection,
  fieldsOfSection,
} from '#features/jobs/fields.ts'
import { maxPlaces } from '#features/postings/model.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { CheckboxGroup, Fieldset } from '#ui/fieldset.tsx'
import { Checkbox, Select, TextInput } from '#ui/field.tsx'
import { FormField } from '#platform/web/form/api-form.tsx'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'
import { PayHelp, useReadTerms } from './field-help.tsx'
import { LongTextField, type FieldProps } from './long-text-field.tsx'

type Words = { label?: string; hint?: string; required?: true }
type WordsOfFields = { readonly [Name in FieldName]?: Words }

/** What differs by person. */
type ForPerson = {
  /** Fields that are not shown. */
  hidden?: readonly FieldName[]
  words?: WordsOfFields
}

type FormProps = { form: AnyForm; kind: FormName }

/** What every posting needs; other fields are folded until somebody fills them in. */
function isAlwaysShown(name: FieldName, kind: FormName) {
  const { helps, [kind]: entry } = fieldOf(name)
  return Boolean(entry?.required || entry?.onlyIfOther || entry?.initial) || helps?.[0] === 'Pay'
}

/** The sections of a form, from the registry. */
export function FormSections({ form, kind, hidden, words }: ForPerson & FormProps) {
  const specialty: unknown = useWatch({ control: form.hook.control, name: 'specialty' })
  const read = useReadTerms(form)
  const sections: readonly FormSection[] = formSections[kind]
  return sections.map(({ id, title, lead }, index) => {
    const names = fieldsOfSection(kind, id).filter(
      (name) =>
        !hidden?.includes(name) && (!fieldOf(name)[kind]?.onlyIfOther || specialty === 'Other'),
    )
    const shown = names.filter((name) => isAlwaysShown(name, kind) || words?.[name]?.required)
    const folded = names.filter((name) => !shown.includes(name))
    const grid = (some: readonly FieldName[]) => (
      <FieldGrid form={form} kind={kind} names={some} words={{ ...read.words, ...words }} />
    )
    const heading = (
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
    )
    return (
      <section
        key={id}
        id={id}
        aria-labelledby={`${id}-title`}
        className="flex scroll-mt-20 flex-col gap-4 border-t border-line pt-4 max-lg:first-of-type:border-t-0 max-lg:first-of-type:pt-2"
      >
        {shown.length > 0 && (
          <>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              {heading}
              <span className="shrink-0 text-xs text-muted">
                {index + 1} of {sections.length}
              </span>
            </div>
            {grid(shown)}
          </>
        )}
        {folded.length > 0 && (
          <Fold
            form={form}
            names={folded}
            title={shown.length === 0 ? heading : undefined}
            note={id === 'contract-terms' ? read.note : undefined}
          >
            {lead !== undefined && <p className="mb-4 text-xs text-muted">{lead}</p>}
            {grid(folded)}
          </Fold>
        )}
      </section>
    )
  })
}

type GridProps = FormProps & { names: readonly FieldName[]; words: WordsOfFields }

function FieldGrid({ form, kind, names, words }: GridProps) {
  const flags = names.filter((name) => fieldOf(name).kind === 'flag' && name !== 'isActive')
  const lastOfPay = names.findLast((name) => fieldOf(name).helps?.[0] === 'Pay')
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      {names
        .filter((name) => !flags.includes(name) || name === flags[0])
        .map((name) => (
          <Fragment key={name}>
            <div className={widthClass(name, kind)}>
              {name === flags[0] ? (
                <Flags form={form} names={flags} hideLegend={kind === 'public'} />
              ) : (
                <OneField form={form} kind={kind} name={name} words={words[name]} />
              )}
            </div>
            {name === lastOfPay && (
              <div className="flex flex-col gap-5 empty:hidden sm:col-span-2">
                <PayHelp form={form} />
              </div>
            )}
          </Fragment>
        ))}
    </div>
  )
}

type FoldProps = {
  form: AnyForm
  names: readonly FieldName[]
  title: ReactNode
  /** Instead of the labels of the fields. */
  note: string | undefined
  children: ReactNode
}

/** Folded until something in it is filled in or wrong. */
function Fold({ form: { hook, problems }, names, title, note, children }: FoldProps) {
  const values: Record<string, unknown> = useWatch({ control: hook.control })
  const [isNeeded, setNeeded] = useState(false)
  const needsNow =
    names.some((name) => isFilled(values[name])) ||
    problems.some(({ field }) => names.some((name) => name === field?.split('.')[0]))
  // It stays open while its only field is emptied.
  if (needsNow && !isNeeded) setNeeded(true)
  const labels = names.map((name) => {
    const { label } = fieldOf(name)
    return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  })
  const isText = names.every(
    (name) => fieldOf(name).kind === 'text' || fieldOf(name).kind === 'prose',
  )
  return (
    <details open={isNeeded} className="group">
      <summary className="flex min-h-8 cursor-pointer list-none items-center justify-between gap-3 pointer-coarse:min-h-11">
        <span className={`min-w-0 ${title ? '' : 'truncate'}`}>
          {title ?? (
            <span className="text-sm font-semibold text-action">
              {isText ? 'More text' : 'More'}:{' '}
            </span>
          )}
          <span className={`text-xs text-muted ${title ? 'block truncate' : ''}`}>
            {note ?? labels.join(', ')}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="mt-4">{children}</div>
    </details>
  )
}

export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value === true
}

function widthClass(name: FieldName, kind: FormName): string {
  const width = fieldOf(name)[kind]?.width
  return width === undefined
    ? 'min-w-0 sm:col-span-2'
    : width === 'left'
      ? 'min-w-0 sm:col-start-1'
      : 'min-w-0'
}

function OneField({
  form,
  kind,
  name,
  words,
}: FormProps & { name: FieldName; words: Words | undefined }) {
  const field = fieldOf(name)
  const present: unknown = useWatch({ control: form.hook.control, name })
  const {
    hint,
    required,
    onlyIfOther,
    unmarked,
    rows,
    options = field.options,
    default: suggested,
  } = { ...field[kind], ...words }
  const mark = required || onlyIfOther ? { required: true } : unmarked ? {} : { optional: true }
  const common = {
    form,
    name,
    label: words?.label ?? field.label,
    ...(hint !== undefined && { hint }),
    ...mark,
  }
  if (field.kind === 'flag')
    return <Checkbox label="Active: physicians see this posting" {...form.hook.register(name)} />
  if (field.kind === 'places') return <PlaceRows {...common} />
  if (field.kind === 'choices')
    return (
      <CheckboxGroup
        legend={field.label}
        {...(hint !== undefined && { hint })}
        {...(!required && !unmarked && { optional: true })}
        options={valuesOf(options ?? [])}
        {...form.group(name)}
      />
    )
  if (field.kind === 'text' || field.kind === 'prose')
    return <LongTextField {...common} max={field.limit ?? 0} rows={rows ?? 5} />
  if (options)
    return (
      <FormField {...common}>
        {(control) => (
          <Select
            {...control}
            key={withPresent(options, name, present).length}
            options={withPresent(options, name, present)}
            empty={suggested === undefined ? (field.unchosen ?? 'Choose one') : undefined}
          />
        )}
      </FormField>
    )
  return (
    <FormField {...common}>
      {(control) => <TextInput autoComplete="off" {...field.input} {...control} />}
    </FormField>
  )
}

/** The options plus the current value, which may be missing from them. */
function withPresent(options: readonly Option[], name: FieldName, present: unknown) {
  if (typeof present !== 'string' || present === '' || valuesOf(options).includes(present))
    return options
  const known = fieldOf(name).options?.find(
    (option) => typeof option !== 'string' && option.value === present,
  )
  return [...options, known ?? present]
}

/** A line for each place. */
function PlaceRows({
  form,
  name,
  label,
  hint,
}: Pick<FieldProps, 'form' | 'name' | 'label' | 'hint'>) {
  const value: unknown = useWatch({ control: form.hook.control, name })
  const places = Array.isArray(value) ? value.map(String) : []
  const set = (next: readonly string[]) => form.hook.setValue(name, next, { shouldDirty: true })
  return (
    <Fieldset legend={label} hint={hint} optional error={form.errorOf(name)}>
      <div className="flex flex-col items-start gap-2">
        {places.map((place, index) => (
          // Rows have no names: only their order tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="flex w-full gap-2">
            <TextInput
              aria-label={`Other location ${index + 1}`}
              autoComplete="off"
              value={place}
              onChange={({ target }) => set(places.with(index, target.value))}
            />
            <IconButton
              label={`Remove other location ${index + 1}`}
              onClick={() => set(places.toSpliced(index, 1))}
            >
              <X aria-hidden className="size-5" />
            </IconButton>
          </div>
        ))}
        {places.length < maxPlaces - 1 && (
          <Button
            id={form.fieldId(name)}
            icon={Plus}
            look="secondary"
            size="sm"
            onClick={() => set([...places, ''])}
          >
            Add a location
          </Button>
        )}
      </div>
    </Fieldset>
  )
}

type FlagsProps = { form: AnyForm; names: readonly FieldName[]; hideLegend: boolean }

function Flags({ form, names, hideLegend }: FlagsProps) {
  return (
    <Fieldset legend="Requirements" hideLegend={hideLegend}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {names.map((name) => (
          <Checkbox key={name} label={fieldOf(name).label} {...form.hook.register(name)} />
        ))}
      </div>
    </Fieldset>
  )
}
