import { z } from 'zod'
import { jobSummary } from '#features/jobs/contract.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { maxNote } from './model.ts'

const access = ['physician'] as const
const params = z.object({ jobId: z.uuid('This is no job.') })

const favorite = z.object({
  jobId: z.uuid(),
  savedAt: z.iso.datetime(),
  note: z.string().nullable(),
  /** Null once the job is not public any more. */
  job: jobSummary.nullable(),
  /** Title and employer at the time of saving. */
  saved: z.object({ title: z.string(), employer: z.string(), city: z.string(), state: z.enum(stateCodes) }),
})
export type Favorite = z.infer<typeof favorite>

export const listFavorites = defineEndpoint('listFavorites', 'GET /api/favorites', {
  access,
  summary: 'The physician’s saved jobs, the latest first',
  response: z.array(favorite),
})

export const listFavoriteIds = defineEndpoint('listFavoriteIds', 'GET /api/favorites/ids', {
  access,
  summary: 'The ids of saved jobs, for the hearts in lists',
  response: z.array(z.object({ jobId: z.uuid() })),
})

export const saveFavorite = defineEndpoint('saveFavorite', 'POST /api/favorites', {
  access,
  summary: 'Save a job; idempotent',
  body: params,
  response: z.object({ jobId: z.uuid() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const removeFavorite = defineEndpoint('removeFavorite', 'DELETE /api/favorites/:jobId', {
  access,
  summary: 'Remove a saved job; idempotent',
  params,
  response: z.object({ jobId: z.uuid() }),
})

export const checkFavorite = defineEndpoint('checkFavorite', 'GET /api/favorites/check/:jobId', {
  access,
  summary: 'Whether a job is saved',
  params,
  response: z.object({ isFavorite: z.boolean() }),
})

export const writeNote = defineEndpoint('writeNote', 'PUT /api/favorites/:jobId', {
  access,
  summary: 'Write a note to a saved job; an empty text deletes it',
  params,
  body: z.object({
    note: z.string('Please write a note.').trim().max(maxNote, `A note has room for ${maxNote} characters.`),
  }),
  response: z.object({ jobId: z.uuid(), note: z.string().nullable() }),
  errors: ['NOT_FOUND'],
})
