import { expect, test } from 'vitest'
import { statesAround } from '#vocabulary/neighbors.ts'
import { stateCodes } from '#shared/us-states.ts'
import type { SearchCriteria } from '../search-criteria.ts'
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

test('a state borders the states that border it', () => {
  for (const state of stateCodes)
    for (const other of statesAround([state])) expect(statesAround([other])).toContain(state)
})
