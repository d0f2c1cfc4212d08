import { useQuery } from '@tanstack/react-query'
import { statusLabels } from '#features/postings/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import {
  employerPostingPath,
  hiringReportPath,
  insightsPath,
  newJobPath,
  postingInsightsPath,
  withQuery,
} from '#shared/paths.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { StatCard } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { ApiError } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { newInquiriesQuery, PosterDesk } from '#platform/web/desk-tabs.tsx'
import {
  Link,
  LinkButton,
  TextLink,
  useShownPage,
  type PageArgs,
} from '#platform/web/navigation.tsx'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import {
  figureLabels,
  figures,
  maxPostings,
  periods,
  totalOf,
  usualPeriod,
  type Figure,
  originLabels,
} from '../model.ts'
import { NextSteps, PostingAdvice } from './components/advice-list.tsx'
import { comparisonQuery, insightsQuery, periodOf } from './queries.ts'

export async function load({ queryClient, search, params: { id } }: PageArgs): Promise<void> {
  if (!knownUser(queryClient)) return
  const days = periodOf(search)
  await Promise.all([
    queryClient.prefetchQuery(insightsQuery(days, id)),
    queryClient.prefetchQuery(comparisonQuery(days, id)),
    queryClient.prefetchQuery(newInquiriesQuery),
  ])
}

export const head = unlistedHead('Insights', 'How your job postings perform.', (id) =>
  id === '' ? insightsPath : postingInsightsPath(id),
)

/** Of all postings, or of the one in the address. */
export function Page() {
  const { search, params } = useShownPage()
  const { id } = params
  const { data, error, refetch } = useQuery(insightsQuery(periodOf(search), id))
  const [only] = id === undefined ? [] : (data?.postings ?? [])
  return (
    <PosterDesk
      purpose="see your insights"
      denied="Only employers and recruiters have insights."
      className="flex flex-col gap-6"
    >
      {error instanceof ApiError && error.code === 'NOT_FOUND' ? (
        <EmptyState level={1} title="Posting not found">
          It was deleted, or it is not one of yours.
        </EmptyState>
      ) : (
        <>
          <header className="flex flex-wrap items-start justify-between gap-4">
            <div className="min-w-0">
              <h1 className="text-xl font-bold">{only ? `Insights: ${only.title}` : 'Insights'}</h1>
              <p className="mt-1">
                {only && (
                  <>
                    {statusLabels[only.status]} ·{' '}
                    <TextLink to={employerPostingPath(only.id)}>The posting</TextLink> ·{' '}
                    <TextLink to={insightsPath}>All insights</TextLink> ·{' '}
                  </>
                )}
                <TextLink to={withQuery(hiringReportPath, only ? { jobId: only.id } : {})}>
                  Hiring report
                </TextLink>
              </p>
            </div>
            <PeriodLinks />
          </header>
          {data ? (
            <Insights data={data} />
          ) : error ? (
            <LoadFailure onRetry={() => void refetch()}>
              Failed to load your insights. Please try again.
            </LoadFailure>
          ) : (
            <Spinner />
          )}
        </>
      )}
    </PosterDesk>
  )
}

function PeriodLinks() {
  const { path, search } = useShownPage()
  const shown = periodOf(search)
  return (
    <ChoiceLinks
      label="Period"
      to={path}
      keepScroll
      choices={periods.map((days) => ({
        label: days === 365 ? 'Last year' : `${days} days`,
        search: { days: days === usualPeriod ? undefined : days },
        isCurrent: days === shown,
      }))}
    />
  )
}

function Insights({
  data: { days, origins, postings, isCut },
}: {
  data: ResponseOf<'GET /api/insights'>
}) {
  const { id } = useShownPage().params
  if (id !== undefined)
    return (
      <>
        <PostingAdvice id={id} />
        <InsightFigures days={days} origins={origins} />
        <FiguresNote />
      </>
    )
  if (postings.length === 0)
    return (
      <EmptyState
        title="Nothing to show yet"
        actions={<LinkButton label="Post a Job" to={newJobPath} />}
      >
        After a posting goes live, this page shows how many people view, save and answer it.
      </EmptyState>
    )
  return (
    <>
      <NextSteps />
      <InsightFigures days={days} origins={origins} />
      <LabeledSection id="postings" title="By posting" className="flex flex-col gap-4">
        <DataTable
          caption="Insights by posting, the most viewed first"
          rows={postings}
          rowKey={(posting) => posting.id}
          columns={columns}
        />
        {isCut && (
          <p className="text-xs text-muted">These are your {maxPostings} most viewed postings.</p>
        )}
      </LabeledSection>
      <FiguresNote>The totals include postings that you deleted.</FiguresNote>
    </>
  )
}

type Posting = ResponseOf<'GET /api/insights'>['postings'][number]

const figureColumn = <Name extends Figure>(figure: Name) => ({
  header: figureLabels[figure],
  align: 'right' as const,
  cell: (row: { readonly [figure in Name]: number }) => formatNumber(row[figure]),
})

const columns: readonly Column<Posting>[] = [
  { header: 'Posting', isRowHeader: true, cell: (posting) => <PostingName posting={posting} /> },
  ...figures.map(figureColumn).map((column) => ({
    ...column,
    cell: ({ total }: Posting) => column.cell(total),
  })),
]

/** Links to the posting's insights over the same period. */
function PostingName({ posting: { id, title, status } }: { posting: Posting }) {
  const { days } = useShownPage().search
  return (
    <span className="min-w-0">
      <Link to={postingInsightsPath(id)} search={{ days }} className="text-link">
        {title}
      </Link>
      {status !== 'active' && (
        <span className="font-normal text-muted"> ({statusLabels[status]})</span>
      )}
    </span>
  )
}

type Day = ResponseOf<'GET /api/insights'>['days'][number]
type ByOrigin = ResponseOf<'GET /api/insights'>['origins'][number]

/** The totals of a period, with charts, and where they come from. */
function InsightFigures({ days, origins }: { days: readonly Day[]; origins: readonly ByOrigin[] }) {
  const total = totalOf(days)
  return (
    <>
      <dl className="grid gap-2 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        {figures.map((figure) => (
          <StatCard key={figure} label={figureLabels[figure]} value={total[figure]} />
        ))}
      </dl>
      <DayChart title="Views and visitors" days={days} shown={['views', 'visitors']} />
      <DayChart
        title="Apply clicks, saves and inquiries"
        days={days}
        shown={['applyClicks', 'saves', 'inquiries']}
      />
      {origins.length > 0 && (
        <LabeledSection id="origins" title="Where they come from" className="flex flex-col gap-4">
          <DataTable
            caption="Insights by origin"
            rows={origins}
            rowKey={(origin) => origin.origin}
            columns={originColumns}
          />
        </LabeledSection>
      )}
    </>
  )
}

const originColumns: readonly Column<ByOrigin>[] = [
  { header: 'Origin', isRowHeader: true, cell: ({ origin }) => originLabels[origin] },
  ...(['views', 'applyClicks', 'inquiries'] as const).map(figureColumn),
]

const FiguresNote = ({ children = '' }: { children?: string }) => (
  <p className="max-w-prose text-xs text-muted">
    We count a visitor once a day (UTC), without cookies, bots, your own and your colleagues’
    visits, or withdrawn saves and inquiries. {children}
  </p>
)

type ChartProps = { title: string; days: readonly Day[]; shown: readonly Figure[] }

const DayChart = ({ title, days, shown }: ChartProps) => (
  <LineChart
    title={title}
    along={{ header: 'Day', labels: days.map((day) => dayText(day.day)) }}
    lines={shown.map((figure) => ({
      id: figure,
      label: figureLabels[figure],
      values: days.map((day) => day[figure]),
    }))}
  />
)

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayText = (day: string) => format.format(new Date(day))
