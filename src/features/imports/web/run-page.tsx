import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { importsPath, moderationPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { RunReport } from './components/run-report.tsx'
import { cancelImport, importQuery, refreshImports } from './queries.ts'

export { importRunRoute } from './imports-routes.ts'

export function RunPage() {
  return (
    <AdminPage
      title="Import"
      actions={
        <Link to={importsPath} className={buttonClass('secondary')}>
          All Imports
        </Link>
      }
    >
      <Run />
    </AdminPage>
  )
}

function Run() {
  const { id = '' } = useShownPage().params
  const { data: run, error, refetch } = useQuery(importQuery(id))
  const isRunning = run?.status === 'running'
  useRefreshAtTheEnd(isRunning)
  if (!run && error instanceof ApiError && error.status < 500) {
    return <EmptyState title="Import not found">There is no import with this address.</EmptyState>
  }
  if (!run && error) return <LoadFailure onRetry={() => void refetch()}>Failed to load the import. Please try again.</LoadFailure>
  if (!run) return <Spinner />
  return (
    <>
      <RunReport run={run} />
      <div className="mt-8 flex flex-wrap gap-3">
        {isRunning && <CancelButton id={id} />}
        {!isRunning && run.imported > 0 && (
          <Link to={moderationPath} search={{ kind: 'pending' }} className={buttonClass()}>
            Moderate Jobs
          </Link>
        )}
      </div>
    </>
  )
}

/** What other pages show of sources and imports is of before. */
function useRefreshAtTheEnd(isRunning: boolean): void {
  const queryClient = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshImports(queryClient)
    wasRunning.current = isRunning
  }, [isRunning, queryClient])
}

function CancelButton({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelImport(id),
    onSuccess: () => toast({ title: 'Import cancelled', description: 'What it has added stays.' }),
    onError: (error) => toast({ title: 'Could not cancel the import', description: error.message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey }),
  })
  return (
    <Button look="danger" disabled={isPending} onClick={() => mutate()}>
      Cancel Import
    </Button>
  )
}
