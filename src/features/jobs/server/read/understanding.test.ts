import { describe, expect, test } from 'vitest'
import { parseSearchCriteria, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { searchJobs } from '../service.ts'
import { explainSearch } from './explain.ts'
import { readText, textIn, typedIn } from './read-text.ts'
import type { Text } from './spans.ts'
import { mendWords } from './spelling.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { correct, readings } from '#test/fixtures/search-queries.ts'
import {
  catalogForFile,
  searchAll,
  seededJobs,
  type SeededJob,
} from '#test/fixtures/job-catalog.ts'
import {
  cityBoxes,
  keywords,
  misspellings,
  type Wanted,
} from '#test/fixtures/search-expectations.ts'

const seeded = seededJobs()
const active = seeded.filter((job) => job.status === 'active')
const byId = new Map(seeded.map((job) => [job.id, job]))
const database = catalogForFile(seeded)

test('typed words are no patterns', async () => {
  const words = [
    '(cardiologist',
    'cardiologist[',
    'cardiologist+',
    'cardiologist|.*',
    'cardiologist\\',
  ]
  expect(await mendWords(database.db, words)).toBeInstanceOf(Map)
})

test.each(specialties.filter((specialty) => specialty !== 'Other'))(
  '%s finds its jobs',
  async (specialty) => {
    const { hits, understanding } = await search({ keyword: specialty })
    const expected = active.filter((job) => job.specialty === specialty).map((job) => job.key)
    expect(hits).toEqual(expect.arrayContaining(expected))
    expect(understanding.recognized).toContain(specialty)
    // Beside the specialty itself, only jobs that bear its name.
    expect(strangers(hits, expected)).toEqual([])
  },
)

/** Combined titles belong to two specialties, and Hematology/Oncology to both of its halves. */
const strangers = (hits: string[], expected: string[]): string[] =>
  hits.filter(
    (hit) =>
      !expected.includes(hit) &&
      !/^(?:peds|pccm|picu|med-peds|Hematology\/Oncology|Neurosurgery)/.test(hit),
  )

test.each(keywords)('the keyword %s', async (keyword, wanted) => expectSearch({ keyword }, wanted))
test.each(cityBoxes)('the boxes %j', async (criteria, wanted) => expectSearch(criteria, wanted))

test.each(misspellings)('%s is read as %s', async (keyword, corrected) => {
  const { hits, understanding } = await search({ keyword })
  expect(understanding.correctedKeyword).toBe(corrected)
  expect(hits).toEqual((await search({ keyword: corrected })).hits)
  expect(hits).not.toEqual([])
})

describe.each(readings)('%s', (_name, rows) => {
  test.each(rows)('%s is read as %s', async (typed, reading) => {
    const { understanding } = await searchJobs(database.db, { keyword: typed, limit: 1 })
    expect(textOf(understanding)).toBe(reading)
  })
})

test('each typed word ends in a part, or is a word that says nothing', async () => {
  const silent: string[] = []
  for (const [typed] of readings.flatMap(([, rows]) => rows)) {
    const [text] = await textIn(database.db, [typedIn(inFigures(typed))], {})
    const { chosen, sentence } = readText(text as Text)
    const said = (at: number) => sentence.items.some(({ opens, to }) => opens <= at && at < to)
    for (const { from, says, isSilent } of chosen)
      if (
        !isSilent &&
        says.kind !== 'departure' &&
        sentence.profession === undefined &&
        !said(from)
      )
        silent.push(`${typed}: ${text?.tokens[from]?.text}`)
  }
  expect(silent).toEqual([])
})

test('an order that was chosen is no part of the search', async () => {
  const { understanding } = await search({ keyword: 'newest cardiology', sortBy: 'title' })
  expect(understanding.parts.map((part) => part.label)).toEqual(['Cardiology'])
})

test('what a search was read as is explained with its costs', async () => {
  const { spans } = await explainSearch(database.db, { keyword: 'derm in Denver over 300k' })
  const rows = spans.map(({ words, means, cost, isChosen }) => [words, means, cost, isChosen])
  expect(rows.filter(([, , , isChosen]) => isChosen)).toEqual([
    ['derm', 'Dermatology', 20, true],
    ['in', 'lead', 10, true],
    ['denver', 'Denver, CO', 30, true],
    ['over 300k', 'At least $300,000 a year', 17, true],
  ])
  expect(rows).toContainEqual(['in', 'IN', 200, false])
})

test.each(correct)('%s is no slip', async (keyword) => {
  const { understanding } = await searchJobs(database.db, { keyword, limit: 1 })
  expect(understanding.correctedKeyword).toBeUndefined()
})

const textOf = ({ parts }: Understanding): string =>
  parts
    .map(({ label, isAlternative }) => (isAlternative ? `or ${label}` : label))
    .join(' · ')
    .replaceAll('” · “', '” “')

test('ten thousand bytes of emoji are no keyword, and that is said', async () => {
  const { hits, understanding } = await search(parseSearchCriteria({ keyword: '😀'.repeat(2_500) }))
  expect(hits).toHaveLength(active.length)
  expect(understanding.parts).toEqual([
    { label: `“${'😀'.repeat(40)} …”`, without: '', isUnread: true },
  ])
})

test('what follows the thirtieth word is not searched, and that is said', async () => {
  const read = `cardiology${' rounds'.repeat(29)}`
  const { understanding } = await search({ keyword: `${read} and a quiet lake.` })
  expect(understanding.parts.at(-1)).toEqual({
    label: '“and a quiet lake.”',
    without: read,
    isUnread: true,
  })
  const { understanding: whole } = await search({ keyword: `${read}!` })
  expect(whole.parts.filter((part) => part.isUnread)).toEqual([])
})

test.each([
  ['25 mi radius', { radius: 25 }],
  ['cardiology within 25 miles', { radius: 25 }],
  ['20 minute drive, cardiology', { radius: 15, isAbout: true }],
  ['12 hour shifts', { radius: 50 }],
])('“%s” beside a place is around it', async (keyword, place) => {
  const { understanding } = await search({ keyword, city: 'Houston, TX' })
  expect(understanding.place).toEqual({ label: 'Houston, TX', ...place })
})

test.each([
  'leaving Chicago for Arizona',
  'relocating from Chicago, IL to Arizona',
  'want to get out of Illinois, Arizona',
])('“%s” is about Arizona', async (keyword) => {
  const { understanding } = await search({ keyword })
  expect(understanding.parts.map((part) => part.label)).toEqual(['Arizona'])
})

async function search(criteria: SearchCriteria) {
  const { jobs, ...found } = await searchAll(database.db, criteria)
  return { ...found, hits: jobs.map((job) => byId.get(job.id)?.key ?? job.title) }
}

async function expectSearch(
  criteria: SearchCriteria,
  { only, first = [], total, totalWithAllWords, ...notes }: Wanted,
): Promise<void> {
  const { hits, understanding, ...found } = await search(criteria)
  if (only) expect(hits.toSorted()).toEqual(keysOf(only).toSorted())
  expect(hits.slice(0, first.length)).toEqual(first)
  expect(found).toMatchObject({
    ...(total && { total }),
    ...(totalWithAllWords && { totalWithAllWords }),
  })
  expect(understanding).toMatchObject(notes)
}

const keysOf = (only: string[] | ((job: SeededJob) => boolean)): string[] =>
  Array.isArray(only) ? only : active.filter(only).map((job) => job.key)
