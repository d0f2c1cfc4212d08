import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ComponentType } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importRunPath, importSourcePath, importsPath, moderationPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { DefinitionGrid, ProgressBar, StatCard } from '#ui/figures.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import type { ImportRunDetail } from '../contract.ts'
import { OutlineReport } from './components/outline.tsx'
import { RunStatus } from './components/source-table.tsx'
import { importQuery, refreshImports } from './queries.ts'

export const load = loadForAdmins(({ params: { id = '' } }) => [importQuery(id)])

export const head = unlistedHead('Import', 'The result of one import.', importRunPath)

/** `Decide` approves all that a source brought, in one step. */
export function RunPage({ Decide }: { Decide: ComponentType<{ source: string }> }) {
  const { id = '' } = useShownPage().params
  const query = useQuery(importQuery(id))
  const { data: shown } = query
  const isRunning = shown?.status === 'running'
  const cancel = useAction({
    call: () => callApi('POST /api/admin/imports/:id/cancel', { params: { id } }),
    done: { title: 'Import canceled', description: 'Jobs it already added stay.' },
    failure: 'We could not cancel the import',
    changes: ['GET /api/admin/imports/:id'],
  })
  return (
    <AdminPage
      title={shown ? `Import: ${shown.source}` : 'Import'}
      actions={
        <Link to={importsPath} className={buttonClass('secondary')}>
          All imports
        </Link>
      }
    >
      <Loaded query={query} failure="Failed to load the import. Please try again.">
        {(run) => (
          <>
            <RunReport run={run} Decide={Decide} />
            {isRunning && (
              <ActionButton
                label="Cancel Import"
                action={cancel}
                look="danger"
                className="mt-8 self-start"
              />
            )}
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

/** What became of a dataset, or has become of it so far. */
function RunReport({ run, Decide }: Shown & { Decide: ComponentType<{ source: string }> }) {
  const { status, message, processed, imported, doubtful, changed, changes } = run
  const { skipped, duplicates, unchanged, closed, reopened, source, sourceId } = run
  useRefreshAtTheEnd(status === 'running')
  return (
    <div className="flex flex-col gap-6">
      <div>
        <RunStatus status={status} />
        <p role="status" className="mt-2 font-semibold">
          {message ?? 'The import is running. You can leave this page.'}
        </p>
        {status === 'running' && <Progress run={run} />}
      </div>
      {status !== 'running' && imported > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Link
            to={moderationPath}
            search={{ kind: 'pending', ...(sourceId !== null && { source }) }}
            className={buttonClass('secondary', 'sm')}
          >
            Moderate Jobs
          </Link>
          {sourceId !== null && <Decide source={source} />}
        </div>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
        <StatCard
          label="Jobs imported"
          value={imported}
          note={
            doubtful > 0 ? `${formatNumber(doubtful)} wait because a fact is doubtful` : undefined
          }
        />
        <StatCard
          label="Jobs changed"
          value={changed}
          note={changes.map(({ field, count }) => `${field} ${formatNumber(count)}`).join(', ')}
        />
        <StatCard label="Jobs skipped" value={skipped} />
        <StatCard
          label="Duplicates"
          value={duplicates}
          note={unchanged > 0 ? `${formatNumber(unchanged)} unchanged` : 'among the skipped'}
        />
        <StatCard
          label="Jobs closed"
          value={closed}
          note={reopened > 0 ? `${formatNumber(reopened)} opened again` : undefined}
        />
        <StatCard label="Total processed" value={processed} />
      </dl>
      <Facts run={run} />
      {run.report && (
        <OutlineReport
          outline={run.report}
          file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id: run.id } })}
        />
      )}
    </div>
  )
}

/** Other pages have cached sources and imports from before the end. */
function useRefreshAtTheEnd(isRunning: boolean) {
  const queryClient = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshImports(queryClient)
    wasRunning.current = isRunning
  }, [isRunning, queryClient])
}

function Progress({ run: { processed, total } }: Shown) {
  return (
    <div className="mt-3 max-w-form">
      <ProgressBar
        label="Rows read"
        value={total === null || total === 0 ? undefined : processed / total}
      />
      <p className="mt-1 text-xs text-muted tabular-nums">
        {formatNumber(processed)} {total !== null && `of ${formatNumber(total)} `}rows read
      </p>
    </div>
  )
}

type Shown = { run: ImportRunDetail }

function Facts({ run: { source, sourceId, url, startedBy, startedAt, finishedAt } }: Shown) {
  return (
    <DefinitionGrid
      items={[
        {
          term: 'Source',
          value:
            sourceId === null ? (
              source
            ) : (
              <Link to={importSourcePath(sourceId)} className="text-link">
                {source}
              </Link>
            ),
        },
        {
          term: 'Dataset',
          value: url !== source && url !== null && <span className="break-all">{url}</span>,
        },
        { term: 'Started by', value: startedBy?.name ?? 'Schedule or command line' },
        { term: 'Started', value: <LocalTime at={startedAt} /> },
        { term: 'Ended', value: finishedAt && <LocalTime at={finishedAt} /> },
      ]}
    />
  )
}
