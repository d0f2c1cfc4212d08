import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { Reads } from '#platform/server/replicas.ts'
import { AppError } from '#shared/errors.ts'
import { getWidget, getWidgetPage, getWidgetScript } from '../contract.ts'
import { missingPage, widgetPage, widgetPolicy, widgetScript } from './page.ts'
import { findWidgetJobs, getWidgetId } from './service.ts'

/** How long a list may show closed jobs, in seconds. */
const pageSeconds = 60
const scriptSeconds = 3600

type Options = { db: Db; reads: Reads; publicUrl: string }

export function registerWidget(app: FastifyInstance, { db, reads, publicUrl }: Options): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getWidget, async ({ reply, viewer }) => {
    reply.header('cache-control', 'private, no-store')
    return {
      id: await getWidgetId(db, viewer.id),
      scriptUrl: `${publicUrl}${getWidgetScript.path}`,
    }
  })

  serve(getWidgetScript, async ({ request, reply }) => {
    openToOtherSites(reply).type('text/javascript; charset=utf-8')
    return sendKept(request, reply, widgetScript, scriptSeconds)
  })

  serve(getWidgetPage, async ({ query: { theme, ...wanted }, request, reply }) => {
    const found = await reads(request)((candidate) => findWidgetJobs(candidate, wanted)).catch(
      unlessMissing,
    )
    openToOtherSites(reply)
      .type('text/html; charset=utf-8')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', widgetPolicy)
      // An older header than `frame-ancestors`, which cannot allow every site.
      .removeHeader('x-frame-options')
    if (!found)
      return reply
        .code(404)
        .header('cache-control', 'no-cache')
        .send(missingPage({ theme, publicUrl }))
    return sendKept(request, reply, widgetPage(found, { theme, publicUrl }), pageSeconds)
  })
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
}

const openToOtherSites = (reply: FastifyReply): FastifyReply =>
  reply.header('cross-origin-resource-policy', 'cross-origin')

function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  seconds: number,
): FastifyReply {
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  reply
    .header('etag', etag)
    .header('cache-control', `public, max-age=${seconds}`)
    .header('vary', 'accept-encoding')
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
}
