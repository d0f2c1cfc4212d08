import { momentText } from '#shared/dates.ts'
import { useShownPage } from '#web/lib/navigation.tsx'
import { ageOf } from '../age.ts'

/** Fills up to what was promised; what is beyond is said in words, too. */
export function AgeBar({ since }: { since: string }) {
  const { now } = useShownPage()
  const { text, share, isOverdue } = ageOf(since, now)
  return (
    <p className="w-36 shrink-0 text-xs tabular-nums">
      <time dateTime={since} title={momentText(since)} className={isOverdue ? 'font-semibold text-danger' : 'text-muted'}>
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
