import { useQuery } from '@tanstack/react-query'
import { pageHead } from '#features/site/page-head.ts'
import { importRunPath, importsPath, moderationPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { ApiError, callApi } from '#platform/web/api.ts'
import { Link, useShownPage, type PageHead, type PageLoad } from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import type { ImportRunDetail } from '../contract.ts'
import { RunReport } from './components/run-report.tsx'
import { importQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(importQuery(id))

export const head: PageHead = ({ queryClient, site, params: { id = '' } }) => {
  const run = queryClient.getQueryData(importQuery(id).queryKey)
  return pageHead({ site, title: titleOf(run), description: 'The result of one import.', path: importRunPath(id), noindex: true })
}

const titleOf = (run: ImportRunDetail | undefined): string => (run ? `Import: ${run.source}` : 'Import')

export function Page() {
  const { data: run } = useQuery(importQuery(useShownPage().params['id'] ?? ''))
  return (
    <AdminPage
      title={titleOf(run)}
      actions={
        <Link to={importsPath} className={buttonClass('secondary')}>
          All imports
        </Link>
      }
    >
      <Run />
    </AdminPage>
  )
}

function Run() {
  const { id = '' } = useShownPage().params
  const query = useQuery(importQuery(id))
  const isRunning = query.data?.status === 'running'
  const cancel = useAction({
    call: () => callApi('POST /api/admin/imports/:id/cancel', { params: { id } }),
    done: { title: 'Import canceled', description: 'Jobs it already added stay.' },
    failure: 'We could not cancel the import',
    changes: ['GET /api/admin/imports/:id'],
  })
  if (!query.data && query.error instanceof ApiError && query.error.status < 500)
    return <EmptyState title="Import not found">No import has this address.</EmptyState>
  return (
    <Loaded query={query} failure="Failed to load the import. Please try again.">
      {(run) => (
        <>
          <RunReport run={run} />
          <div className="mt-8 flex flex-wrap gap-3">
            {isRunning && <ActionButton label="Cancel Import" action={cancel} look="danger" />}
            {!isRunning && run.imported > 0 && (
              <Link to={moderationPath} search={{ kind: 'pending' }} className={buttonClass()}>
                Moderate Jobs
              </Link>
            )}
          </div>
        </>
      )}
    </Loaded>
  )
}
