import { figureLabels, figures, totalOf, type Figure, type Figures } from '#features/insights/model.ts'
import { originLabels } from '#features/insights/origins.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { StatCard } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'

type Day = Figures & { day: string }
type ByOrigin = ResponseOf<'GET /api/insights'>['origins'][number]

/** The totals of a period, with charts, and where they come from. */
export function InsightFigures({ days, origins }: { days: readonly Day[]; origins: readonly ByOrigin[] }) {
  const total = totalOf(days)
  return (
    <>
      <dl className="grid gap-2 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        {figures.map((figure) => (
          <StatCard key={figure} label={figureLabels[figure]} value={total[figure]} />
        ))}
      </dl>
      <DayChart title="Views and visitors" days={days} of={['views', 'visitors']} />
      <DayChart title="Apply clicks, saves and inquiries" days={days} of={['applyClicks', 'saves', 'inquiries']} />
      {origins.length > 0 && (
        <LabeledSection id="origins" title="Where they come from" className="flex flex-col gap-4">
          <DataTable caption="Insights by origin" rows={origins} rowKey={(it) => it.origin} columns={originColumns} />
        </LabeledSection>
      )}
    </>
  )
}

const originColumns: readonly Column<ByOrigin>[] = [
  { header: 'Origin', isRowHeader: true, cell: ({ origin }) => originLabels[origin] },
  ...(['views', 'applyClicks', 'inquiries'] as const).map((figure) => ({
    header: figureLabels[figure],
    align: 'right' as const,
    cell: (row: ByOrigin) => formatNumber(row[figure]),
  })),
]

export const FiguresNote = ({ children = '' }: { children?: string }) => (
  <p className="max-w-prose text-xs text-muted">
    We count a visitor once a day, without cookies. We leave out bots, your own visits, and withdrawn saves and inquiries. Days
    begin at midnight UTC. An origin is what a link of ours says, or else the site that led here.{children && ` ${children}`}
  </p>
)

const DayChart = ({ title, days, of }: { title: string; days: readonly Day[]; of: readonly Figure[] }) => (
  <LineChart
    title={title}
    along={{ header: 'Day', labels: days.map((day) => dayText(day.day)) }}
    lines={of.map((figure) => ({ id: figure, label: figureLabels[figure], values: days.map((day) => day[figure]) }))}
  />
)

const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const dayText = (day: string) => format.format(new Date(day))
