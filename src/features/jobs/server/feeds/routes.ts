import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import { sourceFile } from '#server/lib/http/endpoint.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { findFeedJobs } from '../queries-feeds.ts'
import { findSummaries } from '../queries.ts'
import { searchJobs } from '../service.ts'
import { summaryOf } from '../views.ts'
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
    const origin = originOf(request.query as Record<string, unknown>)
    const jobs = origin ? await newestOf(db, criteria, origin) : await newestFound(db, criteria)
    return reply
      .header('cache-control', fiveMinutes)
      .type('application/rss+xml; charset=utf-8')
      .send(jobsRss(jobs, criteria, { publicUrl, ...(origin && { origin }) }))
  })
}

type Origin = { source?: string; employer?: string }

/** Whose jobs are asked for: nothing that a search knows. */
function originOf({ source, employer }: Record<string, unknown>): Origin | undefined {
  const origin = { ...(isName(source) && { source }), ...(isName(employer) && { employer }) }
  return Object.keys(origin).length > 0 ? origin : undefined
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200 && !/\p{Cc}/u.test(value)

async function newestFound(db: Db, criteria: SearchCriteria): Promise<JobSummary[]> {
  return (await searchJobs(db, { ...criteria, page: 1, limit: rssItems, sortBy: 'recent' })).result.jobs
}

async function newestOf(db: Db, { specialty, state }: SearchCriteria, origin: Origin): Promise<JobSummary[]> {
  const rows = await findFeedJobs(db, { filter: { ...origin, specialty, state }, after: undefined, limit: rssItems })
  return (
    await findSummaries(
      db,
      rows.map((it) => it.id),
    )
  ).map(summaryOf)
}

/** The API answers programs, not crawlers. */
const robots = (publicUrl: string): string =>
  ['User-agent: *', 'Allow: /', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
