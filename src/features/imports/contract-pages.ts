import { z } from 'zod'
import { defineEndpoint, hiringRoles, type ResponseOf } from '#shared/contract.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { sourceQuestion } from './contract.ts'
import { answerBody, lastRun } from './contract-sources.ts'
import { newPageSchema } from './schemas.ts'

/** Careers pages that employers connect. */

const count = z.int().min(0)
const moment = z.iso.datetime()
const byId = { access: hiringRoles, errors: ['NOT_FOUND', 'FORBIDDEN'] } as const

const careersPage = z
  .object({
    id: z.uuid(),
    /** Without what is secret in it. */
    url: z.string(),
    employer: z.string(),
    /** The postings that follow it. */
    postings: z.object({ active: count, pending: count }),
    /** The last reading that changed postings. */
    lastRun: lastRun.nullable(),
    /** Null while nobody has started it, and after five failures. */
    nextRunAt: moment.nullable(),
    /** What a first look found; null where it is too long ago. */
    check: z
      .object({
        status: z.enum(['running', 'finished', 'failed']),
        /** How it failed, in words. */
        message: z.string().nullable(),
        found: count,
        physicians: count,
        kinds: z.array(z.object({ specialty: z.string(), count })),
        /** Why the other openings do not come along. */
        others: z.array(z.object({ reason: z.string(), count })),
      })
      .nullable(),
    /** At most three. */
    questions: z.array(sourceQuestion),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'CareersPage' })
export type CareersPage = z.infer<typeof careersPage>

export const listCareersPages = defineEndpoint('listCareersPages', 'GET /api/employer/sources', {
  access: hiringRoles,
  summary: 'The careers pages that the organization has connected',
  response: z.object({
    pages: z.array(careersPage),
    /** The names that the organization speaks for. */
    employers: z.array(z.string()),
    /** Domains whose feeds can be read. */
    domains: z.array(z.string()),
  }),
})
export type CareersPages = ResponseOf<typeof listCareersPages>

export const connectCareersPage = defineEndpoint(
  'connectCareersPage',
  'POST /api/employer/sources',
  {
    access: hiringRoles,
    limit: { max: 10, seconds: 60 },
    summary: 'Connect a careers page; it is looked at, and nothing is posted yet',
    body: newPageSchema,
    response: z.object({ id: z.uuid() }),
    errors: ['CONFLICT', 'FORBIDDEN'],
  },
)

export const answerCareersPage = defineEndpoint(
  'answerCareersPage',
  'PUT /api/employer/sources/:id/answers',
  {
    ...byId,
    summary: 'Say what the openings of a page leave open; null withdraws it',
    body: answerBody,
  },
)

export const runCareersPage = defineEndpoint(
  'runCareersPage',
  'POST /api/employer/sources/:id/run',
  {
    ...byId,
    limit: { max: 10, seconds: 60 },
    summary: 'Bring the openings of a page now, and every few hours from then on',
    body: z.object({
      /** Specialties that do not come along. */
      leftOut: z.array(z.enum(specialties)).max(specialties.length),
    }),
  },
)

export const disconnectCareersPage = defineEndpoint(
  'disconnectCareersPage',
  'DELETE /api/employer/sources/:id',
  { ...byId, summary: 'Disconnect a page; its postings stay until they end as usual' },
)
