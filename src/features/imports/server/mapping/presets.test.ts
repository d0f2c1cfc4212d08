import { expect, it, test } from 'vitest'
import { readDataset } from '../reading/read-dataset.ts'
import { factText } from '#features/imports/facts.ts'
import { guessMapping, newSurvey, surveyRow } from './columns.ts'
import { mapItem } from './map-item.ts'
import { readItem } from './read-item.ts'

/** The first job of a list as a site or an applicant tracking system gives it. */
async function firstOf(file: string) {
  const { value } = await readDataset(
    { file: `bench/imports/written/${file}.json` },
    { allowedHosts: [] },
  ).next()
  return readItem(value && 'item' in value ? value.item : undefined)
}

it.each([
  [
    'greenhouse',
    {
      shape: 'Greenhouse',
      employer: 'Lantern Grove Health',
      place: 'Remote - Texas',
      payMin: 230_000,
    },
  ],
  [
    'lever',
    {
      shape: 'Lever',
      title: 'Primary Care Physician',
      employer: 'Harbor Lane Medical',
      place: 'Providence, RI',
    },
  ],
  [
    'ashby',
    { shape: 'Ashby', employer: 'Sundial Care', remote: true, payMax: 250_000, payUnit: 'year' },
  ],
  [
    'usajobs',
    {
      shape: 'USAJOBS',
      id: '812000400',
      place: 'Sheridan, Wyoming',
      payMin: 220_000,
      payUnit: 'year',
    },
  ],
  [
    'icims',
    { shape: 'iCIMS', employer: 'Tidewater Regional Health', city: 'Norfolk', payUnit: 'Annually' },
  ],
  [
    'workable',
    { shape: 'Dataset', employer: 'Meadowlark Physician Partners', city: 'Bend', state: 'Oregon' },
  ],
  [
    'bamboohr',
    { shape: 'Dataset', employer: 'High Mesa Community Health', pay: '$260,000 - $310,000' },
  ],
  [
    'google_jobs',
    {
      shape: 'Google Jobs',
      place: 'Minot, ND',
      requirements: expect.stringMatching(/^• Outpatient/) as string,
    },
  ],
  [
    'jsearch',
    {
      shape: 'Google Jobs',
      benefits: 'health insurance\nretirement savings',
      city: 'Houma',
      payMin: 230,
    },
  ],
  [
    'healthecareers',
    {
      shape: 'Health eCareers',
      specialty: ['Anesthesiology', 'Physicians/Surgeons'],
      contract: 'Permanent',
    },
  ],
  ['practicelink', { shape: 'PracticeLink', id: '1480000', employer: 'Silverleaf Health' }],
  [
    'indeed_apify',
    {
      shape: 'Indeed',
      title: 'Family Practice Opening',
      posted: ['2026-10-01T08:00:00.000Z', '3 days ago'],
    },
  ],
  ['linkedin', { shape: 'LinkedIn', id: '4100200300', pay: '$300,000.00/yr - $360,000.00/yr' }],
])('%s is recognized by its fields, and read', async (file, job) => {
  const known = {
    title: expect.any(String),
    employer: expect.any(String),
    description: expect.any(String),
  } as object
  expect(await firstOf(file)).toMatchObject({
    posted: expect.arrayContaining([expect.anything()]),
    ...known,
    ...job,
  })
})

const [title, place, text] = ['Hospitalist', 'Boise, ID', 'See patients.']
const greenhouse = {
  title,
  absolute_url: 'https://boards.greenhouse.io/lakeside/jobs/4011',
  updated_at: '2026-11-20',
}
const cents = (min: number, max: number, range = 'Salary') => ({
  min_cents: 100 * min,
  max_cents: 100 * max,
  title: range,
})
const lever = {
  text: title,
  hostedUrl: 'https://jobs.lever.co/lakeside-clinic/a-1',
  categories: {},
  description: '<p>A</p>',
}
const ashby = { title, jobUrl: 'https://jobs.ashbyhq.com/lakeside/b-2', isListed: true }
const component = (compensationType: string, minValue: number | null) => ({
  compensationType,
  interval: '1 HOUR',
  minValue,
})

it.each([
  [
    'SmartRecruiters',
    {
      name: title,
      refNumber: 'R1',
      company: { name: 'Lakeside Clinic' },
      releasedDate: '2026-11-02',
      location: { city: 'Boise', region: 'ID', country: 'us' },
      typeOfEmployment: { label: 'Full-time' },
      jobAd: {
        sections: { jobDescription: { title: 'Job', text }, qualifications: { text: 'A license' } },
      },
    },
    {
      title,
      employer: 'Lakeside Clinic',
      description: text,
      city: 'Boise',
      requirements: 'A license',
      employmentType: ['Full-time'],
    },
  ],
  [
    'Workday',
    {
      jobPostingInfo: {
        title,
        jobDescription: text,
        location: place,
        postedOn: 'Posted 3 Days Ago',
        jobReqId: 'R-1',
      },
      hiringOrganization: { name: 'Lakeside Clinic' },
    },
    {
      title,
      employer: 'Lakeside Clinic',
      description: text,
      place,
      id: 'R-1',
      posted: ['Posted 3 Days Ago'],
    },
  ],
  [
    'Workday',
    { title, externalPath: '/job/R-1', locationsText: '2 Locations', bulletFields: ['R-1'] },
    { id: 'R-1', place: '2 Locations' },
  ],
  [
    'Greenhouse',
    {
      ...greenhouse,
      pay_input_ranges: [cents(300_000, 350_000, 'Idaho'), cents(330_000, 390_000, 'Elsewhere')],
    },
    { pay: 'Idaho: $300,000 – $350,000 · Elsewhere: $330,000 – $390,000' },
  ],
  ['Greenhouse', { ...greenhouse, pay_input_ranges: [cents(150, 185)] }, { payUnit: 'hour' }],
  [
    'Lever',
    { ...lever, lists: [{ text: 'You have', content: '<li>B</li>' }] },
    { description: '<p>A</p>\n<h3>You have</h3><ul><li>B</li></ul>' },
  ],
  [
    'Ashby',
    {
      ...ashby,
      compensation: { summaryComponents: [component('Bonus', null), component('Salary', 190)] },
    },
    { payMin: 190, payUnit: 'hour' },
  ],
])('%s: what else its public list says', (shape, item, job) =>
  expect(readItem(item)).toMatchObject({ shape, ...job }),
)

test.each([
  ['Job Title', 'Facility Name', 'Job Description', 'City/State', 'Date Posted'],
  ['POSITION', 'Employer', 'Summary', 'Location', 'Posted'],
  ['wd:Job_Title', 'wd:Company', 'wd:Job_Description', 'wd:Location', 'wd:Posted_Date'],
  // One column is called as a known site does.
  ['jobtitle', 'hospital', 'body', 'location', 'postdate', 'job_type'],
])('a table’s usual names are understood: %s, %s, %s, %s, %s', (...names) => {
  const cells = [
    'Hospitalist',
    'Lakeside Clinic',
    'See patients.',
    'Boise, ID',
    '11/2/2026',
    'Locums',
  ]
  expect(readItem(Object.fromEntries(names.map((name, at) => [name, cells[at]])))).toMatchObject({
    title: 'Hospitalist',
    employer: 'Lakeside Clinic',
    description: 'See patients.',
    place: 'Boise, ID',
    posted: ['11/2/2026'],
  })
})

test('a list of Workday’s names no employer, so its rows wait for a moderator', () => {
  const entry = {
    title: 'OB/GYN Physician',
    externalPath: '/job/Pueblo-CO/OB-GYN_R100',
    locationsText: 'Pueblo, CO',
    postedOn: 'Posted 1 Days Ago',
    bulletFields: ['R100'],
  }
  expect(mapItem(entry, new Date())).toMatchObject({
    title: 'OB/GYN Physician',
    facts: { employer: { state: 'doubtful', reason: 'employer-missing', words: 'Workday' } },
  })
  expect(mapItem({ ...entry, hostOwner: 'lake_shore' }, new Date())).toMatchObject({
    facts: { employer: { words: 'Lake Shore', suggestion: { employer: 'Lake Shore' } } },
  })
})

test('a unit of pay is named without figures', () =>
  expect(factText({ fact: 'pay', value: { unit: 'HOUR' } })).toBe('an hour'))

test('a column that a recognized site does not have is offered to a person, and not taken', () => {
  const survey = newSurvey()
  for (let row = 0; row < 5; row++) {
    const item = {
      ...greenhouse,
      title: 'Cardiologist',
      internal_job_id: row,
      company_name: 'Lakeshore Clinic',
      location: { name: 'Boise, ID' },
      content: 'A physician sees patients in clinic.',
      'Annual low': `$${300 + row},000`,
    }
    surveyRow(survey, { item })
  }
  expect(guessMapping(survey)).toEqual({})
  expect(guessMapping(survey, {}, true)).toEqual({ payMin: { path: 'Annual low' } })
})

test('towns without a comma and the short names of the ends of pay are guessed', () => {
  const survey = newSurvey()
  for (const Mkt of ['Toledo OH', 'Spokane WA', 'Saint Paul MN'])
    surveyRow(survey, { item: { Mkt, 'Earnings lo': 260_000, 'Earnings hi': 410_000 } })
  expect(guessMapping(survey)).toEqual({
    place: { path: 'Mkt' },
    payMin: { path: 'Earnings lo' },
    payMax: { path: 'Earnings hi' },
  })
})
