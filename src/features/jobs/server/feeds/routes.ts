import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import { sourceFile } from '#server/lib/http/endpoint.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { searchJobs } from '../service.ts'
import { jobsRss } from './rss.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'

const rssItems = 50
const anHour = 'public, max-age=3600'
const fiveMinutes = 'public, max-age=300'
const xml = 'application/xml; charset=utf-8'
const schema = { hide: true } as object

const config = (name: string) => ({ access: 'public', name, file: sourceFile(import.meta.url) }) as const

/** What programs read: robots.txt, sitemaps and the RSS feed. */
export function registerFeeds(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  app.get('/robots.txt', { config: config('robots'), schema }, (_request, reply) =>
    reply.header('cache-control', anHour).type('text/plain; charset=utf-8').send(robots(publicUrl)),
  )

  app.get('/sitemap.xml', { config: config('sitemapIndex'), schema }, async (_request, reply) =>
    reply
      .header('cache-control', anHour)
      .type(xml)
      .send(await sitemapIndex(db, publicUrl)),
  )

  app.get<{ Params: { name: string } }>('/sitemaps/:name', { config: config('sitemapFile'), schema }, async (request, reply) => {
    const file = await sitemapFile(db, publicUrl, request.params.name)
    if (!file) throw new AppError('NOT_FOUND')
    return reply.header('cache-control', anHour).type(xml).send(file)
  })

  app.get('/jobs.rss', { config: config('jobsRss'), schema }, async (request, reply) => {
    const criteria = parseSearchCriteria(request.query as Record<string, unknown>)
    const { result } = await searchJobs(db, { ...criteria, page: 1, limit: rssItems, sortBy: 'recent' })
    return reply
      .header('cache-control', fiveMinutes)
      .type('application/rss+xml; charset=utf-8')
      .send(jobsRss(result.jobs, criteria, { publicUrl }))
  })
}

/** The API answers programs, not crawlers. */
const robots = (publicUrl: string): string =>
  ['User-agent: *', 'Allow: /', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
