import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { defaultMessages, errorStatus } from '#shared/errors.ts'
import { keysOf } from '#shared/keys.ts'

export function errorResponse(status: number): ZodOpenApiResponseObject {
  const code = keysOf(errorStatus).find((name) => errorStatus[name] === status) ?? 'INTERNAL'
  return {
    description: defaultMessages[code],
    ...(status === 429 && {
      headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': { schema: errorSchema },
      'application/problem+json': { schema: problemSchema },
    },
  }
}

const code = z.enum(keysOf(errorStatus)).meta({ description: 'For programs; stable.' })

const fieldErrors = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .optional()
  .meta({ description: 'The errors by field.' })

const requestId = z
  .uuid()
  .meta({ description: 'Also in the header `X-Request-Id`. Quote it when you ask for help.' })

const errorSchema = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'For people.' }),
    code,
    requestId,
    details: fieldErrors,
    current: z.unknown().optional().meta({
      description:
        'The current state, after a save over a newer version; what is left of what is gone.',
    }),
  })
  .meta({
    id: 'Error',
    description: 'Every error, unless the request prefers `application/problem+json`.',
  })

const problemSchema = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.url(),
    code,
    requestId,
    errors: fieldErrors,
  })
  .meta({ id: 'Problem', description: 'The same error as problem details (RFC 9457).' })
