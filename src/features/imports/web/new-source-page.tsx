import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { importSourcePath, newImportSourcePath } from '#shared/paths.ts'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useNavigate } from '#platform/web/navigation.tsx'
import { newSourceSchema } from '../schemas.ts'
import { DatasetField } from './components/dataset-field.tsx'
import { ofImports, sourceQuery } from './queries.ts'

const intro =
  'A list of jobs, imported once or repeatedly. We read it first, and ask what its rows leave open.'

export const head = unlistedHead('New source', intro, newImportSourcePath)

export const Page = () => (
  <AdminPage title="New source" intro={intro}>
    <NewSource />
  </AdminPage>
)

function NewSource() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isUploading, setUploading] = useState(false)
  const form = useApiForm({
    schema: newSourceSchema,
    defaults: {
      mapping: {},
      schedule: 'never',
      isComplete: false,
      structuredDataAllowed: false,
    },
    submit: (body) => callApi('POST /api/admin/import-sources', { body }),
    done(source) {
      queryClient.setQueryData(sourceQuery(source.id).queryKey, source)
      navigate({ to: importSourcePath(source.id), replace: true })
    },
    changes: ofImports,
    leavesPage: true,
    failure: { title: 'Failed to save the source' },
  })
  return (
    <ApiForm form={form} label="Source" className="flex max-w-form flex-col gap-6">
      <DatasetField form={form.untyped} onBusy={setUploading} />
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="Its jobs show it as their source. It cannot change."
        input={{ autoComplete: 'off' }}
      />
      <SubmitButton
        label="Check the list"
        form={form}
        pendingLabel="Saving..."
        disabled={isUploading}
      />
    </ApiForm>
  )
}
