import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { duplicatesPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { PageKeys } from '#web/lib/page-keys.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { Filters } from './components/filters.tsx'
import { Pairs } from './components/pairs.tsx'
import { duplicatesParams } from './duplicates-route.ts'
import { duplicatesQuery } from './queries.ts'

export { duplicatesRoute } from './duplicates-route.ts'

const keys = [
  { keys: ['J'], does: 'Next pair' },
  { keys: ['K'], does: 'Pair before' },
  { keys: ['M'], does: 'Merge, having chosen the details' },
  { keys: ['D'], does: 'Dismiss: not the same job' },
  { keys: ['X'], does: 'Tick, to dismiss several' },
]

export function DuplicatesPage() {
  return (
    <AdminPage
      title="Duplicates"
      intro="Open jobs that are probably one, the most similar first."
      actions={<PageKeys keys={keys} />}
    >
      <Found />
    </AdminPage>
  )
}

function Found() {
  const params = duplicatesParams(useShownPage().search)
  const { data, isError } = useQuery(duplicatesQuery(params))
  if (isError) return <Alert tone="danger">Failed to load the pairs. Please refresh the page or try again later.</Alert>
  if (!data) return <Spinner />
  const count = formatNumber(data.total)
  return (
    <>
      <Filters params={params} sources={data.sources} />
      <p role="status" className="mt-4 text-sm text-muted tabular-nums">
        {data.totalIsCapped ? `More than ${count} pairs` : data.total === 1 ? '1 pair' : `${count} pairs`}
      </p>
      {data.pairs.length === 0 && (
        <EmptyState title="No likely duplicates">
          {Object.keys(params).length === 0 ? 'New and changed jobs are compared every minute.' : 'No pair fits this filter.'}
        </EmptyState>
      )}
      <Pairs key={JSON.stringify(params)} pairs={data.pairs} />
      <Pagination page={Number(params['page'] ?? 1)} totalPages={data.totalPages} link={PairsPageLink} />
    </>
  )
}

function PairsPageLink({ page, ...link }: ComponentProps<ComponentProps<typeof Pagination>['link']>) {
  const params = duplicatesParams(useShownPage().search)
  return <Link to={duplicatesPath} search={{ ...params, page }} {...link} />
}
