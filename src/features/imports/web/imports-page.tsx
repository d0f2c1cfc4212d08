import { useQuery } from '@tanstack/react-query'
import { importsPath, newImportSourcePath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { OneTimeImport } from './components/one-time-import.tsx'
import { RunTable } from './components/run-table.tsx'
import { SourceTable } from './components/source-table.tsx'
import { UnrecordedSources } from './components/unrecorded-sources.tsx'
import { runsParams } from './imports-routes.ts'
import { importsQuery, sourcesQuery } from './queries.ts'

export { importsRoute } from './imports-routes.ts'

export function ImportsPage() {
  return (
    <AdminPage
      title="Imports"
      intro="Datasets of scraped jobs. What is new waits for approval; importing again adds nothing twice."
      actions={
        <Link to={newImportSourcePath} className={buttonClass()}>
          New Source
        </Link>
      }
    >
      <div className="flex flex-col gap-10">
        <Sources />
        <OneTimeImport />
        <Runs />
      </div>
    </AdminPage>
  )
}

function Sources() {
  const { data, isError, refetch } = useQuery(sourcesQuery)
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="mb-2 text-lg font-semibold">
        Sources
      </h2>
      {isError && !data ? (
        <LoadFailure onRetry={() => void refetch()}>Failed to load the sources. Please try again.</LoadFailure>
      ) : !data ? (
        <Spinner />
      ) : (
        <>
          {data.sources.length === 0 ? (
            <p className="text-muted">No source is kept yet. A source has a name, a schedule and a mapping of its own.</p>
          ) : (
            <SourceTable sources={data.sources} />
          )}
          {data.unrecorded.length > 0 && <UnrecordedSources sources={data.unrecorded} />}
        </>
      )}
    </section>
  )
}

function Runs() {
  const params = runsParams(useShownPage().search)
  const { data, isError, refetch } = useQuery(importsQuery(params))
  return (
    <section aria-labelledby="runs">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="runs" className="text-lg font-semibold">
          {params['before'] ? 'Earlier Imports' : 'Recent Imports'}
        </h2>
        {(params['source'] || params['before']) && (
          <Link to={importsPath} className="text-link">
            The latest of all sources
          </Link>
        )}
      </div>
      {isError && !data ? (
        <LoadFailure onRetry={() => void refetch()}>Failed to load the imports. Please try again.</LoadFailure>
      ) : !data ? (
        <Spinner />
      ) : data.runs.length === 0 ? (
        <p className="text-muted">Nothing has been imported yet.</p>
      ) : (
        <RunTable runs={data.runs} />
      )}
      {data?.next && (
        <Link
          to={importsPath}
          search={{ ...params, before: data.next }}
          className={`${buttonClass('secondary')} mt-4`}
          rel="next"
        >
          Earlier imports
        </Link>
      )}
    </section>
  )
}
