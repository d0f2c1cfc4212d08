import { LineChart } from '#ui/charts/line-chart.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import { figureLabels, figures, totalOf } from '#features/insights/model.ts'
import type { Figure, Figures } from '#features/insights/model.ts'

type Day = Figures & { day: string }

/** The totals of some days, and how they came about. */
export function InsightFigures({ days }: { days: readonly Day[] }) {
  const total = totalOf(days)
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        {figures.map((figure) => (
          <StatCard key={figure} label={figureLabels[figure]} value={total[figure]} />
        ))}
      </dl>
      <DayChart title="How often it was seen" days={days} of={['views', 'visitors']} />
      <DayChart title="What came of it" days={days} of={['applyClicks', 'saves', 'inquiries']} />
    </>
  )
}

/** What the figures mean; to be read once. */
export function FiguresNote({ children = '' }: { children?: string }) {
  return (
    <p className="max-w-prose text-xs text-muted">
      A visitor is counted once a day, without cookies; robots and your own visits are left out. Saves and inquiries that were
      taken back are left out, too. Days begin at midnight UTC.{children && ` ${children}`}
    </p>
  )
}

function DayChart({ title, days, of }: { title: string; days: readonly Day[]; of: readonly Figure[] }) {
  return (
    <LineChart
      title={title}
      along={{ header: 'Day', labels: days.map((it) => dayText(it.day)) }}
      lines={of.map((figure) => ({ id: figure, label: figureLabels[figure], values: days.map((it) => it[figure]) }))}
    />
  )
}

const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const dayText = (day: string) => format.format(new Date(day))
