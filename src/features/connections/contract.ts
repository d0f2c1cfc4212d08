import { z } from 'zod'
import { hookEvents, keyLimit, testEvent } from '#features/api/model.ts'
import { fieldOf } from '#features/jobs/fields.ts'
import { cvFile } from '#features/inquiries/contract.ts'
import { stages } from '#features/inquiries/model.ts'
import { moment, postingDetail } from '#features/postings/contract.ts'
import { newPostingSchema } from '#features/postings/schemas.ts'
import { defineEndpoint, keyScopes, posters, type ResponseOf } from '#shared/contract.ts'
import { keysOf } from '#shared/keys.ts'
import { hookSchema, keySchema } from './schemas.ts'

/** Calls of the page for owners. */
const access = posters

export const listConnections = defineEndpoint('listConnections', 'GET /api/connections', {
  access,
  summary: 'The keys and hooks of the organization; for its owners',
  response: z.object({
    keys: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        scope: z.enum(keyScopes),
        createdAt: moment,
        usedAt: moment.nullable(),
        madeBy: z.string(),
        /** Its maker is an owner whom nobody has suspended. */
        works: z.boolean(),
      }),
    ),
    hooks: z.array(
      z.object({
        id: z.uuid(),
        url: z.string(),
        events: z.array(z.enum(keysOf(hookEvents))),
        createdAt: moment,
        /** It answered 410. */
        isOff: z.boolean(),
        /** The latest. */
        deliveries: z.array(
          z.object({
            id: z.uuid(),
            event: z.enum([...keysOf(hookEvents), testEvent]),
            happenedAt: moment,
            attempts: z.int(),
            /** A status, or why there was none. */
            answer: z.string().nullable(),
            nextAt: moment.nullable(),
            state: z.enum(['delivered', 'waiting', 'failed']),
          }),
        ),
      }),
    ),
  }),
})
export type Connections = ResponseOf<typeof listConnections>

/** A secret is shown once. */
const making = {
  access,
  requiresReauthentication: true,
  response: z.object({ id: z.uuid(), secret: z.string() }),
  errors: ['CONFLICT'],
} as const

export const makeKey = defineEndpoint('makeKey', 'POST /api/connections/keys', {
  ...making,
  summary: 'Make a key, which acts as the owner who made it',
  body: keySchema,
})

export const addHook = defineEndpoint('addHook', 'POST /api/connections/hooks', {
  ...making,
  summary: 'Add a hook for some events, or else all; its secret signs what is sent',
  body: hookSchema,
})

export const endConnection = defineEndpoint('endConnection', 'DELETE /api/connections/:id', {
  access,
  summary: 'Revoke a key, or delete a hook with its log',
  errors: ['NOT_FOUND'],
})

export const deliverAgain = defineEndpoint(
  'deliverAgain',
  'POST /api/connections/hooks/:id/deliveries',
  {
    access,
    limit: { max: 30, seconds: 600 },
    summary: 'Send a delivery again, or else a test; a hook that was switched off is on again',
    body: z.object({ delivery: z.uuid().optional() }),
    errors: ['NOT_FOUND'],
  },
)

/** Version 1 by key: it is stable, as the rest of version 1. */

const byKey = { limit: keyLimit, openToOtherSites: true } as const

const ofPostings = {
  ...byKey,
  access: 'postings-key',
  params: z.object({
    reference: z
      .string()
      .trim()
      .min(1)
      .max(fieldOf('requisition').limit ?? 0)
      .regex(/^\P{Cc}*$/u)
      .meta({ description: 'The organization’s own number of the posting, in any case.' }),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
} as const

export const putPosting = defineEndpoint('putPosting', 'PUT /api/v1/postings/:reference', {
  ...ofPostings,
  summary: 'Post a job, or change and open the posting with this number',
  description:
    'The same call again changes nothing, and many at once make one posting. Fields that are left ' +
    'out stay as they are. The checks of the form hold here, too, and so do its waits for a moderator: ' +
    '`status` says so. A posting that was rejected or taken down is refused.',
  body: newPostingSchema
    .omit({ isActive: true, idempotencyKey: true, draftId: true, requisition: true })
    .strict(),
  response: postingDetail,
})

export const readPosting = defineEndpoint('readPosting', 'GET /api/v1/postings/:reference', {
  ...ofPostings,
  summary: 'Read the posting with this number',
  response: postingDetail,
})

export const closePosting = defineEndpoint('closePosting', 'DELETE /api/v1/postings/:reference', {
  ...ofPostings,
  summary: 'Close the posting with this number; one that waits for a moderator is removed',
})

const application = z
  .object({
    id: z.uuid(),
    postingId: z.uuid(),
    reference: z.string().nullable(),
    title: z.string(),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Null: the applicant does not show it.' }),
    emailConfirmed: z.boolean(),
    message: z.string(),
    answers: z.array(z.object({ question: z.string(), answer: z.string() })),
    stage: z.enum(stages),
    sentAt: moment,
    cv: z.url().nullable().meta({
      description: 'Opens with the same key; the applicant reads of each opening.',
    }),
    cvNote: z
      .string()
      .nullable()
      .meta({ description: 'Why `cv` is left out, where there is one.' }),
  })
  .meta({ id: 'Application' })
export type ApplicationByKey = z.infer<typeof application>

const ofApplications = { ...byKey, access: 'applications-key', errors: ['NOT_FOUND'] } as const

export const listApplicationsByKey = defineEndpoint(
  'listApplicationsByKey',
  'GET /api/v1/applications',
  {
    ...ofApplications,
    summary: 'Applications to the organization’s postings, the newest first',
    description:
      'Those that the inbox shows to who made the key. One that was withdrawn, or whose sender ' +
      'blocks the employer, is no longer there.',
    query: z.object({
      cursor: z.uuid().optional().meta({ description: '`nextCursor` of the page before.' }),
    }),
    response: z.object({
      applications: z.array(application),
      nextCursor: z.uuid().nullable(),
    }),
  },
)

export const getApplicationByKey = defineEndpoint(
  'getApplicationByKey',
  'GET /api/v1/applications/:id',
  {
    ...ofApplications,
    summary: 'One application with its latest messages',
    response: z.object({
      application,
      messages: z.array(
        z.object({
          id: z.uuid(),
          bySender: z.boolean(),
          message: z.string(),
          createdAt: moment,
        }),
      ),
    }),
  },
)

export const openCvByKey = defineEndpoint('openCvByKey', 'GET /api/v1/applications/:id/cv', {
  ...ofApplications,
  summary: 'The CV of an application; the applicant reads that the organization’s system opened it',
  ...cvFile,
})
