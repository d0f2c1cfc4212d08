import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { parseState } from '#shared/us-states.ts'
import { jobType, location } from './contract.ts'
import { jobLimits, payUnits } from './model.ts'
import { filterQuery } from './search-parameters.ts'
import { termsSchema } from './terms-schema.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'

/**
 * What programs of others fetch: active jobs, the newest first. Unlike a search, a feed refuses
 * what it does not understand.
 */

const known = <T>(what: string, parse: (text: string) => T | undefined) =>
  z.string().transform((text, context): T => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `There is no ${what} '${text.slice(0, 100)}'.` })
    return z.NEVER
  })

/** The database takes no control characters, and no name has any. */
const name = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'Leave control characters out.')

const feedFilter = z.object({
  source: name(200)
    .optional()
    .meta({ description: 'Where the jobs come from: manual, or the name of an imported source.' }),
  employer: name(jobLimits.employer)
    .optional()
    .meta({ description: 'The employer’s name, in whatever case.' }),
  specialty: known('specialty', parseSpecialty)
    .optional()
    .meta({
      $ref: '#/components/schemas/Specialty',
      description: 'One specialty, by its label.',
      param: { id: 'oneSpecialty' },
    }),
  state: known('state', parseState)
    .optional()
    .meta({ type: 'string', description: 'A state, as two-letter code or name.' }),
})
export type FeedFilter = z.infer<typeof feedFilter>

/** A long answer that a node makes afresh each time. */
const limit = { max: 30, seconds: 600 }

export const getXmlFeed = defineEndpoint('getXmlFeed', 'GET /jobs.xml', {
  access: 'public',
  cors: true,
  cost: 'feed',
  limit,
  summary:
    'XML for aggregators in the elements that Indeed documents, without jobs of sources that did not authorize it',
  query: feedFilter,
  response: z.string(),
  responseTypes: ['application/xml'],
  errors: ['UNAVAILABLE'],
})

export const getRssFeed = defineEndpoint('getRssFeed', 'GET /jobs.rss', {
  access: 'public',
  cors: true,
  cost: 'export',
  summary: 'RSS 2.0 of the newest jobs that a search finds',
  query: filterQuery,
  response: z.string(),
  responseTypes: ['application/rss+xml'],
})

export const getAtomFeed = defineEndpoint('getAtomFeed', 'GET /jobs.atom', {
  access: 'public',
  cors: true,
  cost: 'export',
  summary: 'Atom 1.0 of the newest jobs that a search finds',
  query: filterQuery,
  response: z.string(),
  responseTypes: ['application/atom+xml'],
})

export const getDeadline = defineEndpoint('getDeadline', 'GET /jobs/:id/deadline.ics', {
  access: 'public',
  summary: 'The day on which a posting closes, for a calendar (iCalendar)',
  params: z.object({ id: z.string().meta({ format: 'uuid' }) }),
  response: z.string(),
  responseTypes: ['text/calendar'],
  errors: ['NOT_FOUND', 'GONE'],
})

const jobFacts = z.object({
  referenceId: z.string(),
  employer: z.string(),
  city: z.string(),
  state: z.string(),
  locations: z.array(location),
  postalCode: z.string().nullable(),
  specialty: z.string(),
  employmentType: jobType,
  salary: z.object({
    min: z.number().nullable(),
    max: z.number().nullable(),
    unit: z.enum(payUnits),
    currency: z.literal('USD'),
    /** In words, where there are no figures. */
    text: z.string().nullable(),
  }),
  telehealth: z.boolean(),
  source: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  terms: termsSchema,
})

export const getJsonFeed = defineEndpoint('getJsonFeed', 'GET /jobs.json', {
  access: 'public',
  cors: true,
  cost: 'export',
  limit: { max: 600, seconds: 600 },
  summary: 'JSON Feed 1.1, a hundred jobs a page; `next_url` leads on, `_job` holds the facts',
  query: feedFilter.extend({
    after: z
      .templateLiteral([z.iso.datetime({ precision: 6 }), '~', z.guid()], 'Take it from next_url.')
      // PostgreSQL knows no year 0.
      .refine((after) => after >= '1', 'Take it from next_url.')
      .optional()
      .meta({ description: 'Where the page begins; part of next_url.' }),
  }),
  responseTypes: ['application/feed+json'],
  response: z.object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    next_url: z.url().optional(),
    description: z.string(),
    language: z.literal('en-US'),
    items: z.array(
      z.object({
        id: z.url(),
        url: z.url(),
        title: z.string(),
        /** Of jobs from sources that did not authorize more, the first words only. */
        content_text: z.string(),
        date_published: z.iso.datetime(),
        date_modified: z.iso.datetime(),
        tags: z.array(z.string()),
        _job: jobFacts,
      }),
    ),
  }),
})
