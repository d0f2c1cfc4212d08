import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { specialtyJobsPath } from '#shared/paths.ts'
import { apiQuery } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { specialtySlug, type Specialty } from '#vocabulary/specialties.ts'

type Props = { specialty: Specialty; isOfNew: boolean }

/** Only the page of the new jobs shows medians. */
export const weekQuery = ({ specialty, isOfNew }: Props) =>
  apiQuery(
    'GET /api/insights/week',
    { query: { specialty, ...(!isOfNew && { only: 'counts' as const }) } },
    { staleTime: 5 * 60_000 },
  )

/**
 * What the last seven days changed; the page of all jobs of a specialty leads to the page of the
 * new ones.
 */
export function WeekNote({ specialty, isOfNew }: Props) {
  const { data: week } = useQuery(weekQuery({ specialty, isOfNew }))
  if (!week) return null
  const { opened, closed, medianPay, medianPayBefore } = week
  const changes = [
    opened > 0 && `${formatNumber(opened)} new`,
    closed > 0 && `${formatNumber(closed)} closed`,
  ]
    .filter(Boolean)
    .join(', ')
  if (changes === '') return null
  if (!isOfNew)
    return (
      <>
        {' This week: '}
        <TextLink to={specialtyJobsPath(specialtySlug(specialty), 'this-week')}>{changes}</TextLink>
        .
      </>
    )
  return (
    <>
      {` This week: ${changes}.`}
      {medianPay !== null &&
        medianPayBefore !== null &&
        ` The median pay of all ${specialty} jobs ${
          medianPay === medianPayBefore
            ? `stayed at ${formatDollars(medianPay)}`
            : `moved from ${formatDollars(medianPayBefore)} to ${formatDollars(medianPay)}`
        }.`}
    </>
  )
}
