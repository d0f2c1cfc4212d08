import Validator from '@adobe/structured-data-validator'
import { expect, test } from 'vitest'
import type { JobDetail } from './contract.ts'
import { employmentTypes } from './model.ts'
import { structuredDataOf } from './structured-data.ts'
import { listOf } from '#vocabulary/table.ts'

const site = { publicUrl: 'https://jobs.example' }

const unstated = listOf(
  'logoId, logoUrl, contactWebsite, applyUrl, visaSupport, compMin, compMax, facilityStreet, facilityCity, facilityZip, expiresAt, seenAt',
)

/** What the metadata are made of. */
const job = {
  id: '01a1fca9-0f6b-7587-a74e-b143bef44cf6',
  title: 'Interventional Cardiologist',
  employer: 'Example Heart Hospital',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  specialty: 'Cardiology',
  type: 'full-time',
  description:
    'Join us.\n\nYou will find:\n• STEMI call <1 in 6\n• A cath lab & a team\n\nWrite to us.',
  facilityName: 'Example Heart Hospital',
  compUnit: 'YEAR',
  postedAt: '2026-11-01T08:00:00.000Z',
  referenceId: 'WC-F44CF6',
  structuredDataAllowed: true,
  telehealth: false,
  terms: {},
  setting: [],
  schedule: [],
  benefits: [],
  ...Object.fromEntries(unstated.map((name) => [name, null])),
} as unknown as JobDetail

const postingOf = (changes: Partial<JobDetail> = {}) =>
  structuredDataOf({ ...job, ...changes }, site).find((item) => item['@type'] === 'JobPosting')

const stateOf = (name: string) => ({ '@type': 'State', name: `${name}, USA` })

test.each([
  [{ state: 'OTHER' }, { '@type': 'Country', name: 'USA' }],
  [{ state: 'GA' }, stateOf('Georgia')],
  [
    { state: 'GA', furtherLocations: [{ city: '', state: 'FL' }] },
    ['Georgia', 'Florida'].map(stateOf),
  ],
] as const)('remote work in %j is for those in %j', (where, applicantLocationRequirements) =>
  expect(postingOf({ city: 'Remote', ...(where as Partial<JobDetail>) })).toMatchObject({
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements,
  }),
)

const variants: Record<string, Partial<JobDetail>> = {
  'that says little': {},
  'with a range of pay': { compMin: 400_000, compMax: 500_000 },
  'with one figure': { compMin: 250, compMax: 250, compUnit: 'HOUR' },
  'with a lower end only': { compMin: 400_000 },
  'with an upper end only': { compMax: 500_000 },
  'with a word on everything': {
    type: 'locums',
    expiresAt: '2026-12-31T00:00:00.000Z',
    visaSupport: 'J1',
    benefits: ['CME Allowance'],
    schedule: ['Nights'],
    facilityStreet: '1 Main Street',
    facilityCity: 'Austin',
    contactWebsite: 'https://hospital.example',
    logoUrl: 'https://hospital.example/logo.png',
  },
  'of a state whose city is not stated': { city: '', zip: null },
  'outside the states': { city: 'San Juan', state: 'OTHER', zip: null },
  'of a specialty beyond the list': { specialty: 'Other', specialtyOther: 'Hyperbaric Medicine' },
  'that search engines shall not take': { structuredDataAllowed: false },
}

test.each(Object.entries(variants))(
  'search engines find no fault with a job %s',
  async (_, changes) => {
    const documents = structuredDataOf({ ...job, ...changes }, site)
    const jsonld = Object.groupBy(documents, (document) => document['@type'])
    const issues = await new Validator().validate({ jsonld, microdata: {}, rdfa: {} })
    expect(issues.filter(({ severity }) => severity === 'ERROR')).toEqual([])
  },
)

test('the validator would object', async () => {
  const untitled = { ...postingOf(), title: undefined }
  const issues = await new Validator().validate({
    jsonld: { JobPosting: [untitled] },
    microdata: {},
    rdfa: {},
  })
  expect(issues.some(({ severity }) => severity === 'ERROR')).toBe(true)
})

test('the text is HTML, with its lists, and nothing in it is taken for a tag', () => {
  expect(postingOf()?.['description']).toBe(
    '<p>Join us.</p><p>You will find:</p><ul><li>STEMI call &lt;1 in 6</li><li>A cath lab &amp; a team</li></ul><p>Write to us.</p>',
  )
})

test('pay is told with its unit, and not in words', () => {
  expect(postingOf({ compMin: 170, compMax: 180, compUnit: 'HOUR' })?.['baseSalary']).toEqual({
    '@type': 'MonetaryAmount',
    currency: 'USD',
    value: { '@type': 'QuantitativeValue', minValue: 170, maxValue: 180, unitText: 'HOUR' },
  })
  expect(postingOf({ compText: 'Competitive' })).not.toHaveProperty('baseSalary')
})

test('without a stated type, only what was posted here is full-time', () => {
  expect(postingOf({ type: 'not-stated', source: 'manual' })).toHaveProperty(
    'employmentType',
    'FULL_TIME',
  )
  expect(postingOf({ type: 'not-stated', source: 'apify' })).not.toHaveProperty('employmentType')
})

test('each type has its word in the vocabulary of schema.org', () => {
  const words = employmentTypes.map(
    (type) => `${type}: ${String(postingOf({ type })?.['employmentType'])}`,
  )
  expect(words.join('; ')).toBe(
    'full-time: FULL_TIME; part-time: PART_TIME; locums: CONTRACTOR; contract: CONTRACTOR; per-diem: PER_DIEM; permanent: FULL_TIME; temporary: TEMPORARY',
  )
})

const [posting, source] = [
  { expiresAt: '2026-12-31T00:00:00.000Z' },
  { seenAt: '2026-11-20T12:00:00.000Z' },
]
const unseen = '2027-01-19T12:00:00.000Z'
test.each([
  ['nothing that says so', {}, undefined],
  ['its posting', posting, posting.expiresAt],
  ['sixty days after its source listed it', source, unseen],
  ['the earlier, its posting', { ...source, ...posting }, posting.expiresAt],
  ['the earlier, its source', { ...source, expiresAt: '2027-06-01T00:00:00.000Z' }, unseen],
])('a job ends with %s', (_, dates, end) => {
  expect(postingOf(dates)?.['validThrough']).toBe(end)
})

test('no word on visas is not a no', () => {
  expect(postingOf()).not.toHaveProperty('eligibilityToWorkRequirement')
  expect(postingOf({ visaSupport: 'None' })?.['eligibilityToWorkRequirement']).toBe(
    'No visa sponsorship',
  )
})

test.each<[string, Partial<JobDetail>, string]>([
  [
    'a street in another town',
    { facilityStreet: '1 Main Street', facilityCity: 'Dallas' },
    'Main Street',
  ],
  [
    'an address that no browser should follow',
    { contactWebsite: 'javascript:alert(1)' },
    'javascript',
  ],
  ['a source that nobody authorized', { structuredDataAllowed: false }, job.employer],
])('%s is not passed on', (_, changes, text) =>
  expect(JSON.stringify(postingOf(changes) ?? {})).not.toContain(text),
)

test('a state whose city is not stated stands alone', () => {
  const address = { '@type': 'PostalAddress', addressRegion: 'TX', addressCountry: 'US' }
  expect(postingOf({ city: '', zip: null })?.['jobLocation']).toEqual({ '@type': 'Place', address })
})

test('the trail leads from all jobs over specialty and state to the job', () => {
  const trail = structuredDataOf(job, site).find((item) => item['@type'] === 'BreadcrumbList')?.[
    'itemListElement'
  ]
  expect((trail as { item: string }[]).map(({ item }) => item)).toEqual([
    'https://jobs.example/jobs',
    'https://jobs.example/jobs/specialty/cardiology',
    'https://jobs.example/jobs/specialty/cardiology/tx',
    'https://jobs.example/jobs/01a1fca9-0f6b-7587-a74e-b143bef44cf6',
  ])
})
