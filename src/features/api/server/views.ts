import { pick } from '#shared/keys.ts'
import type { PublicJob, PublicJobDetail, PublicReading } from '#features/api/contract.ts'
import type { JobDetail, JobSummary, Understanding } from '#features/jobs/contract.ts'
import {
  apiDocsPath,
  developersPath,
  employerDirectoryPath,
  jobPath,
  jobsPath,
  salariesPath,
  termsPath,
} from '#shared/paths.ts'
import { assistantsPath } from '#features/api/model.ts'
import { locationsOf, payText, placeText } from '#features/jobs/display.ts'
import { withoutWords } from '#features/jobs/terms.ts'
import { listOf } from '#vocabulary/table.ts'
import { site } from '#features/site/config.ts'
import { markup } from '#platform/server/http/html.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { createHash } from 'node:crypto'
import { fieldError } from '#shared/errors.ts'

export const publicJobOf = (job: JobSummary, publicUrl: string): PublicJob => ({
  ...pick(job, summaryNames),
  url: `${publicUrl}${jobPath(job.id)}`,
  locations: locationsOf(job),
  employmentType: job.type,
  pay: {
    min: job.compMin,
    max: job.compMax,
    unit: job.compUnit,
    currency: 'USD',
    text: job.compText,
  },
  excerpt: job.descriptionSnippet,
})

const summaryNames = listOf(
  'id, referenceId, title, employer, isVerifiedHospital, city, state, specialty, visaSupport, telehealth, newGraduatesAcceptable',
  'source, postedAt, updatedAt',
)
const detailNames = listOf(
  'schedule, benefits, fellowshipRequired, stateLicenseRequired, expiresAt, applyUntil, requisition',
)

/** Other sites may show the whole description only if its source authorized that. */
export const publicDetailOf = (job: JobDetail, publicUrl: string): PublicJobDetail => ({
  ...publicJobOf(job, publicUrl),
  ...pick(job, detailNames),
  description: job.structuredDataAllowed ? job.description : job.descriptionSnippet,
  isExcerpt: !job.structuredDataAllowed,
  postalCode: job.zip,
  settings: job.setting,
  terms: job.structuredDataAllowed ? job.terms : withoutWords(job.terms),
  startDate: job.startDateText,
})

export const publicReadingOf = ({
  parts,
  correctedKeyword,
  place,
  unknownPlace,
  placeGuesses,
}: Understanding): PublicReading => ({
  understood: parts.filter(({ demanding }) => demanding === undefined).map(({ label }) => label),
  ranking: parts.filter(({ demanding }) => demanding !== undefined).map(({ label }) => label),
  corrected: correctedKeyword ?? null,
  place: place
    ? place.radius === undefined
      ? place.label
      : `${place.label}, within ${place.radius} miles`
    : null,
  unknownPlace: unknownPlace ?? null,
  placeGuesses: placeGuesses ?? [],
})

const usual = { width: 480, height: 140 }

/** A job as https://oembed.com shows it on other sites: a quotation with a link, and no script. */
export function embedOf(
  job: JobDetail,
  publicUrl: string,
  most: { maxwidth: number | undefined; maxheight: number | undefined },
): ResponseOf<'GET /api/oembed'> {
  const url = `${publicUrl}${jobPath(job.id)}`
  const place = placeText(job)
  const facts = [job.employer, place, payText(job)]
    .filter((fact) => fact !== undefined && fact !== '')
    .join(' · ')
  return {
    version: '1.0',
    type: 'rich',
    title: `${job.title}, ${place}`,
    author_name: job.employer,
    provider_name: site.name,
    provider_url: publicUrl,
    cache_age: 3600,
    html: markup`<blockquote><p><a href="${url}">${job.title}</a></p><p>${facts}</p><p>${site.name}</p></blockquote>`
      .html,
    width: Math.min(usual.width, most.maxwidth ?? usual.width),
    height: Math.min(usual.height, most.maxheight ?? usual.height),
  }
}

/** What language models should know of the site: https://llmstxt.org */
export const llmsText = (publicUrl: string): string => {
  const link = (title: string, path: string, about: string) =>
    `- [${title}](${publicUrl}${path}): ${about}`
  return `# ${site.name}

> ${site.description}

Every job states its employer, place, specialty and, where the posting gives it, its pay. A closed job disappears at once: check a job’s page before you quote it, and link to it.

## Pages

${link('Jobs', jobsPath, 'search with `keyword`, `specialty`, `state`, `city`, `jobType` and `minPay`')}
${link('Salaries', salariesPath, 'pay statistics by specialty and state')}
${link('Employers', employerDirectoryPath, 'each with its open jobs, their pay beside the median, and the terms they state')}

## Data

${link('For developers', developersPath, 'how to use the API and the feeds')}
${link('Jobs as JSON', '/api/v1/jobs', 'the public API; no key needed')}
- Tools for assistants: \`${publicUrl}${assistantsPath}\`, Model Context Protocol over HTTP: search, read and compare jobs, and what they pay
${link('OpenAPI document', `${apiDocsPath}/json`, 'every call that anybody may make')}
${link('JSON Feed', '/jobs.json', 'all active jobs, page by page')}
${link('Sitemap', '/sitemap.xml', 'every page and job')}

## Optional

${link('Terms', termsPath, 'the terms of service')}
`
}

const hashLength = 6

const hashOf = (search: string): Buffer =>
  createHash('sha256').update(search).digest().subarray(0, hashLength)

/** A position in the results of a search, for this search only. */
export const cursorOf = (position: string, search: string) =>
  Buffer.concat([hashOf(search), Buffer.from(position)]).toString('base64url')

/** The position; an error for a cursor that we did not make, or made for another search. */
export function readCursor(cursor: string, search: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const position = bytes.subarray(hashLength).toString()
  // Also leaves out what is no base64url or no text.
  if (position === '' || cursorOf(position, search) !== cursor || /\p{Cc}/u.test(position))
    throw fieldError(
      'cursor',
      'This cursor does not belong to this search. Begin without one, and take the next from nextCursor.',
    )
  return position
}
