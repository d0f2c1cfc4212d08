import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { done, posters, postingDetail } from './contract-parts.ts'
import { manageToken, postingChangesSchema } from './schemas.ts'

/** The calls of people who post without an account, by the link in their mail. */

const tokenQuery = z.object({ token: manageToken })

/** What a manage link opens: the posting, and where its author may take it. */
const managed = z.object({
  posting: postingDetail,
  /** The address that an account needs, verified, to take the posting over. */
  claimableBy: z.string(),
})
export type ManagedPosting = z.infer<typeof managed>

export const getManagedPosting = defineEndpoint({
  name: 'getManagedPosting',
  method: 'GET',
  path: '/api/manage-posting',
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'The posting that a manage link is for',
  query: tokenQuery,
  response: managed,
  errors: ['NOT_FOUND'],
})
export type GetManagedPosting = typeof getManagedPosting

export const updateManagedPosting = defineEndpoint({
  name: 'updateManagedPosting',
  method: 'PUT',
  path: '/api/manage-posting',
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'Change a posting by its manage link, or take it down and put it up again with `isActive`',
  query: tokenQuery,
  body: postingChangesSchema,
  response: managed,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type UpdateManagedPosting = typeof updateManagedPosting

export const renewManagedPosting = defineEndpoint({
  name: 'renewManagedPosting',
  method: 'POST',
  path: '/api/manage-posting/renew',
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'Renew a posting by its manage link',
  query: tokenQuery,
  response: managed,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type RenewManagedPosting = typeof renewManagedPosting

export const deleteManagedPosting = defineEndpoint({
  name: 'deleteManagedPosting',
  method: 'DELETE',
  path: '/api/manage-posting',
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'Remove a posting by its manage link',
  query: tokenQuery,
  response: done,
  errors: ['NOT_FOUND'],
})
export type DeleteManagedPosting = typeof deleteManagedPosting

export const claimPosting = defineEndpoint({
  name: 'claimPosting',
  method: 'POST',
  path: '/api/manage-posting/claim',
  access: posters,
  limit: { max: 60, seconds: 60 },
  summary: 'Take a posting into the account that is signed in, if its verified address is the posting’s contact address',
  query: tokenQuery,
  response: postingDetail,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type ClaimPosting = typeof claimPosting
