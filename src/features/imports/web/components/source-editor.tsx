import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Control, DefaultValues } from 'react-hook-form'
import { momentText } from '#shared/dates.ts'
import { Checkbox, Select, TextInput, Field } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { ApiForm, FormField, SubmitButton } from '#web/lib/form/api-form.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import type { z } from 'zod'
import type { ImportSource } from '#features/imports/contract.ts'
import { importSchedules, mappingFieldNames, mappingFields, mappingLimits, uploadIdOf } from '#features/imports/model.ts'
import type { NewSource } from '#features/imports/schemas.ts'
import { finished, Preview, usePreview } from './preview.tsx'
import type { FieldRule, Mapping, MappingField, PathRule } from '#features/imports/model.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { UploadArea } from './dataset-field.tsx'
import { WholeCheck } from './whole-check.tsx'

/** A saved source has a version, and its name cannot change. */
type SourceForm = Omit<NewSource, 'name'> & { name?: string; version?: number }

/** A new source begins without an address. */
type Watched = Pick<SourceForm, 'mapping'> & { url: string | undefined }

type Props<Output> = {
  schema: z.ZodType<Output, SourceForm>
  defaults: DefaultValues<SourceForm>
  /** Undefined for one that is new. */
  source?: ImportSource
  save: (values: Output) => Promise<ImportSource>
  done: (saved: ImportSource) => void
  stale?: (error: unknown) => void
  leavesPage?: boolean
}

/** The form, and beside it what its mapping makes of the dataset's first rows. */
export function SourceEditor<Output>({ schema, defaults, source, save, done, stale, leavesPage = false }: Props<Output>) {
  const form = useApiForm<SourceForm, Output, ImportSource>({
    schema,
    defaults,
    async submit(values) {
      try {
        return await save(values)
      } catch (error) {
        stale?.(error)
        throw error
      }
    },
    done(saved) {
      // From now on the address is shown masked.
      form.hook.resetField('url', { defaultValue: saved.url })
      done(saved)
    },
    leavesPage,
    failure: { title: 'Failed to save the source' },
  })
  const control = form.hook.control as unknown as Control<Watched>
  const [url = '', mapping] = useWatch({ control, name: ['url', 'mapping'] })
  const preview = usePreview(url, mapping, source?.id)
  const isUpload = uploadIdOf(url) !== undefined
  const setUrl = (value: string): void => {
    form.hook.setValue('url', value, { shouldDirty: true, shouldValidate: value !== '' })
  }
  const setMapping = (changed: Mapping): void => {
    form.hook.setValue('mapping', changed, { shouldDirty: true })
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <ApiForm form={form} label="Source" className="flex min-w-0 flex-col gap-6">
        {!source && (
          <FormField form={form} name="name" label="Name" hint="Jobs show it as their source. You cannot change it later.">
            {(control) => <TextInput {...control} autoComplete="off" />}
          </FormField>
        )}
        <div className="flex flex-col gap-3">
          {isUpload ? (
            <Button look="quiet" className="self-start" onClick={() => setUrl('')}>
              Give an address instead
            </Button>
          ) : (
            <FormField form={form} name="url" label="Dataset URL" hint={urlHint(source)}>
              {(control) => <TextInput {...control} type="url" inputMode="url" autoComplete="off" />}
            </FormField>
          )}
          <UploadArea url={url} fileName={source?.fileName} onUploaded={(file) => setUrl(file.url)} />
        </div>
        <FormField form={form} name="schedule" label="Schedule">
          {(control) => <Select {...control} options={importSchedules} />}
        </FormField>
        <Declarations form={form} source={source} />
        <Suggestions
          suggested={preview.data?.suggested ?? {}}
          mapping={mapping}
          onTake={(suggested) => setMapping({ ...suggested, ...mapping })}
        />
        <MappingEditor
          mapping={mapping}
          paths={preview.data?.paths ?? []}
          errorOf={(field) =>
            form.errorOf(`mapping.${field}`) ?? form.errorOf(`mapping.${field}.path`) ?? form.errorOf(`mapping.${field}.value`)
          }
          onChange={setMapping}
        />
        <div className="flex flex-wrap gap-3 border-t border-line pt-6">
          <SubmitButton form={form} pendingLabel="Saving...">
            Save Source
          </SubmitButton>
          {Object.keys(finished(mapping)).length > 0 && (
            <a href={fileOf(finished(mapping))} download="mapping.json" className={buttonClass('secondary')}>
              Download the mapping
            </a>
          )}
        </div>
      </ApiForm>
      <div className="flex min-w-0 flex-col gap-8">
        <WholeCheck url={url} mapping={mapping} source={source?.id} />
        <Preview {...preview} />
      </div>
    </div>
  )
}

/** As the import command reads it. */
const fileOf = (mapping: Mapping): string =>
  `data:application/json,${encodeURIComponent(`${JSON.stringify(mapping, null, 2)}\n`)}`

const urlHint = (source: ImportSource | undefined): string =>
  source?.url.includes('…')
    ? 'We hide the secret parts. They stay unless you enter another address.'
    : 'Of a list of jobs: JSON, CSV or XML, an Apify dataset’s items, or an applicant tracking system’s public list.'

type SuggestionsProps = { suggested: Mapping; mapping: Mapping; onTake: (suggested: Mapping) => void }

/** What the columns look like, where no preset and no rule says so. */
function Suggestions({ suggested, mapping, onTake }: SuggestionsProps) {
  const rules = mappingFieldNames.flatMap((field) => {
    const rule = mapping[field] ? undefined : suggested[field]
    return rule && 'path' in rule ? [{ field, path: rule.path }] : []
  })
  if (rules.length === 0) return null
  return (
    <Alert
      tone="info"
      title={rules.length === 1 ? 'A column looks like a field' : `${rules.length} columns look like fields`}
      action={
        <Button look="secondary" onClick={() => onTake(suggested)}>
          Use {rules.length === 1 ? 'It' : 'Them'}
        </Button>
      }
    >
      {rules.map(({ field, path }) => `${mappingFields[field]}: ${path}`).join(' · ')}
    </Alert>
  )
}

type DeclarationsProps<Output> = { form: ApiFormState<SourceForm, Output>; source: ImportSource | undefined }

function Declarations<Output>({ form, source }: DeclarationsProps<Output>) {
  const id = useId()
  const { authorization } = source ?? {}
  return (
    <Fieldset legend="What is known of it">
      <Checkbox
        {...form.hook.register('isComplete')}
        label="This dataset lists every open job: close jobs that disappear from it"
      />
      <Checkbox
        {...form.hook.register('structuredDataAllowed')}
        aria-describedby={id}
        label="We are authorized to publish its jobs as structured data"
      />
      <p id={id} className="pl-6 text-xs text-muted">
        Search engines read it from job pages. This also changes jobs that are already here.
        {authorization && ` Last decided ${momentText(authorization.at)} by ${authorization.by ?? 'a deleted account'}.`}
      </p>
    </Fieldset>
  )
}

type Paths = readonly { path: string; sample: string }[]

type MappingProps = {
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

function MappingEditor({ mapping, paths, errorOf, onChange }: MappingProps) {
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
  paths: Paths
  error: string | undefined
  onChange: (rule: FieldRule | undefined) => void
}

/** Paths stand behind a mark, so that none can be taken for one of the other choices. */
const choices = { preset: '', fallback: 'fallback', value: 'value', otherPath: 'path', path: (path: string) => `=${path}` }

function FieldRow({ field, rule, paths, error, onChange }: RowProps) {
  const [isTyped, setIsTyped] = useState(false)
  const name = mappingFields[field]
  const isKnown = rule && 'path' in rule && paths.some((it) => it.path === rule.path)
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
      <Field label={name} error={rule && choice.startsWith('=') ? error : undefined}>
        {(control) => (
          <Select {...control} value={choice} onChange={(event) => choose(event.target.value)}>
            <option value={choices.preset}>As the preset does</option>
            <option value={choices.fallback}>As the preset does, or else…</option>
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
      {rule && 'path' in rule && <Refinement name={name} rule={rule} paths={paths} onChange={onChange} />}
    </div>
  )
}

type RefinementProps = { name: string; rule: PathRule; paths: Paths; onChange: (rule: PathRule) => void }

/** Joins columns, takes a part of a text, and says what counts where there is none. */
function Refinement({ name, rule, paths, onChange }: RefinementProps) {
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
          // Their order is all that tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <Field key={index} label={`${name}: joined with`}>
            {(control) => (
              <Select
                {...control}
                value={path}
                onChange={({ target: { value } }) => change({ and: and.toSpliced(index, 1, value).filter((it) => it !== '') })}
              >
                <option value="">Nothing{and.length > 0 ? ' more' : ''}</option>
                {path !== '' && !paths.some((it) => it.path === path) && <option value={path}>{path}</option>}
                {paths.map(({ path: known, sample }) => (
                  <option key={known} value={known}>
                    {known} – {sample}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        {and.length > 0 && (
          <Field label={`${name}: between the joined texts`} hint="A space if you leave it empty.">
            {(control) => (
              <TextInput
                {...control}
                value={joiner}
                onChange={({ target: { value } }) => change({ joiner: value || undefined })}
              />
            )}
          </Field>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Field label={`${name}: cut at`}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                placeholder=","
                value={split}
                onChange={({ target: { value } }) => change({ split: value || undefined, part: value ? part : undefined })}
              />
            )}
          </Field>
          {split !== '' && (
            <Field label={`${name}: which part`}>
              {(control) => (
                <Select {...control} value={String(part)} onChange={({ target: { value } }) => change({ part: Number(value) })}>
                  <option value="1">First</option>
                  <option value="2">Second</option>
                  <option value="3">Third</option>
                  <option value="-1">Last</option>
                  <option value="-2">Last but one</option>
                </Select>
              )}
            </Field>
          )}
        </div>
        <Field label={`${name}: if there is nothing`}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={mappingLimits.value}
              value={fallback}
              onChange={({ target: { value } }) => change({ fallback: value || undefined })}
            />
          )}
        </Field>
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
    <Field label={`${name}: ${isPath ? 'path' : 'value' in rule ? 'value' : 'fallback'}`} hideLabel error={error}>
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          spellCheck={!isPath}
          maxLength={isPath ? mappingLimits.path : mappingLimits.value}
          placeholder={isPath ? 'job.locations.0.city' : 'value' in rule ? 'For every item' : 'For items that have none'}
          value={written}
          onChange={({ target: { value } }) => onChange(changed(value))}
        />
      )}
    </Field>
  )
}
