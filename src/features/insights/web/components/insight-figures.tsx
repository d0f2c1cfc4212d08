import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { figureLabels, figures, periods, totalOf, usualPeriod, type Figure, type Figures } from '#features/insights/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Role } from '#shared/contract.ts'
import { homePath, signInPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { ChoiceLinks } from '#platform/web/choice-links.tsx'
import { PosterTabs } from '#platform/web/desk-tabs.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import { RequireRole } from '#platform/web/require-role.tsx'
import { periodOf } from '../queries.ts'

type Day = Figures & { day: string }

/** The totals of a period, with a chart. */
export function InsightFigures({ days }: { days: readonly Day[] }) {
  const total = totalOf(days)
  return (
    <>
      <p className="max-w-prose">{summaryOf(total)}</p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        {figures.map((figure) => (
          <StatCard key={figure} label={figureLabels[figure]} value={total[figure]} />
        ))}
      </dl>
      <DayChart title="Views and visitors" days={days} of={['views', 'visitors']} />
      <DayChart title="Apply clicks, saves and inquiries" days={days} of={['applyClicks', 'saves', 'inquiries']} />
    </>
  )
}

const countOf = (count: number, one: string, many: string): string => `${formatNumber(count)} ${count === 1 ? one : many}`

/** The figures of a period in a sentence. */
function summaryOf({ views, visitors, applyClicks, saves, inquiries }: Figures): string {
  if (views + applyClicks + saves + inquiries === 0) return 'No views in this period.'
  const seen = `${countOf(views, 'view', 'views')} by ${countOf(visitors, 'visitor', 'visitors')} led to`
  return `${seen} ${countOf(applyClicks, 'apply click', 'apply clicks')}, ${countOf(saves, 'save', 'saves')} and ${countOf(inquiries, 'inquiry', 'inquiries')}.`
}

export function FiguresNote({ children = '' }: { children?: string }) {
  return (
    <p className="max-w-prose text-xs text-muted">
      We count a visitor once a day, without cookies. We leave out bots, your own visits, and withdrawn saves and inquiries. Days
      begin at midnight UTC.{children && ` ${children}`}
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

const roles: readonly Role[] = ['employer', 'recruiter', 'admin']
const texts = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your insights.', to: signInPath },
  denied: { title: 'Access denied', description: 'Only employers and recruiters have insights.', to: homePath },
}

/** The frame of both pages. */
export function InsightsFrame({ back, children }: { back?: { to: string; label: string }; children: ReactNode }) {
  return (
    <RequireRole role={roles} texts={texts}>
      <div className="page-column flex flex-col gap-6 py-8">
        <PosterTabs />
        {back && (
          <p className="-my-2">
            <Link to={back.to} className={`${buttonClass('quiet', 'sm')} -ml-3`}>
              <ArrowLeft aria-hidden className="size-4" />
              {back.label}
            </Link>
          </p>
        )}
        {children}
      </div>
    </RequireRole>
  )
}

export function PeriodLinks() {
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
