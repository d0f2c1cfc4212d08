import { expect, test } from 'vitest'
import { neighborsOf, statesAround } from '#vocabulary/neighbors.ts'
import { findEntry } from '#vocabulary/reader.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { stateCodes } from '#shared/us-states.ts'
import type { SearchCriteria } from './search-criteria.ts'
import { waysOut } from './ways-out.ts'

const inBoise = { label: 'Boise, ID', radius: 50 }
const part = (label: string, without: string) => ({ label, without })

test.each<[SearchCriteria, Parameters<typeof waysOut>[1], Record<string, SearchCriteria>]>([
  [
    { specialty: ['Sports Medicine'] },
    { parts: [] },
    {
      'Orthopedic Surgery': { specialty: ['Orthopedic Surgery'] },
      'Family Medicine': { specialty: ['Family Medicine'] },
    },
  ],
  [
    { keyword: 'dpc' },
    { parts: [part('Direct primary care', '')] },
    { 'Family Medicine': { specialty: ['Family Medicine'] } },
  ],
  [
    { keyword: 'derm 2m' },
    { parts: [{ ...part('At least $2,000,000 a year', 'derm'), values: { minPay: ['2000000'] } }] },
    { 'At least $600,000 a year': { keyword: 'derm', minPay: 600_000 } },
  ],
  [
    { specialty: ['Other'], hourly: true, minPay: 209_000 },
    { parts: [] },
    { 'At least $79 an hour': { specialty: ['Other'], hourly: true, minPay: 150_000 } },
  ],
  [
    { keyword: 'mohs' },
    { parts: [part('Mohs surgery', '')], named: { fields: ['Dermatology'] } },
    { Dermatology: { specialty: ['Dermatology'] } },
  ],
  [
    { visa: ['H1B'] },
    { parts: [] },
    {
      'J-1 waiver': { keyword: 'J-1 waiver' },
      'Visa sponsorship': { keyword: 'Visa sponsorship' },
    },
  ],
  [
    { keyword: '0.6 fte' },
    { parts: [part('0.6 FTE', '')] },
    { 'Part-time': { keyword: 'Part-time' } },
  ],
  [{ state: ['ME'] }, { parts: [] }, { 'States around Maine': { state: ['NH'] } }],
  [
    { city: 'boise', radius: 25 },
    { parts: [], place: { ...inBoise, radius: 25 } },
    {
      'Within 50 miles': { city: 'boise', radius: 50 },
      'All of Idaho': { state: ['ID'] },
    },
  ],
  [
    { keyword: 'gi near boise part time' },
    {
      parts: [
        part('Gastroenterology', 'near boise part time'),
        part('near Boise, ID', 'gi part time'),
      ],
      place: inBoise,
      named: { specialty: ['Gastroenterology'] },
    },
    {
      'All of Idaho': { keyword: 'gi part time', state: ['ID'] },
      'Internal Medicine': {
        keyword: 'near boise part time',
        specialty: ['Internal Medicine'],
      },
    },
  ],
])('%j that finds nothing offers neighbors', (criteria, understanding, expected) => {
  const neighbors = waysOut(criteria, understanding).filter((way) => way.isNeighbor)
  expect(Object.fromEntries(neighbors.map(({ label, instead }) => [label, instead]))).toMatchObject(
    expected,
  )
})

test('each specialty has neighbors, and those of conditions are read by a search', () => {
  const lonely = specialties.filter((specialty) => neighborsOf(specialty).length === 0)
  expect(lonely).toEqual(['Other'])
  for (const name of [
    'Locums',
    'Nights',
    'Home call',
    'Academic',
    '7 on, 7 off',
    'Partnership track',
  ])
    for (const other of neighborsOf(name)) {
      const phrase = other.toLowerCase().replace(/^no /, '').replaceAll('-', ' ')
      expect(
        specialties.some((specialty) => specialty === other) || findEntry(phrase),
        other,
      ).toBeTruthy()
    }
})

test('a state borders the states that border it', () => {
  for (const state of stateCodes)
    for (const other of statesAround([state])) expect(statesAround([other])).toContain(state)
})
