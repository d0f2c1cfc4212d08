import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Outline } from '#features/imports/contract.ts'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import {
  importSchedules,
  mappingFieldNames,
  mappingFields,
  type Mapping,
  type MappingField,
} from '#features/imports/model.ts'
import { callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type AnyForm } from '#platform/web/form/use-api-form.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { toast } from '#ui/toast.ts'
import { sourceChangesSchema } from '#features/imports/schemas.ts'
import { ofImports, sourceQuery } from '../queries.ts'
import { DatasetField } from './dataset-field.tsx'
import { MappingEditor } from './mapping-editor.tsx'

/** The report of its check has the columns to choose from. */
type Props = {
  source: ImportSource
  report: Outline | null | undefined
  /** Nothing would be imported as it is. */
  isNothing: boolean
}

/** How a source is read. A save over somebody else's later version is refused. */
export function SourceEditor({ source: loaded, report, isNothing }: Props) {
  // What the form was filled from: the source may change while it is open.
  const [source, setSource] = useState(loaded)
  const { id, version } = source
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: sourceChangesSchema,
    defaults: source,
    submit: (changes) =>
      callApi('PUT /api/admin/import-sources/:id', {
        params: { id },
        body: { ...changes, version },
      }),
    done(saved) {
      // The server masks the secret parts of the saved address.
      form.hook.resetField('url', { defaultValue: saved.url })
      setSource(saved)
      queryClient.setQueryData(sourceQuery(id).queryKey, saved)
      toast({ title: 'Source saved' })
    },
    changes: ofImports,
    failure: { title: 'Failed to save the source' },
  })
  const mapping = useWatch({ control: form.hook.control, name: 'mapping' })
  const rules = suggestedRules(report, mapping)
  const setMapping = (changed: Mapping) =>
    form.hook.setValue('mapping', changed, { shouldDirty: true })
  return (
    <ApiForm form={form} label="Source" className="flex min-w-0 flex-col gap-6">
      <Suggestions
        rules={rules}
        columns={report?.columns ?? []}
        isNext={isNothing}
        onTake={() => {
          setMapping({ ...report?.suggested, ...mapping })
          form.element.current?.requestSubmit()
        }}
      />
      <details open={isNothing && rules.length === 0}>
        <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
          Address, schedule and mapping
        </summary>
        <div className="mt-4 flex max-w-form flex-col gap-6">
          <DatasetField form={form.untyped} source={source} />
          <FormField
            form={form}
            name="schedule"
            label="Schedule"
            select={{ options: importSchedules }}
          />
          <Declarations form={form.untyped} />
          <MappingEditor
            mapping={mapping}
            columns={report?.columns ?? []}
            errorOf={(field) =>
              form.errorOf(`mapping.${field}`) ??
              form.errorOf(`mapping.${field}.path`) ??
              form.errorOf(`mapping.${field}.value`)
            }
            onChange={setMapping}
          />
          <SubmitButton
            label="Save source"
            form={form}
            pendingLabel="Saving..."
            className="self-start"
          />
        </div>
      </details>
    </ApiForm>
  )
}

type SuggestedRule = { field: MappingField; path: string }

/** A field for each column that no preset or rule covers. */
const suggestedRules = (report: Outline | null | undefined, mapping: Mapping): SuggestedRule[] =>
  mappingFieldNames.flatMap((field) => {
    const rule = mapping[field] ? undefined : report?.suggested?.[field]
    return rule && 'path' in rule ? [{ field, path: rule.path }] : []
  })

type SuggestionsProps = {
  rules: readonly SuggestedRule[]
  columns: Outline['columns']
  /** Without them nothing would be imported. */
  isNext: boolean
  onTake: () => void
}

const examplesShown = 3

function Suggestions({ rules, columns, isNext, onTake }: SuggestionsProps) {
  if (rules.length === 0) return null
  return (
    <Alert
      tone="info"
      title={
        rules.length === 1
          ? 'A column looks like a field'
          : `${rules.length} columns look like fields`
      }
      action={
        <Button
          label={`Use ${rules.length === 1 ? 'it' : 'them'}, and check again`}
          look={isNext ? 'primary' : 'secondary'}
          onClick={onTake}
        />
      }
    >
      <ul>
        {rules.map(({ field, path }) => (
          <li key={field}>
            {mappingFields[field]}: <strong>{path}</strong>{' '}
            {columns
              .find((column) => column.path === path)
              ?.samples.slice(0, examplesShown)
              .map((sample) => `“${sample}”`)
              .join(', ')}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Declarations({ form }: { form: AnyForm }) {
  const id = useId()
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
      </p>
    </Fieldset>
  )
}
