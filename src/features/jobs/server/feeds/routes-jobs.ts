import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { getJsonFeed, getXmlFeed } from '#features/jobs/contract-feeds.ts'
import type { Db } from '#server/lib/database.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { findCatalogueVersion } from '../queries-feeds.ts'
import { aggregatorXml } from './aggregator-xml.ts'
import { jsonFeed } from './json-feed.ts'
import { PatientStreams } from './patient-stream.ts'

/** A whole catalogue takes minutes and a core's time: more than so many at once would be felt by those who search. */
const mostAtOnce = 4
const retryAfterSeconds = 60

/** Feeds of whole jobs, for programs of others. Who names what they have gets it again only if any job has changed. */
export function registerJobFeeds(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const serve = endpointsOf(app, import.meta.url)
  const streams = new PatientStreams(mostAtOnce)

  serve(getXmlFeed, async ({ query: filter, request, reply }) => {
    reply.type('application/xml; charset=utf-8')
    if (await hasCurrent(request, reply)) return reply.code(304).send()
    // Its headers are what a HEAD is about; nobody reads the jobs for it.
    if (request.method === 'HEAD') return reply.send('')
    if (streams.isFull) {
      throw new AppError(
        'UNAVAILABLE',
        'Too many feeds are being read. Please try again in a minute.',
        undefined,
        retryAfterSeconds,
      )
    }
    return reply.send(streams.open(aggregatorXml(db, filter, publicUrl)))
  })

  serve(getJsonFeed, async ({ query: { after, ...filter }, request, reply }) => {
    reply.type('application/feed+json; charset=utf-8')
    if (await hasCurrent(request, reply)) return reply.code(304).send()
    return reply.send(JSON.stringify(await jsonFeed(db, filter, after, publicUrl)))
  })

  async function hasCurrent(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const etag = `W/"1-${await findCatalogueVersion(db)}"`
    reply.header('etag', etag).header('cache-control', 'public, max-age=300').header('vary', 'accept-encoding')
    return request.headers['if-none-match'] === etag
  }
}
