import { describe, expect, test } from 'vitest'
import { parseSearchCriteria, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { searchJobs } from '../service.ts'
import { isSilent } from './choose.ts'
import { explainSearch, lookUpTexts, readText } from './read-search.ts'
import { mendWords } from './spelling.ts'
import { typedIn } from './text.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { correct, readings, unseen } from '#test/fixtures/search-queries.ts'
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
    expect(understanding.parts.map((part) => part.label)).toContain(specialty)
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

/** The words of texts that end neither in a part nor as a word that says nothing. */
async function silentIn(texts: readonly string[]): Promise<string[]> {
  const read = texts.map((typed) => typedIn(inFigures(typed)))
  const known = await lookUpTexts(database.db, read)
  return read.flatMap((text) => {
    const { chosen, sentence } = readText({
      ...text,
      ...known,
      within: undefined,
      hasPlace: false,
      filters: {},
    })
    const isSaid = (at: number) =>
      sentence.items.some(({ opens, to }) => opens <= at && at < to) ||
      sentence.unread?.includes(at) === true
    return chosen
      .filter((span) => !isSilent(span) && sentence.profession === undefined && !isSaid(span.from))
      .map(({ from }) => `${text.text}: ${text.tokens[from]?.text}`)
  })
}

test('each typed word ends in a part, or is a word that says nothing', async () =>
  expect(await silentIn(readings.flatMap(([, rows]) => rows.map(([typed]) => typed)))).toEqual([]))

test('so does every word of one or two letters, also among others', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const short = [...letters, ...letters.flatMap((one) => letters.map((other) => one + other))]
  const texts = short.flatMap((word) => [word, `${word} cardiology`, `in ${word.toUpperCase()}`])
  expect(await silentIn(texts)).toEqual([])
})

test('most searches that nobody had seen are read as meant', async () => {
  const wrong: string[] = []
  for (const [typed, expected] of unseen) {
    const { understanding } = await searchJobs(database.db, { keyword: typed, limit: 1 })
    const parts = understanding.parts.filter(({ demanding }) => demanding === undefined)
    const shown = [{ ...understanding, parts }, understanding].map((each) =>
      textOf(each).replaceAll('” “', '” · “'),
    )
    const isRight = expected
      .split(' || ')
      .some((reading) => shown.includes(reading.replaceAll('” “', '” · “')))
    if (!isRight) wrong.push(`${typed}: ${shown[0]}`)
  }
  expect(1 - wrong.length / unseen.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.97)
})

test.each([
  ['ID', { label: 'Idaho', keyword: 'Idaho' }],
  [
    'nephrology ID',
    {
      label: 'Nephrology, Infectious Disease',
      keyword: 'nephrology Infectious Disease',
    },
  ],
  ['hi neurology', { label: 'Neurology', keyword: 'neurology' }],
  ['va psychiatrist', { label: 'Virginia, Psychiatry', keyword: 'Virginia psychiatrist' }],
  [
    'psychiatrist va',
    { label: 'Psychiatry, Veterans Affairs', keyword: 'psychiatrist Veterans Affairs' },
  ],
  ['pedes er', { label: 'peds er', keyword: 'peds er' }],
  ['cardiology in Ohio', undefined],
])('%s may also be %j', async (keyword, other) => {
  expect((await search({ keyword })).understanding.otherReading).toEqual(other)
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
  expect(rows).toContainEqual(['in', 'Indiana', 200, false])
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

const many = (words: string): string =>
  Array.from({ length: 200 / words.split(' ').length }, () => words).join(' ')

test('two hundred words are read, and what follows is said', async () => {
  const read = `cardiology ${many('rounds').slice(' rounds'.length * 2)} texas`
  const { understanding } = await search(
    parseSearchCriteria({ keyword: `${read} and a quiet lake.` }),
  )
  const { parts } = understanding
  expect(parts.filter((part) => !part.isWord && !part.isUnread).map((part) => part.label)).toEqual([
    'Cardiology',
    'Texas',
  ])
  expect(parts.filter((part) => part.isWord).length).toBeLessThan(20)
  expect(parts.at(-1)).toEqual({ label: '“and a quiet lake.”', without: read, isUnread: true })
})

test.each([
  [many('denver'), 'near Denver, CO'],
  [many('texas or'), 'Texas'],
  [many('cardiology'), 'Cardiology'],
  [many('or'), ''],
  [many('no'), ''],
  ['no not without', ''],
  ['nights no nights', 'Nights · No nights'],
  ['texas no texas', 'Texas · No Texas'],
  ['кардиолог москва', '“кардиолог” “москва”'],
  ['心臓内科 医師', '“心臓内科” “医師”'],
  ['طبيب قلب', '“طبيب” “قلب”'],
  ['😀 cardiology 🏥', 'Cardiology'],
  ['42 7 2031', '“42” “7”'],
  ['-"rural community" derm', 'No “rural community” · Dermatology'],
])('%s is read as %s', async (keyword, reading) => {
  expect(textOf((await search(parseSearchCriteria({ keyword }))).understanding)).toBe(reading)
})

test('a pasted posting demands none of its words, and is not cut', async () => {
  const posting =
    'Cardiologist needed in Denver, Colorado. Our multispecialty group sees a growing panel and values teaching. ' +
    'No nights. You will join nine colleagues, each with a scribe, in a new building beside the river. ' +
    'We sponsor J-1 visas. Compensation starts at $400,000 a year. Experience in imaging is welcome.'
  const { understanding } = await search(parseSearchCriteria({ keyword: posting }))
  const labels = understanding.parts.map((part) => part.label)
  expect(labels).toEqual(
    expect.arrayContaining(['Cardiology', 'near Denver, CO', 'No nights', 'J-1 waiver']),
  )
  expect(labels).toContain('At least $400,000 a year')
  expect(understanding.parts.filter((part) => part.isWord && !part.demanding)).toEqual([])
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

async function search(criteria: SearchCriteria) {
  const { jobs, ...found } = await searchAll(database.db, criteria)
  return { ...found, hits: jobs.map((job) => byId.get(job.id)?.key ?? job.title) }
}

async function expectSearch(
  criteria: SearchCriteria,
  { only, first = [], total, totalWithAllWords, recognized, ...notes }: Wanted,
): Promise<void> {
  const { hits, understanding, ...found } = await search(criteria)
  if (only) expect(hits.toSorted()).toEqual(keysOf(only).toSorted())
  expect(hits.slice(0, first.length)).toEqual(first)
  expect(found).toMatchObject({
    ...(total && { total }),
    ...(totalWithAllWords && { totalWithAllWords }),
  })
  expect(understanding).toMatchObject(notes)
  if (recognized)
    expect(understanding.parts.flatMap((part) => (part.isWord ? [] : part.label))).toEqual(
      recognized,
    )
}

const keysOf = (only: string[] | ((job: SeededJob) => boolean)): string[] =>
  Array.isArray(only) ? only : active.filter(only).map((job) => job.key)
