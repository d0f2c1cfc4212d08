import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { momentText } from '#shared/dates.ts'
import { importRunPath, importsPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import type { ImportSource } from '../contract-sources.ts'
import { sourceChangesSchema } from '../schemas.ts'
import { DeleteSource } from './components/delete-source.tsx'
import { RunSourceButton } from './components/run-source-button.tsx'
import { SourceEditor } from './components/source-editor.tsx'
import { refreshImports, sourceQuery, updateSource } from './queries.ts'

export { sourceRoute } from './imports-routes.ts'

export function SourcePage() {
  const { id = '' } = useShownPage().params
  // Guarded by the page around it: for others the call is refused, and nothing shows.
  const { data: source } = useQuery({ ...sourceQuery(id), enabled: false })
  return (
    <AdminPage
      title={source?.name ?? 'Source'}
      intro={source && <Standing source={source} />}
      actions={
        source && (
          <>
            <RunSourceButton id={id} name={source.name} isRunning={source.lastRun?.status === 'running'} size="md" />
            <DeleteSource source={source} />
          </>
        )
      }
    >
      <Source id={id} />
    </AdminPage>
  )
}

function Standing({ source: { id, lastRun, nextRunAt } }: { source: ImportSource }) {
  return (
    <p>
      {lastRun ? (
        <>
          Last imported{' '}
          <Link to={importRunPath(lastRun.id)} className="text-link">
            {momentText(lastRun.startedAt)}
          </Link>
          .{' '}
          <Link to={importsPath} search={{ source: id }} className="text-link">
            All its imports
          </Link>
          .
        </>
      ) : (
        'Never imported.'
      )}
      {nextRunAt && ` Next: ${momentText(nextRunAt)}.`}
    </p>
  )
}

function Source({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(sourceQuery(id))
  if (!data && error instanceof ApiError && error.status < 500) {
    return <EmptyState title="Source not found">It was deleted, or there never was one with this address.</EmptyState>
  }
  if (!data && error)
    return <LoadFailure onRetry={() => void refetch()}>Failed to load the source. Please try again.</LoadFailure>
  return data ? <EditSource key={id} source={data} /> : <Spinner />
}

function EditSource({ source }: { source: ImportSource }) {
  const queryClient = useQueryClient()
  // What the form was filled from: the source may change while it is open.
  const [base, setBase] = useState(source)
  const [theirs, setTheirs] = useState<ImportSource>()
  // A form that somebody else's version fills is another form.
  const [filled, setFilled] = useState(1)

  function take(current: ImportSource): void {
    setBase(current)
    setTheirs(undefined)
    queryClient.setQueryData(sourceQuery(current.id).queryKey, current)
  }

  return (
    <>
      {theirs && (
        <div className="mb-6">
          <Alert
            tone="danger"
            title="Somebody else changed this source"
            action={
              <Button
                look="secondary"
                onClick={() => {
                  take(theirs)
                  setFilled(filled + 1)
                }}
              >
                Show their version
              </Button>
            }
          >
            Nothing of yours was saved. Their version takes the place of what you have entered here.
          </Alert>
        </div>
      )}
      <SourceEditor
        key={filled}
        schema={sourceChangesSchema}
        source={base}
        defaults={base}
        save={(changes) => updateSource(base.id, { ...changes, version: base.version })}
        done={(saved) => {
          take(saved)
          void refreshImports(queryClient)
          toast({ title: 'Source saved' })
        }}
        stale={(error) => {
          const current = error instanceof ApiError ? (error.current as ImportSource | undefined) : undefined
          if (current) setTheirs(current)
        }}
      />
    </>
  )
}
