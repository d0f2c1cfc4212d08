import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importRunPath, importSourcePath, importsPath, newImportSourcePath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Spinner } from '#ui/feedback.tsx'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { Link, useShownPage, pick, type PageArgs, type Search } from '#platform/web/navigation.tsx'
import type { ImportRun } from '../contract.ts'
import { RunStatus, sourceColumns } from './components/source-table.tsx'
import { importsQuery, sourcesQuery } from './queries.ts'

// For people who are no administrators there is nothing to load, and the pages say so.
export async function load({ queryClient, search }: PageArgs): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(sourcesQuery),
    queryClient.prefetchQuery(importsQuery(runsParams(search))),
  ])
}

export const head = unlistedHead('Imports', 'Sources of jobs, and their imports.', importsPath)

/** What the address says of the list of runs, as the call wants it. */
const runsParams = (search: Search) => pick<'GET /api/admin/imports'>(search, ['source', 'before'])

export function Page() {
  return (
    <AdminPage
      title="Imports"
      intro="Datasets of scraped jobs. New jobs wait for approval, and importing again adds nothing twice."
      actions={
        <Link to={newImportSourcePath} className={buttonClass()}>
          New source
        </Link>
      }
    >
      <div className="flex flex-col gap-10">
        <Sources />
        <Runs />
      </div>
    </AdminPage>
  )
}

const Sources = () => (
  <section aria-labelledby="sources">
    <h2 id="sources" className="mb-2 text-lg font-semibold">
      Sources
    </h2>
    <Loaded
      query={useQuery(sourcesQuery)}
      failure="Failed to load the sources. Please try again."
      placeholder={<Spinner />}
    >
      {({ sources }) =>
        sources.length === 0 ? (
          <p className="text-muted">
            There are no sources yet. A source has its own name, schedule and mapping.
          </p>
        ) : (
          <DataTable
            caption="Sources"
            columns={sourceColumns}
            rows={sources}
            rowKey={(source) => source.id}
          />
        )
      }
    </Loaded>
  </section>
)

function Runs() {
  const params = runsParams(useShownPage().search)
  return (
    <section aria-labelledby="runs">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="runs" className="text-lg font-semibold">
          {params['before'] ? 'Earlier imports' : 'Recent imports'}
        </h2>
        {(params['source'] || params['before']) && (
          <Link to={importsPath} className="text-link">
            The latest of all sources
          </Link>
        )}
      </div>
      <Loaded
        query={useQuery(importsQuery(params))}
        failure="Failed to load the imports. Please try again."
        placeholder={<Spinner />}
      >
        {({ runs, next }) => (
          <>
            {runs.length === 0 ? (
              <p className="text-muted">Nothing has been imported yet.</p>
            ) : (
              <DataTable caption="Imports" columns={columns} rows={runs} rowKey={(run) => run.id} />
            )}
            {next && (
              <Link
                to={importsPath}
                search={{ ...params, before: next }}
                className={`${buttonClass('secondary')} mt-4`}
                rel="next"
              >
                Earlier imports
              </Link>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

const counted = (
  figure: 'imported' | 'skipped' | 'duplicates' | 'closed',
  header: string,
): Column<ImportRun> => ({
  header,
  align: 'right',
  cell: (run) => formatNumber(run[figure]),
})

const columns: readonly Column<ImportRun>[] = [
  {
    header: 'Started',
    isRowHeader: true,
    cell: ({ id, startedAt }) => (
      <Link to={importRunPath(id)} className="text-link">
        <LocalTime at={startedAt} />
      </Link>
    ),
  },
  {
    header: 'Source',
    cell: ({ source, sourceId }) =>
      sourceId === null ? (
        <span className="inline-block wrap-anywhere md:min-w-20">{source}</span>
      ) : (
        <Link
          to={importSourcePath(sourceId)}
          className="inline-block text-link wrap-anywhere md:min-w-20"
        >
          {source}
        </Link>
      ),
  },
  { header: 'Status', cell: ({ status }) => <RunStatus status={status} /> },
  counted('imported', 'Imported'),
  counted('skipped', 'Skipped'),
  counted('duplicates', 'Duplicates'),
  counted('closed', 'Closed'),
  { header: 'Started by', cell: ({ startedBy }) => startedBy?.name ?? 'Schedule or command line' },
]
