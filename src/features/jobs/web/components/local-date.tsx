import { ageLabel, dateText } from '#features/jobs/display.ts'
import { useHydrated } from '#platform/web/navigation.tsx'

/** A day where the reader is; on the server, and until the page is hydrated, in UTC. */
export function LocalDate({ iso }: { iso: string }) {
  const isHydrated = useHydrated()
  return <time dateTime={iso}>{isHydrated ? localDay.format(new Date(iso)) : dateText(iso)}</time>
}

/** How many of the reader's calendar days ago: what was posted yesterday evening was posted '1 day ago' this morning. */
export function LocalAge({ iso, now }: { iso: string; now: number }) {
  const isHydrated = useHydrated()
  return (
    <time dateTime={iso}>
      {isHydrated ? ageLabel(noonOf(Date.parse(iso)).toISOString(), noonOf(now).getTime() + anHour) : ageLabel(iso, now)}
    </time>
  )
}

const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
/** For the day on which clocks go forward. */
const anHour = 3_600_000

function noonOf(time: number): Date {
  const day = new Date(time)
  day.setHours(12, 0, 0, 0)
  return day
}
