import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importSourcePath, importsPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { cardClass } from '#ui/layout.tsx'
import { ActionButton, DeleteButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { Link, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import type { Outline } from '../contract.ts'
import type { ImportCheck, ImportSource } from '../contract-sources.ts'
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
      actions={source && <DeleteSource source={source} />}
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

/** What an import would do first, then what it leaves open, and how it is read. */
function CheckedSource({ source }: { source: ImportSource }) {
  const { data: answers } = useQuery(sourceAnswersQuery(source.id))
  const check = answers?.check ?? null
  const report = check?.status === 'failed' ? null : check?.report
  const { added, changed } = importable(report)
  return (
    <div className="flex flex-col gap-8">
      <SourceCheck source={source} check={check} />
      {answers && <SourceQuestions id={source.id} answers={answers} />}
      <SourceEditor
        source={source}
        report={report}
        isNothing={check?.status === 'finished' && added + changed === 0}
      />
      {check && report && (
        <OutlineReport
          outline={report}
          file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id: check.id } })}
          isCheck
        />
      )}
    </div>
  )
}

function importable(report: Outline | null | undefined) {
  const {
    ready = [],
    waiting = [],
    changed = [],
  } = Object.groupBy(report?.groups ?? [], (group) => group.kind)
  const sum = (groups: readonly { count: number }[]) =>
    groups.reduce((total, { count }) => total + count, 0)
  return { added: sum([...ready, ...waiting]), changed: sum(changed) }
}

/** Undefined where there is nothing to import, and never was. */
function importLabel(report: Outline, isImported: boolean) {
  const { added, changed } = importable(report)
  if (added > 0) return `Import ${added === 1 ? '1 job' : `${formatNumber(added)} jobs`}`
  if (changed > 0) return `Update ${formatNumber(changed)} jobs`
  return isImported ? 'Import again' : undefined
}

/** What would become of every row, if the source were imported as it was saved; and that button. */
function SourceCheck({ source, check }: { source: ImportSource; check: ImportCheck | null }) {
  const { id, lastRun } = source
  const again = useAction({
    call: () => callApi('POST /api/admin/import-sources/:id/check', { params: { id } }),
    failure: 'Failed to check the source',
    changes: ['GET /api/admin/import-sources/:id/answers'],
  })
  const isRunning = check?.status === 'running'
  const report = check?.status === 'failed' ? null : check?.report
  const label = report && importLabel(report, lastRun !== null)
  const [first] = report?.groups ?? []
  const unreadDates = check?.report?.unreadDates
  return (
    <section aria-labelledby="check" className={`${cardClass} p-5`}>
      <h2 id="check" className="text-lg font-semibold">
        Check of every row
      </h2>
      {isRunning && (
        <div className="mt-3 max-w-form">
          <ProgressBar label="Rows checked" />
          <p className="mt-1 text-xs text-muted tabular-nums">
            {formatNumber(check.processed)} rows so far
          </p>
        </div>
      )}
      {check?.status === 'failed' && <Alert tone="danger">{check.message}</Alert>}
      <p role="status" className="mt-1">
        {check?.status === 'finished' && check.message}
      </p>
      {check?.status === 'finished' && !label && first?.reason && (
        <p className="mt-1 font-semibold">
          {formatNumber(first.count)} {first.count === 1 ? 'row' : 'rows'}: {first.reason}.
        </p>
      )}
      {unreadDates && (
        <p className="mt-1 font-semibold">
          {formatNumber(unreadDates.count)} {unreadDates.count === 1 ? 'row has' : 'rows have'} a
          date that we cannot read: “{unreadDates.example}”. Which column says when they were
          posted? Choose it in the mapping, or they count from today.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {label && (
          <RunSourceButton
            id={id}
            size="lg"
            label={label}
            isRunning={lastRun?.status === 'running'}
          />
        )}
        <ActionButton
          action={again}
          look="secondary"
          size="lg"
          disabled={isRunning}
          label={isRunning ? 'Checking...' : 'Check again'}
        />
      </div>
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
