import { countCap } from '#features/moderation/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { localMomentText } from '#shared/dates.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { reviewHours } from '#features/postings/model.ts'

const parts = [
  { label: 'Under 4 h', color: 'bg-action/35' },
  { label: '4 to 12 h', color: 'bg-action/65' },
  { label: '12 to 24 h', color: 'bg-action' },
  { label: 'Over 24 h', color: 'bg-danger' },
]

export const cappedText = (n: number): string => (n > countCap ? `${formatNumber(countCap)}+` : formatNumber(n))

/** The age of the queue: a sentence on overdue items, and a bar of four age groups with their counts. */
export function QueueAge({ ages }: { ages: readonly number[] }) {
  const total = ages.reduce((sum, it) => sum + it, 0)
  if (total === 0) return null
  return (
    <section aria-labelledby="queue-age" className="mt-6">
      <h2 id="queue-age" className="text-sm font-semibold">
        {sentence(ages.at(-1) ?? 0, total)}
      </h2>
      <div aria-hidden className="mt-2 flex h-3 gap-px overflow-hidden rounded-full bg-line">
        {parts.map(
          ({ label, color }, index) =>
            ages[index] !== 0 && <span key={label} className={color} style={{ flexGrow: ages[index] ?? 0 }} />,
        )}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs">
        {parts.map(({ label, color }, index) => (
          <div key={label} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden className={`size-2.5 rounded-full ${color}`} />
              {label}
            </dt>
            <dd className="font-semibold tabular-nums">{cappedText(ages[index] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function sentence(overdue: number, total: number): string {
  const all = `${cappedText(total)} ${total === 1 ? 'posting is' : 'postings are'} waiting`
  return `${all}, ${overdue === 0 ? 'none' : cappedText(overdue)} for longer than 24 hours.`
}

/** Fills up to the promised time. */
export function AgeBar({ since }: { since: string }) {
  const { now } = useShownPage()
  const { text, share, isOverdue } = ageOf(since, now)
  return (
    <p className="w-36 shrink-0 text-xs tabular-nums">
      <time dateTime={since} title={localMomentText(since)} className={isOverdue ? 'font-semibold text-danger' : 'text-muted'}>
        <span className="sr-only">Waiting: </span>
        {text}
      </time>
      <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line">
        <span
          className={`block h-full rounded-full ${isOverdue ? 'bg-danger' : 'bg-action'}`}
          style={{ width: `${Math.max(share * 100, 3)}%` }}
        />
      </span>
    </p>
  )
}

const hour = 3_600_000

/** The waiting time as text, and as a share (0 to 1) of the promised time. */
export function ageOf(since: string, now: number): { text: string; share: number; isOverdue: boolean } {
  const hours = Math.max(0, (now - Date.parse(since)) / hour)
  const isOverdue = hours >= reviewHours
  const text = isOverdue ? `Overdue by ${durationText(hours - reviewHours)}` : `${durationText(hours)} of ${reviewHours} h`
  return { text, share: Math.min(hours / reviewHours, 1), isOverdue }
}

function durationText(hours: number): string {
  if (hours < 1) return `${Math.floor(hours * 60)} min`
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`
}
