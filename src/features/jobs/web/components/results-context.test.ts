import { expect, test } from 'vitest'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { asksForJobs, homeCriteria, homeSearch } from './results-context.tsx'

test.each<[string, SearchCriteria]>([
  ['Austin, TX', { city: 'Austin', state: ['TX'] }],
  ['austin , texas', { city: 'austin', state: ['TX'] }],
  [', TX', { state: ['TX'] }],
  ['Austin,', { city: 'Austin' }],
  ['tx', { state: ['TX'] }],
  ['zz', {}],
  ['78701', { city: '78701' }],
  ['Texas', { city: 'Texas' }],
  ['  ', {}],
])('%o in the location box asks for %o', (loc, criteria) => {
  expect(homeCriteria({ loc })).toEqual(criteria)
})

test('an address of Home is a search', () => {
  const search = {
    show: 'jobs',
    q: 'nights',
    loc: 'Austin, TX',
    specialty: 'all',
    sort: 'oldest',
    jobType: 'locums',
  }
  const criteria = {
    keyword: 'nights',
    city: 'Austin',
    state: ['TX'],
    sortBy: 'oldest',
    jobType: ['locums'],
  }
  expect(homeCriteria({ ...search, page: '2' })).toEqual({ ...criteria, page: 2 })
})

test.each<SearchCriteria>([
  {},
  { keyword: 'nights', specialty: ['Cardiology'], sortBy: 'oldest', page: 3 },
  { city: 'Austin', state: ['TX'] },
  { city: 'Austin' },
  { state: ['TX'] },
  { state: ['OTHER'] },
  { city: 'LA' },
  { city: 'Winston, Salem', state: ['NC'] },
  { state: ['CA', 'NV'], specialty: ['Cardiology', 'Neurology'] },
  { city: 'Kansas City', state: ['KS', 'MO'] },
  { setting: ['Inpatient', 'Clinic'], newGraduates: true, minPay: 250_000 },
])('%o keeps its meaning as an address of Home', (criteria) => {
  expect(homeCriteria(homeSearch(criteria))).toEqual(criteria)
})

test('a place goes into the location box as people write it', () => {
  expect(homeSearch({ city: 'Austin', state: ['TX'] })).toEqual({ show: 'jobs', loc: 'Austin, TX' })
})

test('Home shows jobs only when its address asks for them', () => {
  expect([{}, { q: '' }, { utm_source: 'mail' }].filter(asksForJobs)).toEqual([])
  expect([{ show: 'jobs' }, { loc: 'TX' }].every(asksForJobs)).toBe(true)
})
