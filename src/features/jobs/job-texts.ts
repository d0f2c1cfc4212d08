import { jobPath, withQuery } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import type { JobSummary } from './contract.ts'
import { payRange, payUnitLabels, payWords } from './display.ts'

/** What a job page, feeds and mails say in one line. Lists of jobs do not need it: it stays out of their first load. */

/** The pay in one line: in the posting's own words where figures do not say all of it; undefined if it states none. */
export function payText(job: Pick<JobSummary, 'compMin' | 'compMax' | 'compUnit' | 'compText'>): string | undefined {
  const range = payRange(job)
  return range === undefined ? (job.compText ?? undefined) : (payWords(job) ?? `${range} ${payUnitLabels[job.compUnit]}`)
}

const maxSnippet = 150

/** One line for search engines and previews, at most 150 characters. */
export function metaSnippet(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= maxSnippet ? line : `${characters.slice(0, maxSnippet - 3).join('')}...`
}

/** The link to a job's oEmbed, for the head of its page. */
export const embedLink = ({ publicUrl }: Pick<SiteInfo, 'publicUrl'>, { id, title }: Pick<JobSummary, 'id' | 'title'>) => ({
  rel: 'alternate',
  type: 'application/json+oembed',
  title,
  href: `${publicUrl}${withQuery('/api/oembed', { url: `${publicUrl}${jobPath(id)}` })}`,
})

/** The day on which a job closes, for a calendar. */
export const deadlinePath = (id: string): string => `${jobPath(id)}/deadline.ics`
