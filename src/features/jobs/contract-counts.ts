import { z } from 'zod'
import { defineEndpoint, type ResponseOf } from '#shared/contract.ts'
import { listedFilters, type FacetCounts } from './filters.ts'
import { filterQuery } from './search-parameters.ts'
import { state } from './contract.ts'

/** What is counted of a search: its facets, and its map. */

const counted = z.array(z.object({ value: z.string(), count: z.int() })).meta({ id: 'Counts' })
type FacetShape = {
  [Name in keyof FacetCounts]: FacetCounts[Name] extends number ? z.ZodInt : typeof counted
}
export const facetCounts = z
  .object(
    Object.fromEntries(
      listedFilters.flatMap(({ facet, kind }) =>
        facet ? [[facet, kind === 'flag' ? z.int() : counted]] : [],
      ),
    ) as FacetShape,
  )
  .meta({ id: 'FacetCounts' })

export const getFacets = defineEndpoint('getFacets', 'GET /api/facets', {
  access: 'public',
  cost: 'search',
  summary: 'The values that filters offer, with counts under the other filters in force',
  query: filterQuery,
  response: z.object({
    specialties: z.array(z.string()),
    states: z.array(z.string()),
    jobTypes: z.array(z.string()),
    /** Each list counts what choosing the value would give while all other filters stay. */
    counts: facetCounts,
    /** Whether there are so many hits that only some were counted. */
    countsAreEstimates: z.boolean(),
    /**
     * How many jobs pay from so many US dollars a year up to the next step, whatever pay is asked
     * for.
     */
    pay: z.array(z.object({ from: z.int(), count: z.int() })),
  }),
})
export type Facets = ResponseOf<typeof getFacets>

/**
 * Median pay of full-time postings, each at the middle of its range, in US dollars a year, to the
 * nearest 5,000; null for fewer than five.
 */
const medianPay = z.int().nullable()

const area = z.object({
  label: z.string(),
  /** Inside it, in units of the map. */
  x: z.number(),
  y: z.number(),
  count: z.int(),
  pay: medianPay,
  /**
   * The search that choosing it runs, as parameters that take the place of these: state, city,
   * radius.
   */
  search: z.record(z.string(), z.string()),
})

export const getJobMap = defineEndpoint('getJobMap', 'GET /api/job-map', {
  access: 'public',
  cost: 'search',
  summary:
    'Jobs and pay by state, or, where the search names one, by its counties and places; the ' +
    'other filters hold, the place only chooses the map',
  query: filterQuery,
  response: z.object({
    /** Whose counties these are; null: the states. */
    state: state.nullable(),
    width: z.number(),
    height: z.number(),
    /** States, or counties with jobs; `id` names the outline in the file of shapes. */
    areas: z.array(
      area.extend({
        id: z.string(),
        isChosen: z.literal(true).optional(),
      }),
    ),
    /** The places with the most jobs, within a state only. */
    places: z.array(area),
    /** Of all its jobs together, as that of an area. */
    pay: medianPay,
    countsAreEstimates: z.boolean(),
  }),
})
export type JobMap = ResponseOf<typeof getJobMap>
