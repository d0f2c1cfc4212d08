import { z } from 'zod'
import { jobSummary } from '#features/jobs/contract.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { favoriteStatuses, maxNextStep, maxNote } from './model.ts'

const access = ['physician'] as const
const params = z.object({ jobId: z.uuid('This is no job.') })

/** What the physician writes about a saved job; nobody else reads it. */
const progress = z.object({
  jobId: z.uuid(),
  note: z.string().nullable(),
  status: z.enum(favoriteStatuses),
  nextStep: z.string().nullable(),
  nextOn: z.iso.date().nullable(),
  /** Counts the changes; send it back with the next one. */
  version: z.int(),
})
export type FavoriteProgress = z.infer<typeof progress>

const favorite = progress.extend({
  savedAt: z.iso.datetime(),
  /** Null once the job is not public any more. */
  job: jobSummary.nullable(),
  /** Title and employer at the time of saving. */
  saved: z.object({
    title: z.string(),
    employer: z.string(),
    city: z.string(),
    state: z.enum(stateCodes),
  }),
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
  summary:
    'Save a job; idempotent. One that was removed in the last 30 days returns with its note, ' +
    'status and next step.',
  body: params,
  response: z.object({ jobId: z.uuid() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const removeFavorite = defineEndpoint('removeFavorite', 'DELETE /api/favorites/:jobId', {
  access,
  summary: 'Remove a saved job; idempotent. Its note, status and next step stay for 30 days.',
  params,
  response: z.object({ jobId: z.uuid() }),
})

export const checkFavorite = defineEndpoint('checkFavorite', 'GET /api/favorites/check/:jobId', {
  access,
  summary: 'Whether a job is saved',
  params,
  response: z.object({ isFavorite: z.boolean() }),
})

const text = (most: number, wrong: string, tooLong: string) =>
  z.string(wrong).trim().max(most, tooLong)

export const changeFavorite = defineEndpoint('changeFavorite', 'PUT /api/favorites/:jobId', {
  access,
  summary:
    'Change the status, next step, its date, or the note of a saved job. 409 with `current` if ' +
    '`version` is not the latest.',
  params,
  /** An empty text deletes what was written; what is left out stays. */
  body: z.object({
    note: text(
      maxNote,
      'Please write a note.',
      `A note has room for ${maxNote} characters.`,
    ).optional(),
    status: z.enum(favoriteStatuses, 'Please choose a status.').optional(),
    nextStep: text(
      maxNextStep,
      'Please write a next step.',
      `A next step has room for ${maxNextStep} characters.`,
    ).optional(),
    nextOn: z.union([z.iso.date(), z.literal('')], 'Please choose a date.').optional(),
    version: z.int().optional(),
  }),
  response: progress,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const listHiddenJobs = defineEndpoint('listHiddenJobs', 'GET /api/hidden-jobs', {
  access,
  summary: 'The ids of jobs that lists leave out',
  response: z.array(params),
})

export const hideJob = defineEndpoint('hideJob', 'PUT /api/hidden-jobs/:jobId', {
  access,
  summary: 'Leave a job out of lists and alerts, or show it there again; idempotent',
  params,
  body: z.object({ isHidden: z.boolean() }),
  response: params,
  errors: ['NOT_FOUND'],
})

export const getCalendar = defineEndpoint('getCalendar', 'GET /api/favorites/calendar.ics', {
  access,
  summary: 'The next steps of all saved jobs that have a date, for a calendar (iCalendar)',
  response: z.string(),
  responseTypes: ['text/calendar'],
})
