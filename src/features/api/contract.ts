import { z } from 'zod'
import {
  facetCounts,
  filterParameters,
  filterQuery,
  jobDetail,
  location,
  jobSummary,
  pageParameters,
  suggestSearches,
} from '#features/jobs/contract.ts'
import { payUnits } from '#features/jobs/model.ts'
import { parseSearchCriteria, sortKeys } from '#features/jobs/search-criteria.ts'
import { getSalaries, getSpecialtySalaries } from '#features/salaries/contract.ts'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { exampleJob, exampleJobDetail, exampleStatistics } from './examples.ts'
import { v1Limit } from './model.ts'

/** The public API, version 1. It is stable: fields are added, and none is changed or removed. */

const open = { access: 'public', cors: true, limit: { ...v1Limit, group: 'v1' } } as const

const pay = z
  .object({
    min: z.number().nullable(),
    max: z.number().nullable(),
    unit: z.enum(payUnits),
    currency: z.literal('USD'),
    text: z.string().nullable().meta({ description: 'The posting’s own words, where figures do not say it.' }),
  })
  .meta({ id: 'Pay' })

const { title, employer, city, state, specialty, type, visaSupport, telehealth, postedAt, updatedAt } = jobSummary.shape
const shared = jobSummary.shape

const job = z
  .object({
    id: shared.id,
    referenceId: shared.referenceId.meta({ description: 'The code that people quote on the telephone.' }),
    url: z.url().meta({ description: 'The job’s page.' }),
    title,
    employer,
    isVerifiedHospital: shared.isVerifiedHospital,
    city,
    state,
    locations: z.array(location).meta({ description: 'All places of the job; `city` and `state` are those of the first.' }),
    specialty,
    employmentType: type,
    pay,
    visaSupport: visaSupport.meta({ description: 'Null: the posting says nothing.' }),
    telehealth,
    newGraduatesAcceptable: shared.newGraduatesAcceptable,
    excerpt: z.string().meta({ description: 'The first words of the description.' }),
    source: shared.source.meta({ description: '`manual` for jobs posted here, otherwise the name of the imported source.' }),
    postedAt,
    updatedAt,
  })
  .meta({ id: 'PublicJob' })
export type PublicJob = z.infer<typeof job>

const details = jobDetail.shape
const detail = z.object({
  ...job.shape,
  description: z.string().meta({ description: 'Plain text; paragraphs are separated by empty lines.' }),
  isExcerpt: z.boolean().meta({ description: 'The source allows only the first words of its description.' }),
  postalCode: details.zip,
  settings: details.setting,
  schedule: details.schedule,
  benefits: details.benefits,
  terms: details.terms,
  startDate: shared.startDateText,
  fellowshipRequired: details.fellowshipRequired,
  stateLicenseRequired: details.stateLicenseRequired,
  expiresAt: details.expiresAt,
  applyUntil: details.applyUntil,
})
export type PublicJobDetail = z.infer<typeof detail>

const reading = z.object({
  understood: z.array(z.string()).meta({ description: 'Each part of the search that chooses jobs, in words.' }),
  ranking: z
    .array(z.string())
    .meta({ description: 'Words that were not understood: jobs with them come first, and none is left out.' }),
  corrected: z.string().nullable().meta({ description: 'The keyword with typing errors mended.' }),
  place: z.string().nullable().meta({ description: 'The place, with its radius in miles.' }),
  unknownPlace: z.string().nullable().meta({ description: 'A place that nobody knows.' }),
  placeGuesses: z.array(z.string()),
})
export type PublicReading = z.infer<typeof reading>

const cursor = (from: string) =>
  z
    .string()
    .max(500)
    .optional()
    .meta({ description: `Where the page begins: \`nextCursor\` of ${from}. It does not expire.` })

const lenient = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: 'With `page` or `sortBy`: jobs without a word that was not understood follow those with it.' })

export const listPublicJobs = defineEndpoint('listPublicJobs', 'GET /api/v1/jobs', {
  ...open,
  cost: 'search',
  summary: 'List or search active jobs',
  description: [
    'Without `page` and `sortBy`, jobs come in the order in which they were added, the newest first, and `nextCursor` leads to the next page. A walk by cursor returns each job once and misses none, whatever is posted or closed meanwhile.',
    'With `sortBy=relevance` and without `page`, the walk goes by relevance.',
    'With `page` or another `sortBy`, jobs are sorted as on our own pages, and `totalPages` counts the pages. Unknown parameters and values are refused, and the error names the nearest one.',
  ].join('\n\n'),
  query: z
    .looseObject({ ...filterParameters, ...pageParameters, cursor: cursor('the page before'), lenient })
    .transform((raw) => ({
      criteria: parseSearchCriteria(raw),
      cursor: raw.cursor,
      isNumbered:
        raw['page'] !== undefined || (raw['sortBy'] !== undefined && (raw['sortBy'] !== 'relevance' || raw.lenient === 'true')),
      isStrict: raw.lenient !== 'true',
    })),
  response: z.object({
    jobs: z.array(job),
    total: z.int().meta({ description: 'How many jobs match; at most 10,000.' }),
    totalIsCapped: z.boolean().meta({ description: 'There are more than `total`.' }),
    totalWithAllWords: z
      .int()
      .nullable()
      .meta({ description: 'How many of them have every word; null unless `lenient` adds others.' }),
    page: z.int().nullable().meta({ description: 'Null when walking by cursor.' }),
    totalPages: z.int().nullable(),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page, and where pages have numbers.' }),
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
    'A job that was merged into another one answers 301 with the address of the other. A job that was public and has closed answers 410.',
  params: z.object({ id: z.string().meta({ format: 'uuid' }) }),
  response: detail,
  errors: ['NOT_FOUND', 'GONE'],
  example: exampleJobDetail,
})

export const getPublicFacets = defineEndpoint('getPublicFacets', 'GET /api/v1/facets', {
  ...open,
  cost: 'search',
  summary: 'Count the jobs of each value of the filters',
  description: 'Each list counts what choosing the value would give while all other filters stay.',
  query: filterQuery,
  response: z.object({
    counts: facetCounts,
    countsAreEstimates: z.boolean().meta({ description: 'There are so many hits that only some were counted.' }),
  }),
})

export const suggestPublicSearches = defineEndpoint('suggestPublicSearches', 'GET /api/v1/suggestions', {
  ...open,
  cost: 'search',
  summary: 'Complete a search',
  description: 'Specialties, titles, places and employers that begin with `q`; without it, what is popular.',
  query: suggestSearches.query,
  response: suggestSearches.response,
  example: { suggestions: [{ kind: 'specialty', label: 'Cardiology', count: 112, search: { specialty: 'Cardiology' } }] },
})

export const getPublicSalaries = defineEndpoint('getPublicSalaries', 'GET /api/v1/salaries', {
  ...open,
  summary: 'Pay statistics by specialty',
  description: 'Of active full-time postings that state their pay; the highest median first.',
  response: getSalaries.response,
  example: { specialties: [{ ...exampleStatistics, specialty: 'Cardiology' }] },
})

export const getPublicSpecialtySalaries = defineEndpoint('getPublicSpecialtySalaries', 'GET /api/v1/salaries/:specialty', {
  ...open,
  summary: 'Pay statistics of one specialty by state',
  params: getSpecialtySalaries.params,
  response: getSpecialtySalaries.response,
  errors: ['NOT_FOUND'],
  example: {
    specialty: 'Cardiology',
    country: exampleStatistics,
    states: [{ ...exampleStatistics, state: 'TX' }],
    regions: [],
    nearest: null,
  },
})

export const listPublicEmployers = defineEndpoint('listPublicEmployers', 'GET /api/v1/employers', {
  ...open,
  cost: 'search',
  summary: 'List employers with active jobs',
  description: 'By name. Names that differ only in case are one employer.',
  query: z.object({
    q: z.string().trim().max(100).default('').meta({ description: 'How the name begins.', example: 'mercy' }),
    limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Employers a page.' }),
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
  example: {
    employers: [
      {
        name: 'Lakeside Clinic',
        jobs: 12,
        isVerifiedHospital: false,
        feedUrl: 'https://jobs.example/jobs.json?employer=Lakeside%20Clinic',
      },
    ],
    nextCursor: null,
  },
})

export const getOEmbed = defineEndpoint('getOEmbed', 'GET /api/oembed', {
  ...open,
  summary: 'oEmbed 1.0 of a job’s page',
  query: z.object({
    url: z.string().max(2000).meta({ description: 'The address of a job’s page.' }),
    format: z.string().max(20).default('json').meta({ description: 'Only `json`.' }),
    maxwidth: z.coerce.number().int().min(1).optional().catch(undefined).meta({ type: 'integer', minimum: 1 }),
    maxheight: z.coerce.number().int().min(1).optional().catch(undefined).meta({ type: 'integer', minimum: 1 }),
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

const words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('What a physician would type: “nocturnist near Dallas, tail paid”, “J-1 psychiatry Ohio”')
const place = z
  .string()
  .trim()
  .max(100)
  .optional()
  .describe('City, ZIP code, county, region or state, if the words do not name it')
const jobId = z.uuid().describe('The id of a job, from search_jobs or the job’s address')

/** The tools of the Model Context Protocol, and their arguments. */
export const assistantTools = {
  search_jobs: {
    title: 'Search jobs',
    description: 'Finds open physician jobs. `reading` says what was understood, and what was not and only ranks.',
    inputSchema: z.object({
      words,
      place,
      page: z.int().min(1).max(500).default(1).describe('The first, if it is left out'),
      limit: z.int().min(1).max(20).default(10).describe('Jobs a page; 10, if it is left out'),
      sortBy: z.enum(sortKeys).optional().describe('By relevance, if it is left out'),
    }),
  },
  get_job: {
    title: 'Read a job',
    description: 'One open job with all that it states. A job that has closed is an error that says so.',
    inputSchema: z.object({ id: jobId }),
  },
  compare_jobs: {
    title: 'Compare jobs',
    description: 'Two to four jobs side by side, and the page that compares them.',
    inputSchema: z.object({ ids: z.array(jobId).min(2).max(4).describe('Two to four ids of jobs') }),
  },
  get_pay: {
    title: 'What a specialty pays',
    description: 'Percentiles of yearly pay of open full-time jobs that state it, in the country and by state.',
    inputSchema: z.object({ specialty: z.string().trim().min(1).max(100).describe('“Cardiology”, “Family Medicine”') }),
  },
  explain_search: {
    title: 'Explain a search',
    description: 'How words are understood, how many jobs they find, and what was not understood.',
    inputSchema: z.object({ words, place }),
  },
}

/** The OpenAPI document as our own page shows it, and the tools for assistants. */
export const getApiReference = defineEndpoint('getApiReference', 'GET /api/reference', {
  access: 'public',
  summary: 'The public API, the feeds and the tools for assistants, as the developers’ page shows them',
  response: z.object({
    sections: z.array(
      z.object({
        title: z.string(),
        about: z.string(),
        calls: z.array(
          z.object({
            call: z.string(),
            summary: z.string(),
            description: z.string(),
            parameters: z.array(z.object({ name: z.string(), values: z.string(), about: z.string() })),
            statuses: z.array(z.string()),
            example: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
})
export type ApiReference = ResponseOf<typeof getApiReference>
