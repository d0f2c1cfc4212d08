import { Readable } from 'node:stream'
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'
import type { Db } from '#server/lib/database.ts'
import { jobPath, postJobPath, specialtyJobsPath, specialtyStateJobsPath } from '#shared/paths.ts'
import { specialtySlug } from '#features/jobs/specialties.ts'
import { populatedSpecialtyStates, sitemapEntries, sitemapStarts } from '../queries-feeds.ts'

/** The protocol allows 50,000 addresses a file; smaller ones are quicker to make and to fetch. */
const jobsPerFile = 10_000

const fixedPages = ['/', '/jobs', '/employers', postJobPath, '/about', '/contact', '/privacy', '/terms']

/** `/sitemap.xml`: one file for pages and landing pages, and as many as it takes for jobs, each named by its first id. */
export async function sitemapIndex(db: Db, publicUrl: string): Promise<Buffer> {
  const names = ['pages', ...(await sitemapStarts(db, jobsPerFile)).map((id) => `jobs-${id}`)]
  const index = new SitemapIndexStream()
  return streamToPromise(Readable.from(names.map((it) => ({ url: `${publicUrl}/sitemaps/${it}.xml` }))).pipe(index))
}

/** Paths of pages that other features have. */
export type MorePages = (db: Db) => Promise<string[]>

/** One file of the index; undefined if no such file can exist. */
export async function sitemapFile(db: Db, publicUrl: string, name: string, morePages: MorePages): Promise<Buffer | undefined> {
  if (name === 'pages.xml')
    return written(
      publicUrl,
      [...fixedPages, ...(await landingPaths(db)), ...(await morePages(db))].map((url) => ({ url })),
    )
  const first = /^jobs-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/.exec(name)?.[1]
  if (first === undefined) return undefined
  const jobs = await sitemapEntries(db, first, jobsPerFile)
  return written(
    publicUrl,
    jobs.map((it) => ({ url: jobPath(it.id), lastmod: it.updated_at.toISOString() })),
  )
}

async function landingPaths(db: Db): Promise<string[]> {
  const pairs = await populatedSpecialtyStates(db)
  const specialties = [...new Set(pairs.map((it) => it.specialty))]
  return [
    ...specialties.map((it) => specialtyJobsPath(specialtySlug(it))),
    ...pairs.filter((it) => it.state !== 'OTHER').map((it) => specialtyStateJobsPath(specialtySlug(it.specialty), it.state)),
  ]
}

function written(publicUrl: string, entries: { url: string; lastmod?: string }[]): Promise<Buffer> {
  if (entries.length === 0) return Promise.resolve(Buffer.from(emptySet))
  const stream = new SitemapStream({ hostname: publicUrl, xmlns: { news: false, xhtml: false, image: false, video: false } })
  return streamToPromise(Readable.from(entries).pipe(stream))
}

/** The library refuses to write a set without entries; a file whose jobs have all gone is one. */
const emptySet = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'
