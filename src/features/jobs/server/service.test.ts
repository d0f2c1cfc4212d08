import { describe, expect, test } from 'vitest'
import { placeText } from '../display.ts'
import { payAnnual } from '../model.ts'
import type { Suggestion } from '../contract.ts'
import { parseSearchCriteria, type SearchCriteria, type SortBy } from '../search-criteria.ts'
import { rebuildSearchVocabulary } from './public.ts'
import {
  catalogForFile,
  searchAll,
  seededJobs,
  type SeededJob,
} from '#test/fixtures/job-catalog.ts'
import { pairsOf } from '#vocabulary/table.ts'
import { searchJobs, suggestSearches } from './service.ts'

const seeded = seededJobs()
const active = seeded.filter((job) => job.status === 'active')
const database = catalogForFile(seeded)

const search = (criteria: SearchCriteria) => searchJobs(database.db, criteria)

test('a page behind the last is empty', async () => {
  expect(await search({ state: ['TX'], page: 40 })).toMatchObject({ jobs: [], page: 40 })
})

test('two people get the towns in which both find jobs', async () => {
  const { couple } = await search({ keyword: 'cardiologist, wife is a psychiatrist' })
  const townsOf = async (keyword: string) => {
    const { jobs, total } = await searchAll(database.db, { keyword })
    return Map.groupBy(jobs.slice(0, total), placeText)
  }
  const [one, other] = [await townsOf('cardiology'), await townsOf('psychiatry')]
  const both = [...one.keys()].filter((place) => other.has(place))
  expect(both.length).toBeGreaterThan(1)
  expect(couple?.labels).toEqual(['Cardiology', 'Psychiatry'])
  expect(couple?.towns).toHaveLength(Math.min(both.length, 3))
  for (const { place, sides } of couple?.towns ?? []) {
    const jobs = [one, other].map((towns) => towns.get(place) ?? [])
    expect(sides.map(({ total }) => total)).toEqual(jobs.map(({ length }) => length))
    for (const [side, { jobs: shown }] of sides.entries())
      expect(jobs[side]?.map(({ id }) => id)).toEqual(
        expect.arrayContaining(shown.map(({ id }) => id)),
      )
  }
  expect(await search({ keyword: 'cardiology or psychiatry' })).not.toHaveProperty('couple')
})

const allIds = async (criteria: SearchCriteria) =>
  (await searchAll(database.db, criteria)).jobs.map((job) => job.id)

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
    const expected = (jobs: SeededJob[], direction: 'asc' | 'desc') =>
      jobs.map(key).toSorted(inOrder(direction))
    const found = async (criteria: SearchCriteria) =>
      (await allIds({ ...criteria, sortBy })).map((id) => key(byId.get(id) as SeededJob))
    const friendly = active.filter((job) => job.description.includes('friendly group'))

    expect(await found({})).toEqual(expected(active, initial))
    expect(await found({ keyword: 'friendly group' })).toEqual(expected(friendly, initial))
    if (sortBy === 'recent' || sortBy === 'oldest') return
    const opposite = initial === 'asc' ? 'desc' : 'asc'
    expect(await found({ sortOrder: opposite })).toEqual(expected(active, opposite))
    expect(await found({ keyword: 'friendly group', sortOrder: opposite })).toEqual(
      expected(friendly, opposite),
    )
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

  test('by nearness without a place is by date', async () => {
    expect(await allIds({ sortBy: 'closest' })).toEqual(await allIds({}))
  })
})

const labelsOf = (suggestions: readonly Suggestion[]) =>
  suggestions.map((suggestion) => suggestion.label)
const labels = async (q: string) => labelsOf((await suggestSearches(database.db, q)).suggestions)

/** Each leads to as many jobs as it says, and none is there twice. */
async function expectTrue(suggestions: readonly Suggestion[]): Promise<void> {
  expect(suggestions.length).toBeLessThanOrEqual(8)
  expect(new Set(labelsOf(suggestions)).size).toBe(suggestions.length)
  for (const { search: criteria, count } of suggestions)
    expect((await search(parseSearchCriteria(criteria))).total, JSON.stringify(criteria)).toBe(
      count,
    )
}

describe('suggestions', () => {
  test.each(
    Object.entries(
      pairsOf(`
        card: Cardiology; er: Emergency Medicine; ob/g: Obstetrics & Gynecology; tex: Texas; hous: Houston, TX;
        wound: Wound Care Physician; houston meth: Houston Methodist Partners; traditonal: Traditional practice;
        cardio tex: Cardiology in Texas; texas cardio: Cardiology in Texas; 1099: 1099; w-2: W-2; j-1: J-1 waiver;
        pcp: Primary Care; cardiolgy houston: Cardiology in Houston, TX; cardiologst: Cardiology; texsa: Texas;
        7700: 77002 Houston, TX; midw: Midwest; cardio in midw: Cardiology in Midwest;
        cardio 7700: Cardiology in 77001 Houston, TX; no nights: No nights
      `),
    ),
  )('%s suggests %s', async (typed, label) => {
    const { suggestions } = await suggestSearches(database.db, typed)
    expect(labelsOf(suggestions)).toContain(label)
    await expectTrue(suggestions)
  })

  test.each(
    Object.entries(
      pairsOf(`
        gi: Gastroenterology; int: Internal Medicine; im: Internal Medicine; er: Emergency Medicine; ob: Obstetrics & Gynecology;
        id: Infectious Disease; rad: Radiology; psych remote: Psychiatry, Work from home; texas cardiology: Cardiology in Texas
      `),
    ),
  )('%s suggests %s first', async (typed, label) => {
    expect((await labels(typed))[0]).toBe(label)
  })

  test.each(['%', '_', '\\', "'", '😀', '🩺👩‍⚕️', '!!! ???'])(
    '%j suggests nothing',
    async (typed) => {
      expect(await labels(typed)).toEqual([])
    },
  )

  test.each(
    Object.entries(
      pairsOf(`
        hous: Houston, TX; tex: Texas; harris co: Harris County, TX; bay a: San Francisco Bay Area;
        springfield, il: Springfield, IL; 7700: 77001 Houston, TX; housten: Houston, TX; filadelfia: Philadelphia, PA;
        minneapolus: Minneapolis, MN; austin tx: Austin, TX; htx: Houston, TX; : Missouri; texsa: Texas; vt: Vermont;
        ohio or indiana: Ohio or Indiana; near houston: Houston, TX; phil: Philadelphia, PA
      `),
    ),
  )('as a place, %j suggests %s first', async (typed, label) => {
    const { suggestions } = await suggestSearches(database.db, typed, 'place')
    expect(labelsOf(suggestions)[0]).toBe(label)
    await expectTrue(suggestions)
  })

  test.each(['ca', 'pe', 'practice', 'visa', 'derm tex'])(
    '%s leads to as many jobs as are said',
    async (typed) => expectTrue((await suggestSearches(database.db, typed)).suggestions),
  )

  test.each([
    'word '.repeat(200),
    'https://example.com/jobs?q=1#top',
    'кардиолог',
    '心臓',
    `"${'x'.repeat(500)}`,
  ])('%j is answered in both boxes', async (typed) => {
    for (const box of ['keyword', 'place'] as const)
      expect(
        (await suggestSearches(database.db, typed, box)).suggestions.length,
      ).toBeLessThanOrEqual(8)
  })
})

test('a rebuild of the vocabulary that a stop interrupts leaves the old one', async () => {
  const before = await labels('ca')

  await rebuildSearchVocabulary(database.db, AbortSignal.abort())

  expect(await labels('ca')).toEqual(before)
})
