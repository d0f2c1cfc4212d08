import { expect, it, test } from 'vitest'
import { readItem } from './read-item.ts'

const [title, place, text] = ['Hospitalist', 'Boise, ID', 'See patients.']
const [first, last] = ['2026-11-02T10:00:00-05:00', '2026-11-20T10:00:00-05:00']
const greenhouse = {
  id: 4011,
  title,
  absolute_url: 'https://boards.greenhouse.io/lakeside/jobs/4011',
  location: { name: place },
  updated_at: last,
  first_published: first,
  company_name: 'Lakeside Clinic',
  metadata: [{ id: 1, name: 'Employment Type', value: 'Full-time', value_type: 'single_select' }],
  content: '&lt;p&gt;See patients &amp;amp; teach.&lt;/p&gt;',
  departments: [{ id: 3, name: 'Hospital Medicine' }],
}
const cents = (min: number, max: number, range = 'Salary') => ({ min_cents: 100 * min, max_cents: 100 * max, title: range })
const federal = {
  PositionTitle: title,
  PositionURI: 'https://www.usajobs.gov/job/8001',
  PositionLocationDisplay: 'Boise, Idaho',
  PositionLocation: [{ LocationName: 'Boise, Idaho', CountryCode: 'United States', CityName: 'Boise, Idaho' }],
  OrganizationName: 'Lakeside Health Administration',
  PositionSchedule: [{ Name: 'Full-time', Code: '1' }],
  QualificationSummary: 'A license.',
  PositionRemuneration: [{ MinimumRange: '300000.0', MaximumRange: '350000.0', RateIntervalCode: 'PA' }],
  PublicationStartDate: first,
  ApplicationCloseDate: last,
  UserArea: { Details: { JobSummary: text, MajorDuties: ['Rounds', 'Teaching'] } },
}

/** A posting as some systems' public lists have it, by their documentation. Other lists are in `bench/imports/written`. */
it.each([
  [
    'Greenhouse',
    { ...greenhouse, pay_input_ranges: [cents(300_000, 350_000)] },
    { description: '<p>See patients &amp; teach.</p>', payMin: 300_000, payMax: 350_000, posted: [first] },
  ],
  [
    'Lever',
    {
      id: 'a-1',
      text: title,
      hostedUrl: 'https://jobs.lever.co/lakeside/a-1',
      applyUrl: 'https://jobs.lever.co/lakeside/a-1/apply',
      categories: { commitment: 'Full-time', department: 'Hospital Medicine', location: place, team: 'Nights' },
      createdAt: 1_762_000_000_000,
      description: '<div>See patients.</div>',
      lists: [{ text: 'You have', content: '<li>A license</li>' }],
      salaryRange: { currency: 'USD', interval: 'per-year-salary', min: 300_000, max: 350_000 },
      workplaceType: 'onsite',
    },
    { description: '<div>See patients.</div>\n<h3>You have</h3><ul><li>A license</li></ul>' },
  ],
  [
    'Ashby',
    {
      id: 'b-2',
      title,
      department: 'Hospital Medicine',
      employmentType: 'FullTime',
      location: place,
      publishedAt: first,
      isListed: true,
      isRemote: false,
      jobUrl: 'https://jobs.ashbyhq.com/lakeside-clinic/b-2',
      applyUrl: 'https://jobs.ashbyhq.com/lakeside-clinic/b-2/application',
      descriptionPlain: text,
      compensation: {
        compensationTierSummary: '$300K – $350K • Offers Bonus',
        summaryComponents: [
          { compensationType: 'Bonus', interval: 'NONE', minValue: null, maxValue: null },
          { compensationType: 'Salary', interval: '1 YEAR', minValue: 300_000, maxValue: 350_000 },
        ],
      },
    },
    { employer: 'Lakeside Clinic', payMin: 300_000, payMax: 350_000, payUnit: 'year' },
  ],
  [
    'SmartRecruiters',
    {
      id: '7439',
      name: title,
      refNumber: 'R1',
      company: { name: 'Lakeside Clinic', identifier: 'lakeside' },
      releasedDate: first,
      location: { city: 'Boise', region: 'ID', country: 'us', remote: false },
      typeOfEmployment: { label: 'Full-time' },
      jobAd: { sections: { jobDescription: { title: 'Job', text }, qualifications: { text: 'A license' } } },
      postingUrl: 'https://jobs.smartrecruiters.com/lakeside/7439',
    },
    {},
  ],
  [
    'Workday',
    {
      jobPostingInfo: {
        id: 'x',
        title,
        jobDescription: text,
        location: place,
        postedOn: 'Posted 3 Days Ago',
        timeType: 'Full time',
        jobReqId: 'R-1',
        externalUrl: 'https://lakeside.wd1.myworkdayjobs.com/Careers/job/R-1',
      },
      hiringOrganization: { name: 'Lakeside Clinic' },
    },
    {},
  ],
  ['USAJOBS', { MatchedObjectId: '8001', MatchedObjectDescriptor: federal }, { payMin: 300_000, payUnit: 'year', expires: last }],
])('%s is recognized by its fields, and read', (shape, item, details) => {
  const job = readItem(item)
  if ('skip' in job) throw new Error(job.skip)
  expect(job).toMatchObject({
    shape,
    title,
    // Lever's list names the employer in its addresses alone.
    employer: expect.stringContaining('Lakeside') as string,
    description: expect.stringContaining('patients') as string,
    posted: [expect.anything()],
    ...details,
  })
  expect([job.place, job.city].join()).toContain('Boise')
  expect(job.employmentType.join()).toMatch(/full.?time/i)
  expect(job.url ?? job.applyUrl).toMatch(/^https:/)
})

test('ranges of pay by place, and by hour', () => {
  const ranges = [cents(300_000, 350_000, 'Idaho'), cents(330_000, 390_000, 'Elsewhere')]
  const pay = 'Idaho: $300,000 – $350,000 · Elsewhere: $330,000 – $390,000'
  expect(readItem({ ...greenhouse, pay_input_ranges: ranges })).toMatchObject({ pay })
  expect(readItem({ ...greenhouse, pay_input_ranges: [cents(150, 185)] })).toMatchObject({ payUnit: 'hour' })
})

test('a row of a Workday list without its text', () => {
  const row = { title, externalPath: '/job/R-1', locationsText: '2 Locations', bulletFields: ['R-1'] }
  expect(readItem(row)).toMatchObject({ shape: 'Workday', id: 'R-1', place: '2 Locations' })
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
