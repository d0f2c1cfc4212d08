import { Readable } from 'node:stream'
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'
import type { Db } from '#platform/server/database.ts'
import { developersPath, jobPath, postJobPath, slugOf, specialtyJobsPath } from '#shared/paths.ts'
import { specialtySlug } from '#vocabulary/specialties.ts'
import { populatedLandings, populatedSpecialtyStates, sitemapEntries, sitemapStarts } from './queries.ts'

/** The protocol allows 50,000 addresses a file; smaller ones are quicker to make and to fetch. */
const jobsPerFile = 10_000

const fixedPages = ['/', '/jobs', '/employers', postJobPath, '/about', '/contact', '/privacy', '/terms', developersPath]

/** `/sitemap.xml`: one file for pages and landing pages, and as many as it takes for jobs, each named by its first id. */
export async function sitemapIndex(db: Db, publicUrl: string): Promise<Buffer> {
  const files = await sitemapStarts(db, jobsPerFile)
  const entries = [
    { url: `${publicUrl}/sitemaps/pages.xml` },
    ...files.map((file) => ({ url: `${publicUrl}/sitemaps/jobs-${file.id}.xml`, lastmod: file.updated_at.toISOString() })),
  ]
  return streamToPromise(Readable.from(entries).pipe(new SitemapIndexStream()))
}

/** Paths of pages that other features have. */
export type MorePages = (db: Db) => Promise<string[]>

/** One file of the index; undefined if no such file can exist. */
export async function sitemapFile(
  db: Db,
  { publicUrl, landingMinJobs, morePages }: { publicUrl: string; landingMinJobs: number; morePages: MorePages },
  name: string,
): Promise<Buffer | undefined> {
  if (name === 'pages.xml')
    return written(publicUrl, [
      ...fixedPages.map((url) => ({ url })),
      ...(await landingPages(db, landingMinJobs)),
      ...(await morePages(db)).map((url) => ({ url })),
    ])
  const first = /^jobs-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/.exec(name)?.[1]
  if (first === undefined) return undefined
  const jobs = await sitemapEntries(db, first, jobsPerFile)
  return written(
    publicUrl,
    jobs.map((job) => ({ url: jobPath(job.id), lastmod: job.updated_at.toISOString() })),
  )
}

/** A list changes with its jobs. */
async function landingPages(db: Db, minJobs: number): Promise<Entry[]> {
  const [pairs, others] = await Promise.all([populatedSpecialtyStates(db), populatedLandings(db, minJobs)])
  const specialties = Map.groupBy(pairs, (pair) => pair.specialty)
  return [
    ...[...specialties].map(([specialty, states]) => ({
      url: specialtyJobsPath(specialtySlug(specialty)),
      lastmod: new Date(Math.max(...states.map((state) => state.updated_at.getTime()))).toISOString(),
    })),
    ...pairs
      .filter((pair) => pair.state !== 'OTHER')
      .map((pair) => ({
        url: specialtyJobsPath(specialtySlug(pair.specialty), pair.state),
        lastmod: pair.updated_at.toISOString(),
      })),
    ...others.map(({ specialty, where, updated_at: at }) => ({
      url: specialtyJobsPath(specialtySlug(specialty), slugOf(where)),
      lastmod: at.toISOString(),
    })),
  ]
}

type Entry = { url: string; lastmod?: string }

function written(publicUrl: string, entries: Entry[]): Promise<Buffer> {
  if (entries.length === 0) return Promise.resolve(Buffer.from(emptySet))
  const stream = new SitemapStream({ hostname: publicUrl, xmlns: { news: false, xhtml: false, image: false, video: false } })
  return streamToPromise(Readable.from(entries).pipe(stream))
}

/** The library refuses to write a set without entries; a file whose jobs have all gone is one. */
const emptySet = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'
