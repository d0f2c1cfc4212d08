import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { Control, DefaultValues } from 'react-hook-form'
import { momentText } from '#shared/dates.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import type { z } from 'zod'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { importScheduleNames, importSchedules } from '#features/imports/schedule.ts'
import type { NewSource } from '#features/imports/schemas.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { Preview } from './preview.tsx'
import { usePreview } from './use-preview.ts'

/** A source that is kept has its name already, and a version instead. */
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
      // What is secret in it is kept, and shown no longer.
      form.hook.resetField('url', { defaultValue: saved.url })
      done(saved)
    },
    leavesPage,
    failure: { title: 'Failed to save the source' },
  })
  const control = form.hook.control as unknown as Control<Watched>
  const [url = '', mapping] = useWatch({ control, name: ['url', 'mapping'] })
  const preview = usePreview(url, mapping, source?.id)
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <ApiForm form={form} label="Source" className="flex min-w-0 flex-col gap-6">
        {!source && (
          <FormField form={form} name="name" label="Name" hint="Its jobs give it as their source. It cannot be changed later.">
            {(control) => <TextInput {...control} autoComplete="off" />}
          </FormField>
        )}
        <FormField form={form} name="url" label="Dataset URL" hint={urlHint(source)}>
          {(control) => <TextInput {...control} type="url" inputMode="url" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="schedule" label="Schedule">
          {(control) => (
            <Select {...control}>
              {importScheduleNames.map((name) => (
                <option key={name} value={name}>
                  {importSchedules[name]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <Declarations form={form} source={source} />
        <MappingEditor
          mapping={mapping}
          paths={preview.data?.paths ?? []}
          errorOf={(field) =>
            form.errorOf(`mapping.${field}`) ?? form.errorOf(`mapping.${field}.path`) ?? form.errorOf(`mapping.${field}.value`)
          }
          onChange={(changed) => form.hook.setValue('mapping', changed, { shouldDirty: true })}
        />
        <div className="border-t border-line pt-6">
          <SubmitButton form={form} pendingLabel="Saving...">
            Save Source
          </SubmitButton>
        </div>
      </ApiForm>
      <Preview {...preview} />
    </div>
  )
}

const urlHint = (source: ImportSource | undefined): string =>
  source?.url.includes('…')
    ? 'What is secret in it is not shown. It stays unless you enter another address.'
    : 'The address of an Apify dataset’s items, or of a JSON file.'

type DeclarationsProps<Output> = { form: ApiFormState<SourceForm, Output>; source: ImportSource | undefined }

function Declarations<Output>({ form, source }: DeclarationsProps<Output>) {
  const id = useId()
  const { authorization } = source ?? {}
  return (
    <Fieldset legend="What is known of it">
      <Checkbox
        {...form.hook.register('isComplete')}
        label="This dataset lists every open job: what vanishes from it is closed"
      />
      <Checkbox
        {...form.hook.register('structuredDataAllowed')}
        aria-describedby={id}
        label="We are authorized to publish its jobs as structured data"
      />
      <p id={id} className="pl-6 text-xs text-muted">
        Search engines read it from the jobs’ pages. It appears or disappears on those that are here already, too.
        {authorization && ` Last decided ${momentText(authorization.at)} by ${authorization.by ?? 'an account that is gone'}.`}
      </p>
    </Fieldset>
  )
}
