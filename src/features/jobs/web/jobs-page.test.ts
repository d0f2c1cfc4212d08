import { expect, test } from 'vitest'
import type { SearchCriteria } from '../search-criteria.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { canonicalPath, jobsHead, jobsHeading, specialtiesText } from './jobs-page.tsx'

test.each<[SearchCriteria, string | undefined]>([
  [{}, '/jobs'],
  [{ page: 3 }, '/jobs?page=3'],
  [{ sortBy: 'oldest' }, '/jobs'],
  [{ state: ['TX'] }, '/jobs?state=TX'],
  [{ specialty: ['Cardiology'] }, '/jobs/specialty/cardiology'],
  [{ specialty: ['Cardiology'], state: ['TX'], sortBy: 'comp', sortOrder: 'asc' }, '/jobs/specialty/cardiology/tx'],
  [{ specialty: ['Cardiology'], page: 2 }, '/jobs?page=2&specialty=Cardiology'],
  [{ keyword: 'nights' }, undefined],
  [{ state: ['CA', 'NV'] }, undefined],
  [{ specialty: ['Cardiology', 'Neurology'] }, undefined],
  [{ specialty: ['Cardiology'], minPay: 300_000 }, undefined],
])('%o is known as %s', (criteria, path) => {
  expect(canonicalPath(criteria)).toBe(path)
})

test('the title names the specialty, and what has no address of its own is kept out of search engines', () => {
  const site = {
    publicUrl: 'https://jobs.example',
    demo: false,
    contactFormUrl: null,
    trackerHost: null,
    retentionDays: { inquiries: 1, idleCvs: 1, auditAddresses: 1, mails: 1, closedJobs: 1 },
    landingMinJobs: 5,
  }
  const noindex = { name: 'robots', content: 'noindex' }
  expect(jobsHead(site, { keyword: 'nights' }).meta).toContainEqual(noindex)
  expect(jobsHead(site, {}).meta).not.toContainEqual(noindex)
  expect(jobsHead(site, {}).meta).toContainEqual({ title: 'Physician Jobs — Search All Positions | Whitecoat' })
  expect(jobsHead(site, { specialty: ['Cardiology', 'Neurology'] }).meta).toContainEqual({
    title: 'Physician Jobs — Cardiology and Neurology | Whitecoat',
  })
})

test.each<[Specialty[], string | undefined]>([
  [[], undefined],
  [['Cardiology'], 'Cardiology'],
  [['Cardiology', 'Neurology', 'Urology'], 'Cardiology, Neurology, and Urology'],
  [['Cardiology', 'Neurology', 'Psychiatry', 'Urology'], 'Cardiology, Neurology, and 2 More'],
])('%j reads as %s', (specialty, text) => {
  expect(specialtiesText({ specialty })).toBe(text)
})

test.each<[SearchCriteria, string]>([
  [{ keyword: 'nights', minPay: 300_000 }, 'All Physician Jobs'],
  [{ specialty: ['Cardiology'], jobType: ['locums'], state: ['CA', 'NV'] }, 'Locums Cardiology Jobs in California and Nevada'],
  [{ jobType: ['locums'] }, 'Locums Physician Jobs'],
  [{ jobType: ['locums', 'contract'] }, 'All Physician Jobs'],
  [{ state: ['AZ', 'CA', 'NV', 'UT'] }, 'Physician Jobs in Arizona, California, and 2 More'],
  [{ city: 'austin', state: ['TX'] }, 'Physician Jobs near austin'],
])('the heading of %j is %s', (criteria, heading) => {
  expect(jobsHeading(criteria)).toBe(heading)
})

test('the heading has the place that was found', () => {
  const criteria: SearchCriteria = { specialty: ['Cardiology'], city: 'austin' }
  expect(jobsHeading(criteria, { place: { label: 'Austin, TX', radius: 50 } })).toBe('Cardiology Jobs near Austin, TX')
  expect(jobsHeading(criteria, { place: { label: 'the Bay Area' } })).toBe('Cardiology Jobs in the Bay Area')
  expect(jobsHeading(criteria, { unknownPlace: 'austin' })).toBe('Cardiology Jobs')
})
