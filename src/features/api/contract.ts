import { z } from 'zod'
import { jobDetail, location, jobSummary, suggestSearches } from '#features/jobs/contract.ts'
import { facetCounts } from '#features/jobs/contract-counts.ts'
import { filterParameters, filterQuery, pageParameters } from '#features/jobs/search-parameters.ts'
import { payUnits } from '#features/jobs/model.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { getSalaries, getSpecialtySalaries } from '#features/salaries/contract.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { v1Limit } from './model.ts'

/** The public API, version 1. It is stable: fields are added, and none is changed or removed. */

const open = { access: 'public', cors: true, limit: { ...v1Limit, group: 'v1' } } as const

const pay = z
  .object({
    min: z.number().nullable(),
    max: z.number().nullable(),
    unit: z.enum(payUnits),
    currency: z.literal('USD'),
    text: z
      .string()
      .nullable()
      .meta({ description: 'The posting’s own words, where figures do not say it.' }),
  })
  .meta({ id: 'Pay' })

const shared = jobSummary.shape

const job = z
  .object({
    ...jobSummary.pick({
      id: true,
      title: true,
      employer: true,
      isVerifiedHospital: true,
      city: true,
      state: true,
      specialty: true,
      telehealth: true,
      newGraduatesAcceptable: true,
      postedAt: true,
      updatedAt: true,
    }).shape,
    referenceId: shared.referenceId.meta({
      description: 'The code that people quote on the telephone.',
    }),
    url: z.url().meta({ description: 'The job’s page.' }),
    locations: z
      .array(location)
      .meta({ description: 'All places of the job; `city` and `state` are those of the first.' }),
    employmentType: shared.type,
    pay,
    visaSupport: shared.visaSupport.meta({ description: 'Null: the posting says nothing.' }),
    excerpt: z.string().meta({ description: 'The first words of the description.' }),
    source: shared.source.meta({
      description: '`manual` for jobs posted here, otherwise the name of the imported source.',
    }),
  })
  .meta({ id: 'PublicJob' })
export type PublicJob = z.infer<typeof job>

const detail = z.object({
  ...job.shape,
  ...jobDetail.pick({
    schedule: true,
    benefits: true,
    terms: true,
    fellowshipRequired: true,
    stateLicenseRequired: true,
  }).shape,
  ...jobDetail.pick({ expiresAt: true, applyUntil: true }).shape,
  requisition: jobDetail.shape.requisition.meta({ description: 'The employer’s own number.' }),
  description: z
    .string()
    .meta({ description: 'Plain text; paragraphs are separated by empty lines.' }),
  isExcerpt: z
    .boolean()
    .meta({ description: 'The source allows only the first words of its description.' }),
  postalCode: jobDetail.shape.zip,
  settings: jobDetail.shape.setting,
  startDate: shared.startDateText,
})
export type PublicJobDetail = z.infer<typeof detail>

const reading = z.object({
  understood: z
    .array(z.string())
    .meta({ description: 'Each part of the search that chooses jobs, in words.' }),
  ranking: z.array(z.string()).meta({
    description: 'Words that were not understood: jobs with them come first, and none is left out.',
  }),
  corrected: z.string().nullable().meta({ description: 'The keyword with typing errors mended.' }),
  place: z.string().nullable().meta({ description: 'The place, with its radius in miles.' }),
  unknownPlace: z.string().nullable().meta({ description: 'A place that nobody knows.' }),
  placeGuesses: z.array(z.string()),
})
export type PublicReading = z.infer<typeof reading>

/** Room for the longest name of an employer. */
const maxCursor = 1200

const cursor = (from: string) =>
  z
    .string()
    .max(maxCursor)
    .optional()
    .meta({ description: `Where the page begins: \`nextCursor\` of ${from}. It does not expire.` })

const lenient = z.enum(['true', 'false']).optional().meta({
  description:
    'With `page` or `sortBy`: jobs without a word that was not understood follow those with it.',
})

const exampleJob = {
  id: '019fc8a4-ed26-75d0-a7a1-7143deef44f6',
  referenceId: 'WC-EF44F6',
  url: 'https://jobs.example/jobs/019fc8a4-ed26-75d0-a7a1-7143deef44f6',
  title: 'Interventional Cardiologist',
  employer: 'Lakeside Clinic',
  isVerifiedHospital: false,
  city: 'Austin',
  state: 'TX',
  locations: [
    { city: 'Austin', state: 'TX' },
    { city: 'Tulsa', state: 'OK' },
  ],
  specialty: 'Cardiology',
  employmentType: 'full-time',
  pay: { min: 450_000, max: 520_000, unit: 'YEAR', currency: 'USD', text: null },
  visaSupport: 'J1',
  telehealth: false,
  newGraduatesAcceptable: true,
  excerpt: 'Join a group of six cardiologists with a call of one in six.',
  source: 'manual',
  postedAt: '2026-11-02T15:04:05.000Z',
  updatedAt: '2026-11-02T15:04:05.000Z',
}

export const listPublicJobs = defineEndpoint('listPublicJobs', 'GET /api/v1/jobs', {
  ...open,
  cost: 'search',
  summary: 'List or search active jobs',
  description: [
    'Without `page` and `sortBy`, jobs come in the order in which they were added, the newest ' +
      'first, and `nextCursor` leads to the next page. A walk by cursor returns each job once ' +
      'and misses none, whatever is posted or closed meanwhile.',
    'With `sortBy=relevance` and without `page`, the walk goes by relevance.',
    'With `page` or another `sortBy`, jobs are sorted as on our own pages, and `totalPages` ' +
      'counts the pages. Unknown parameters and values are refused, and the error names the ' +
      'nearest one.',
  ].join('\n\n'),
  query: z
    .looseObject({
      ...filterParameters,
      ...pageParameters,
      cursor: cursor('the page before'),
      lenient,
    })
    .transform((raw) => ({
      criteria: parseSearchCriteria(raw),
      cursor: raw.cursor,
      isNumbered:
        raw['page'] !== undefined ||
        (raw['sortBy'] !== undefined && (raw['sortBy'] !== 'relevance' || raw.lenient === 'true')),
      isStrict: raw.lenient !== 'true',
    })),
  response: z.object({
    jobs: z.array(job),
    total: z.int().meta({ description: 'How many jobs match; at most 10,000.' }),
    totalIsCapped: z.boolean().meta({ description: 'There are more than `total`.' }),
    totalWithAllWords: z.int().nullable().meta({
      description: 'How many of them have every word; null unless `lenient` adds others.',
    }),
    page: z.int().nullable().meta({ description: 'Null when walking by cursor.' }),
    totalPages: z.int().nullable(),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Null on the last page, and where pages have numbers.' }),
    reading: reading.nullable().meta({
      description: 'How the keyword and the place were understood; null when walking by cursor.',
    }),
  }),
  example: {
    jobs: [exampleJob],
    total: 2847,
    totalIsCapped: false,
    totalWithAllWords: null,
    page: null,
    totalPages: null,
    nextCursor: 'AZ_IpO0mddCnoXFD3u9E9vEj_Y-U',
    reading: null,
  },
})

export const getPublicJob = defineEndpoint('getPublicJob', 'GET /api/v1/jobs/:id', {
  ...open,
  summary: 'Get one active job',
  description:
    'A job that was merged into another one answers 301 with the address of the other. A job ' +
    'that was public and has closed answers 410.',
  params: z.object({ id: z.string().meta({ format: 'uuid' }) }),
  response: detail,
  errors: ['NOT_FOUND', 'GONE'],
})

export const getPublicFacets = defineEndpoint('getPublicFacets', 'GET /api/v1/facets', {
  ...open,
  cost: 'search',
  summary: 'Count the jobs of each value of the filters',
  description: 'Each list counts what choosing the value would give while all other filters stay.',
  query: filterQuery,
  response: z.object({
    counts: facetCounts,
    countsAreEstimates: z
      .boolean()
      .meta({ description: 'There are so many hits that only some were counted.' }),
  }),
})

export const suggestPublicSearches = defineEndpoint(
  'suggestPublicSearches',
  'GET /api/v1/suggestions',
  {
    ...open,
    cost: 'search',
    summary: 'Complete a search',
    description:
      'Specialties, titles, places and employers that begin with `q`; without it, what is popular.',
    query: suggestSearches.query,
    response: suggestSearches.response,
  },
)

export const getPublicSalaries = defineEndpoint('getPublicSalaries', 'GET /api/v1/salaries', {
  ...open,
  summary: 'Pay statistics by specialty',
  description: 'Of active full-time postings that state their pay; the highest median first.',
  response: getSalaries.response,
})

export const getPublicSpecialtySalaries = defineEndpoint(
  'getPublicSpecialtySalaries',
  'GET /api/v1/salaries/:specialty',
  {
    ...open,
    summary: 'Pay statistics of one specialty by state',
    params: getSpecialtySalaries.params,
    response: getSpecialtySalaries.response,
    errors: ['NOT_FOUND'],
  },
)

export const listPublicEmployers = defineEndpoint('listPublicEmployers', 'GET /api/v1/employers', {
  ...open,
  cost: 'search',
  summary: 'List employers with active jobs',
  description: 'By name. Names that differ only in case are one employer.',
  query: z.object({
    q: z
      .string()
      .trim()
      .max(100)
      .default('')
      .meta({ description: 'How the name begins.', example: 'mercy' }),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(20)
      .meta({ description: 'Employers a page.' }),
    cursor: cursor('the page before'),
  }),
  response: z.object({
    employers: z.array(
      z.object({
        name: z.string(),
        jobs: z.int().meta({ description: 'Active jobs.' }),
        isVerifiedHospital: z.boolean(),
        feedUrl: z.url().meta({ description: 'A JSON Feed of these jobs.' }),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
})

const pixels = z.coerce
  .number()
  .int()
  .min(1)
  .optional()
  .catch(undefined)
  .meta({ type: 'integer', minimum: 1 })

export const getOEmbed = defineEndpoint('getOEmbed', 'GET /api/oembed', {
  ...open,
  summary: 'oEmbed 1.0 of a job’s page',
  query: z.object({
    url: z.string().max(2000).meta({ description: 'The address of a job’s page.' }),
    format: z.string().max(20).default('json').meta({ description: 'Only `json`.' }),
    maxwidth: pixels,
    maxheight: pixels,
  }),
  response: z.object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string(),
    author_name: z.string(),
    provider_name: z.string(),
    provider_url: z.url(),
    cache_age: z.int(),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  errors: ['NOT_FOUND', 'GONE', 'NOT_IMPLEMENTED'],
})
