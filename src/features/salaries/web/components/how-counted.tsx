import { formatNumber } from '#shared/numbers.ts'
import { unitsPerYear } from '#features/jobs/model.ts'
import { fewestPostings } from '#features/salaries/model.ts'

/** What the figures are, and what they are not. */
export function HowCounted() {
  return (
    <section className="max-w-prose border-t border-line pt-5">
      <h2 className="text-lg font-semibold">How this is counted</h2>
      <p className="mt-2">
        Only active full-time postings on this board that state their pay in figures, each with the middle of its range. Nothing
        is estimated and nothing is taken from surveys. The box holds the middle half of the postings, the mark in it is the
        median, the line reaches from the lowest to the highest.
      </p>
      <p className="mt-2">
        Pay by the hour, day, week or month is brought to a full-time year of {formatNumber(unitsPerYear.HOUR)} hours,{' '}
        {unitsPerYear.DAY} days, {unitsPerYear.WEEK} weeks or {unitsPerYear.MONTH} months. Fewer than {fewestPostings} postings
        are not shown. Bonuses and benefits are not in it.
      </p>
    </section>
  )
}
