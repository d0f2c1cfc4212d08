import { describe, expect, test } from 'vitest'
import {
  ageLabel,
  countText,
  namesPay,
  payOfYear,
  payRange,
  placeText,
  sourceText,
  metaSnippet,
  payText,
  postedDayText,
  postingDayText,
} from './display.ts'

describe('pay', () => {
  test.each([
    [{ compMin: 250_000, compMax: 300_000 }, '$250,000 - $300,000'],
    [{ compMin: 250_000, compMax: 250_000 }, '$250,000'],
    [{ compMin: 250_000, compMax: null }, '$250,000+'],
    [{ compMin: null, compMax: 300_000 }, 'Up to $300,000'],
    [{ compMin: 152.5, compMax: 180 }, '$152.50 - $180'],
    [{ compMin: null, compMax: null }, undefined],
  ])('%o reads %s', (job, text) => {
    expect(payRange(job)).toBe(text)
  })

  test.each([
    [{ compMin: 150, compMax: 180, compUnit: 'HOUR' }, 'up to about $342K a year'],
    [{ compMin: 165, compMax: 165, compUnit: 'HOUR' }, 'about $314K a year'],
    [{ compMin: 2000, compMax: null, compUnit: 'DAY' }, 'from about $440K a year'],
    [{ compMin: 300_000, compMax: 350_000, compUnit: 'YEAR' }, undefined],
    [{ compMin: null, compMax: null, compUnit: 'HOUR' }, undefined],
  ] as const)('%o comes to %s', (job, text) => {
    expect(payOfYear(job)).toBe(text)
  })

  test.each([
    [true, ['$300K base plus RVU', '300k-350k', '250,000 DOE']],
    [false, ['Competitive', 'DOE, 4 weeks of PTO', 'To be discussed']],
  ])('is a figure (%s): %j', (isFigure, texts) => {
    expect(texts.map(namesPay)).toEqual([isFigure, isFigure, isFigure])
  })

  test('is the words of the posting where there are no figures, and nothing where there are none either', () => {
    const base = { compMin: 300_000, compMax: 300_000, compUnit: 'YEAR' } as const
    expect(payText({ compMin: 170, compMax: 180, compUnit: 'HOUR', compText: null })).toBe(
      '$170 - $180 an hour',
    )
    expect(payText({ ...base, compText: '$300K base plus RVU' })).toBe('$300,000 a year')
    expect(
      payText({ compMin: null, compMax: null, compUnit: 'YEAR', compText: 'Competitive' }),
    ).toBe('Competitive')
    expect(
      payText({ compMin: null, compMax: null, compUnit: 'YEAR', compText: null }),
    ).toBeUndefined()
  })
})

describe('age', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()

  test.each([
    ['Today', -1, 0, 0.9],
    ['1 day ago', 1],
    ['6 days ago', 6],
    ['1 week ago', 7],
    ['2 weeks ago', 14],
    ['4 weeks ago', 29],
    ['1 month ago', 30],
    ['12 months ago', 364],
    ['1 year ago', 365],
    ['2 years ago', 800],
  ])('%s is said of %d days', (label, ...days) => {
    for (const it of days) expect(ageLabel(daysAgo(it as number), now)).toBe(label)
  })

  test.each([null, undefined, '', 'yesterday'])('of %o is not known', (postedAt) => {
    expect(ageLabel(postedAt, now)).toBe('Recently posted')
  })
})

test('a place is its city and state, as far as they are known', () => {
  const places = [
    ['Austin', 'TX'],
    ['', 'TX'],
    ['San Juan', 'OTHER'],
  ] as const
  expect(places.map(([city, state]) => placeText({ city, state }))).toEqual([
    'Austin, TX',
    'Texas',
    'San Juan',
  ])
})

test('a count says when it stopped counting', () => {
  const counts = [countText(0), countText(1), countText(2847), countText(10_000, true)]
  expect(counts).toEqual(['0 jobs', '1 job', '2,847 jobs', '10,000+ jobs'])
})

test('a snippet is one line of at most 150 characters, the last three of which say that there is more', () => {
  expect(metaSnippet(' Call\n\n1 in 6 ')).toBe('Call 1 in 6')
  for (const letter of ['x', '🩺']) {
    expect(metaSnippet(letter.repeat(150))).toBe(letter.repeat(150))
    expect(metaSnippet(letter.repeat(151))).toBe(`${letter.repeat(147)}...`)
  }
})

test.each([
  ['HI', 'November 30, 2026'],
  ['TX', 'November 30, 2026'],
  ['NY', 'December 1, 2026'],
])('a moment shortly after midnight in New York is in %s on %s', (state, day) => {
  expect(postingDayText('2026-12-01T05:30:00Z', state)).toBe(day)
})

test('a day that a list states without a time is that day everywhere', () => {
  expect(postedDayText('2026-11-07T00:00:00.000Z', 'HI')).toBe('November 7, 2026')
})

test('a careers page is named without its mark, and other sources as they are', () => {
  const names = ['Lakeshore careers fe68317f2a53', 'Physician careers', 'PracticeLink']
  expect(names.map(sourceText)).toEqual([
    'Lakeshore careers page',
    'Physician careers',
    'PracticeLink',
  ])
})
