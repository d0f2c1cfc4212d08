import { expect, test } from 'vitest'
import type { SearchCriteria } from '../search-criteria.ts'
import { jobsHeading } from './jobs-page.tsx'

test.each<[SearchCriteria, string]>([
  [{ keyword: 'nights', minPay: 300_000 }, 'All Physician Jobs'],
  [
    { specialty: ['Cardiology'], jobType: ['locums'], state: ['CA', 'NV'] },
    'Locums Cardiology Jobs in California and Nevada',
  ],
  [
    { specialty: ['Cardiology', 'Neurology', 'Urology'] },
    'Cardiology, Neurology, and Urology Jobs',
  ],
  [
    { specialty: ['Cardiology', 'Neurology', 'Psychiatry', 'Urology'] },
    'Cardiology, Neurology, and 2 More Jobs',
  ],
  [{ jobType: ['locums'] }, 'Locums Physician Jobs'],
  [{ jobType: ['locums', 'contract'] }, 'All Physician Jobs'],
  [{ state: ['AZ', 'CA', 'NV', 'UT'] }, 'Physician Jobs in Arizona, California, and 2 More'],
  [{ city: 'austin', state: ['TX'] }, 'Physician Jobs near austin'],
])('the heading of %j is %s', (criteria, heading) => {
  expect(jobsHeading(criteria)).toBe(heading)
})

test('the heading has the place that was found', () => {
  const criteria: SearchCriteria = { specialty: ['Cardiology'], city: 'austin' }
  expect(jobsHeading(criteria, { place: { label: 'Austin, TX', radius: 50 } })).toBe(
    'Cardiology Jobs near Austin, TX',
  )
  expect(jobsHeading(criteria, { place: { label: 'the Bay Area' } })).toBe(
    'Cardiology Jobs in the Bay Area',
  )
  expect(jobsHeading(criteria, { unknownPlace: 'austin' })).toBe('Cardiology Jobs')
})
