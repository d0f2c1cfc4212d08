import { z } from 'zod'
import { hookEvents } from '#features/api/model.ts'
import { keyScopes } from '#shared/contract.ts'
import { keysOf } from '#shared/keys.ts'
import { requiredText } from '#shared/schemas.ts'

export const keySchema = z.object({
  name: requiredText('Name', 60).regex(/^[^\p{Cc}]*$/u, 'Name is required'),
  scope: z.enum(keyScopes, 'Please choose what the key is for'),
})

const badAddress = 'The address must begin with https:// and hold no user or password'

export const hookSchema = z.object({
  url: z
    .url({ protocol: /^https$/, error: badAddress })
    .max(500, 'The address is too long')
    .refine((address) => !/^[^/]*\/\/[^/]*@/.test(address), badAddress),
  events: z
    .array(z.enum(keysOf(hookEvents)))
    .min(1, 'Please choose at least one event')
    .default(keysOf(hookEvents)),
})
