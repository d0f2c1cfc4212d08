import { specialtiesIn, specialtyFromSlug, type Specialty } from '#vocabulary/specialties.ts'
import { pairsOf } from '#vocabulary/table.ts'
import { AppError } from '#shared/errors.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { isStateCode } from '#shared/us-states.ts'
import type { Db } from '#platform/server/database.ts'
import type { WeighedOffer } from '../contract.ts'
import { filters } from '#features/jobs/filters.ts'
import { fewestPostings, unitsPerYear } from '#features/jobs/model.ts'
import { plausiblePay } from '#features/jobs/pay-ranges.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import {
  findCountryStatistics,
  findRegion,
  findSpecialtyStatistics,
  hasStatistics,
  lockLastRefresh,
  replaceStatistics,
  saveRefresh,
  type Refresh,
} from './queries.ts'
import type { FastifyInstance } from 'fastify'
import { countJobWrites, findPayAround, findPayGroups, searchJobs, type PayGroup } from '#features/jobs/server/public.ts'

export async function getSalaries(db: Db): Promise<ResponseOf<'GET /api/salaries'>> {
  return { specialties: (await findCountryStatistics(db)).map(({ state: _country, ...row }) => row) }
}

export async function getSpecialtySalaries(db: Db, slug: string): Promise<ResponseOf<'GET /api/salaries/:specialty'>> {
  const specialty = specialtyOf(slug)
  const rows = await findSpecialtyStatistics(db, specialty)
  const figures = rows.map(({ specialty: _specialty, state, ...statistics }) => ({ state, statistics }))
  return {
    specialty,
    country: figures.find(({ state }) => state === null)?.statistics ?? null,
    states: figures.flatMap(({ state, statistics }) => (state === null ? [] : [{ state, ...statistics }])),
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
  return { comparable: rows.find((it) => it.state === state) ?? rows.find((it) => it.state === null) ?? null }
}

export const specialtiesWithPay = async (db: Db): Promise<Specialty[]> =>
  (await findCountryStatistics(db)).map((statistic) => statistic.specialty)

function specialtyOf(slug: string): Specialty {
  const specialty = specialtyFromSlug(slug)
  if (specialty === undefined) throw new AppError('NOT_FOUND')
  return specialty
}

/** Where a specialty has too few postings anywhere: the one whose pay is nearest. */
const neighbors = pairsOf(`
  Allergy & Immunology: Rheumatology; Critical Care Medicine: Pulmonology; Geriatrics: Internal Medicine;
  Hematology: Hematology/Oncology; Infectious Disease: Internal Medicine; Occupational Medicine: Family Medicine;
  Oncology: Hematology/Oncology; Pain Medicine: Anesthesiology; Radiation Oncology: Radiology;
  Sports Medicine: Family Medicine; Thoracic Surgery: General Surgery; Vascular Surgery: General Surgery
`)

/** Compared with the state, else with its region, the country, or a specialty near it. */
export async function weighOffer(db: Db, offer: QueryOf<'GET /api/offer'>): Promise<WeighedOffer> {
  const { specialty, state, pay, unit, fte, call } = offer
  const annual = Math.round((pay * unitsPerYear[unit]) / (unit === 'YEAR' ? fte : 1))
  const { least, most } = plausiblePay(specialty, 'full-time', 'YEAR')
  const region = state === undefined || state === 'OTHER' ? undefined : await findRegion(db, state)
  const [neighbor] = specialtiesIn(neighbors[specialty])
  const levels: { specialty: Specialty; area: string | null; states?: string[] }[] = [
    ...(region && state
      ? [
          { specialty, area: state, states: [state] },
          { specialty, area: region.label, states: region.states },
        ]
      : []),
    { specialty, area: null },
    ...(neighbor ? [{ specialty: neighbor, area: null }] : []),
  ]
  const callWord = call === undefined ? undefined : filters.call.word(call)
  const figures = {
    annual,
    hourly: Math.round(annual / unitsPerYear.HOUR),
    isPlausible: least <= annual && annual <= most,
  }
  for (const level of levels) {
    const around = await findPayAround(db, { specialty: level.specialty, states: level.states, pay: annual, callWord })
    if (!around) continue
    const { quartiles, postings, below, withCall, callMedian } = around
    const [lowest, lowerQuartile, median, upperQuartile, highest] = quartiles.map(Math.round) as PayGroup['quartiles']
    const isCallKnown = callMedian !== null && withCall >= fewestPostings
    const { specialty: compared, area } = level
    return {
      ...figures,
      comparable: {
        specialty: compared,
        area,
        postings,
        below,
        lowest,
        lowerQuartile,
        median,
        upperQuartile,
        highest,
        call: isCallKnown ? { postings: withCall, median: Math.round(callMedian) } : null,
      },
      better: await findBetter(db, level, annual),
    }
  }
  return { ...figures, comparable: null, better: [] }
}

const mostBetter = 5

async function findBetter(db: Db, { specialty, states }: { specialty: Specialty; states?: string[] }, annual: number) {
  const criteria = parseSearchCriteria({ specialty, ...(states && { state: states.join(',') }), jobType: 'full-time,permanent' })
  const { jobs } = await searchJobs(db, { ...criteria, minPay: annual + 1, sortBy: 'comp', limit: mostBetter })
  return jobs
}

/** The largest share of time for refreshes: at a million jobs, one every few minutes. */
const share = 1 / 200

/**
 * Refreshes the statistics if jobs changed and it is due.
 * @returns the time of the last refresh; null if there was none, or another node is refreshing.
 */
export const refreshIfDue = async (db: Db): Promise<Date | null> =>
  db.transaction().execute(async (transaction) => {
    const last = await lockLastRefresh(transaction)
    if (!last) return null
    const isDue = last.refreshed_at === null || Date.now() - last.refreshed_at.getTime() > last.took_ms / share
    if (!isDue) return last.refreshed_at
    const writes = await countJobWrites(transaction)
    return last.refreshed_at !== null && writes === last.job_writes ? last.refreshed_at : refresh(transaction, writes)
  })

export const refreshPayStatistics = (db: Db) =>
  db.transaction().execute(async (transaction) => refresh(transaction, await countJobWrites(transaction)))

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

/** Refreshes the summary, and the medians of it, while the server runs. */
export function keepPayStatisticsCurrent(app: FastifyInstance, db: Db, medians: Map<string, number>): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      await refreshIfDue(db)
      await readMedians()
    } catch (error) {
      app.log.warn({ err: error }, 'the pay statistics could not be refreshed')
    }
  }

  async function readMedians(): Promise<void> {
    const rows = await findCountryStatistics(db)
    medians.clear()
    for (const { specialty, median } of rows) medians.set(specialty, median)
  }

  app.addHook('onReady', async () => {
    await readMedians()
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
