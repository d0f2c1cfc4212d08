import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import {
  getAtomFeed,
  getDeadline,
  getJsonFeed,
  getRssFeed,
  getXmlFeed,
} from '#features/jobs/contract-feeds.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { placeText } from '#features/jobs/display.ts'
import type { Reader, Reads } from '#platform/server/replicas.ts'
import { etagOf, isKnown } from '#platform/server/http/answer.ts'
import { attachmentNamed } from '#platform/server/http/attachment.ts'
import { endpointsOf, sourceFile } from '#platform/server/http/endpoint.ts'
import { calendarFile } from '#platform/server/calendar.ts'
import { dayInState } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { jobPath, developersPath, postJobPath, slugOf, specialtyJobsPath } from '#shared/paths.ts'
import { readFigures, type Figures } from '../cached-figures.ts'
import { getJob } from '../service.ts'
import { aggregatorXml, atom, findNewest, jsonFeed, rss } from './documents.ts'
import {
  findCatalogVersion,
  populatedLandings,
  populatedSpecialtyStates,
  sitemapEntries,
  sitemapStarts,
} from './queries.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { escapeHtml } from '#platform/server/http/html.ts'
import { specialtySlug } from '#vocabulary/specialties.ts'

const anHour = 'public, max-age=3600'
const fiveMinutes = 'public, max-age=300'
const xml = 'application/xml; charset=utf-8'

const config = (name: string) =>
  ({ access: 'public', cost: 'export', name, file: sourceFile(import.meta.url) }) as const

type Options = { reads: Reads; publicUrl: string; sitemapPages: Figures<string> }

/** What programs read: robots.txt, sitemaps, and feeds, of whole jobs too. */
export function registerFeeds(
  app: FastifyInstance,
  { reads, publicUrl, sitemapPages }: Options,
): void {
  app.get('/robots.txt', { config: config('robots') }, (_request, reply) =>
    reply.header('cache-control', anHour).type('text/plain; charset=utf-8').send(robots(publicUrl)),
  )

  app.get('/sitemap.xml', { config: config('sitemapIndex') }, async (request, reply) =>
    reply
      .header('cache-control', anHour)
      .type(xml)
      .send(below(publicUrl, await reads(request)(sitemapIndex))),
  )

  app.get<{ Params: { name: string } }>(
    '/sitemaps/:name',
    { config: config('sitemapFile') },
    async (request, reply) => {
      const { name } = request.params
      const file = await reads(request)((db) => sitemapFile(db, sitemapPages, name))
      if (!file) throw new AppError('NOT_FOUND')
      return reply.header('cache-control', anHour).type(xml).send(below(publicUrl, file))
    },
  )

  const serve = endpointsOf(app, import.meta.url)
  for (const [endpoint, type, write] of [
    [getRssFeed, 'application/rss+xml', rss],
    [getAtomFeed, 'application/atom+xml', atom],
  ] as const)
    serve(endpoint, async ({ query: filters, request, reply }) => {
      const feed = write(
        await reads(request)((db) => findNewest(db, filters, { publicUrl, path: endpoint.path })),
      )
      const etag = etagOf(feed)
      reply.header('cache-control', fiveMinutes).header('etag', etag).type(`${type}; charset=utf-8`)
      return isKnown(request, { headers: { etag } }) ? reply.code(304).send() : reply.send(feed)
    })

  serve(getDeadline, async ({ params: { id }, request, reply }) => {
    const calendar = deadlineCalendar(await reads(request)((db) => getJob(db, id)), publicUrl)
    if (calendar === undefined) throw new AppError('NOT_FOUND', 'This job states no deadline.')
    return reply
      .header('cache-control', fiveMinutes)
      .header('content-disposition', attachmentNamed('application-deadline.ics'))
      .type('text/calendar; charset=utf-8')
      .send(calendar)
  })

  registerJobFeeds(app, reads, publicUrl)
}

/**
 * The deadline of a posting as an all-day event of the day at its place; undefined if it has none.
 */
function deadlineCalendar(job: JobDetail, publicUrl: string) {
  if (job.expiresAt === null) return undefined
  const url = `${publicUrl}${jobPath(job.id)}`
  return calendarFile(site.name, 'Job deadlines', [
    {
      uid: `${job.id}@${new URL(publicUrl).hostname}`,
      stamp: new Date(job.updatedAt),
      day: dayInState(job.expiresAt, job.state),
      summary: `Closes: ${job.title}, ${job.employer}`,
      location: placeText(job),
      description: `The posting closes on this day. ${url}`,
      url,
    },
  ])
}

/**
 * Feeds of complete jobs, for programs of others. A client that names what it has gets it again
 * only if any job has changed.
 */
function registerJobFeeds(app: FastifyInstance, reads: Reads, publicUrl: string) {
  const serve = endpointsOf(app, import.meta.url)

  serve(getXmlFeed, async ({ query: filter, request, reply }) => {
    reply.type('application/xml; charset=utf-8')
    const read = reads(request)
    if (await hasCurrent(read, request, reply)) return reply.code(304).send()
    // Its headers are what a HEAD is about; nobody reads the jobs for it. An empty text has a length.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    return reply.send(Readable.from(aggregatorXml(read, filter, publicUrl), { objectMode: false }))
  })

  serve(getJsonFeed, async ({ query: { after, ...filter }, request, reply }) => {
    reply.type('application/feed+json; charset=utf-8')
    const read = reads(request)
    if (await hasCurrent(read, request, reply)) return reply.code(304).send()
    return reply.send(JSON.stringify(await read((db) => jsonFeed(db, filter, after, publicUrl))))
  })

  async function hasCurrent(read: Reader, request: FastifyRequest, reply: FastifyReply) {
    const etag = `W/"1-${await read(findCatalogVersion)}"`
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-encoding')
    return isKnown(request, { headers: { etag } })
  }
}

/** The API answers programs, not crawlers. */
const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** The protocol allows 50,000 addresses a file; smaller ones are quicker to make and to fetch. */
const jobsPerFile = 10_000

const fixedPages = [
  '/',
  '/jobs',
  '/employers',
  postJobPath,
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  developersPath,
]

/**
 * `/sitemap.xml`: one file for pages and landing pages, and as many as it takes for jobs, each
 * named by its first id.
 */
async function sitemapIndex(db: Db) {
  const files = await sitemapStarts(db, jobsPerFile)
  const entries = [
    { path: '/sitemaps/pages.xml' },
    ...files.map((file) => ({
      path: `/sitemaps/jobs-${file.id}.xml`,
      lastmod: file.updated_at.toISOString(),
    })),
  ]
  return written('sitemapindex', 'sitemap', entries)
}

/** Paths of pages that other features have. */
type MorePages = (db: Db) => Promise<string[]>

/** One file of the index; undefined if no such file can exist. */
async function sitemapFile(db: Db, sitemapPages: Figures<string>, name: string) {
  if (name === 'pages.xml') return readFigures(db, sitemapPages)
  const first = /^jobs-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/.exec(name)?.[1]
  if (first === undefined) return undefined
  const jobs = await sitemapEntries(db, first, jobsPerFile)
  return pages(
    jobs.map((job) => ({ path: jobPath(job.id), lastmod: job.updated_at.toISOString() })),
  )
}

/** All pages but those of jobs; of the landing pages those with so many jobs, at least. */
export const pagesOfSitemap = (minJobs: number, morePages: MorePages): Figures<string> => ({
  name: `file of pages with landing pages of ${minJobs} jobs`,
  count: async (db) =>
    pages([
      ...fixedPages.map((path) => ({ path })),
      ...(await findLandings(db, minJobs)),
      ...(await morePages(db)).map((path) => ({ path })),
    ]),
})

/** A list changes with its jobs. */
async function findLandings(db: Db, minJobs: number): Promise<Entry[]> {
  const [pairs, others] = await Promise.all([
    populatedSpecialtyStates(db),
    populatedLandings(db, minJobs),
  ])
  const specialties = Map.groupBy(pairs, (pair) => pair.specialty)
  return [
    ...[...specialties].map(([specialty, states]) => ({
      path: specialtyJobsPath(specialtySlug(specialty)),
      lastmod: new Date(
        Math.max(...states.map((state) => state.updated_at.getTime())),
      ).toISOString(),
    })),
    ...pairs
      .filter((pair) => pair.state !== 'OTHER')
      .map((pair) => ({
        path: specialtyJobsPath(specialtySlug(pair.specialty), pair.state),
        lastmod: pair.updated_at.toISOString(),
      })),
    ...others.map(({ specialty, where, updated_at: at }) => ({
      path: specialtyJobsPath(specialtySlug(specialty), slugOf(where)),
      lastmod: at.toISOString(),
    })),
  ]
}

type Entry = { path: string; lastmod?: string }

const pages = (entries: readonly Entry[]) => written('urlset', 'url', entries)

/** As https://www.sitemaps.org/protocol.html wants it. A file whose jobs have all gone is empty. */
function written(list: string, element: string, entries: readonly Entry[]) {
  const lines = entries.map(({ path, lastmod }) => {
    const changed = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${element}><loc>${escapeHtml(path)}</loc>${changed}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</${list}>
`
}

/** With whole addresses, which the protocol wants. */
const below = (publicUrl: string, file: string) => file.replaceAll('<loc>', `<loc>${publicUrl}`)
