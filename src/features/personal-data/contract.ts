import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { deleteAccountSchema } from './schemas.ts'

export const exportMyData = defineEndpoint({
  name: 'exportMyData',
  method: 'GET',
  path: '/api/account/export',
  access: 'signed-in',
  limit: { max: 10, seconds: 600 },
  summary: 'Everything that is kept about whoever asks, as one JSON file; the CV itself is a download of its own',
  response: z.record(z.string(), z.unknown()),
})
export type ExportMyData = typeof exportMyData

export const deleteMyAccount = defineEndpoint({
  name: 'deleteMyAccount',
  method: 'DELETE',
  path: '/api/account',
  access: 'signed-in',
  limit: { max: 10, seconds: 600 },
  summary: 'Delete the account with everything that belongs to it; people with a password say it again',
  body: deleteAccountSchema,
  response: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
})
export type DeleteMyAccount = typeof deleteMyAccount
