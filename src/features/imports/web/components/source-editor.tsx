import { useId } from 'react'
import { useWatch, type Control, type DefaultValues } from 'react-hook-form'
import { Checkbox, Select, TextInput } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type ApiFormState } from '#platform/web/form/use-api-form.ts'
import type { z } from 'zod'
import type { ImportSource } from '#features/imports/contract.ts'
import { importSchedules, mappingFieldNames, mappingFields, type Mapping } from '#features/imports/model.ts'
import type { NewSource } from '#features/imports/schemas.ts'
import { finished, FullCheck, Preview, usePreview } from './checks.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { DatasetField } from './dataset-field.tsx'
import { MappingEditor } from './mapping-editor.tsx'

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

/** The form, beside a preview of the dataset's first rows. */
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
      // The server masks the secret parts of the saved address.
      form.hook.resetField('url', { defaultValue: saved.url })
      done(saved)
    },
    leavesPage,
    failure: { title: 'Failed to save the source' },
  })
  const control = form.hook.control as unknown as Control<Watched>
  const [url = '', mapping] = useWatch({ control, name: ['url', 'mapping'] })
  const preview = usePreview(url, mapping, source?.id)
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
        <DatasetField url={url} fileName={source?.fileName} onChange={setUrl}>
          <FormField form={form} name="url" label="Dataset URL" hint={urlHint(source)}>
            {(control) => <TextInput {...control} type="url" inputMode="url" autoComplete="off" />}
          </FormField>
        </DatasetField>
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
          <SubmitButton label="Save source" form={form} pendingLabel="Saving..." />
          {Object.keys(finished(mapping)).length > 0 && (
            <a href={fileOf(finished(mapping))} download="mapping.json" className={buttonClass('secondary')}>
              Download the mapping
            </a>
          )}
        </div>
      </ApiForm>
      <div className="flex min-w-0 flex-col gap-8">
        <FullCheck url={url} mapping={mapping} source={source?.id} />
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

/** Suggests a field for each column that no preset or rule covers. */
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
      action={<Button label={`Use ${rules.length === 1 ? 'it' : 'them'}`} look="secondary" onClick={() => onTake(suggested)} />}
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
    <Fieldset legend="About this dataset">
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
        Search engines read it from job pages. This also changes jobs that we already imported.
        {authorization && (
          <>
            {' '}
            Last changed <LocalTime at={authorization.at} /> by {authorization.by ?? 'a deleted account'}.
          </>
        )}
      </p>
    </Fieldset>
  )
}
