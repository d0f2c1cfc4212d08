import { expect, onTestFinished, test, vi } from 'vitest'
import { allFilters, filters, type Filter, type Filters } from './filters.ts'
import { appliedFilters, parseSearchCriteria, searchParamsOf } from './search-criteria.ts'
import { indexWordsOf } from './terms.ts'

/** Every value that an address may have, and two at once where it may have several. */
function examplesOf(filter: Filter): Filters[] {
  const { name } = filter
  if (filter.kind === 'text') return [{ [name]: 'Austin nights' }]
  if (filter.kind === 'flag') return [{ [name]: true }]
  if (filter.kind === 'mode') return [{ [name]: true, keyword: 'nights' }]
  if (filter.kind === 'amount')
    return [...filter.values, ...(filter.range ?? [])].map((value) => ({ [name]: value }))
  return [
    ...filter.values.map((value) => ({ [name]: [value] })),
    { [name]: filter.values.slice(0, 2) },
  ]
}
const asked = allFilters.filter((filter) => !filter.onlyTyped)

test.each(asked)('$name: an address holds what was asked for, and nothing else', (filter) => {
  for (const filters of examplesOf(filter)) {
    expect(parseSearchCriteria(searchParamsOf(filters))).toEqual(filters)
    // As a form without scripts sends it.
    expect(parseSearchCriteria(filters)).toEqual(filters)
  }
  for (const nonsense of [
    '',
    'nonsense\0'.repeat(filter.kind === 'text' ? 0 : 1),
    'all',
    '__proto__',
    undefined,
  ]) {
    if (filter.kind === 'text' && nonsense === '__proto__') continue
    expect(parseSearchCriteria({ [filter.name]: nonsense })).toEqual({})
  }
})

test.each(asked.filter((filter) => filter.name !== 'radius' && filter.name !== 'hourly'))(
  '$name: each value is a chip, whose link is the search without it',
  (filter) => {
    const others = {
      jobType: filter.name === 'jobType' ? undefined : 'locums',
      sortBy: 'oldest',
    } as const
    for (const filters of examplesOf(filter)) {
      const criteria = parseSearchCriteria({ ...others, ...filters, page: 3 })
      const chips = appliedFilters(criteria).filter((candidate) => candidate.name === filter.name)
      const values = [filters[filter.name]].flat()
      expect(chips).toHaveLength(values.length)
      expect(new Set(chips.map((chip) => chip.key)).size).toBe(values.length)
      for (const [index, { label, without }] of chips.entries()) {
        expect(label).not.toBe('')
        const rest = values.toSpliced(index, 1)
        const kept = { ...filters, [filter.name]: rest.length > 0 ? rest : undefined }
        expect(without).toEqual(parseSearchCriteria({ ...others, ...kept }))
      }
    }
  },
)

test('every filter reads as words, in the order of the form', () => {
  const address =
    'keyword=nights&specialty=Cardiology&state=TX&city=Austin&radius=25&jobType=per-diem&minPay=300000&maxPay=400000&postedWithin=7' +
    '&visa=J1&newGraduates=true&telehealth=true&setting=Clinic&schedule=Other&benefits=CME+Allowance&page=2&sortBy=comp'
  const criteria = parseSearchCriteria(Object.fromEntries(new URLSearchParams(address)))
  const labels = appliedFilters(criteria).map(({ label }) => label)
  expect(labels.join(' · ')).toBe(
    '“nights” · Cardiology · Texas · Austin, within 25 miles · Per diem · At least $300,000 a year · At most $400,000 a year · ' +
      'Posted in the last 7 days · J-1 waiver · New graduates welcome · Telehealth · Clinic · Other schedule · CME Allowance',
  )
})

test('a radius goes with its place', () => {
  const [place] = appliedFilters({ city: 'Austin', radius: 100 })
  expect(place?.without).toEqual({})
})

test('pay may be asked for by the hour', () => {
  const criteria = parseSearchCriteria({ minPay: '$150', maxPay: '250', hourly: 'true' })
  expect(criteria).toEqual({ minPay: 285_000, maxPay: 475_000, hourly: true })
  expect(searchParamsOf(criteria)).toEqual({ minPay: '150', maxPay: '250', hourly: 'true' })
  // Two searches with one address are one search.
  const [ofYear, ofHour] = ['150000', '79'].map((minPay) =>
    parseSearchCriteria({ minPay, hourly: 'true' }),
  )
  expect(ofYear).toEqual(ofHour)
  // What was read once is not taken for hours again.
  expect(parseSearchCriteria(criteria)).toEqual(criteria)
  expect(appliedFilters(criteria).map((filter) => filter.label)).toEqual([
    'At least $150 an hour',
    'At most $250 an hour',
  ])
  expect(appliedFilters(criteria)[0]?.without).toEqual({ maxPay: 475_000, hourly: true })
})

test.each([
  ['$300k', 300_000],
  ['300,000', 300_000],
  [' 300000 ', 300_000],
  ['-5', 1],
  ['9e99', 5_000_000],
  ['k', undefined],
])('pay of at least %j is %s', (minPay, read) => {
  expect(parseSearchCriteria({ minPay }).minPay).toBe(read)
})

test.each([
  ['Austin', undefined, 'Austin, within 50 miles'],
  ['Austin', { place: { radius: 50 } }, 'Austin, within 50 miles'],
  [
    'an hour off',
    { place: { label: 'Austin, TX', radius: 45, isAbout: true as const } },
    'within about 45 miles of Austin, TX',
  ],
  ['Bay Area', { place: {} }, 'Bay Area'],
  ['Nowhereville', {}, 'Nowhereville'],
  ['Texas', undefined, 'Texas'],
])('the chip of %s, found as %j, reads %s', (city, found, label) => {
  expect(appliedFilters({ city }, found)[0]?.label).toBe(label)
})

test('starts by: the quarters of four years from now on, whenever now is', () => {
  vi.useFakeTimers({ now: new Date('2031-05-20'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(filters.startBy.values.slice(0, 3)).toEqual(['now', '2031-06', '2031-09'])
  expect(filters.startBy.values.at(-1)).toBe('2035-12')
  expect(filters.startBy.label('2035-03')).toBe('Starts by March 2035')
  expect(parseSearchCriteria({ startBy: '2031-03,2034-09' })).toEqual({ startBy: ['2034-09'] })
  const start = { is: 'yes', words: 'July 2033', year: 2033, month: 7 } as const
  expect(indexWordsOf({ start })).toEqual(
    expect.arrayContaining(['@start:2033-09', '@start:2035-12']),
  )
  expect(indexWordsOf({ start })).not.toContain('@start:2033-06')
})
