import { ageOf, countCap } from '#features/moderation/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { localMomentText } from '#shared/dates.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { reviewHours } from '#features/postings/model.ts'

export const cappedText = (n: number): string =>
  n > countCap ? `${formatNumber(countCap)}+` : formatNumber(n)

/** How many wait, and how many for longer than promised. */
export function QueueAge({ total, overdue }: { total: number; overdue: number }) {
  if (total === 0) return null
  const late = overdue === 0 ? 'none' : cappedText(overdue)
  return (
    <p className="text-sm font-semibold">
      {cappedText(total)} {total === 1 ? 'posting is' : 'postings are'} waiting, {late} for longer
      than {reviewHours} hours.
    </p>
  )
}

/** How long it has waited of the promised time. */
export function WaitingTime({ since }: { since: string }) {
  const { now } = useShownPage()
  const { text, isOverdue } = ageOf(since, now)
  return (
    <time
      dateTime={since}
      title={localMomentText(since)}
      className={`text-xs tabular-nums ${isOverdue ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      <span className="sr-only">Waiting: </span>
      {text}
    </time>
  )
}
