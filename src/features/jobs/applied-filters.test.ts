import { expect, test } from 'vitest'
import { appliedFilters } from './applied-filters.ts'

test('every filter reads as words, in the order of the form', () => {
  const labels = appliedFilters({
    keyword: 'nights',
    specialty: 'Cardiology',
    state: 'TX',
    city: 'Austin',
    radius: 25,
    jobType: 'per-diem',
    minPay: 300_000,
    postedWithin: 7,
    visa: 'J1',
    newGraduates: true,
    telehealth: true,
    setting: ['Clinic'],
    schedule: ['Other'],
    benefits: ['CME Allowance'],
    page: 2,
    sortBy: 'comp',
  }).map(({ label }) => label)

  expect(labels).toEqual([
    '“nights”',
    'Cardiology',
    'Texas',
    'Austin, within 25 miles',
    'Per diem',
    'At least $300,000 a year',
    'Posted in the last 7 days',
    'J-1 waiver',
    'New graduates welcome',
    'Telehealth',
    'Clinic',
    'Other schedule',
    'CME Allowance',
  ])
})

test('without a filter the rest stays, from the first page', () => {
  const [specialty] = appliedFilters({ specialty: 'Cardiology', jobType: 'locums', sortBy: 'oldest', page: 4 })
  expect(specialty?.without).toEqual({ jobType: 'locums', sortBy: 'oldest' })
})

test('one of several values goes alone, the last one with its filter', () => {
  const [inpatient] = appliedFilters({ setting: ['Inpatient', 'Clinic'] })
  expect(inpatient?.without).toEqual({ setting: ['Clinic'] })
  const [clinic] = appliedFilters({ setting: ['Clinic'] })
  expect(clinic?.without).toEqual({})
})

test('a radius goes with its place', () => {
  const [place] = appliedFilters({ city: 'Austin', radius: 100 })
  expect(place?.without).toEqual({})
})
