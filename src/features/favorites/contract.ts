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
  /** The job as it is now; null once it is not public any more. */
  job: jobSummary.nullable(),
  /** What the job was called when it was saved. */
  saved: z.object({ title: z.string(), employer: z.string(), city: z.string(), state: z.enum(stateCodes) }),
})
export type Favorite = z.infer<typeof favorite>

export const listFavorites = defineEndpoint({
  name: 'listFavorites',
  method: 'GET',
  path: '/api/favorites',
  access,
  summary: 'The jobs that the physician saved, the latest first',
  response: z.array(favorite),
})
export type ListFavorites = typeof listFavorites

export const listFavoriteIds = defineEndpoint({
  name: 'listFavoriteIds',
  method: 'GET',
  path: '/api/favorites/ids',
  access,
  summary: 'Only which jobs the physician saved, for the hearts in lists',
  response: z.array(z.object({ jobId: z.uuid() })),
})
export type ListFavoriteIds = typeof listFavoriteIds

export const saveFavorite = defineEndpoint({
  name: 'saveFavorite',
  method: 'POST',
  path: '/api/favorites',
  access,
  summary: 'Save a job; saving it again changes nothing',
  body: params,
  response: z.object({ jobId: z.uuid() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type SaveFavorite = typeof saveFavorite

export const removeFavorite = defineEndpoint({
  name: 'removeFavorite',
  method: 'DELETE',
  path: '/api/favorites/:jobId',
  access,
  summary: 'Remove a saved job; removing one that is not saved changes nothing',
  params,
  response: z.object({ jobId: z.uuid() }),
})
export type RemoveFavorite = typeof removeFavorite

export const checkFavorite = defineEndpoint({
  name: 'checkFavorite',
  method: 'GET',
  path: '/api/favorites/check/:jobId',
  access,
  summary: 'Whether a job is saved',
  params,
  response: z.object({ isFavorite: z.boolean() }),
})

export const writeNote = defineEndpoint({
  name: 'writeNote',
  method: 'PUT',
  path: '/api/favorites/:jobId',
  access,
  summary: 'Write a note to a saved job; an empty one takes it away',
  params,
  body: z.object({
    note: z.string('Please write a note.').trim().max(maxNote, `A note has room for ${maxNote} characters.`),
  }),
  response: z.object({ jobId: z.uuid(), note: z.string().nullable() }),
  errors: ['NOT_FOUND'],
})
export type WriteNote = typeof writeNote
