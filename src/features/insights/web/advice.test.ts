import { expect, test } from 'vitest'
import { adviceOf } from './components/advice-list.tsx'
import type { Comparison } from '../contract.ts'
import { comparedFacts } from '../model.ts'

type Peers = NonNullable<Comparison['peers']>

const peers: Peers = {
  postings: 14,
  place: 'Texas',
  viewsAWeek: 20,
  views: 1000,
  saves: 20,
  responses: 50,
  stating: { pay: 9, schedule: 6, setting: 0, benefits: 0, startDate: 0, visa: 0 },
  medianPay: 400_000,
}
const own: Comparison['own'] = { viewsAWeek: 20, views: 100, saves: 2, responses: 5 }

const posting = { id: 'id', title: 'Cardiologist', specialty: 'Cardiology', payAnnual: 400_000 }
const textsOf = (changes: Partial<Comparison>) =>
  adviceOf({ ...posting, own, peers, states: [...comparedFacts], ...changes }).map((advice) => [
    advice.kind,
    advice.text,
    advice.mend?.field,
  ])

test('nothing is said with too few comparable postings', () => {
  expect(textsOf({ peers: null, states: [] })).toEqual([])
})

test('what is like the others needs no mending', () => {
  expect(textsOf({})).toEqual([
    ['even', 'Views a week: 20. Half of comparable postings get 20 or more.', undefined],
    [
      'even',
      '5 of every 100 views lead to an apply click or inquiry. For comparable postings, 5 do.',
      undefined,
    ],
    ['even', '2 of every 100 views lead to a save. For comparable postings, 2 do.', undefined],
  ])
})

test('what most others state and what falls behind comes first, each with its field', () => {
  const behind = { viewsAWeek: 1, views: 40, saves: 4, responses: 1 }
  expect(textsOf({ own: behind, states: ['visa'], payAnnual: null })).toEqual([
    ['mend', '9 of 14 comparable postings state the pay. Yours does not.', 'salaryMin'],
    ['mend', 'Views a week: 1. Half of comparable postings get 20 or more.', 'title'],
    [
      'mend',
      '2.5 of every 100 views lead to an apply click or inquiry. For comparable postings, 5 do.',
      'description',
    ],
    ['good', '10 of every 100 views lead to a save. For comparable postings, 2 do.', undefined],
  ])
  expect(textsOf({ payAnnual: 300_000 })[0]).toEqual([
    'mend',
    'Your pay goes up to $300,000 a year. The median of comparable postings that state pay is $400,000.',
    'salaryMin',
  ])
})

test('few views make no rate', () => {
  expect(textsOf({ own: { ...own, views: 29 } })).toHaveLength(1)
  expect(textsOf({ peers: { ...peers, views: 99, viewsAWeek: 0 } })).toEqual([])
})
