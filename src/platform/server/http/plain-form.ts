import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** More than any of these forms needs. */
const maxBody = 16 * 1024

/** Lets the routes of a scope accept HTML forms, for pages without JavaScript. */
export async function acceptPlainForms(scope: FastifyInstance): Promise<void> {
  await scope.register(formbody, { bodyLimit: maxBody })
}

/**
 * Lets the routes of a scope accept one-click requests of mail programs (RFC 8058), which are forms of either type. The token is
 * in the URL, so the body is ignored.
 */
export async function acceptOneClick(scope: FastifyInstance): Promise<void> {
  for (const type of ['application/x-www-form-urlencoded', /^multipart\/form-data/])
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxBody }, (_request, _body, done) => done(null, {}))
}

/** Whether a browser sent a form without JavaScript, and needs a page as answer. */
export const isPlainForm = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded') && (headers.accept ?? '').includes('text/html')
