import { z } from 'zod'
import { jobStatuses } from '#features/jobs/model.ts'
import { defineEndpoint, posters } from '#shared/contract.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { origins, comparedFacts, eventKinds, maxPeriod, maxMark, usualPeriod } from './model.ts'

const figures = z.object({
  views: z.number().int(),
  visitors: z.number().int(),
  applyClicks: z.number().int(),
  /** Saved in this period and not removed. */
  saves: z.number().int(),
  /** Sent in this period and not withdrawn. */
  inquiries: z.number().int(),
})
/** Withdrawn inquiries count, too. */
const byOrigin = z.array(
  z.object({
    origin: z.enum(origins),
    views: z.number().int(),
    applyClicks: z.number().int(),
    inquiries: z.number().int(),
  }),
)
const query = z.object({
  days: z.coerce
    .number('This is no number of days.')
    .int('This is no number of days.')
    .min(1, 'Please choose at least one day.')
    .max(maxPeriod, `Insights go back ${maxPeriod} days.`)
    .default(usualPeriod),
})

export const recordEvent = defineEndpoint('recordEvent', 'POST /api/insights/events', {
  access: 'public',
  // A hospital may share one address.
  limit: { max: 120, seconds: 60 },
  summary:
    'Record a view or an apply click; robots, owners and jobs that are not public are not counted',
  body: z.object({
    jobId: z.uuid('This is no job.'),
    kind: z.enum(eventKinds, 'This is nothing that is counted.'),
    /**
     * Of the link that led to the site, and the host that the visitor came from. What we do not
     * know counts as not known.
     */
    mark: z.string().max(maxMark).optional(),
    referrer: z.string().max(253).optional(),
  }),
  response: z.object({}),
})

export const getInsights = defineEndpoint('getInsights', 'GET /api/insights', {
  access: posters,
  summary:
    'Statistics by day (UTC) and by posting, the most viewed first: of all own postings, or of one',
  query: query.extend({ id: z.string().optional() }),
  response: z.object({
    days: z.array(figures.extend({ day: z.iso.date() })),
    origins: byOrigin,
    postings: z.array(
      z.object({ id: z.uuid(), title: z.string(), status: z.enum(jobStatuses), total: figures }),
    ),
    /** There are more postings than listed. */
    isCut: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})

const maxListed = 50

export const listPostingFigures = defineEndpoint(
  'listPostingFigures',
  'GET /api/insights/figures',
  {
    access: posters,
    summary:
      'Totals and daily views (UTC) of some own postings, in no order; ids of others are left out',
    query: query.extend({
      /** Separated by commas. */
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.uuid('This is no posting.')).max(maxListed)),
    }),
    response: z.array(z.object({ id: z.uuid(), total: figures, views: z.array(z.int()) })),
  },
)

/** Of one posting, or of its comparable ones together. */
const result = z.object({
  /** In the days that the posting was live; of the comparable ones, the median. */
  viewsAWeek: z.number(),
  views: z.int(),
  saves: z.int(),
  /** Apply clicks and inquiries. */
  responses: z.int(),
})

const comparison = z.object({
  id: z.uuid(),
  title: z.string(),
  specialty: z.string(),
  own: result,
  /** The facts that the posting states. */
  states: z.array(z.enum(comparedFacts)),
  /** US dollars; null unless it is stated by the year. */
  payAnnual: z.number().nullable(),
  /** Null where there are too few comparable postings. */
  peers: result
    .extend({
      postings: z.int(),
      /** The state, or the United States. */
      place: z.string(),
      stating: z.record(z.enum(comparedFacts), z.int()),
      /** Of those that state it by the year, if they are enough. */
      medianPay: z.number().nullable(),
    })
    .nullable(),
})
export type Comparison = z.infer<typeof comparison>

export const comparePostings = defineEndpoint('comparePostings', 'GET /api/insights/comparison', {
  access: posters,
  summary:
    'Own active postings beside comparable ones of others: same specialty, same state or anywhere',
  query: query.extend({ id: z.uuid('This is no posting.').optional() }),
  response: z.array(comparison),
})

export const getOrigins = defineEndpoint('getOrigins', 'GET /api/insights/origins', {
  access: ['admin'],
  summary: 'Where those who look at any posting come from',
  query,
  response: byOrigin,
})

export const getWeek = defineEndpoint('getWeek', 'GET /api/insights/week', {
  access: 'public',
  cost: 'search',
  summary: 'What the last seven days changed in a specialty',
  query: z.object({
    specialty: z.enum(specialties, 'This is no specialty.'),
    /** Without medians. */
    only: z.literal('counts').optional(),
  }),
  response: z.object({
    opened: z.int(),
    closed: z.int(),
    /**
     * What the middle full-time job pays a year, now and seven days ago; null where too few state
     * their pay, and where only counts were asked for.
     */
    medianPay: z.int().nullable(),
    medianPayBefore: z.int().nullable(),
  }),
})
