import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { freshDatabase } from '#test/database.ts'
import { benefits, payAnnual, practiceSettings, referenceCode, schedules, visaSupports } from '../model.ts'
import type { SearchCriteria, SortBy } from '../search-criteria.ts'
import { addJobs, buildSegments, rebuildSearchVocabulary, resolvePlaces } from './public.ts'
import type { SeededJob } from './search/catalogue.fixture.ts'
import { seededJobs } from './search/catalogue.fixture.ts'
import { getFacets, getJob, searchJobs, suggestSearches } from './service.ts'

const seeded = seededJobs()
const active = seeded.filter((it) => it.status === 'active')
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await addJobs(
    database.db,
    seeded.map(({ key: _key, ...job }) => job),
  )
  await rebuildSearchVocabulary(database.db)
})
afterAll(() => database.drop())

const search = async (criteria: SearchCriteria) => (await searchJobs(database.db, criteria)).result
const idsOf = async (criteria: SearchCriteria) => (await search({ limit: 100, ...criteria })).jobs.map((it) => it.id)

describe('paging', () => {
  test.each<SearchCriteria>([
    {},
    { state: 'TX' },
    { keyword: 'clinic' },
    { keyword: 'group', sortBy: 'relevance' },
    { city: 'Austin' },
    { sortBy: 'state' },
  ])('%j: the pages hold every hit once, and the total says how many', async (criteria) => {
    const first = await search({ ...criteria, limit: 7 })
    const ids: string[] = []
    for (let page = 1; page <= first.totalPages; page++) ids.push(...(await idsOf({ ...criteria, limit: 7, page })))

    expect(ids).toHaveLength(first.total)
    expect(new Set(ids).size).toBe(first.total)
    expect(ids.toSorted()).toEqual((await allIds(criteria)).toSorted())
  })

  test('a page behind the last is empty', async () => {
    expect(await search({ state: 'TX', page: 40 })).toMatchObject({ jobs: [], page: 40 })
  })
})

async function allIds(criteria: SearchCriteria): Promise<string[]> {
  const { totalPages } = await search({ ...criteria, limit: 100 })
  const pages = await Promise.all(Array.from({ length: totalPages }, (_, page) => idsOf({ ...criteria, page: page + 1 })))
  return pages.flat()
}

describe('sorting', () => {
  type Key = (job: SeededJob) => string | number | null
  const sorts: [SortBy, Key, 'asc' | 'desc'][] = [
    ['recent', (job) => job.posted_at.getTime(), 'desc'],
    ['oldest', (job) => job.posted_at.getTime(), 'asc'],
    ['updated', (job) => job.updated_at.getTime(), 'desc'],
    ['title', (job) => job.title.toLowerCase(), 'asc'],
    ['city', (job) => job.city.toLowerCase(), 'asc'],
    ['state', (job) => job.state, 'asc'],
    ['specialty', (job) => job.specialty, 'desc'],
    ['type', (job) => job.employment_type, 'desc'],
    ['comp', (job) => payAnnual({ min: job.comp_min ?? null, max: null, unit: 'YEAR' }), 'desc'],
  ]
  const byId = new Map(seeded.map((job) => [job.id, job]))

  test.each(sorts)('by %s', async (sortBy, key, initial) => {
    const expected = (jobs: SeededJob[], direction: 'asc' | 'desc') => jobs.map(key).toSorted(inOrder(direction))
    const found = async (criteria: SearchCriteria) =>
      (await allIds({ ...criteria, sortBy })).map((id) => key(byId.get(id) as SeededJob))
    const friendly = active.filter((it) => it.description.includes('friendly group'))

    expect(await found({})).toEqual(expected(active, initial))
    expect(await found({ keyword: 'friendly group' })).toEqual(expected(friendly, initial))
    if (sortBy === 'recent' || sortBy === 'oldest') return
    const opposite = initial === 'asc' ? 'desc' : 'asc'
    expect(await found({ sortOrder: opposite })).toEqual(expected(active, opposite))
    expect(await found({ keyword: 'friendly group', sortOrder: opposite })).toEqual(expected(friendly, opposite))
  })

  /** Whatever the direction, what has no value comes last. */
  const inOrder = (direction: 'asc' | 'desc') => (one: ReturnType<Key>, other: ReturnType<Key>) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    const order = one < other ? -1 : one > other ? 1 : 0
    return direction === 'asc' ? order : -order
  }

  test('by relevance without a keyword is by date', async () => {
    expect(await allIds({ sortBy: 'relevance' })).toEqual(await allIds({}))
  })
})

describe('filters', () => {
  const filters: [SearchCriteria, (job: SeededJob) => boolean][] = [
    [{ specialty: 'Urology' }, (job) => job.specialty === 'Urology'],
    [{ specialty: 'Neurology', state: 'TX' }, (job) => job.specialty === 'Neurology' && job.state === 'TX'],
    [{ jobType: 'contract' }, (job) => job.employment_type === 'contract'],
    [{ jobType: 'contract', keyword: 'urology' }, (job) => job.employment_type === 'contract' && job.specialty === 'Urology'],
    [{ visa: 'J1' }, (job) => job.visa_support === 'J1'],
    [{ setting: ['Inpatient'] }, (job) => job.setting?.includes('Inpatient') ?? false],
    [{ setting: ['Outpatient', 'Inpatient'] }, (job) => (job.setting ?? []).length > 0],
    [{ schedule: ['Nights'] }, (job) => job.schedule?.includes('Nights') ?? false],
    [{ benefits: ['Health Insurance', 'Signing Bonus'] }, (job) => job.benefits?.length === 2],
    [{ minPay: 300_000 }, (job) => (job.comp_min ?? 0) >= 300_000],
    [{ postedWithin: 7 }, (job) => job.posted_at.getTime() > Date.now() - 7 * 86_400_000],
    [{ newGraduates: true }, (job) => job.new_graduates_acceptable === true],
    [{ telehealth: true }, (job) => job.telehealth === true],
    [{ state: 'OTHER' }, (job) => job.key === 'unplaced'],
  ]

  test.each(filters)('%j', async (criteria, belongs) => {
    const expected = active.filter(belongs).map((it) => it.id)
    expect(expected).not.toHaveLength(0)
    expect((await allIds(criteria)).toSorted()).toEqual(expected.toSorted())
    expect((await search(criteria)).total).toBe(expected.length)
  })
})

describe.each([
  ['the index of words', () => Promise.resolve()],
  ['segments', () => buildSegments(database.db)],
])('facets from %s', (_name, prepare) => {
  beforeAll(prepare)

  const searches: SearchCriteria[] = [
    {},
    { specialty: 'Internal Medicine' },
    { state: 'TX', jobType: 'full-time' },
    { keyword: 'group', setting: ['Inpatient'] },
    { visa: 'J1', keyword: 'physician family' },
    // Beside a city's name a state says which city is meant; beside a ZIP code it is a filter.
    { city: '78701', benefits: ['Signing Bonus'] },
    { telehealth: true, newGraduates: true },
  ]

  test.each(searches)('%j: each count is what choosing the value gives', async (criteria) => {
    const { counts, ...offered } = await getFacets(database.db, criteria)
    const choices: [{ value: string; count: number }[], readonly string[], (value: string) => SearchCriteria][] = [
      [counts.specialties, offered.specialties, (value) => ({ specialty: value as never })],
      [counts.states, offered.states, (value) => ({ state: value as never })],
      [counts.jobTypes, offered.jobTypes, (value) => ({ jobType: value as never })],
      [counts.visa, visaSupports, (value) => ({ visa: value as never })],
      [counts.settings, practiceSettings, (value) => ({ setting: [value as never] })],
      [counts.schedules, schedules, (value) => ({ schedule: [value as never] })],
      [counts.benefits, benefits, (value) => ({ benefits: [...(criteria.benefits ?? []), value as never] })],
    ]
    for (const [counted, values, choose] of choices) {
      const totals = values.map(async (value) => ({ value, count: (await search({ ...criteria, ...choose(value) })).total }))
      const expected = (await Promise.all(totals)).filter((it) => it.count > 0)
      expect(counted).toHaveLength(expected.length)
      expect(counted).toEqual(expect.arrayContaining(expected))
    }
    expect((await search({ ...criteria, telehealth: true })).total).toBe(counts.telehealth)
    expect((await search({ ...criteria, newGraduates: true })).total).toBe(counts.newGraduates)
  })

  test('the lists hold what active jobs have, whatever is searched', async () => {
    const { specialties, states, jobTypes } = await getFacets(database.db, { keyword: 'nothing like this' })
    expect(specialties).toEqual([...new Set(active.map((it) => it.specialty))].toSorted())
    expect(states).toEqual([...new Set(active.map((it) => it.state))].toSorted())
    expect(jobTypes).toEqual([...new Set(active.map((it) => it.employment_type))].toSorted())
  })
})

const labels = async (q: string) => (await suggestSearches(database.db, q)).suggestions.map((it) => it.label)

describe('suggestions', () => {
  test.each([
    ['card', 'Cardiology'],
    ['er', 'Emergency Medicine'],
    ['ob/g', 'Obstetrics & Gynecology'],
    ['tex', 'Texas'],
    ['hous', 'Houston, TX'],
    ['wound', 'Wound Care Physician'],
    ['houston meth', 'Houston Methodist Partners'],
    ['traditonal', 'Traditional Practice'],
  ])('%s suggests %s', async (typed, label) => {
    expect(await labels(typed)).toContain(label)
  })

  test.each(['', '%', '_', '\\', "'", '😀'])('%j suggests nothing', async (typed) => {
    expect(await labels(typed)).toEqual([])
  })

  test('each leads to at least as many jobs as it says', async () => {
    for (const typed of ['ca', 'pe', 'hou', 'new', 'practice', 'tex', 'clin']) {
      const { suggestions } = await suggestSearches(database.db, typed)
      expect(suggestions.length).toBeLessThanOrEqual(8)
      for (const { search: criteria, count } of suggestions) {
        expect((await search(criteria as SearchCriteria)).total).toBeGreaterThanOrEqual(count)
      }
    }
  })
})

describe('one job', () => {
  test('is read with its texts and without the private address', async () => {
    const [job] = active as [SeededJob]
    const detail = await getJob(database.db, job.id)
    expect(detail).toMatchObject({
      id: job.id,
      title: job.title,
      description: job.description,
      referenceId: referenceCode(job.id),
    })
    expect(Object.keys(detail)).not.toContain('contactEmail')
  })

  test.each([
    'not-a-uuid',
    "'",
    '00000000-0000-7000-8000-000000000000',
    ...seeded.filter((it) => it.status !== 'active').map((it) => it.id),
  ])('%s is not found', async (id) => {
    await expect(getJob(database.db, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Job Not Found' })
  })
})

test('places are found however they are written, and not in another state', async () => {
  const places = await resolvePlaces(database.db, [
    { city: 'ST. LOUIS', state: 'MO' },
    { city: 'saint louis', state: 'NM' },
    { city: 'La Cañada Flintridge', state: 'CA' },
    { city: 'Springfield' },
    { city: 'No Such Town', zip: '60614-1234' },
    { city: 'Chicago', state: 'IL', zip: '10001' },
    { city: 'Nowhere At All' },
  ])
  expect(places.map((it) => it && [it.city, it.state, it.zip])).toEqual([
    ['Saint Louis', 'MO', null],
    undefined,
    ['La Canada Flintridge', 'CA', null],
    ['Springfield', 'IL', null],
    ['Chicago', 'IL', '60614'],
    ['Chicago', 'IL', null],
    undefined,
  ])
})
