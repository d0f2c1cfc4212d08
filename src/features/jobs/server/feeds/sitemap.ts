import type { Db } from '#platform/server/database.ts'
import { escapeHtml } from '#platform/server/http/html.ts'
import { developersPath, jobPath, postJobPath, slugOf, specialtyJobsPath } from '#shared/paths.ts'
import { specialtySlug } from '#vocabulary/specialties.ts'
import {
  populatedLandings,
  populatedSpecialtyStates,
  sitemapEntries,
  sitemapStarts,
} from './queries.ts'

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
export async function sitemapIndex(db: Db, publicUrl: string): Promise<string> {
  const files = await sitemapStarts(db, jobsPerFile)
  const entries = [
    { url: `${publicUrl}/sitemaps/pages.xml` },
    ...files.map((file) => ({
      url: `${publicUrl}/sitemaps/jobs-${file.id}.xml`,
      lastmod: file.updated_at.toISOString(),
    })),
  ]
  return written('sitemapindex', 'sitemap', entries)
}

/** Paths of pages that other features have. */
export type MorePages = (db: Db) => Promise<string[]>

/** One file of the index; undefined if no such file can exist. */
export async function sitemapFile(
  db: Db,
  {
    publicUrl,
    landingMinJobs,
    morePages,
  }: { publicUrl: string; landingMinJobs: number; morePages: MorePages },
  name: string,
): Promise<string | undefined> {
  if (name === 'pages.xml')
    return pages(publicUrl, [
      ...fixedPages.map((url) => ({ url })),
      ...(await landingPages(db, landingMinJobs)),
      ...(await morePages(db)).map((url) => ({ url })),
    ])
  const first = /^jobs-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/.exec(name)?.[1]
  if (first === undefined) return undefined
  const jobs = await sitemapEntries(db, first, jobsPerFile)
  return pages(
    publicUrl,
    jobs.map((job) => ({ url: jobPath(job.id), lastmod: job.updated_at.toISOString() })),
  )
}

/** A list changes with its jobs. */
async function landingPages(db: Db, minJobs: number): Promise<Entry[]> {
  const [pairs, others] = await Promise.all([
    populatedSpecialtyStates(db),
    populatedLandings(db, minJobs),
  ])
  const specialties = Map.groupBy(pairs, (pair) => pair.specialty)
  return [
    ...[...specialties].map(([specialty, states]) => ({
      url: specialtyJobsPath(specialtySlug(specialty)),
      lastmod: new Date(
        Math.max(...states.map((state) => state.updated_at.getTime())),
      ).toISOString(),
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

const pages = (publicUrl: string, entries: Entry[]): string =>
  written(
    'urlset',
    'url',
    entries.map((entry) => ({ ...entry, url: new URL(entry.url, publicUrl).href })),
  )

/** As https://www.sitemaps.org/protocol.html wants it. A file whose jobs have all gone is empty. */
function written(list: string, element: string, entries: Entry[]): string {
  const lines = entries.map(({ url, lastmod }) => {
    const changed = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${element}><loc>${escapeHtml(url)}</loc>${changed}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</${list}>
`
}
