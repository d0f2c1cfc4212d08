import { useQuery, type QueryClient } from '@tanstack/react-query'
import { formatNumber } from '#shared/numbers.ts'
import { inboxPath, postingInsightsPath } from '#shared/paths.ts'
import { SparkBars } from '#ui/figures.tsx'
import { TextLink } from '#platform/web/navigation.tsx'
import { figuresQuery } from '../queries.ts'

/** Loads the figures of the postings that a list shows. */
export const prefetchRowFigures = (
  queryClient: QueryClient,
  ids: readonly string[],
): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : queryClient.prefetchQuery(figuresQuery(ids))

const daysInABar = 3

const columns =
  'gap-x-4 gap-y-1 text-xs lg:grid lg:grid-cols-[6.25rem_3rem_5.25rem_4rem] lg:gap-x-2'

/**
 * The last 30 days of one posting among those of a list; space is kept until they are there.
 * Without `id`, the heads of their columns.
 */
export function RowFigures({ id, ids }: { id?: string; ids: readonly string[] }) {
  const { data } = useQuery(figuresQuery(ids))
  if (id === undefined)
    return (
      <div className={columns}>
        {['30 days', 'Views', 'Apply clicks', 'Inquiries'].map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
    )
  const figures = data?.find((posting) => posting.id === id)
  const { views = [], total } = figures ?? {}
  const bars = Array.from({ length: views.length / daysInABar }, (_, bar) =>
    views.slice(bar * daysInABar, (bar + 1) * daysInABar).reduce((sum, view) => sum + view, 0),
  )
  return (
    <dl className={`flex min-h-6 flex-wrap items-center lg:min-h-10 ${columns}`}>
      <div className="max-lg:order-last">
        <dt className="sr-only">Trend</dt>
        <dd>{(total?.views ?? 0) > 0 && <SparkBars values={bars} />}</dd>
      </div>
      <Figure
        label={total?.views === 1 ? 'view' : 'views'}
        value={total?.views}
        to={postingInsightsPath(id)}
      />
      <Figure
        label={total?.applyClicks === 1 ? 'apply click' : 'apply clicks'}
        value={total?.applyClicks}
      />
      <Figure
        label={total?.inquiries === 1 ? 'inquiry' : 'inquiries'}
        value={total?.inquiries}
        to={(total?.inquiries ?? 0) > 0 ? inboxPath : undefined}
        search={{ jobId: id }}
      />
    </dl>
  )
}

type FigureProps = {
  label: string
  value: number | undefined
  to?: string | undefined
  search?: Record<string, string>
}

function Figure({ label, value, to, search }: FigureProps) {
  const text = value === undefined ? '–' : formatNumber(value)
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-1">
      <dt className="text-muted lg:sr-only">{label}</dt>
      <dd className="text-sm font-semibold tabular-nums">
        {to === undefined ? (
          text
        ) : (
          <TextLink to={to} search={search ?? {}}>
            {text}
            <span className="sr-only"> {label}</span>
          </TextLink>
        )}
      </dd>
    </div>
  )
}
