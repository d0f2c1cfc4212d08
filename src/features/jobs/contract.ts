import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import {
  benefits,
  ehrSystems,
  employmentTypes,
  organizationTypes,
  payrollTypes,
  payUnits,
  practiceSettings,
  priorities,
  schedules,
  userTypes,
  visaSupports,
} from './model.ts'
import { filtersOf, parseSearchCriteria, postedWithinDays, radii, sortKeys } from './search-criteria.ts'
import type { SearchCriteria } from './search-criteria.ts'
import { specialties } from './specialties.ts'

const specialty = z.enum(specialties as unknown as [string, ...string[]])
const state = z.enum(stateCodes)
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable()

/** A job as lists show it: everything that a row needs, and nothing of the long texts. */
export const jobSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  employer: z.string(),
  city: z.string(),
  state,
  specialty,
  type: z.enum(employmentTypes),
  duration: nullable(z.string()),
  payrollType: nullable(z.enum(payrollTypes)),
  startDateText: nullable(z.string()),
  priority: z.enum(priorities),
  brief: nullable(z.string()),
  descriptionSnippet: z.string(),
  facilityName: nullable(z.string()),
  organizationType: nullable(z.enum(organizationTypes)),
  userType: z.enum(userTypes),
  isVerifiedHospital: z.boolean(),
  compText: nullable(z.string()),
  compMin: nullable(z.number()),
  compMax: nullable(z.number()),
  /** The same figures under the names that older clients read. */
  minComp: nullable(z.number()),
  maxComp: nullable(z.number()),
  compUnit: z.enum(payUnits),
  visaSupport: nullable(z.enum(visaSupports)),
  telehealth: z.boolean(),
  newGraduatesAcceptable: z.boolean(),
  applyUrl: nullable(z.string()),
  postedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  referenceId: z.string(),
  source: z.string(),
})
export type JobSummary = z.infer<typeof jobSummary>

/** A job with all its texts: the answer of the detail page. */
export const jobDetail = jobSummary.extend({
  description: z.string(),
  originalData: z.object({
    description: nullable(z.string()),
    requirements: nullable(z.string()),
    benefits: nullable(z.string()),
  }),
  zip: nullable(z.string()),
  subspecialty: nullable(z.string()),
  specialtyOther: nullable(z.string()),
  hireWindow: nullable(z.string()),
  setting: z.array(z.enum(practiceSettings)),
  schedule: z.array(z.enum(schedules)),
  benefits: z.array(z.enum(benefits)),
  ehr: nullable(z.enum(ehrSystems)),
  fellowshipRequired: z.boolean(),
  subspecialtyRequired: z.boolean(),
  stateLicenseRequired: z.boolean(),
  boardRecertificationRequired: z.boolean(),
  medicallyUnderservedArea: z.boolean(),
  teamNotes: nullable(z.string()),
  jobDuties: nullable(z.string()),
  compNotes: nullable(z.string()),
  facilityStreet: nullable(z.string()),
  facilityCity: nullable(z.string()),
  facilityState: nullable(z.string()),
  facilityZip: nullable(z.string()),
  facilityCountry: nullable(z.string()),
  logoUrl: nullable(z.string()),
  contactName: nullable(z.string()),
  publicEmail: nullable(z.string()),
  contactPhone: nullable(z.string()),
  contactWebsite: nullable(z.string()),
  sourceUrl: nullable(z.string()),
  expiresAt: nullable(z.iso.datetime()),
  /** Whether the page may carry JobPosting metadata: not for imports from sources that nobody authorized. */
  structuredDataAllowed: z.boolean(),
})
export type JobDetail = z.infer<typeof jobDetail>

/** How the server understood what was typed, so that the page can say so. */
const understanding = z.object({
  /** The keyword with typing errors mended, when that is what was searched. */
  correctedKeyword: z.string().optional(),
  /** Filters that the keyword turned out to be, as words: 'Emergency Medicine', 'Locums', 'near Austin, TX'. */
  recognized: z.array(z.string()),
  /** The place that `city` (or the keyword) was resolved to, with the radius in force. */
  place: z.object({ label: z.string(), radius: z.number().optional() }).optional(),
  /** What was typed as a place when no such place is known; the search then ignores it. */
  unknownPlace: z.string().optional(),
})
export type Understanding = z.infer<typeof understanding>

/** Documented as text, read by `parseSearchCriteria`: unknown values are dropped, never refused. */
const parameter = (description: string, values?: readonly (string | number)[]) =>
  z
    .unknown()
    .optional()
    .meta({ type: 'string', description, ...(values && { enum: values.map(String) }) })

const filterParameters = {
  keyword: parameter(
    'Words in title, employer, specialty, place or description; abbreviations and typing errors are understood.',
  ),
  specialty: parameter('One specialty, by its label.', specialties),
  state: parameter('A state, as two-letter code or name.'),
  city: parameter('A city, a five-digit ZIP code, or a state.'),
  radius: parameter('Miles around the place.', radii),
  jobType: parameter('Employment type.', employmentTypes),
  visa: parameter('What the posting says about visa sponsorship.', visaSupports),
  setting: parameter('Practice settings, separated by commas; any of them matches.'),
  schedule: parameter('Schedules, separated by commas; any of them matches.'),
  benefits: parameter('Benefits, separated by commas; all of them must be offered.'),
  minPay: parameter('The pay must reach this many US dollars a year.'),
  postedWithin: parameter('Posted within this many days.', postedWithinDays),
  newGraduates: parameter('Only jobs that welcome new graduates.', ['true']),
  telehealth: parameter('Only telehealth jobs.', ['true']),
}

const filterQuery = z.looseObject(filterParameters).transform((raw): SearchCriteria => filtersOf(parseSearchCriteria(raw)))

const searchQuery = z
  .looseObject({
    ...filterParameters,
    page: parameter('Counted from 1.'),
    limit: parameter('Jobs a page, at most 100.'),
    sortBy: parameter('What to sort by.', sortKeys),
    sortOrder: parameter('The direction, where the sort has two.', ['asc', 'desc']),
  })
  .transform((raw): SearchCriteria => parseSearchCriteria(raw))

export const searchJobs = defineEndpoint({
  name: 'searchJobs',
  method: 'GET',
  path: '/api/jobs',
  access: 'public',
  summary: 'Search the active jobs',
  query: searchQuery,
  response: z.object({
    jobs: z.array(jobSummary),
    /** Exact up to `maxReachable`; beyond that `totalIsCapped` says that there are more. */
    total: z.int(),
    totalIsCapped: z.boolean(),
    totalPages: z.int(),
    page: z.int(),
    understanding,
  }),
})
export type SearchJobs = typeof searchJobs
export type SearchResult = ResponseOf<SearchJobs>

const counted = z.array(z.object({ value: z.string(), count: z.int() }))

export const getFacets = defineEndpoint({
  name: 'getFacets',
  method: 'GET',
  path: '/api/facets',
  access: 'public',
  summary: 'The values that filters offer, with counts under the other filters in force',
  query: filterQuery,
  response: z.object({
    specialties: z.array(z.string()),
    states: z.array(z.string()),
    jobTypes: z.array(z.string()),
    /** Each list counts what choosing the value would give while all other filters stay. */
    counts: z.object({
      specialties: counted,
      states: counted,
      jobTypes: counted,
      visa: counted,
      settings: counted,
      schedules: counted,
      benefits: counted,
      newGraduates: z.int(),
      telehealth: z.int(),
    }),
  }),
})
export type GetFacets = typeof getFacets
export type Facets = ResponseOf<GetFacets>

export const getJob = defineEndpoint({
  name: 'getJob',
  method: 'GET',
  path: '/api/jobs/:id',
  access: 'public',
  summary: 'One active job with all its texts',
  params: z.object({ id: z.string().meta({ format: 'uuid' }) }),
  response: jobDetail,
  errors: ['NOT_FOUND'],
})
export type GetJob = typeof getJob

export const suggestSearches = defineEndpoint({
  name: 'suggestSearches',
  method: 'GET',
  path: '/api/suggest',
  access: 'public',
  summary: 'Completions for the search box: specialties, titles, places and employers',
  query: z.looseObject({ q: parameter('What was typed so far.') }).transform((raw) => ({
    q: parseSearchCriteria({ keyword: raw.q }).keyword ?? '',
  })),
  response: z.object({
    suggestions: z.array(
      z.object({
        kind: z.enum(['specialty', 'title', 'place', 'employer']),
        label: z.string(),
        /** How many active jobs the suggestion leads to. */
        count: z.int(),
        /** The search that choosing it runs, as query parameters of /jobs. */
        search: z.record(z.string(), z.string()),
      }),
    ),
  }),
})
export type SuggestSearches = typeof suggestSearches
export type Suggestion = ResponseOf<SuggestSearches>['suggestions'][number]

export type SearchQuery = QueryOf<SearchJobs>
