import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { erasureSchema } from '#features/accounts/schemas-administration.ts'
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

export const eraseUser = defineEndpoint({
  name: 'eraseUser',
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: ['admin'],
  limit: { max: 20, seconds: 600 },
  summary: 'Erase somebody’s account and data on request; that it was done, when, by whom and on whose request stays on record',
  params: z.object({ id: z.uuid() }),
  body: erasureSchema.extend({ revision: z.int().min(0) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
})
export type EraseUser = typeof eraseUser
