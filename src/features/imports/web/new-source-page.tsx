import { useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { importSourcePath, newImportSourcePath } from '#shared/paths.ts'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { newSourceSchema } from '../schemas.ts'
import { SourceEditor } from './components/source-editor.tsx'
import { refreshImports, sourceQuery, startCheck } from './queries.ts'

export const head = unlistedHead('New source', 'A dataset that we import repeatedly.', newImportSourcePath)

export function Page() {
  return (
    <AdminPage title="New source" intro="A dataset that we import repeatedly.">
      <NewSource />
    </AdminPage>
  )
}

function NewSource() {
  const { name, url } = useShownPage().search
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <SourceEditor
      schema={newSourceSchema}
      defaults={{
        ...(name && { name }),
        ...(url && { url }),
        mapping: {},
        schedule: 'never',
        isComplete: false,
        structuredDataAllowed: false,
      }}
      save={async (values) => {
        const source = await callApi('POST /api/admin/import-sources', { body: values })
        // What its rows leave open is asked before the first import.
        await startCheck({ url: source.url, mapping: source.mapping, source: source.id }).catch(() => {})
        return source
      }}
      done={(source) => {
        queryClient.setQueryData(sourceQuery(source.id).queryKey, source)
        void refreshImports(queryClient)
        toast({ title: 'Source saved', description: 'Import it yourself, or let its schedule do it.' })
        navigate({ to: importSourcePath(source.id), replace: true })
      }}
      leavesPage
    />
  )
}
