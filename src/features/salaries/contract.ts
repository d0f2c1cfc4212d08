import { z } from 'zod'
import { specialties } from '#vocabulary/specialties.ts'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'

const specialty = z.enum(specialties as unknown as [string, ...string[]])
const state = z.enum(stateCodes)

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

const slug = z.string().meta({ description: 'A specialty as the addresses of its pages spell it.' })

export const getSalaries = defineEndpoint('getSalaries', 'GET /api/salaries', {
  access: 'public',
  summary: 'Pay statistics of active postings by specialty, the highest median first',
  response: z.object({ specialties: z.array(payStatistics.extend({ specialty })) }),
})

export const getSpecialtySalaries = defineEndpoint('getSpecialtySalaries', 'GET /api/salaries/:specialty', {
  access: 'public',
  summary: 'Pay statistics of one specialty in the country and by state, the highest median first',
  params: z.object({ specialty: slug }),
  response: z.object({
    specialty,
    /** Null with too few postings. */
    country: payStatistics.nullable(),
    states: z.array(payStatistics.extend({ state })),
  }),
  errors: ['NOT_FOUND'],
})
export type SpecialtySalaries = ResponseOf<typeof getSpecialtySalaries>

export const getComparablePay = defineEndpoint('getComparablePay', 'GET /api/salaries/:specialty/:state', {
  access: 'public',
  summary: 'Comparable pay: of the specialty in the state, or in the country where the state has too few postings',
  params: z.object({ specialty: slug, state: z.string().meta({ description: 'A two-letter code.' }) }),
  response: z.object({
    /** A null state means the whole country; null if that has too few postings, too. */
    comparable: payStatistics.extend({ specialty, state: state.nullable() }).nullable(),
  }),
  errors: ['NOT_FOUND'],
})
export type ComparablePay = NonNullable<ResponseOf<typeof getComparablePay>['comparable']>
