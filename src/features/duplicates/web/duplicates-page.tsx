import { useQuery } from '@tanstack/react-query'
import { moderators } from '#shared/contract.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { duplicatesPath } from '#shared/paths.ts'
import { Alert, EmptyState, Spinner } from '#ui/feedback.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { useShownPage, pick, laterPage, type Search } from '#platform/web/navigation.tsx'
import { ListSearch, Pages, SelectFields } from '#platform/web/list-search.tsx'
import { PageKeys } from '#platform/web/page-keys.tsx'
import { Pairs } from './components/pairs.tsx'
import { duplicatesQuery } from './queries.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { leastScore } from '../model.ts'

export const load = loadForAdmins(({ search }) => [duplicatesQuery(duplicatesParams(search))], moderators)

export const head = unlistedHead('Duplicates', 'Jobs that are probably on the site twice.', duplicatesPath)

const duplicatesParams = (search: Search) => ({
  ...pick<'GET /api/admin/duplicates'>(search, ['source', 'specialty', 'state', 'minScore']),
  ...laterPage(search),
})

const keys = [
  { keys: ['J'], does: 'Next pair' },
  { keys: ['K'], does: 'Previous pair' },
  { keys: ['S'], does: 'Keep the other job' },
  { keys: ['M'], does: 'Merge' },
  { keys: ['D'], does: 'Dismiss: not the same job' },
  { keys: ['X'], does: 'Select, to dismiss several' },
]

export function Page() {
  return (
    <AdminPage
      who={moderators}
      title="Duplicates"
      intro="Open jobs that are probably the same, most similar first."
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
          {Object.keys(params).length === 0 ? 'We compare new and changed jobs every minute.' : 'No pair matches this filter.'}
        </EmptyState>
      )}
      <Pairs key={JSON.stringify(params)} pairs={data.pairs} />
      <Pages to={duplicatesPath} params={params} totalPages={data.totalPages} />
    </>
  )
}

type Props = { params: Record<string, string>; sources: readonly string[] }

const scores = [95, 90, 85, 80, 75]

function Filters({ params, sources }: Props) {
  const source = params['source']
  const offered = source !== undefined && !sources.includes(source) ? [source, ...sources] : sources
  return (
    <ListSearch label="Filter the pairs" to={duplicatesPath} params={params} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <SelectFields
        params={params}
        choices={[
          { name: 'source', label: 'Source', any: 'All sources', options: offered },
          { name: 'specialty', label: 'Specialty', any: 'All specialties', options: specialties },
          {
            name: 'state',
            label: 'State',
            any: 'All states',
            options: stateCodes.map((code) => ({ value: code, label: stateName(code) })),
          },
          {
            name: 'minScore',
            label: 'Similarity',
            any: `${leastScore}% or more`,
            options: scores.map((score) => ({ value: `${score}`, label: `${score}% or more` })),
          },
        ]}
      />
    </ListSearch>
  )
}
