import { postingDayText } from '#features/jobs/display.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { fieldError } from '#shared/errors.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { inDays } from '../state-machine.ts'

/**
 * A posting ends with its period, or on the last day that its poster named, whichever comes first.
 */

type Placed = Pick<JobRow, 'state'> & { apply_until?: string | null | undefined }
export type Ends = Pick<JobRow, 'apply_until' | 'expires_at' | 'period_ends_at'>

/** The last second of that day, by the clocks of most of the job's state. */
export function lastMomentOf({ apply_until, state }: Placed): Date | null {
  if (!apply_until) return null
  const nextDay = Temporal.PlainDate.from(apply_until)
    .add({ days: 1 })
    .toZonedDateTime(timeZoneOfState(state))
  return new Date(nextDay.epochMilliseconds - 1000)
}

/** A posting without a period has no end yet, or its source says none. */
export function endsOf(job: Placed, periodEnd: Date | null): Ends {
  const last = periodEnd && lastMomentOf(job)
  return {
    apply_until: job.apply_until ?? null,
    expires_at: last && last < (periodEnd ?? last) ? last : periodEnd,
    period_ends_at: last && periodEnd,
  }
}

/** The later one: a node of the version before knows only `expires_at`. */
export const periodEndOf = ({
  expires_at,
  period_ends_at,
}: Pick<JobRow, 'expires_at' | 'period_ends_at'>): Date | null =>
  expires_at && period_ends_at && period_ends_at > expires_at ? period_ends_at : expires_at

/**
 * Checks the last day that a poster names for a posting; without `posting`, for a new one.
 * @throws {AppError} VALIDATION_FAILED if it is over, or comes after the end of the period.
 */
export function requireLastDay(
  job: Placed,
  { days, now, posting }: { days: number; now: Date; posting?: JobRow | undefined },
): void {
  const last = lastMomentOf(job)
  if (last === null) return
  if (posting?.channel === 'import') throw invalid('The source of this job says when it ends')
  if (last < now) throw invalid('Please choose a day that is not over')
  const running = posting && posting.status !== 'expired' ? periodEndOf(posting) : null
  const periodEnd = running && running > now ? running : inDays(days, now)
  if (last > periodEnd)
    throw invalid(
      `The posting ends on ${postingDayText(periodEnd, job.state)}. Please choose a day before that`,
    )
}

const invalid = (message: string) => fieldError('applyUntil', message)
