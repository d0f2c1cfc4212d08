import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, ErrorEnvelope, FieldError } from '#shared/errors.ts'
import { AppError, errorStatus, StaleError } from '#shared/errors.ts'

/** One envelope for everything that goes wrong. What is not ours to tell stays in the log, under the request's id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error)
    if (known.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendError(known, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply))
}

export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const envelope: ErrorEnvelope = {
    error: error.message,
    code: error.code,
    requestId: request.id,
    ...(error.details && { details: error.details }),
    ...(error instanceof StaleError && { current: error.current }),
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details: FieldError[] = error.validation.map((it) => ({
      field: it.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: it.message ?? 'Invalid value',
    }))
    return new AppError('VALIDATION_FAILED', details[0]?.message, details)
  }
  return new AppError(codeOfStatus(error.statusCode ?? 500))
}

const codeByStatus = new Map<number, ErrorCode>()
for (const [code, status] of Object.entries(errorStatus) as [ErrorCode, number][]) {
  if (!codeByStatus.has(status)) codeByStatus.set(status, code)
}

function codeOfStatus(status: number): ErrorCode {
  return codeByStatus.get(status) ?? (status >= 500 ? 'INTERNAL' : 'BAD_REQUEST')
}
