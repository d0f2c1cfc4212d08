import { chipClass } from '#ui/chip.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { periods, usualPeriod } from '#features/insights/model.ts'
import { periodOf } from '../insights-routes.ts'

/** Each period has an address of its own. */
export function PeriodLinks() {
  const { path, search } = useShownPage()
  const shown = periodOf(search)
  return (
    <ul aria-label="Period" className="flex flex-wrap gap-2">
      {periods.map((days) => (
        <li key={days}>
          <Link
            to={path}
            search={{ days: days === usualPeriod ? undefined : days }}
            keepScroll
            aria-current={days === shown ? 'true' : undefined}
            className={`${chipClass} aria-[current]:border-action aria-[current]:bg-action-wash aria-[current]:text-action`}
          >
            {days === 365 ? 'Last year' : `${days} days`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
