import { Feed } from 'feed'
import type { SiteInfo } from '#shared/rendering.ts'
import { jobPath, jobsPath, withQuery } from '#shared/paths.ts'
import { site } from '#features/site/config.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { payText } from '#features/jobs/job-texts.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { filtersOf, searchParamsOf } from '#features/jobs/search-criteria.ts'

/** RSS 2.0 of the newest jobs that a search finds. */
export function jobsRss(
  jobs: readonly JobSummary[],
  criteria: SearchCriteria,
  { publicUrl, origin }: Pick<SiteInfo, 'publicUrl'> & { origin?: { source?: string; employer?: string } },
): string {
  const params = searchParamsOf(filtersOf(criteria))
  const address = `${publicUrl}${withQuery('/jobs.rss', { ...origin, ...params })}`
  const feed = new Feed({
    id: address,
    title: [`${site.name}: ${criteria.specialty?.join(', ') ?? 'Physician'} jobs`, ...Object.values(origin ?? {})].join(', '),
    description: site.tagline,
    link: `${publicUrl}${withQuery(jobsPath, params)}`,
    feedLinks: { rss: address },
    copyright: site.name,
    ...(jobs[0] && { updated: new Date(jobs[0].updatedAt) }),
  })
  for (const job of jobs) {
    const link = `${publicUrl}${jobPath(job.id)}`
    feed.addItem({
      id: link,
      link,
      title: `${job.title}, ${job.city}, ${job.state}`,
      description: `${job.employer} · ${payText(job) ?? 'Pay not stated'} · ${job.descriptionSnippet}`,
      date: new Date(job.postedAt),
      category: [{ name: job.specialty }],
    })
  }
  return feed.rss2()
}
