import { z } from 'zod'
import { jobSummary, specialty, state } from '#features/jobs/contract.ts'
import { callLimits } from '#features/jobs/filters.ts'
import { payUnits } from '#features/jobs/model.ts'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { parseSpecialty, specialties } from '#vocabulary/specialties.ts'

const payStatistics = z.object({
  postings: z.int().meta({ description: 'Active full-time postings that state their pay.' }),
  lowest: z.int().meta({ description: 'US dollars a year, like all that follow.' }),
  lowerQuartile: z.int(),
  median: z.int(),
  upperQuartile: z.int(),
  highest: z.int(),
})

/** Pay statistics of a group of postings. */
export type PayStatistics = z.infer<typeof payStatistics>

/** What an offer is, as its form and its address say it. */
const offerQuery = z.object({
  specialty: z
    .string()
    .transform(parseSpecialty)
    .pipe(z.enum(specialties, 'Choose a specialty.'))
    .meta({ type: 'string', description: 'One specialty, by its label.' }),
  state: z.enum(stateCodes, 'Choose a state.').optional(),
  pay: z.coerce
    .number('Enter the pay in dollars.')
    .min(1, 'Enter the pay in dollars.')
    .max(20_000_000, 'Enter at most $20,000,000.'),
  unit: z.enum(payUnits).default('YEAR'),
  hours: z.coerce
    .number('Enter hours a week, such as 40.')
    .min(1, 'Enter at least 1 hour a week.')
    .max(120, 'Enter at most 120 hours a week.')
    .optional(),
  fte: z.coerce
    .number('Enter a share, such as 0.8.')
    .min(0.1, 'Enter at least 0.1.')
    .max(1.5, 'Enter at most 1.5.')
    .optional(),
  call: z
    .enum(callLimits)
    .optional()
    .meta({ description: 'The offer’s call is at most one in so many days, or none.' }),
  signOn: z.coerce
    .number('Enter the sign-on in dollars.')
    .min(0)
    .max(5_000_000, 'Enter at most $5,000,000.')
    .default(0),
})

export const weighOffer = defineEndpoint('weighOffer', 'GET /api/offer', {
  access: 'public',
  cost: 'search',
  summary:
    'How an offer stands among the active postings of its specialty; nothing of it is stored',
  query: offerQuery,
  response: z.object({
    /** US dollars for a full-time year. */
    annual: z.int(),
    /** The same for the year and the hours that are offered, and for an hour of them. */
    offered: z.int(),
    hours: z.number(),
    hourly: z.int(),
    /**
     * Whether full-time physicians of the specialty are ever offered that, or would be if it were
     * paid by another unit.
     */
    isPlausible: z.boolean(),
    likelyUnit: z.enum(payUnits).nullable(),
    /**
     * Null where there are too few postings of any job type, and of every specialty near it, too.
     */
    comparable: payStatistics
      .extend({
        below: z.int(),
        /** The offer's own specialty, or one near it. */
        specialty: z.string(),
        /** A state's code, a region's name, or null for the country. */
        area: z.string().nullable(),
        /** Of all job types, because full-time postings are too few. */
        isAnyType: z.boolean(),
        call: z.object({ postings: z.int(), median: z.int() }).nullable(),
      })
      .nullable(),
    /** Open jobs there that pay more, the best paid first. */
    better: z.array(jobSummary),
  }),
})
export type WeighedOffer = ResponseOf<typeof weighOffer>

const slug = z.string().meta({
  description: 'A specialty as the addresses of its pages spell it.',
  param: { id: 'specialtySlug' },
})

export const getSalaries = defineEndpoint('getSalaries', 'GET /api/salaries', {
  access: 'public',
  summary: 'Pay statistics of active postings by specialty, the highest median first',
  response: z
    .object({ specialties: z.array(payStatistics.extend({ specialty })) })
    .meta({ id: 'Salaries' }),
})

export const getSpecialtySalaries = defineEndpoint(
  'getSpecialtySalaries',
  'GET /api/salaries/:specialty',
  {
    access: 'public',
    summary:
      'Pay statistics of one specialty in the country and by state, the highest median first',
    params: z.object({ specialty: slug }),
    response: z
      .object({
        specialty,
        /** Null with too few postings. */
        country: payStatistics.nullable(),
        states: z.array(payStatistics.extend({ state })),
        regions: z
          .array(payStatistics.extend({ region: z.string() }))
          .meta({ description: 'Where fewer than two states have enough.' }),
        nearest: payStatistics
          .extend({ specialty, isAnyType: z.boolean() })
          .nullable()
          .meta({ description: 'Without `country`: of all job types, or a specialty near it.' }),
      })
      .meta({ id: 'SpecialtySalaries' }),
    errors: ['NOT_FOUND'],
  },
)
export type SpecialtySalaries = ResponseOf<typeof getSpecialtySalaries>

export const getComparablePay = defineEndpoint(
  'getComparablePay',
  'GET /api/salaries/:specialty/:state',
  {
    access: 'public',
    summary:
      'Comparable pay: of the specialty in the state, or in the country where the state has too few postings',
    params: z.object({
      specialty: slug,
      state: z.string().meta({ description: 'A two-letter code.' }),
    }),
    response: z.object({
      /** A null state means the whole country; null if that has too few postings, too. */
      comparable: payStatistics.extend({ specialty, state: state.nullable() }).nullable(),
    }),
    errors: ['NOT_FOUND'],
  },
)
export type ComparablePay = NonNullable<ResponseOf<typeof getComparablePay>['comparable']>
