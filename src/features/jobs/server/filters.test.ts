import { beforeAll, describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { generatedJobs, searchAll } from '#test/fixtures/job-catalog.ts'
import { resolvePlaces } from '#features/places/server/public.ts'
import { allFilters, callLimits, fteShares, isListed, startDates } from '../filters.ts'
import type { Filter, Filters, ListedFilter } from '../filters.ts'
import { payAnnual, payStep, unitsPerYear } from '../model.ts'
import {
  addJobs,
  compactSegments,
  percolate,
  stageJobs,
  storeSearch,
  type StoredSearch,
} from './public.ts'
import { getFacets } from './service.ts'
import type { JobRow, JobsTables } from './tables.ts'

/** Every filter, against the rows themselves: a filter that is missing here does not compile. */

const column = (name: keyof JobRow) => (job: JobRow) => [job[name]].flat().map(String)

/** What a job has of each filter's values. */
const valuesOf: Record<ListedFilter['name'], (job: JobRow) => readonly (string | null)[]> = {
  specialty: column('specialty'),
  state: column('state'),
  // Only places that are typed ask for it: `typed-places.test.ts`.
  county: () => [],
  jobType: column('employment_type'),
  payroll: column('payroll'),
  poster: ({ channel, user_type }) =>
    channel !== 'import' || user_type === 'recruiter' ? [user_type] : [],
  verified: column('is_verified_hospital'),
  visa: column('visa_support'),
  newGraduates: column('new_graduates_acceptable'),
  telehealth: column('telehealth'),
  setting: column('setting'),
  schedule: column('schedule'),
  benefits: column('benefits'),
  call: ({ terms }) =>
    callLimits.filter(
      (limit) =>
        terms?.call && (terms.call.is === 'no' || (terms.call.oneIn ?? 0) >= Number(limit)),
    ),
  fte: ({ terms }) => {
    const { share = NaN, shareTo = share } = terms?.fte ?? {}
    return fteShares.filter(
      (candidate) => Number(candidate) >= share - 0.049 && Number(candidate) <= shareTo + 0.049,
    )
  },
  startBy: ({ terms }) => {
    const { now, year, month = 12, season } = terms?.start ?? {}
    const last = season ? { winter: 3, spring: 6, summer: 9, fall: 12 }[season] : month
    const isBy = (isoMonth: string) => isoMonth >= `${year}-${String(last).padStart(2, '0')}`
    return startDates().filter(
      (date) => now ?? (year !== undefined && date !== 'now' && isBy(date)),
    )
  },
  tailPaid: ({ terms }) => [String(terms?.malpractice?.tail === 'employer')],
  partnership: ({ terms }) => [String(terms?.payModel?.partnership === 'yes')],
  noNonCompete: ({ terms }) => [String(terms?.nonCompete?.is === 'no')],
  loanRepayment: ({ terms }) => {
    const { is, amount, program } = terms?.loanRepayment ?? {}
    return [String(is === 'yes' && (amount !== undefined || program !== 'PSLF'))]
  },
}

/** Every job has some of these. */
const terms = [
  'Call is 1:4. A 0.8 FTE position. No non-compete.',
  'No call. Start date: July 2027. Claims-made, tail paid.',
  'A 0.5-0.7 FTE position. Partnership track. PSLF-eligible employer.',
  'Start: ASAP. Call 1 in 9. Loan repayment up to $50,000.',
  'Call from home. A 1.0 FTE position. Summer 2028 start.',
  'A non-compete of 10 miles. Tail not covered. 0.9 FTE. Call 1:6.',
]

const austin = { city: 'Austin', state: 'TX' }
const belongs: Record<
  Exclude<Filter['name'], ListedFilter['name']>,
  (job: JobRow, filters: Filters) => boolean
> = {
  keyword: (job, { keyword = '' }) =>
    job.description.toLowerCase().includes(keyword.replaceAll('"', '')),
  city: (job, { radius = 50 }) => milesFromAustin(job) <= radius,
  employer: (job, { employer = '' }) => job.employer.toLowerCase() === employer.toLowerCase(),
  literal: () => true,
  hourly: () => true,
  radius: () => true,
  maxPay: (job, { maxPay = 0 }) => (payOf(job) ?? Infinity) <= maxPay,
  minPay: (job, { minPay = 0 }) => (payOf(job) ?? 0) >= minPay,
  postedWithin: (job, { postedWithin = 0 }) =>
    job.posted_at.getTime() > Date.now() - postedWithin * 86_400_000,
}

const amount = (value: string | number | null) => (value === null ? null : Number(value))
const payOf = ({ comp_min: min, comp_max: max, comp_unit: unit }: JobRow) =>
  payAnnual({ min: amount(min), max: amount(max), unit })

function expected(filters: Filters): JobRow[] {
  return jobs.filter((job) =>
    allFilters.every((filter) => {
      const asked = [filters[filter.name] ?? []].flat().map(String)
      if (asked.length === 0) return true
      if (!isListed(filter)) return belongs[filter.name as keyof typeof belongs](job, filters)
      const has = (value: string) => valuesOf[filter.name](job).includes(value)
      return filter.kind === 'allOf' ? asked.every(has) : asked.some(has)
    }),
  )
}

/** Each value alone, and, where there may be several, two of them, in some pairs of a long list. */
function searchesOf(filter: Filter): Filters[] {
  const { name } = filter
  if (name === 'radius') return []
  if (name === 'keyword') return [{ keyword: 'zebrafish' }]
  if (name === 'employer') return [{ employer: jobs?.[0]?.employer.toUpperCase() ?? 'Mayo Clinic' }]
  if (name === 'hourly') return [{ hourly: true, minPay: 250 * unitsPerYear.HOUR }]
  if (name === 'literal') return [{ keyword: 'zebrafish', literal: true }]
  if (name === 'maxPay')
    return [
      { maxPay: 300_000 },
      { minPay: 250_000, maxPay: 350_000 },
      { minPay: 350_000, maxPay: 250_000 },
    ]
  if (name === 'city')
    return [{}, { radius: 10 }, { radius: 200 }].map((search) => ({ city: 'Austin', ...search }))
  if (filter.kind === 'flag') return [{ [name]: true }]
  if (filter.kind === 'amount')
    return 'values' in filter ? filter.values.map((value) => ({ [name]: value })) : []
  const values = 'values' in filter ? [...filter.values] : []
  const pairs = values.slice(1).map((value, index) => ({ [name]: [values[index], value] }))
  return [
    ...values.map((value) => ({ [name]: [value] })),
    ...pairs.filter((_, index) => index % Math.ceil(pairs.length / 6) === 0),
  ]
}

const database = databaseForFile()
let jobs: JobRow[]
let center = { lat: 0, lon: 0 }

beforeAll(async () => {
  const marked = generatedJobs(11, 180).map((job, index) => ({
    ...job,
    description: `${job.description} ${terms[index % terms.length]}${index % 7 === 0 ? ' Zebrafish.' : ''}`,
  }))
  await addJobs(database.db, marked)
  jobs = await database.db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'active')
    .execute()
  center = (await resolvePlaces(database.db, [austin]))[0] ?? center
})

/** By the spherical law of cosines. */
function milesFromAustin({ lat, lon }: JobRow): number {
  if (lat === null || lon === null) return Infinity
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [a, b, c] = [radians(lat), radians(center.lat), radians(lon - center.lon)]
  return (
    3958.76 *
    Math.acos(Math.min(1, Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(c)))
  )
}

const inOrder = (rows: readonly { id: string }[]) => rows.map((row) => row.id).toSorted()
const asked = allFilters.filter((filter) => !filter.onlyTyped && filter.name !== 'radius')

describe.each([
  ['the index of words', () => Promise.resolve()],
  ['segments', () => compactSegments(database.db, { smallDelta: 0 })],
])('from %s', (_name, prepare) => {
  beforeAll(prepare)

  test.each(asked)('$name finds the jobs that have the value', async (filter) => {
    let most = 0
    for (const filters of searchesOf(filter)) {
      const rows = expected(filters)
      const { jobs: hits, total } = await searchAll(database.db, filters)
      expect(inOrder(hits), JSON.stringify(filters)).toEqual(inOrder(rows))
      expect(total).toBe(rows.length)
      most = Math.max(most, rows.length)
    }
    expect(most).toBeGreaterThan(0)
  })

  test.each<Filters>([
    {},
    { state: ['TX'], keyword: '"zebrafish"' },
    { specialty: ['Internal Medicine'], setting: ['Inpatient'] },
    { state: ['TX'], jobType: ['full-time'], minPay: 310_000 },
    { city: 'Austin', radius: 200, benefits: ['CME Allowance'] },
    { telehealth: true, newGraduates: true, visa: ['J1'] },
    // A radius without its place, and bounds of pay that no job can have.
    { radius: 10 },
    { minPay: 400_000, maxPay: 300_000 },
    ...asked.flatMap((filter) => searchesOf(filter).slice(0, 1)),
  ])('%j: each number beside a value is what choosing it gives', async (filters) => {
    const { counts, pay } = await getFacets(database.db, filters)
    const { minPay: _minPay, maxPay: _maxPay, ...anyPay } = filters
    const paid = expected(anyPay).map((job) => payOf(job) ?? 0)
    expect(pay).toHaveLength(20)
    for (const { from, count } of pay) {
      const to = from === 20 * payStep ? Infinity : from + payStep
      expect(count, `from ${from}`).toBe(
        paid.filter((candidate) => candidate >= from && candidate < to).length,
      )
    }
    for (const filter of asked) {
      if (!isListed(filter) || !filter.facet) continue
      // A state beside a city says which city is meant.
      if (filter.name === 'state' && filters.city !== undefined) continue
      const { name, kind, values } = filter
      const others = expected({
        ...filters,
        [name]: kind === 'allOf' ? filters[name] : undefined,
      }).map(valuesOf[name])
      const numbers = values.map((value) => ({
        value,
        count: others.filter((has) => has.includes(value)).length,
      }))
      const counted = counts[filter.facet]
      if (typeof counted === 'number') expect(numbers).toEqual([{ value: 'true', count: counted }])
      else
        expect(counted.toSorted(byValue)).toEqual(
          numbers.filter((number) => number.count > 0).toSorted(byValue),
        )
    }
  })
})

test('the lists hold what active jobs have, whatever is searched', async () => {
  const { specialties, states, jobTypes } = await getFacets(database.db, {
    keyword: 'nothing like this',
  })
  const had = (['specialty', 'state', 'employment_type'] as const).map((column) =>
    [...new Set(jobs.map((job) => job[column]))].toSorted(),
  )
  expect([specialties, states, jobTypes]).toEqual(had)
})

const byValue = (one: { value: string }, other: { value: string }) =>
  one.value < other.value ? -1 : 1

test('alerts are told of the very jobs that a search finds', async () => {
  const searches = asked.flatMap(searchesOf)
  const stored: StoredSearch[] = []
  for (const it of searches) stored.push((await storeSearch(database.db, it)).search)
  const matches = await database.db.transaction().execute(async (transaction) => {
    await stageJobs(transaction, inOrder(jobs))
    return percolate(transaction, stored)
  })
  const byIndex = Map.groupBy(matches, (match) => match.index)
  for (const [index, filters] of searches.entries()) {
    const ids = (byIndex.get(index) ?? []).map((job) => job.jobId)
    expect(ids.toSorted(), JSON.stringify(filters)).toEqual(inOrder(expected(filters)))
  }
})
