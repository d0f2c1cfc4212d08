import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importSourcePath, importsPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { ActionButton, DeleteButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { Link, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import type { ImportCheck, ImportSource } from '../contract.ts'
import { OutlineReport } from './components/outline.tsx'
import { RunSourceButton } from './components/source-table.tsx'
import { SourceEditor } from './components/source-editor.tsx'
import { SourceQuestions } from './components/source-questions.tsx'
import { sourceAnswersQuery, sourceQuery } from './queries.ts'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'

export const load = loadForAdmins(({ params: { id = '' } }) => [sourceQuery(id)])

export const head = unlistedHead('Source', 'How a dataset is read.', importSourcePath)

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
            <RunSourceButton
              id={id}
              name={source.name}
              isRunning={source.lastRun?.status === 'running'}
              size="md"
            />
            <DeleteSource source={source} />
          </>
        )
      }
    >
      <Source id={id} />
    </AdminPage>
  )
}

const Standing = ({ source: { id, lastRun, nextRunAt } }: { source: ImportSource }) => (
  <p>
    {lastRun ? 'Last imported ' : 'Never imported.'}
    {lastRun && (
      <Link to={importsPath} search={{ source: id }} className="text-link">
        <LocalTime at={lastRun.startedAt} />
      </Link>
    )}
    {nextRunAt && (
      <>
        {' '}
        Next: <LocalTime at={nextRunAt} />
      </>
    )}
  </p>
)

const Source = ({ id }: { id: string }) => (
  <Loaded query={useQuery(sourceQuery(id))} failure="Failed to load the source. Please try again.">
    {(source) => <CheckedSource key={id} source={source} />}
  </Loaded>
)

/** What its check found and left open, beside how it is read. */
function CheckedSource({ source }: { source: ImportSource }) {
  const { data: answers } = useQuery(sourceAnswersQuery(source.id))
  return (
    <>
      {answers && <SourceQuestions id={source.id} answers={answers} />}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <SourceEditor source={source} report={answers?.check?.report} />
        <SourceCheck id={source.id} check={answers?.check ?? null} />
      </div>
    </>
  )
}

/** What would become of every row, if the source were imported as it was saved. */
function SourceCheck({ id, check }: { id: string; check: ImportCheck | null }) {
  const again = useAction({
    call: () => callApi('POST /api/admin/import-sources/:id/check', { params: { id } }),
    failure: 'Failed to check the source',
    changes: ['GET /api/admin/import-sources/:id/answers'],
  })
  const isRunning = check?.status === 'running'
  const wasRunning = useRef(isRunning)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasRunning.current && !isRunning) heading.current?.scrollIntoView({ block: 'nearest' })
    wasRunning.current = isRunning
  }, [isRunning])
  return (
    <section aria-labelledby="check" className="min-w-0">
      <h2 id="check" ref={heading} className="text-lg font-semibold">
        Check of every row
      </h2>
      <p className="mt-1 text-muted">
        Reads the whole dataset and shows what an import would do. It imports nothing.
      </p>
      <ActionButton
        action={again}
        look="secondary"
        className="mt-3"
        disabled={isRunning}
        label={isRunning ? 'Checking...' : 'Check every row'}
      />
      {isRunning && (
        <div className="mt-3">
          <ProgressBar label="Rows checked" />
          <p className="mt-1 text-xs text-muted tabular-nums">
            {formatNumber(check.processed)} rows so far
          </p>
        </div>
      )}
      {check?.status === 'failed' && <Alert tone="danger">{check.message}</Alert>}
      <p role="status" className="mt-3 mb-4 font-semibold">
        {check?.status === 'finished' && check.message}
      </p>
      {check?.report && check.status !== 'failed' && (
        <OutlineReport
          outline={check.report}
          file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id: check.id } })}
          isCheck
        />
      )}
    </section>
  )
}

function DeleteSource({ source: { id, name } }: { source: ImportSource }) {
  const navigate = useNavigate()
  return (
    <DeleteButton
      look="danger"
      title="Delete this source?"
      confirm="Delete source"
      call={() => callApi('DELETE /api/admin/import-sources/:id', { params: { id } })}
      done={() => {
        navigate({ to: importsPath, replace: true })
        return { title: 'Source deleted', description: 'Its jobs stay.' }
      }}
      failure="Failed to delete the source"
      // Only the list: the page of what is gone is still there for a moment, and would ask for it.
      changes={['GET /api/admin/import-sources']}
    >
      <p>
        &lsquo;{name}&rsquo; will no longer be imported. Its jobs and import history stay; the job
        pages lose their structured data.
      </p>
    </DeleteButton>
  )
}
