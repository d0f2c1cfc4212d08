import { sql, type Insertable } from 'kysely'
import type { Specialty } from '#vocabulary/specialties.ts'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { PayStatistics } from '../contract.ts'

export type StatisticsRow = PayStatistics & { specialty: Specialty; state: StateCode | null }

const tables = (db: Db) => db.withTables<SalariesTables>()

const statistics = (db: Db) =>
  tables(db)
    .selectFrom('pay_statistics')
    .select([
      'specialty',
      'state',
      'postings',
      'lowest',
      'lower_quartile as lowerQuartile',
      'median',
    ])
    .select(['upper_quartile as upperQuartile', 'highest'])
    .orderBy('median', 'desc')

/** Every specialty in the country, the best paid first. */
export const findCountryStatistics = (db: Db): Promise<StatisticsRow[]> =>
  statistics(db).where('state', 'is', null).orderBy('specialty').modifyEnd(plannedOnce).execute()

/** One specialty in the country and in each state, the best paid first. */
export const findSpecialtyStatistics = (db: Db, specialty: Specialty): Promise<StatisticsRow[]> =>
  statistics(db).where('specialty', '=', specialty).orderBy('state').execute()

/** One specialty in a state, or else in the country. */
export const findNearestStatistics = (
  db: Db,
  specialty: Specialty,
  state: StateCode,
): Promise<StatisticsRow | undefined> =>
  statistics(db)
    .clearOrderBy()
    .where('specialty', '=', specialty)
    .where((is) => is.or([is('state', '=', state), is('state', 'is', null)]))
    .orderBy('state')
    .modifyEnd(plannedOnce)
    .executeTakeFirst()

export async function replaceStatistics(
  db: Db,
  rows: Insertable<SalariesTables['pay_statistics']>[],
): Promise<void> {
  await tables(db).deleteFrom('pay_statistics').execute()
  if (rows.length > 0) await tables(db).insertInto('pay_statistics').values(rows).execute()
}

/** The four parts of the country. */
export async function findRegions(db: Db): Promise<{ label: string; states: string[] }[]> {
  const { rows } = await sql<{ label: string; states: string[] }>`
    select label, states from regions where label in ('Northeast', 'Midwest', 'South', 'West') order by label
  `.execute(db)
  return rows
}

type SalariesTables = {
  pay_statistics: {
    specialty: Specialty
    state: StateCode | null
    postings: number
    lowest: number
    lower_quartile: number
    median: number
    upper_quartile: number
    highest: number
  }
}
