import { tableOf } from '#shared/keys.ts'
import { z } from 'zod'
import { administrators, defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { publicTexts } from './fields.ts'
import {
  benefits,
  ehrSystems,
  jobTypes,
  organizationTypes,
  payUnits,
  payrollTypes,
  practiceSettings,
  priorities,
  schedules,
  userTypes,
  visaSupports,
} from './model.ts'
import { termsSchema } from './terms-schema.ts'
import { maxLimit, parseSearchCriteria, sortKeys, type SearchCriteria } from './search-criteria.ts'
import {
  filterParameters,
  filterQuery,
  integer,
  oneOf,
  pageParameters,
  parameter,
} from './search-parameters.ts'
import { specialties } from '#vocabulary/specialties.ts'

export const specialty = z.enum(specialties).meta({ id: 'Specialty' })
export const state = z.enum(stateCodes).meta({ id: 'State' })
export const jobType = z.enum(jobTypes).meta({ id: 'JobType' })
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable()
const each = <Schema extends z.ZodType, const Name extends string>(
  schema: Schema,
  names: readonly Name[],
) => tableOf(names, () => schema)
const textOrNull = z.string().nullable()

/** The city is empty if only the state is known. */
export const location = z.object({ city: z.string(), state }).meta({ id: 'Location' })

/** A job as lists show it: everything that a row needs, and nothing of the long texts. */
export const jobSummary = z
  .object({
    id: z.uuid(),
    ...each(z.string(), ['title', 'employer', 'descriptionSnippet', 'referenceId', 'source']),
    city: z.string().describe('Empty if the source names a state alone'),
    state,
    /** Where else it is, if anywhere. */
    furtherLocations: z.array(location).optional(),
    specialty,
    type: jobType,
    ...each(textOrNull, [
      'duration',
      'startDateText',
      'brief',
      'facilityName',
      'compText',
      'applyUrl',
    ]),
    payrollType: nullable(z.enum(payrollTypes)),
    priority: z.enum(priorities),
    organizationType: nullable(z.enum(organizationTypes)),
    userType: z.enum(userTypes),
    /** `minComp` and `maxComp` are the same figures under the names that older clients read. */
    ...each(z.number().nullable(), ['compMin', 'compMax', 'minComp', 'maxComp']),
    compUnit: z.enum(payUnits),
    visaSupport: nullable(z.enum(visaSupports)),
    ...each(z.boolean(), ['isVerifiedHospital', 'telehealth', 'newGraduatesAcceptable']),
    ...each(z.iso.datetime(), ['postedAt', 'updatedAt']),
  })
  .meta({ id: 'JobSummary' })
export type JobSummary = z.infer<typeof jobSummary>

/** A job with all its texts: the answer of the detail page. */
export const jobDetail = jobSummary.extend({
  description: z.string(),
  /** The employer's logo: `/logos/{logoId}/96` and `/logos/{logoId}/320`. */
  logoId: nullable(z.uuid()),
  /** Our team answers inquiries about a posting that gives no address. */
  answeredBy: z.enum(['poster', 'team']),
  originalData: z.object(each(textOrNull, ['description', 'requirements', 'benefits'])),
  ...each(textOrNull, publicTexts),
  setting: z.array(z.enum(practiceSettings).meta({ id: 'Setting' })),
  schedule: z.array(z.enum(schedules).meta({ id: 'Schedule' })),
  benefits: z.array(z.enum(benefits).meta({ id: 'Benefit' })),
  /**
   * What the posting states of its contract, each with its words; a term that is absent is not
   * stated, which does not mean no.
   */
  terms: termsSchema,
  ehr: nullable(z.enum(ehrSystems)),
  ...each(z.boolean(), ['fellowshipRequired', 'subspecialtyRequired', 'stateLicenseRequired']),
  ...each(z.boolean(), ['boardRecertificationRequired', 'medicallyUnderservedArea']),
  ...each(textOrNull, ['zip', 'requisition', 'facilityCity', 'facilityState', 'facilityZip']),
  ...each(textOrNull, ['contactName', 'contactPhone', 'contactWebsite', 'sourceUrl']),
  expiresAt: nullable(z.iso.datetime()),
  /** The day with whose end the posting closes, where its poster named one. */
  applyUntil: nullable(z.object({ day: z.iso.date(), timeZone: z.string() })),
  /** When its source last listed an imported job; null for jobs that people posted. */
  seenAt: nullable(z.iso.datetime()),
  /** Other sources that list the same job, with what they say otherwise. */
  otherSources: z.array(
    z.object({
      source: z.string(),
      url: nullable(z.string()),
      pay: nullable(z.string()),
      place: nullable(z.string()),
    }),
  ),
  /** In units of the map of the country; null beyond it. */
  mapPoint: nullable(z.object({ x: z.number(), y: z.number() })),
  /**
   * Whether the page may carry JobPosting metadata: not for imports from sources that nobody
   * authorized.
   */
  structuredDataAllowed: z.boolean(),
})
export type JobDetail = z.infer<typeof jobDetail>

/** What is told of a job that was public and has closed: the `current` of the error GONE. */
export type ClosedJob = Pick<JobDetail, 'id' | 'title' | 'city' | 'state' | 'specialty'>

/** How the server understood what was typed, so that the page can say so. */
const understanding = z.object({
  /** The keyword with typing errors mended, when that is what was searched. */
  correctedKeyword: z.string().optional(),
  /** Every piece of the keyword in the order typed, with the keyword without it. */
  parts: z.array(
    z.object({
      label: z.string(),
      without: z.string(),
      /** A word that is searched as it stands. */
      isWord: z.literal(true).optional(),
      /**
       * A word that narrows nothing: jobs with it come first. This is the keyword that demands it.
       */
      demanding: z.string().optional(),
      /** Not searched: signs, or what a pasted text says beside. */
      isUnread: z.literal(true).optional(),
      /** The values of filters that it is: its specialty, its employment type. */
      values: z.record(z.string(), z.array(z.string())).optional(),
      /** Jobs that say so are left out; jobs that do not say stay. */
      isUnwanted: z.literal(true).optional(),
      /** Enough beside the part before. */
      isAlternative: z.literal(true).optional(),
    }),
  ),
  /** The order that the keyword asks for; one that was chosen holds before it. */
  sortBy: z.enum(sortKeys).optional(),
  /**
   * What the keyword and the filters ask for together, as far as a heading names it; absent without
   * a keyword.
   */
  named: z
    .object({
      specialty: z.array(z.string()),
      jobType: z.array(jobType),
      state: z.array(state),
      /** The specialties of the one part of a field that the keyword asks for. */
      fields: z.array(z.string()),
    })
    .partial()
    .optional(),
  /** What was typed is no physician's profession, in the plural: 'nurse practitioners'. */
  profession: z.string().optional(),
  /**
   * The place that `city` (or the keyword) was resolved to, with the radius in force, which
   * `isAbout` says was typed as a time.
   */
  place: z
    .object({
      label: z.string(),
      radius: z.number().optional(),
      isAbout: z.literal(true).optional(),
    })
    .optional(),
  /** What the keyword could also mean, with the keyword that means only this. */
  otherReading: z.object({ label: z.string(), keyword: z.string() }).optional(),
  /** Other places of the same name, which could have been meant: 'Springfield, IL'. */
  otherPlaces: z.array(z.string()).optional(),
  /** What was typed as a place when no such place is known; the search then finds nothing. */
  unknownPlace: z.string().optional(),
  /** Places that could have been meant by it. */
  placeGuesses: z.array(z.string()).optional(),
})
export type Understanding = z.infer<typeof understanding>

const searchQuery = z
  .looseObject({
    ...filterParameters,
    ...pageParameters,
    limit: parameter('Jobs a page; 0 for the total alone.', integer(0, maxLimit)),
    asOf: parameter(
      'The moment of the first page, from its answer: jobs that were posted later are left out.',
      integer(0),
    ),
  })
  .transform((raw): SearchCriteria => ({
    ...parseSearchCriteria(raw),
    ...(raw.limit === '0' && { limit: 0 }),
  }))

export const searchJobs = defineEndpoint('searchJobs', 'GET /api/jobs', {
  access: 'public',
  cost: 'search',
  summary: 'Search the active jobs',
  query: searchQuery,
  response: z.object({
    jobs: z.array(jobSummary),
    /**
     * All that facets and the map count, too. Exact up to `maxReachable`; beyond that
     * `totalIsCapped` says that there are more.
     */
    total: z.int(),
    totalIsCapped: z.boolean(),
    /** How many of them have every word, if not all: they come first. */
    totalWithAllWords: z.int().optional(),
    /**
     * What is listed behind them: the rest of these specialties, where a part of them is asked for;
     * without any, what mentions it.
     */
    more: z.object({ specialties: z.array(z.string()), total: z.int() }).optional(),
    /** Of all that is listed. */
    totalPages: z.int(),
    page: z.int(),
    /** In milliseconds since 1970; the other pages of the list ask for it. */
    asOf: z.int(),
    /**
     * What full-time work of the listed specialties pays a year, where enough postings state it.
     */
    medians: z.record(z.string(), z.int()).optional(),
    understanding,
    /** Searches that find something, beside one that finds nothing. */
    otherSearches: z
      .array(
        z.object({
          label: z.string(),
          /** As query parameters of /jobs. */
          search: z.record(z.string(), z.string()),
          total: z.int(),
          totalIsCapped: z.boolean(),
        }),
      )
      .optional(),
    /** What each of two people looks for, and towns in which both find jobs. */
    couple: z
      .object({
        labels: z.array(z.string()),
        towns: z.array(
          z.object({
            place: z.string(),
            sides: z.array(
              z.object({
                total: z.int(),
                jobs: z.array(jobSummary.pick({ id: true, title: true, employer: true })),
              }),
            ),
          }),
        ),
      })
      .optional(),
  }),
})
export type SearchResult = ResponseOf<typeof searchJobs>

export const explainSearch = defineEndpoint('explainSearch', 'GET /api/admin/explained-search', {
  access: administrators,
  summary: 'All that the words of a search may mean, with what each reading costs',
  query: filterQuery,
  response: z.object({
    spans: z.array(
      z.object({
        box: z.enum(['keyword', 'place']),
        words: z.string(),
        means: z.string(),
        cost: z.number(),
        isChosen: z.boolean(),
      }),
    ),
  }),
})
export type SearchExplanation = ResponseOf<typeof explainSearch>

export const getJob = defineEndpoint('getJob', 'GET /api/jobs/:id', {
  access: 'public',
  summary:
    'One active job with all its texts; one that has closed answers 410, with its title, place ' +
    'and specialty as `current`',
  params: z.object({ id: z.string().meta({ format: 'uuid' }) }),
  response: jobDetail,
  errors: ['NOT_FOUND', 'GONE'],
})

const suggestionBoxes = ['keyword', 'place'] as const
export type SuggestionBox = (typeof suggestionBoxes)[number]

export const suggestSearches = defineEndpoint('suggestSearches', 'GET /api/suggest', {
  access: 'public',
  cost: 'search',
  summary:
    'Completions for the search boxes: specialties and parts of them, filters, titles, places ' +
    'and employers, or places alone; without words what is popular',
  query: z
    .looseObject({
      q: parameter('What was typed so far.'),
      box: parameter('Where it was typed.', oneOf(suggestionBoxes)),
    })
    .transform((raw) => ({
      q: parseSearchCriteria({ keyword: raw.q }).keyword ?? '',
      box: suggestionBoxes.find((box) => box === raw.box) ?? 'keyword',
    })),
  response: z
    .object({
      suggestions: z.array(
        z.object({
          kind: z.enum(['specialty', 'topic', 'filter', 'title', 'place', 'employer']),
          label: z.string(),
          /** How many jobs its search finds; absent where that would take too long to count. */
          count: z.int().optional(),
          /** The search that choosing it runs, as query parameters of /jobs. */
          search: z.record(z.string(), z.string()),
        }),
      ),
    })
    .meta({ id: 'Suggestions' }),
})
export type Suggestion = ResponseOf<typeof suggestSearches>['suggestions'][number]
