import type { SiteInfo } from '#shared/rendering.ts'
import { jobPath, jobsPath, markedLink, withQuery } from '#shared/paths.ts'
import { site } from '#features/site/config.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { termsText } from '#features/jobs/terms.ts'
import type { Terms } from '#features/jobs/terms-schema.ts'
import { filtersOf, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { escapeHtml } from '#platform/server/http/html.ts'
import { fitForXml } from './aggregator-xml.ts'

export type FeedJob = JobSummary & { terms: Terms }
type Channel = { title: string; address: string; link: string; publicUrl: string; updated: Date }

/** The newest jobs that a search finds. */
export function newestJobsFeed(
  format: 'rss' | 'atom',
  jobs: readonly FeedJob[],
  criteria: SearchCriteria,
  { publicUrl, origin }: Pick<SiteInfo, 'publicUrl'> & { origin?: { source?: string; employer?: string } },
): string {
  const params = searchParamsOf(filtersOf(criteria))
  const channel: Channel = {
    title: [`${site.name}: ${criteria.specialty?.join(', ') ?? 'Physician'} jobs`, ...Object.values(origin ?? {})].join(', '),
    address: `${publicUrl}${withQuery(`/jobs.${format}`, { ...origin, ...params })}`,
    link: `${publicUrl}${withQuery(jobsPath, params)}`,
    publicUrl,
    // A feed of nothing has not changed.
    updated: new Date(jobs[0]?.updatedAt ?? 0),
  }
  const feed = format === 'rss' ? rss(channel, jobs) : atom(channel, jobs)
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed}\n`
}

const text = (value: string): string => escapeHtml(fitForXml(value))
const element = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`

const titleOf = (job: FeedJob): string => `${job.title}, ${placeText(job)}`
const summaryOf = (job: FeedJob): string =>
  [job.employer, payText(job) ?? 'Pay not stated', job.descriptionSnippet, termsText(job)].join(' · ')

/** https://www.rssboard.org/rss-specification: a title is text, a description HTML. */
function rss({ title, address, link, updated, publicUrl }: Channel, jobs: readonly FeedJob[]): string {
  const items = jobs.map((job) => {
    const url = `${publicUrl}${jobPath(job.id)}`
    return [
      '<item>',
      element('title', titleOf(job)),
      element('link', markedLink(url, 'feed')),
      `<guid isPermaLink="false">${text(url)}</guid>`,
      element('pubDate', new Date(job.postedAt).toUTCString()),
      element('description', escapeHtml(summaryOf(job))),
      element('category', job.specialty),
      '</item>',
    ].join('\n')
  })
  return [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', title),
    element('link', link),
    element('description', site.tagline),
    element('lastBuildDate', updated.toUTCString()),
    element('language', 'en-US'),
    element('copyright', site.name),
    `<atom:link href="${text(address)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>',
  ].join('\n')
}

/** RFC 4287, in which a text without a type is no HTML. */
function atom({ title, address, link, updated, publicUrl }: Channel, jobs: readonly FeedJob[]): string {
  const entries = jobs.map((job) => {
    const url = `${publicUrl}${jobPath(job.id)}`
    return [
      '<entry>',
      element('title', titleOf(job)),
      element('id', url),
      `<link href="${markedLink(text(url), 'feed')}"/>`,
      element('updated', new Date(job.updatedAt).toISOString()),
      element('published', new Date(job.postedAt).toISOString()),
      element('summary', summaryOf(job)),
      `<category term="${text(job.specialty)}" label="${text(job.specialty)}"/>`,
      '</entry>',
    ].join('\n')
  })
  return [
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', address),
    element('title', title),
    element('updated', updated.toISOString()),
    `<author>${element('name', site.name)}${element('uri', publicUrl)}</author>`,
    `<link rel="alternate" href="${text(link)}"/>`,
    `<link rel="self" href="${text(address)}"/>`,
    element('subtitle', site.tagline),
    element('icon', `${publicUrl}/favicon.ico`),
    element('rights', site.name),
    ...entries,
    '</feed>',
  ].join('\n')
}
