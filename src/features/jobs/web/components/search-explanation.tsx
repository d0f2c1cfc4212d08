import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { SearchExplanation as Explanation } from '#features/jobs/contract.ts'
import { filtersOf, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'

type Row = Explanation['spans'][number] & { key: string }

/** For administrators, with `explain=1` in the address: how the words of a search are read. */
export function SearchExplanation({ criteria }: { criteria: SearchCriteria }) {
  const viewer = useCurrentUser()
  const isAdministrator = viewer.status === 'signed-in' && viewer.user.role === 'admin'
  const { data } = useQuery({
    ...apiQuery('GET /api/admin/explained-search', {
      query: searchParamsOf(filtersOf(criteria)),
    }),
    enabled: isAdministrator,
  })
  if (!isAdministrator || !data) return null
  const rows = data.spans.map((span, index): Row => ({ ...span, key: String(index) }))
  return (
    <DataTable
      caption="How the search is read"
      rowKey={(row) => row.key}
      rows={rows}
      columns={[
        { header: 'Words', cell: (row) => row.words, isRowHeader: true },
        { header: 'May mean', cell: (row) => row.means },
        { header: 'Cost', cell: (row) => row.cost, align: 'right' },
        { header: 'Taken', cell: (row) => (row.isChosen ? 'Yes' : '') },
      ]}
    />
  )
}
