import { specialtiesIn, specialtyFromSlug, type Specialty } from '#vocabulary/specialties.ts'
import { pairsOf } from '#vocabulary/table.ts'
import { AppError } from '#shared/errors.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { isStateCode } from '#shared/us-states.ts'
import type { Db } from '#platform/server/database.ts'
import type { WeighedOffer } from '../contract.ts'
import { filters } from '#features/jobs/filters.ts'
import { fewestPostings, fullWeek, payUnits, unitsPerYear } from '#features/jobs/model.ts'
import { plausiblePay } from '#features/jobs/read-terms.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import {
  findCountryStatistics,
  findNearestStatistics,
  findRegions,
  findSpecialtyStatistics,
  replaceStatistics,
} from './queries.ts'
import type { FastifyInstance } from 'fastify'
import {
  findPayAround,
  findPayGroups,
  refreshFigures,
  searchJobs,
  type Figures,
  type PayAround,
  type PayQuestion,
} from '#features/jobs/server/public.ts'

export async function getSalaries(db: Db): Promise<ResponseOf<'GET /api/salaries'>> {
  return {
    specialties: (await findCountryStatistics(db)).map(({ state: _country, ...row }) => row),
  }
}

export async function getSpecialtySalaries(
  db: Db,
  slug: string,
): Promise<ResponseOf<'GET /api/salaries/:specialty'>> {
  const specialty = specialtyOf(slug)
  const rows = await findSpecialtyStatistics(db, specialty)
  const figures = rows.map(({ specialty: _specialty, state, ...statistics }) => ({
    state,
    statistics,
  }))
  const country = figures.find(({ state }) => state === null)?.statistics ?? null
  const states = figures.flatMap(({ state, statistics }) =>
    state === null ? [] : [{ state, ...statistics }],
  )
  const nearest = country ? undefined : await findFirst(db, levelsBeyond(specialty))
  return {
    specialty,
    country,
    states,
    regions: country && states.length < 2 ? await findRegionalPay(db, specialty) : [],
    nearest: nearest
      ? { ...spreadIn(nearest.pay), specialty: nearest.specialty, isAnyType: nearest.isAnyType }
      : null,
  }
}

async function findRegionalPay(db: Db, specialty: Specialty) {
  const regions = await findRegions(db)
  const found = await Promise.all(
    regions.map(async ({ label, states }) => ({
      region: label,
      pay: await findPayAround(db, { specialty, states }),
    })),
  )
  return found.flatMap(({ region, pay }) => (pay ? [{ region, ...spreadIn(pay) }] : []))
}

export async function getComparablePay(
  db: Db,
  slug: string,
  state: string,
): Promise<ResponseOf<'GET /api/salaries/:specialty/:state'>> {
  const specialty = specialtyOf(slug)
  if (!isStateCode(state)) throw new AppError('NOT_FOUND')
  return { comparable: (await findNearestStatistics(db, specialty, state)) ?? null }
}

export const specialtiesWithPay = async (db: Db): Promise<Specialty[]> =>
  (await findCountryStatistics(db)).map((statistic) => statistic.specialty)

function specialtyOf(slug: string) {
  const specialty = specialtyFromSlug(slug)
  if (specialty === undefined) throw new AppError('NOT_FOUND')
  return specialty
}

/**
 * Whose pay is compared where a specialty has too few postings anywhere: near in pay and in work,
 * the nearest first.
 */
const neighbors = pairsOf(`
  Allergy & Immunology: Rheumatology, Endocrinology, Internal Medicine; Anesthesiology: Radiology, Emergency Medicine;
  Cardiology: Gastroenterology, Radiology; Critical Care Medicine: Pulmonology, Emergency Medicine;
  Dermatology: Ophthalmology, Otolaryngology (ENT); Emergency Medicine: Critical Care Medicine, Anesthesiology;
  Endocrinology: Rheumatology, Internal Medicine; Family Medicine: Internal Medicine, Pediatrics;
  Gastroenterology: Cardiology, Urology; General Surgery: Obstetrics & Gynecology, Urology;
  Geriatrics: Internal Medicine, Family Medicine; Hematology: Hematology/Oncology, Oncology;
  Hematology/Oncology: Oncology, Hematology, Gastroenterology; Infectious Disease: Internal Medicine, Family Medicine;
  Internal Medicine: Family Medicine, Geriatrics; Nephrology: Pulmonology, Internal Medicine;
  Neurology: Psychiatry, Physical Medicine & Rehabilitation; Neurosurgery: Orthopedic Surgery, Thoracic Surgery;
  Obstetrics & Gynecology: General Surgery, Family Medicine; Occupational Medicine: Family Medicine, Internal Medicine;
  Oncology: Hematology/Oncology, Gastroenterology; Ophthalmology: Otolaryngology (ENT), Dermatology;
  Orthopedic Surgery: Neurosurgery, General Surgery; Otolaryngology (ENT): Urology, Ophthalmology, General Surgery;
  Pain Medicine: Anesthesiology, Physical Medicine & Rehabilitation; Pathology: Radiology, Internal Medicine;
  Pediatrics: Family Medicine, Internal Medicine; Physical Medicine & Rehabilitation: Neurology, Psychiatry;
  Plastic Surgery: Otolaryngology (ENT), General Surgery; Psychiatry: Neurology, Internal Medicine;
  Pulmonology: Critical Care Medicine, Internal Medicine; Radiation Oncology: Radiology, Oncology;
  Radiology: Anesthesiology, Radiation Oncology; Rheumatology: Endocrinology, Internal Medicine;
  Sports Medicine: Family Medicine, Physical Medicine & Rehabilitation; Thoracic Surgery: General Surgery, Cardiology;
  Urology: Otolaryngology (ENT), General Surgery; Vascular Surgery: General Surgery, Cardiology
`)

const spreadIn = ({
  below: _below,
  withCall: _withCall,
  callMedian: _callMedian,
  ...spread
}: PayAround) => spread

type Level = Pick<PayQuestion, 'specialty' | 'states'> & {
  /** A state's code, a region's name, or null for the country. */
  area: string | null
  isAnyType: boolean
}

/** What is compared instead of a specialty that has too few full-time postings in the country. */
export const levelsBeyond = (specialty: Specialty): Level[] => [
  { specialty, area: null, isAnyType: true },
  ...specialtiesIn(neighbors[specialty]).map((neighbor) => ({
    specialty: neighbor,
    area: null,
    isAnyType: false,
  })),
]

/** The first level that has enough postings, with their pay. */
async function findFirst(
  db: Db,
  levels: readonly Level[],
  question: Pick<PayQuestion, 'pay' | 'callWord'> = {},
) {
  for (const level of levels) {
    const pay = await findPayAround(db, { ...level, ...question })
    if (pay) return { ...level, pay }
  }
  return undefined
}

/**
 * Compared with the state, else with its region, the country, all job types, or a specialty near
 * it.
 */
export async function weighOffer(db: Db, offer: QueryOf<'GET /api/offer'>): Promise<WeighedOffer> {
  const { specialty, state, pay, unit, call } = offer
  const year = yearOf(offer)
  const region = state && (await findRegions(db)).find(({ states }) => states.includes(state))
  const levels: Level[] = [
    ...(region
      ? [
          { specialty, area: state, states: [state], isAnyType: false },
          { specialty, area: region.label, states: region.states, isAnyType: false },
        ]
      : []),
    { specialty, area: null, isAnyType: false },
    ...levelsBeyond(specialty),
  ]
  const isUsual = (annual: number) => {
    const { least, most } = plausiblePay(specialty, 'full-time', 'YEAR')
    return least <= annual && annual <= most
  }
  const isPlausible = isUsual(year.annual)
  const callWord = call === undefined ? undefined : filters.call.word(call)
  const found = await findFirst(db, levels, { pay: year.annual, callWord })
  const { withCall = 0, callMedian = null } = found?.pay ?? {}
  return {
    ...year,
    isPlausible,
    likelyUnit: isPlausible
      ? null
      : (payUnits.find(
          (candidate) => candidate !== unit && isUsual(pay * unitsPerYear[candidate]),
        ) ?? null),
    comparable: found
      ? {
          ...spreadIn(found.pay),
          below: found.pay.below,
          specialty: found.specialty,
          area: found.area,
          isAnyType: found.isAnyType,
          call:
            callMedian !== null && withCall >= fewestPostings
              ? { postings: withCall, median: Math.round(callMedian) }
              : null,
        }
      : null,
    better: found ? await findBetter(db, found, year.annual) : [],
  }
}

/**
 * An offer as a full-time year and as it is. Pay by the hour or the day is a rate; other pay is for
 * the share of full time that the offer states, or that its hours are.
 */
function yearOf({ pay, unit, fte, hours }: QueryOf<'GET /api/offer'>) {
  const share = fte ?? Math.min(1, (hours ?? fullWeek) / fullWeek)
  const worked = hours ?? fullWeek * share
  const year = pay * unitsPerYear[unit]
  const isRate = unit === 'HOUR' || unit === 'DAY'
  const offered = unit === 'HOUR' ? (year * worked) / fullWeek : isRate ? year * share : year
  return {
    annual: Math.round(isRate ? year : year / share),
    offered: Math.round(offered),
    hours: worked,
    hourly: Math.round((offered * fullWeek) / (worked * unitsPerYear.HOUR)),
  }
}

const mostBetter = 5

async function findBetter(db: Db, { specialty, states, isAnyType }: Level, annual: number) {
  const criteria = parseSearchCriteria({
    specialty,
    ...(states && { state: states.join(',') }),
    ...(!isAnyType && { jobType: 'full-time,permanent' }),
  })
  const { jobs } = await searchJobs(db, {
    ...criteria,
    minPay: annual + 1,
    sortBy: 'comp',
    limit: mostBetter,
  })
  return jobs
}

/** The table is the result: the figures themselves have nothing. */
export const payStatistics: Figures<null> = {
  name: 'pay statistics',
  async count(trx) {
    const groups = await findPayGroups(trx)
    // Needs a specialty and a state.
    await replaceStatistics(
      trx,
      groups
        .filter(({ specialty, state }) => specialty !== 'Other' && state !== 'OTHER')
        .map(({ lowerQuartile: lower_quartile, upperQuartile: upper_quartile, ...group }) => ({
          ...group,
          lower_quartile,
          upper_quartile,
        })),
    )
    return null
  },
}

const every = 30_000

/** Keeps the median of each specialty at hand while the server runs. */
export function keepMediansCurrent(
  app: FastifyInstance,
  db: Db,
  medians: Map<string, number>,
): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function readMedians() {
    const rows = await findCountryStatistics(db)
    medians.clear()
    for (const { specialty, median } of rows) medians.set(specialty, median)
  }

  app.addHook('onReady', async () => {
    // Statistics from before the last stop will do.
    await refreshFigures(db, payStatistics, (last) => last.refreshed_at === null)
    await readMedians()
    timer = setInterval(() => {
      running = readMedians().catch((error: unknown) =>
        app.log.warn({ err: error }, 'the medians could not be read'),
      )
    }, every)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
