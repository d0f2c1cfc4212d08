import type { JobDetail } from '#features/jobs/contract.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { site } from '#features/site/config.ts'
import { escapeHtml } from '#platform/server/html.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { jobPath } from '#shared/paths.ts'

const usual = { width: 480, height: 140 }

/** A job as https://oembed.com shows it on other sites: a quotation with a link, and no script. */
export function embedOf(
  job: JobDetail,
  publicUrl: string,
  most: { maxwidth: number | undefined; maxheight: number | undefined },
): ResponseOf<'GET /api/oembed'> {
  const url = `${publicUrl}${jobPath(job.id)}`
  const place = [job.city, job.state === 'OTHER' ? '' : job.state].filter((it) => it !== '').join(', ')
  const facts = [job.employer, place, payText(job)].filter((it) => it !== undefined && it !== '').join(' · ')
  return {
    version: '1.0',
    type: 'rich',
    title: `${job.title}, ${place}`,
    author_name: job.employer,
    provider_name: site.name,
    provider_url: publicUrl,
    cache_age: 3600,
    html: `<blockquote><p><a href="${escapeHtml(url)}">${escapeHtml(job.title)}</a></p><p>${escapeHtml(facts)}</p><p>${escapeHtml(site.name)}</p></blockquote>`,
    width: Math.min(usual.width, most.maxwidth ?? usual.width),
    height: Math.min(usual.height, most.maxheight ?? usual.height),
  }
}
