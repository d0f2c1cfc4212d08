import { getJsonFeed, type FeedFilter } from '#features/jobs/contract-feeds.ts'
import { payNotStated, placeText, readPlace, payText, sourceText } from '#features/jobs/display.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { employmentTypeLabels, referenceCode, type JobType } from '#features/jobs/model.ts'
import { searchParamsOf } from '#features/jobs/search-criteria.ts'
import { htmlOf, remoteWork } from '#features/jobs/structured-data.ts'
import { termsText, withoutWords } from '#features/jobs/terms.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { escapeHtml } from '#platform/server/http/html.ts'
import type { Reader } from '#platform/server/replicas.ts'
import { giveWay } from '#platform/server/turns.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { jobPath, jobsPath, markedLink, withQuery } from '#shared/paths.ts'
import type { StateCode } from '#shared/us-states.ts'
import { searchJobs } from '../service.ts'
import { payOf, publicRequisition, publicTerms } from '../views.ts'
import { findFeedJobs, findTerms, type FeedRow } from './queries.ts'

/** Feeds as they are written: RSS and Atom of a search, JSON and XML of whole jobs. */

const newestItems = 50

/** The newest jobs that a search finds, in the words that both formats have. */
export async function findNewest(
  db: Db,
  filters: Filters,
  { publicUrl, path }: { publicUrl: string; path: string },
) {
  const { jobs } = await searchJobs(
    db,
    { ...filters, limit: newestItems, sortBy: 'recent' },
    { isStrict: true },
  )
  const terms = await findTerms(db, jobs)
  const params = searchParamsOf(filters)
  const subject = filters.specialty?.join(', ') ?? 'Physician'
  return {
    title: [`${site.name}: ${subject} jobs`, filters.employer].filter(Boolean).join(', '),
    address: `${publicUrl}${withQuery(path, params)}`,
    page: `${publicUrl}${withQuery(jobsPath, params)}`,
    publicUrl,
    // A feed of nothing has not changed.
    updated: new Date(Math.max(0, ...jobs.map((job) => Date.parse(job.updatedAt)))),
    items: jobs.map((job) => ({
      job,
      url: `${publicUrl}${jobPath(job.id)}`,
      title: `${job.title}, ${placeText(job)}`,
      summary: [
        job.employer,
        payText(job) ?? payNotStated,
        job.descriptionSnippet,
        termsText({ type: job.type, terms: publicTerms(terms.get(job.id) ?? null) }),
      ].join(' · '),
    })),
  }
}
type Newest = Awaited<ReturnType<typeof findNewest>>

/** https://www.rssboard.org/rss-specification: a title is text, a description HTML. */
export function rss({ title, address, page, updated, items }: Newest): string {
  const written = items.map(({ job, url, title: itemTitle, summary }) => [
    '<item>',
    escaped('title', itemTitle),
    escaped('link', markedLink(url, 'feed')),
    `<guid isPermaLink="false">${text(url)}</guid>`,
    escaped('pubDate', new Date(job.postedAt).toUTCString()),
    escaped('description', escapeHtml(summary)),
    escaped('category', job.specialty),
    '</item>',
  ])
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    escaped('title', title),
    escaped('link', page),
    escaped('description', site.tagline),
    escaped('lastBuildDate', updated.toUTCString()),
    escaped('language', 'en-US'),
    escaped('copyright', site.name),
    `<atom:link href="${text(address)}" rel="self" type="application/rss+xml"/>`,
    ...written.flat(),
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

/** RFC 4287, in which a text without a type is no HTML. */
export function atom({ title, address, page, publicUrl, updated, items }: Newest): string {
  const written = items.map(({ job, url, title: itemTitle, summary }) => [
    '<entry>',
    escaped('title', itemTitle),
    escaped('id', url),
    `<link href="${text(markedLink(url, 'feed'))}"/>`,
    escaped('updated', new Date(job.updatedAt).toISOString()),
    escaped('published', new Date(job.postedAt).toISOString()),
    escaped('summary', summary),
    `<category term="${text(job.specialty)}" label="${text(job.specialty)}"/>`,
    '</entry>',
  ])
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    escaped('id', address),
    escaped('title', title),
    escaped('updated', updated.toISOString()),
    `<author>${escaped('name', site.name)}${escaped('uri', publicUrl)}</author>`,
    `<link rel="alternate" href="${text(page)}"/>`,
    `<link rel="self" href="${text(address)}"/>`,
    escaped('subtitle', site.tagline),
    escaped('icon', `${publicUrl}/favicon.ico`),
    escaped('rights', site.name),
    ...written.flat(),
    '</feed>\n',
  ].join('\n')
}

const text = (value: string) => escapeHtml(fitForXml(value))
const escaped = (name: string, value: string) => `<${name}>${text(value)}</${name}>`

type JsonFeed = ResponseOf<'GET /jobs.json'>

const jsonItems = 100

/**
 * One page of https://jsonfeed.org/version/1.1, with the facts under a name of our own, as the
 * format has it.
 */
export async function jsonFeed(
  db: Db,
  filter: FeedFilter,
  after: string | undefined,
  publicUrl: string,
): Promise<JsonFeed> {
  const rows = await findFeedJobs(db, { filter, after, limit: jsonItems + 1 })
  const page = rows.slice(0, jsonItems)
  const last = rows.length > jsonItems ? page.at(-1) : undefined
  const addressOf = (from: string | undefined) =>
    `${publicUrl}${withQuery(getJsonFeed.path, { ...filter, after: from })}`
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name}: ${filter.specialty ?? 'Physician'} jobs`,
    home_page_url: `${publicUrl}${jobsPath}`,
    feed_url: addressOf(after),
    ...(last && { next_url: addressOf(last.cursor) }),
    description: site.tagline,
    language: 'en-US',
    items: page.map((row) => itemOf(row, publicUrl)),
  }
}

function itemOf(row: FeedRow, publicUrl: string): JsonFeed['items'][number] {
  const url = `${publicUrl}${jobPath(row.id)}`
  const { compMin, compMax, compUnit, compText } = payOf(row)
  return {
    id: url,
    url: markedLink(url, 'feed'),
    title: row.title,
    content_text: row.structured_data_allowed ? row.description : row.snippet,
    date_published: row.posted_at.toISOString(),
    date_modified: row.updated_at.toISOString(),
    tags: [
      row.specialty,
      ...(row.employment_type === 'not-stated' ? [] : [employmentTypeLabels[row.employment_type]]),
    ],
    _job: {
      referenceId: referenceCode(row.id),
      employer: row.employer,
      city: row.city,
      state: row.state,
      locations: [{ city: row.city, state: row.state }, ...row.further_places.map(readPlace)],
      postalCode: row.zip,
      specialty: row.specialty,
      employmentType: row.employment_type,
      salary: { min: compMin, max: compMax, unit: compUnit, currency: 'USD', text: compText },
      telehealth: row.telehealth,
      source: row.source,
      expiresAt: row.expires_at?.toISOString() ?? null,
      terms: row.structured_data_allowed
        ? publicTerms(row.terms)
        : withoutWords(publicTerms(row.terms)),
    },
  }
}

/** So many jobs are read at a time. Twice as many are in memory. */
const batch = 200
/** A piece is about as long as what a connection takes at once. */
const pieceLength = 64 * 1024

/**
 * The feed that aggregators take, piece by piece: the next jobs are read while the last ones are
 * taken, and other requests are answered between two jobs.
 */
export async function* aggregatorXml(
  read: Reader,
  filter: FeedFilter,
  publicUrl: string,
): AsyncGenerator<string> {
  const jobsFrom = (after?: string) => {
    const rows = read((db) =>
      findFeedJobs(db, { filter, after, limit: batch, onlyAuthorized: true }),
    )
    // The loop below throws a failure. Until then, Node must not call it unhandled.
    rows.catch(() => {})
    return rows
  }
  let piece =
    '<?xml version="1.0" encoding="utf-8"?>\n<source>\n' +
    element('publisher', site.name) +
    element('publisherurl', publicUrl) +
    element('lastBuildDate', new Date().toISOString())
  for (let next: Promise<FeedRow[]> | undefined = jobsFrom(); next;) {
    const rows: FeedRow[] = await next
    next = rows.length < batch ? undefined : jobsFrom(rows.at(-1)?.cursor)
    for (const row of rows) {
      for (const place of placesOf(row)) piece += jobXml(row, place, publicUrl)
      if (piece.length >= pieceLength) {
        yield piece
        piece = ''
      }
      await giveWay()
    }
  }
  yield `${piece}</source>\n`
}

type Place = { number: string; city: string; state: StateCode; zip: string | null }

/**
 * The format knows one place a job: a posting with several is a job at each, under a number of its
 * own.
 */
const placesOf = ({ id, city, state, zip, further_places: further }: FeedRow): Place[] => [
  { number: id, city, state, zip },
  ...further.map((place, index) => ({
    number: `${id}-${index + 2}`,
    ...readPlace(place),
    zip: null,
  })),
]

/** The elements of Indeed's documentation, with its dates in ISO 8601. */
function jobXml(row: FeedRow, { number, city, state, zip }: Place, publicUrl: string) {
  const remote = remoteWork(row)
  const terms = termsText({ type: row.employment_type, terms: publicTerms(row.terms) })
  return (
    '<job>\n' +
    element('title', row.title) +
    element('date', row.posted_at.toISOString()) +
    element('referencenumber', number) +
    element('requisitionid', publicRequisition(row) ?? referenceCode(row.id)) +
    element('url', markedLink(`${publicUrl}${jobPath(row.id)}`, 'aggregator')) +
    element('company', row.employer) +
    element('sourcename', row.source === 'manual' ? site.name : sourceText(row.source)) +
    element('city', city) +
    element('state', state === 'OTHER' ? null : state) +
    element('country', 'US') +
    element('postalcode', zip) +
    htmlElement('description', htmlOf(fitForXml(row.description)) + htmlOf(fitForXml(terms))) +
    element('salary', payText(payOf(row))) +
    element('jobtype', jobTypes[row.employment_type]) +
    element('category', row.specialty) +
    element('remotetype', remote && remoteTypes[remote]) +
    element('expirationdate', row.expires_at?.toISOString()) +
    element('lastactivitydate', row.updated_at.toISOString()) +
    '</job>\n'
  )
}

/** In the words that aggregators know. */
const jobTypes: Record<JobType, string | null> = {
  'full-time': 'fulltime',
  permanent: 'fulltime',
  'part-time': 'parttime',
  locums: 'contract',
  contract: 'contract',
  temporary: 'temporary',
  'per-diem': 'perdiem',
  'not-stated': null,
}

const remoteTypes = { full: 'Fully remote', hybrid: 'Hybrid remote' }

/**
 * What XML 1.0 cannot hold at all, not even escaped: control characters, and two that are no
 * characters.
 */
// oxlint-disable-next-line no-control-regex -- they are what it is about
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

const fitForXml = (text: string) => text.replaceAll(unfit, '')

/** HTML as an element's content: no text in it has the sign that would end it. */
const htmlElement = (name: string, html: string) => `<${name}><![CDATA[${html}]]></${name}>\n`

/** An element of text, unescaped but for that sign; nothing where there is nothing to say. */
const element = (name: string, text: string | null | undefined) =>
  text ? htmlElement(name, fitForXml(text).replaceAll(']]>', ']]]]><![CDATA[>')) : ''
