import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** More than any of these forms has fields for. */
const maxBody = 16 * 1024

/** Lets a scope's routes be called by HTML forms, for pages whose scripts have not come. */
export async function acceptPlainForms(scope: FastifyInstance): Promise<void> {
  await scope.register(formbody, { bodyLimit: maxBody })
}

/**
 * Lets a scope's routes be called by mail programs, whose one-click request (RFC 8058) is a form of either kind. The link's
 * token says everything, so the body is read and not looked into.
 */
export async function acceptOneClick(scope: FastifyInstance): Promise<void> {
  for (const type of ['application/x-www-form-urlencoded', /^multipart\/form-data/])
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxBody }, (_request, _body, done) => done(null, {}))
}

/** Whether a browser sent a form by itself: then a page is wanted for an answer. */
export const isPlainForm = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded') && (headers.accept ?? '').includes('text/html')
