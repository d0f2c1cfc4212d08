import { z } from 'zod'
import { jobStatuses } from '#features/jobs/model.ts'
import { defineEndpoint } from '#shared/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { done, idParams, moment, posters, postingDetail, postingSummary } from './contract-parts.ts'
import { postingChannels } from './model.ts'
import { newPostingSchema, postingChangesSchema } from './schemas.ts'
import { actionNames, postingActors } from './state-machine.ts'
import type { PostingAction } from './state-machine.ts'

/** The calls of the dashboard: an account's postings, all of them and one by one. */

export const postingSorts = ['updated', 'created', 'expires', 'title', 'status'] as const

export const listPostings = defineEndpoint({
  name: 'listPostings',
  method: 'GET',
  path: '/api/job-postings',
  access: posters,
  summary: "The poster's own postings; what was removed is not among them",
  query: z.object({
    /** Words of title, company or place. */
    q: z.string().trim().max(200).catch('').default(''),
    status: z
      .enum(['all', ...jobStatuses])
      .catch('all')
      .default('all'),
    sort: z.enum(postingSorts).catch('updated').default('updated'),
    order: z.enum(['asc', 'desc']).optional().catch(undefined),
    page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
    limit: z.coerce.number().int().min(1).max(500).catch(500).default(500),
  }),
  response: z.array(postingSummary),
})
export type ListPostings = typeof listPostings

export const countPostings = defineEndpoint({
  name: 'countPostings',
  method: 'GET',
  path: '/api/job-postings/counts',
  access: posters,
  summary: 'How many postings the poster has, over all and under a search of the list',
  query: z.object({
    q: z.string().trim().max(200).catch('').default(''),
    status: z
      .enum(['all', ...jobStatuses])
      .catch('all')
      .default('all'),
  }),
  response: z.object({
    total: z.int(),
    active: z.int(),
    /** All that visitors do not see. */
    draft: z.int(),
    byStatus: z.record(z.enum(jobStatuses), z.int()),
    /** How many `listPostings` finds with the same `q` and `status`. */
    found: z.int(),
  }),
})
export type CountPostings = typeof countPostings

export const createPosting = defineEndpoint({
  name: 'createPosting',
  method: 'POST',
  path: '/api/job-postings',
  access: posters,
  limit: { max: 60, seconds: 600 },
  summary: 'Create a posting from the dashboard',
  body: newPostingSchema,
  response: postingDetail,
  errors: ['CONFLICT'],
})
export type CreatePosting = typeof createPosting

export const getPosting = defineEndpoint({
  name: 'getPosting',
  method: 'GET',
  path: '/api/job-postings/:id',
  access: posters,
  summary: 'One own posting with everything that it says',
  params: idParams,
  response: postingDetail,
  errors: ['NOT_FOUND'],
})
export type GetPosting = typeof getPosting

export const updatePosting = defineEndpoint({
  name: 'updatePosting',
  method: 'PUT',
  path: '/api/job-postings/:id',
  access: posters,
  summary: 'Change a posting. 409 with `current` when it was changed since it was read.',
  params: idParams,
  body: postingChangesSchema,
  response: postingDetail,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type UpdatePosting = typeof updatePosting

export const deletePosting = defineEndpoint({
  name: 'deletePosting',
  method: 'DELETE',
  path: '/api/job-postings/:id',
  access: posters,
  summary: 'Remove a posting for good',
  params: idParams,
  response: done,
  errors: ['NOT_FOUND'],
})
export type DeletePosting = typeof deletePosting

export const renewPosting = defineEndpoint({
  name: 'renewPosting',
  method: 'POST',
  path: '/api/job-postings/:id/renew',
  access: posters,
  summary: 'Give a posting another period, after its end or shortly before',
  params: idParams,
  response: postingDetail,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type RenewPosting = typeof renewPosting

export const getPostingHistory = defineEndpoint({
  name: 'getPostingHistory',
  method: 'GET',
  path: '/api/job-postings/:id/history',
  access: posters,
  summary: 'What happened to a posting, newest first',
  params: idParams,
  response: z.array(
    z.object({
      at: moment,
      action: z.enum(actionNames as [PostingAction, ...PostingAction[]]),
      actor: z.enum(postingActors),
      /** The name of the account, where an account acted. */
      by: z.string().nullable(),
      from: z.enum(jobStatuses).nullable(),
      to: z.enum(jobStatuses),
      channel: z.enum(postingChannels),
      reason: z.string().nullable(),
      /** The fields that an edit changed. */
      changed: z.array(z.string()),
    }),
  ),
  errors: ['NOT_FOUND'],
})
export type GetPostingHistory = typeof getPostingHistory
export type PostingHistory = ResponseOf<GetPostingHistory>

export const bulkActions = ['activate', 'deactivate', 'renew', 'delete'] as const

export const changePostings = defineEndpoint({
  name: 'changePostings',
  method: 'POST',
  path: '/api/job-postings/bulk',
  access: posters,
  summary: 'One action on many own postings; each that cannot take it is named, the others go ahead',
  body: z.object({
    ids: z.array(z.string().max(100)).min(1, 'Choose at least one posting').max(500),
    action: z.enum(bulkActions),
  }),
  response: z.object({
    changed: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), error: z.string() })),
  }),
})
export type ChangePostings = typeof changePostings
