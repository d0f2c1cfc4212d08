import { expect, it, test } from 'vitest'
import { readItem } from './read-item.ts'

/** A posting as some systems' public lists have it, by their documentation. Other lists are in `bench/imports/written`. */
const postings = {
  Greenhouse: {
    id: 4011,
    internal_job_id: 77,
    title: 'Hospitalist',
    absolute_url: 'https://boards.greenhouse.io/lakeside/jobs/4011',
    location: { name: 'Boise, ID' },
    updated_at: '2026-11-20T10:00:00-05:00',
    first_published: '2026-11-02T10:00:00-05:00',
    company_name: 'Lakeside Clinic',
    metadata: [{ id: 1, name: 'Employment Type', value: 'Full-time', value_type: 'single_select' }],
    content: '&lt;p&gt;See patients &amp;amp; teach.&lt;/p&gt;',
    departments: [{ id: 3, name: 'Hospital Medicine' }],
    pay_input_ranges: [{ min_cents: 30_000_000, max_cents: 35_000_000, currency_type: 'USD', title: 'Salary' }],
  },
  Lever: {
    id: 'a-1',
    text: 'Hospitalist',
    hostedUrl: 'https://jobs.lever.co/lakeside/a-1',
    applyUrl: 'https://jobs.lever.co/lakeside/a-1/apply',
    categories: { commitment: 'Full-time', department: 'Hospital Medicine', location: 'Boise, ID', team: 'Nights' },
    createdAt: 1_762_000_000_000,
    description: '<div>See patients.</div>',
    lists: [{ text: 'You have', content: '<li>A license</li>' }],
    salaryRange: { currency: 'USD', interval: 'per-year-salary', min: 300_000, max: 350_000 },
    workplaceType: 'onsite',
  },
  Ashby: {
    id: 'b-2',
    title: 'Hospitalist',
    department: 'Hospital Medicine',
    employmentType: 'FullTime',
    location: 'Boise, ID',
    publishedAt: '2026-11-02T10:00:00.000+00:00',
    isListed: true,
    isRemote: false,
    jobUrl: 'https://jobs.ashbyhq.com/lakeside-clinic/b-2',
    applyUrl: 'https://jobs.ashbyhq.com/lakeside-clinic/b-2/application',
    descriptionPlain: 'See patients.',
    compensation: {
      compensationTierSummary: '$300K – $350K • Offers Bonus',
      summaryComponents: [
        { compensationType: 'Bonus', interval: 'NONE', minValue: null, maxValue: null },
        { compensationType: 'Salary', interval: '1 YEAR', minValue: 300_000, maxValue: 350_000 },
      ],
    },
  },
  SmartRecruiters: {
    id: '7439',
    name: 'Hospitalist',
    refNumber: 'R1',
    company: { name: 'Lakeside Clinic', identifier: 'lakeside' },
    releasedDate: '2026-11-02T10:00:00.000Z',
    location: { city: 'Boise', region: 'ID', country: 'us', remote: false },
    typeOfEmployment: { label: 'Full-time' },
    jobAd: {
      sections: { jobDescription: { title: 'Job', text: '<p>See patients.</p>' }, qualifications: { text: 'A license' } },
    },
    postingUrl: 'https://jobs.smartrecruiters.com/lakeside/7439',
  },
  Workday: {
    jobPostingInfo: {
      id: 'x',
      title: 'Hospitalist',
      jobDescription: '<p>See patients.</p>',
      location: 'Boise, ID',
      postedOn: 'Posted 3 Days Ago',
      timeType: 'Full time',
      jobReqId: 'R-1',
      externalUrl: 'https://lakeside.wd1.myworkdayjobs.com/Careers/job/R-1',
    },
    hiringOrganization: { name: 'Lakeside Clinic' },
  },
  USAJOBS: {
    MatchedObjectId: '8001',
    MatchedObjectDescriptor: {
      PositionID: 'CAZM-1',
      PositionTitle: 'Physician (Hospitalist)',
      PositionURI: 'https://www.usajobs.gov/job/8001',
      ApplyURI: ['https://www.usajobs.gov/job/8001?apply'],
      PositionLocationDisplay: 'Boise, Idaho',
      PositionLocation: [{ LocationName: 'Boise, Idaho', CountryCode: 'United States', CityName: 'Boise, Idaho' }],
      OrganizationName: 'Veterans Health Administration',
      PositionSchedule: [{ Name: 'Full-time', Code: '1' }],
      QualificationSummary: 'A license.',
      PositionRemuneration: [{ MinimumRange: '300000.0', MaximumRange: '350000.0', RateIntervalCode: 'PA' }],
      PublicationStartDate: '2026-11-02T00:00:00',
      ApplicationCloseDate: '2026-12-02T23:59:59',
      UserArea: { Details: { JobSummary: 'See patients.', MajorDuties: ['Rounds', 'Teaching'] } },
    },
  },
}

it.each(Object.entries(postings))('%s is recognized by its fields, and read', (shape, item) => {
  const job = readItem(item)
  if ('skip' in job) throw new Error(job.skip)
  expect(job.shape).toBe(shape)
  expect(job).toMatchObject({
    title: expect.stringContaining('Hospitalist') as string,
    description: expect.stringContaining('patients') as string,
  })
  expect([job.place, job.city].join()).toContain('Boise')
  expect(job.employmentType.join()).toMatch(/full.?time/i)
  expect(job.posted[0]).toBeDefined()
  expect(job.url ?? job.applyUrl).toMatch(/^https:/)
  // Lever's list names the employer in its addresses alone.
  expect(job.employer).toEqual(expect.stringMatching(/Lakeside|Veterans/))
})

test('details of single systems', () => {
  expect(readItem(postings.Greenhouse)).toMatchObject({
    description: '<p>See patients &amp; teach.</p>',
    payMin: 300_000,
    payMax: 350_000,
  })
  expect(readItem(postings.Greenhouse)).toHaveProperty('posted', ['2026-11-02T10:00:00-05:00'])
  expect(readItem(postings.Lever)).toHaveProperty(
    'description',
    '<div>See patients.</div>\n<h3>You have</h3><ul><li>A license</li></ul>',
  )
  expect(readItem(postings.Ashby)).toMatchObject({
    employer: 'Lakeside Clinic',
    payMin: 300_000,
    payMax: 350_000,
    payUnit: 'year',
  })
  const ranges = [
    { min_cents: 30_000_000, max_cents: 35_000_000, title: 'Idaho' },
    { min_cents: 33_000_000, max_cents: 39_000_000, title: 'Elsewhere' },
  ]
  expect(readItem({ ...postings.Greenhouse, pay_input_ranges: ranges })).toHaveProperty(
    'pay',
    'Idaho: $300,000 – $350,000 · Elsewhere: $330,000 – $390,000',
  )
  expect(readItem({ ...postings.Greenhouse, pay_input_ranges: [{ min_cents: 15_000, max_cents: 18_500 }] })).toHaveProperty(
    'payUnit',
    'hour',
  )
  expect(readItem(postings.USAJOBS)).toMatchObject({ payMin: 300_000, payUnit: 'year', expires: '2026-12-02T23:59:59' })
  expect(
    readItem({ title: 'Hospitalist', externalPath: '/job/R-1', locationsText: '2 Locations', bulletFields: ['R-1'] }),
  ).toMatchObject({
    shape: 'Workday',
    id: 'R-1',
    place: '2 Locations',
  })
})

test.each([
  ['Job Title', 'Facility Name', 'Job Description', 'City/State', 'Date Posted'],
  ['POSITION', 'Employer', 'Summary', 'Location', 'Posted'],
  ['wd:Job_Title', 'wd:Company', 'wd:Job_Description', 'wd:Location', 'wd:Posted_Date'],
  // One column is called as a known site does.
  ['jobtitle', 'hospital', 'body', 'location', 'postdate', 'job_type'],
])('a table’s usual names are understood: %s, %s, %s, %s, %s', (...names) => {
  const cells = ['Hospitalist', 'Lakeside Clinic', 'See patients.', 'Boise, ID', '11/2/2026', 'Locums']
  expect(readItem(Object.fromEntries(names.map((name, at) => [name, cells[at]])))).toMatchObject({
    title: 'Hospitalist',
    employer: 'Lakeside Clinic',
    description: 'See patients.',
    place: 'Boise, ID',
    posted: ['11/2/2026'],
  })
})
