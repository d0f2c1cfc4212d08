import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { done, idParams, moment, posters } from './contract-parts.ts'
import { draftFormSchema } from './schemas.ts'

/** Forms that are finished later. */

export const draft = z.object({
  id: z.uuid(),
  /** Which form it is a draft of. */
  kind: z.enum(['account', 'posting']),
  title: z.string(),
  form: draftFormSchema,
  createdAt: moment,
  updatedAt: moment,
})
export type Draft = z.infer<typeof draft>

const draftKind = z.enum(['account', 'posting']).default('account')

export const duplicatePosting = defineEndpoint({
  name: 'duplicatePosting',
  method: 'POST',
  path: '/api/job-postings/:id/duplicate',
  access: posters,
  summary: 'A draft that says what a posting says, to be looked over and posted',
  params: idParams,
  response: draft,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type DuplicatePosting = typeof duplicatePosting

export const listDrafts = defineEndpoint({
  name: 'listDrafts',
  method: 'GET',
  path: '/api/posting-drafts',
  access: posters,
  summary: 'Forms that were saved to be finished later, newest first',
  response: z.array(draft),
})
export type ListDrafts = typeof listDrafts

export const getDraft = defineEndpoint({
  name: 'getDraft',
  method: 'GET',
  path: '/api/posting-drafts/:id',
  access: posters,
  summary: 'One draft',
  params: idParams,
  response: draft,
  errors: ['NOT_FOUND'],
})
export type GetDraft = typeof getDraft

export const saveNewDraft = defineEndpoint({
  name: 'saveNewDraft',
  method: 'POST',
  path: '/api/posting-drafts',
  access: posters,
  summary: 'Save a form as a draft',
  body: z.object({ kind: draftKind, form: draftFormSchema }),
  response: draft,
  errors: ['CONFLICT'],
})
export type SaveNewDraft = typeof saveNewDraft

export const saveDraft = defineEndpoint({
  name: 'saveDraft',
  method: 'PUT',
  path: '/api/posting-drafts/:id',
  access: posters,
  summary: 'Save a draft again. 409 with `current` when it was saved elsewhere since it was read.',
  params: idParams,
  body: z.object({ form: draftFormSchema, updatedAt: moment }),
  response: draft,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type SaveDraft = typeof saveDraft

export const deleteDraft = defineEndpoint({
  name: 'deleteDraft',
  method: 'DELETE',
  path: '/api/posting-drafts/:id',
  access: posters,
  summary: 'Throw a draft away',
  params: idParams,
  response: done,
  errors: ['NOT_FOUND'],
})
export type DeleteDraft = typeof deleteDraft
