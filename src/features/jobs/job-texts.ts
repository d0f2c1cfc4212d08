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
