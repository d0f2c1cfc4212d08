import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { importRunPath, importSourcePath, importsPath } from '#shared/paths.ts'
import { Alert, EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { ApiError } from '#platform/web/api.ts'
import { Link, useNavigate, useShownPage, type PageHead, type PageLoad } from '#platform/web/navigation.tsx'
import type { ImportSource } from '../contract.ts'
import { sourceChangesSchema } from '../schemas.ts'
import { RunSourceButton } from './components/source-table.tsx'
import { SourceEditor } from './components/source-editor.tsx'
import { SourceQuestions } from './components/source-questions.tsx'
import { deleteSource, refreshImports, sourceQuery, sourcesQuery, updateSource } from './queries.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'

export const load: PageLoad = ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(sourceQuery(id))

export const head: PageHead = ({ queryClient, site, params: { id = '' } }) => {
  const title = queryClient.getQueryData(sourceQuery(id).queryKey)?.name ?? 'Source'
  return pageHead({ site, title, description: 'How a dataset is read.', path: importSourcePath(id), noindex: true })
}

export function Page() {
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
            <LocalTime at={lastRun.startedAt} />
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
      {nextRunAt && (
        <>
          {' '}
          Next: <LocalTime at={nextRunAt} />.
        </>
      )}
    </p>
  )
}

function Source({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(sourceQuery(id))
  if (!data && error instanceof ApiError && error.status < 500) {
    return <EmptyState title="Source not found">It was deleted, or it never existed.</EmptyState>
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
            title="Someone else changed this source"
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
            We did not save your changes. Their version replaces what you entered here.
          </Alert>
        </div>
      )}
      <SourceQuestions id={base.id} />
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

function DeleteSource({ source: { id, name } }: { source: ImportSource }) {
  const [isOpen, setIsOpen] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteSource(id),
    onSuccess() {
      toast({ title: 'Source deleted', description: 'Its jobs stay.' })
      // Only the list: the page of what is gone is still there for a moment, and would ask for it.
      void queryClient.invalidateQueries({ queryKey: sourcesQuery.queryKey })
      navigate({ to: importsPath, replace: true })
    },
    onError(error) {
      setIsOpen(false)
      toast({ title: 'Failed to delete the source', description: error.message, tone: 'danger' })
    },
  })
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete this source?"
        footer={
          <>
            <Button look="secondary" onClick={() => setIsOpen(false)}>
              Keep it
            </Button>
            <Button look="danger" disabled={isPending} onClick={() => mutate()}>
              Delete source
            </Button>
          </>
        }
      >
        <p>
          &lsquo;{name}&rsquo; will no longer be imported. Its jobs and import history stay; the job pages lose their structured
          data.
        </p>
      </Dialog>
    </>
  )
}
