import type { ResponseOf } from '#shared/contract.ts'
import { postingInsightsPath } from '#shared/paths.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import type { GetInsights } from '#features/insights/contract.ts'
import { statusLabels } from '#features/postings/model.ts'
import { figureLabels, figures } from '#features/insights/model.ts'
import { formatNumber } from '#shared/numbers.ts'

type Posting = ResponseOf<GetInsights>['postings'][number]

const columns: readonly Column<Posting>[] = [
  { id: 'title', header: 'Posting', isRowHeader: true, cell: (posting) => <PostingName posting={posting} /> },
  ...figures.map((figure) => ({
    id: figure,
    header: figureLabels[figure],
    align: 'right' as const,
    cell: ({ total }: Posting) => formatNumber(total[figure]),
  })),
]

export function PostingTable({ postings }: { postings: readonly Posting[] }) {
  return (
    <DataTable caption="Insights by posting, the most viewed first" rows={postings} rowKey={(it) => it.id} columns={columns} />
  )
}

/** Leads to its own insights, over the same days. */
function PostingName({ posting: { id, title, status } }: { posting: Posting }) {
  const { days } = useShownPage().search
  return (
    <span className="min-w-0">
      <Link to={postingInsightsPath(id)} search={{ days }} className="text-link break-words">
        {title}
      </Link>
      {status !== 'active' && <span className="font-normal text-muted"> ({statusLabels[status]})</span>}
    </span>
  )
}
