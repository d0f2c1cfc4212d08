import { specialtyFromSlug, type Specialty } from '#vocabulary/specialties.ts'
import { AppError } from '#shared/errors.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { isStateCode } from '#shared/us-states.ts'
import type { Db } from '#platform/server/database.ts'
import type { PayStatistics } from '../contract.ts'
import {
  findCountryStatistics,
  findSpecialtyStatistics,
  hasStatistics,
  lockLastRefresh,
  replaceStatistics,
  saveRefresh,
  type Refresh,
  type StatisticsRow,
} from './queries.ts'
import type { FastifyInstance } from 'fastify'
import { countJobWrites, findPayGroups, type PayGroup } from '#features/jobs/server/public.ts'

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

/** The largest share of time for refreshes: at a million jobs, one every few minutes. */
const share = 1 / 200

/**
 * Refreshes the statistics if jobs changed and it is due.
 * @returns the time of the last refresh; null if there was none, or another node is refreshing.
 */
export async function refreshIfDue(db: Db): Promise<Date | null> {
  return db.transaction().execute(async (transaction) => {
    const last = await lockLastRefresh(transaction)
    if (!last) return null
    const isDue = last.refreshed_at === null || Date.now() - last.refreshed_at.getTime() > last.took_ms / share
    if (!isDue) return last.refreshed_at
    const writes = await countJobWrites(transaction)
    return last.refreshed_at !== null && writes === last.job_writes ? last.refreshed_at : refresh(transaction, writes)
  })
}

export async function refreshPayStatistics(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => refresh(transaction, await countJobWrites(transaction)))
}

async function refresh(transaction: Db, writes: Refresh['job_writes']): Promise<Date> {
  const start = performance.now()
  const groups = await findPayGroups(transaction)
  await replaceStatistics(transaction, groups.filter(isComparable).map(rowOf))
  const refreshedAt = new Date()
  const took = Math.ceil(performance.now() - start)
  await saveRefresh(transaction, { refreshed_at: refreshedAt, took_ms: took, job_writes: writes })
  return refreshedAt
}

/** Needs a specialty and a state. */
const isComparable = ({ specialty, state }: PayGroup): boolean => specialty !== 'Other' && state !== 'OTHER'

function rowOf({ specialty, state, postings, quartiles }: PayGroup) {
  const [lowest, lower_quartile, median, upper_quartile, highest] = quartiles.map(Math.round) as PayGroup['quartiles']
  return { specialty, state, postings, lowest, lower_quartile, median, upper_quartile, highest }
}

const every = 30_000

/** Refreshes the summary while the server runs. */
export function keepPayStatisticsCurrent(app: FastifyInstance, db: Db): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      await refreshIfDue(db)
    } catch (error) {
      app.log.warn({ err: error }, 'the pay statistics could not be refreshed')
    }
  }

  app.addHook('onReady', async () => {
    running = look()
    // Statistics from before the last stop will do; without any, waits for the first.
    if (!(await hasStatistics(db))) await running
    timer = setInterval(() => {
      running = look()
    }, every)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
