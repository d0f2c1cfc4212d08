import { specialtyFromSlug, type Specialty } from '#vocabulary/specialties.ts'
import { AppError } from '#shared/errors.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { isStateCode } from '#shared/us-states.ts'
import type { Db } from '#platform/server/database.ts'
import type { PayStatistics } from '../contract.ts'
import { findCountryStatistics, findSpecialtyStatistics, type StatisticsRow } from './queries.ts'

export async function getSalaries(db: Db): Promise<ResponseOf<'GET /api/salaries'>> {
  const rows = await findCountryStatistics(db)
  return { specialties: rows.map((row) => ({ specialty: row.specialty, ...statisticsOf(row) })) }
}

export async function getSpecialtySalaries(db: Db, slug: string): Promise<ResponseOf<'GET /api/salaries/:specialty'>> {
  const specialty = specialtyOf(slug)
  const rows = await findSpecialtyStatistics(db, specialty)
  const country = rows.find((it) => it.state === null)
  return {
    specialty,
    country: country ? statisticsOf(country) : null,
    states: rows.flatMap((row) => (row.state === null ? [] : [{ state: row.state, ...statisticsOf(row) }])),
  }
}

export async function getComparablePay(
  db: Db,
  slug: string,
  state: string,
): Promise<ResponseOf<'GET /api/salaries/:specialty/:state'>> {
  const specialty = specialtyOf(slug)
  if (!isStateCode(state)) throw new AppError('NOT_FOUND')
  const rows = await findSpecialtyStatistics(db, specialty)
  const row = rows.find((it) => it.state === state) ?? rows.find((it) => it.state === null)
  return { comparable: row ? { specialty, state: row.state, ...statisticsOf(row) } : null }
}

export async function specialtiesWithPay(db: Db): Promise<Specialty[]> {
  return (await findCountryStatistics(db)).map((it) => it.specialty)
}

function specialtyOf(slug: string): Specialty {
  const specialty = specialtyFromSlug(slug)
  if (specialty === undefined) throw new AppError('NOT_FOUND')
  return specialty
}

const statisticsOf = (row: StatisticsRow): PayStatistics => ({
  postings: row.postings,
  lowest: row.lowest,
  lowerQuartile: row.lower_quartile,
  median: row.median,
  upperQuartile: row.upper_quartile,
  highest: row.highest,
})
