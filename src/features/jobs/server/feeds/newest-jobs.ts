import { Feed } from 'feed'
import type { SiteInfo } from '#shared/rendering.ts'
import { jobPath, jobsPath, withQuery } from '#shared/paths.ts'
import { site } from '#features/site/config.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { payText } from '#features/jobs/job-texts.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { filtersOf, searchParamsOf } from '#features/jobs/search-criteria.ts'
import { fitForXml } from './aggregator-xml.ts'

/** The newest jobs that a search finds. */
export function newestJobsFeed(
  format: 'rss' | 'atom',
  jobs: readonly JobSummary[],
  criteria: SearchCriteria,
  { publicUrl, origin }: Pick<SiteInfo, 'publicUrl'> & { origin?: { source?: string; employer?: string } },
): string {
  const params = searchParamsOf(filtersOf(criteria))
  const address = `${publicUrl}${withQuery(`/jobs.${format}`, { ...origin, ...params })}`
  const feed = new Feed({
    id: address,
    title: [`${site.name}: ${criteria.specialty?.join(', ') ?? 'Physician'} jobs`, ...Object.values(origin ?? {})].join(', '),
    description: site.tagline,
    link: `${publicUrl}${withQuery(jobsPath, params)}`,
    feedLinks: { [format]: address },
    language: 'en-US',
    favicon: `${publicUrl}/favicon.ico`,
    author: { name: site.name, link: publicUrl },
    copyright: site.name,
    ...(jobs[0] && { updated: new Date(jobs[0].updatedAt) }),
  })
  for (const job of jobs) {
    const link = `${publicUrl}${jobPath(job.id)}`
    feed.addItem({
      id: link,
      link,
      title: fitForXml(`${job.title}, ${job.city}, ${job.state}`),
      description: fitForXml(`${job.employer} · ${payText(job) ?? 'Pay not stated'} · ${job.descriptionSnippet}`),
      date: new Date(format === 'rss' ? job.postedAt : job.updatedAt),
      published: new Date(job.postedAt),
      category: [{ name: job.specialty, term: job.specialty }],
    })
  }
  return format === 'rss' ? feed.rss2() : feed.atom1()
}
