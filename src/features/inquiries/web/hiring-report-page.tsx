import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { originLabels } from '#features/insights/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { keysOf } from '#shared/keys.ts'
import { formatNumber } from '#shared/numbers.ts'
import { hiringReportPath, insightsPath, newJobPath, postingInsightsPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { StatCard } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { newInquiriesQuery, PosterDesk } from '#platform/web/desk-tabs.tsx'
import {
  Link,
  LinkButton,
  TextLink,
  useShownPage,
  type PageLoad,
  type Search,
} from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import type { HiringFigures } from '../contract-hiring.ts'
import { maxReported, minSourced, outcomeLabels, reportMonths, stageLabels } from '../model.ts'
import { hiringReportQuery, hiringReportUrl } from './queries.ts'

export const load: PageLoad = async ({ queryClient, search }) => {
  await Promise.all([
    queryClient.prefetchQuery(hiringReportQuery(jobIdOf(search))),
    queryClient.prefetchQuery(newInquiriesQuery),
  ])
}

export const head = unlistedHead(
  'Hiring Report',
  'Answers, stages, sources and outcomes of your applications.',
  hiringReportPath,
)

const jobIdOf = (search: Search) => search['jobId']

export function Page() {
  const jobId = jobIdOf(useShownPage().search)
  const query = useQuery(hiringReportQuery(jobId))
  const only = query.data?.groups.find(
    ({ posting }) => posting !== null && posting.id === jobId,
  )?.posting
  return (
    <PosterDesk
      purpose="see your hiring report"
      denied="Only employers and recruiters have hiring reports."
      className="flex flex-col gap-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl font-bold wrap-anywhere">
            {only ? `Hiring report: ${only.title}` : 'Hiring report'}
          </h1>
          <p className="mt-1">
            Applications of the last {reportMonths} months ·{' '}
            {jobId !== undefined && (
              <>
                <TextLink to={hiringReportPath}>All postings</TextLink> ·{' '}
              </>
            )}
            <TextLink to={jobId === undefined ? insightsPath : postingInsightsPath(jobId)}>
              Insights
            </TextLink>
          </p>
        </div>
        <a href={hiringReportUrl(jobId)} download className={buttonClass('secondary', 'sm')}>
          <Download aria-hidden className="size-4" /> Export as CSV
        </a>
      </header>
      <Loaded query={query} failure="Failed to load your hiring report. Please try again.">
        {({ groups: [total, ...groups], isCut }) =>
          !total || groups.length === 0 ? (
            <EmptyState
              title="Nothing to report yet"
              actions={<LinkButton label="Post a Job" to={newJobPath} />}
            >
              After the first application, this page shows how soon you answer, where applications
              stand, where they come from, and what becomes of postings, by month and posting.
            </EmptyState>
          ) : (
            <>
              <dl className="grid gap-2 sm:grid-cols-3 sm:gap-4">
                <StatCard label="Applications" value={total.applications} />
                <StatCard
                  label="First answer"
                  value={waitText(total)}
                  note={`The median of ${formatNumber(total.answered)} that you answered`}
                />
                <StatCard label="Hired" value={total.stages.hired} />
              </dl>
              <LabeledSection id="months" title="By month" className="flex flex-col gap-4">
                <Rows
                  caption="Applications by month, the newest first"
                  rows={groups.filter(({ month }) => month !== null)}
                  rowKey={({ month }) => month ?? ''}
                  columns={[monthColumn, ...columns]}
                />
              </LabeledSection>
              {jobId === undefined && (
                <LabeledSection id="postings" title="By posting" className="flex flex-col gap-4">
                  <Rows
                    caption="Applications by posting, the most first"
                    rows={groups.filter(({ posting }) => posting !== null)}
                    rowKey={({ posting }) => posting?.id ?? ''}
                    columns={[postingColumn, ...columns]}
                  />
                  {isCut && (
                    <p className="text-xs text-muted">
                      These are the {maxReported} postings with the most applications. The file has
                      all.
                    </p>
                  )}
                </LabeledSection>
              )}
              <p className="max-w-prose text-xs text-muted">
                Months follow the clocks of each posting’s state. Sources count withdrawn
                applications, too, by UTC day, and are not shown of fewer than {minSourced}{' '}
                applications.
              </p>
            </>
          )
        }
      </Loaded>
    </PosterDesk>
  )
}

/** On phones, where each row is a block, the first few until a press. */
function Rows(table: ComponentProps<typeof DataTable<HiringFigures>>) {
  const [isOpen, setOpen] = useState(false)
  const isCut = !isOpen && table.rows.length > 3
  return (
    <div className={isCut ? 'max-sm:[&_tbody_tr:nth-child(n+4)]:hidden' : ''}>
      <DataTable {...table} />
      {isCut && (
        <Button
          label={`Show all ${table.rows.length}`}
          look="secondary"
          size="sm"
          className="mt-4 sm:hidden"
          onClick={() => setOpen(true)}
        />
      )}
    </div>
  )
}

/** '3 hours', '2.5 days'. */
function waitText({ hoursToAnswer: hours }: HiringFigures) {
  if (hours === null) return '–'
  if (hours < 1) return 'Under 1 hour'
  const [n, unit] = hours < 48 ? [Math.round(hours), 'hour'] : [Math.round(hours / 24), 'day']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** 'New 3 · Hired 1' */
const listed = <Name extends string>(labels: Record<Name, string>, counts: Record<Name, number>) =>
  keysOf(labels)
    .filter((name) => counts[name] > 0)
    .map((name) => `${labels[name]} ${formatNumber(counts[name])}`)
    .join(' · ') || '–'

const columns: readonly Column<HiringFigures>[] = [
  {
    header: 'Applications',
    align: 'right',
    cell: ({ applications }) => formatNumber(applications),
  },
  { header: 'First answer', align: 'right', cell: waitText },
  { header: 'Stages', cell: ({ stages }) => listed(stageLabels, stages) },
  {
    header: 'Sources',
    cell: ({ sources, applications }) =>
      sources === null ? (applications === 0 ? '–' : 'Not shown') : listed(originLabels, sources),
  },
  { header: 'Outcomes', cell: ({ outcomes }) => listed(outcomeLabels, outcomes) },
]

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthText = (month: string) => format.format(new Date(month))

const monthColumn: Column<HiringFigures> = {
  header: 'Month',
  isRowHeader: true,
  cell: ({ month }) => monthText(month ?? ''),
}

const postingColumn: Column<HiringFigures> = {
  header: 'Posting',
  isRowHeader: true,
  cell: ({ posting }) => (
    <Link to={hiringReportPath} search={{ jobId: posting?.id }} className="text-link">
      {posting?.title}
    </Link>
  ),
}
