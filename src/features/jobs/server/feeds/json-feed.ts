import { getJsonFeed, type FeedFilter } from '#features/jobs/contract.ts'
import { readPlace } from '#features/jobs/display.ts'
import { employmentTypeLabels, referenceCode } from '#features/jobs/model.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { jobPath, jobsPath, markedLink, withQuery } from '#shared/paths.ts'
import { findFeedJobs, type FeedRow } from './queries.ts'
import { withoutWords } from '#features/jobs/terms.ts'
import { payOf, publicTerms } from '../views.ts'

type JsonFeed = ResponseOf<'GET /jobs.json'>

const pageSize = 100

/** One page of https://jsonfeed.org/version/1.1, with the facts under a name of our own, as the format has it. */
export async function jsonFeed(db: Db, filter: FeedFilter, after: string | undefined, publicUrl: string): Promise<JsonFeed> {
  const rows = await findFeedJobs(db, { filter, after, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  const addressOf = (from: string | undefined) =>
    `${publicUrl}${withQuery(getJsonFeed.path, { ...given(filter), ...(from !== undefined && { after: from }) })}`
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

const given = (filter: FeedFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

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
    tags: [row.specialty, ...(row.employment_type === 'not-stated' ? [] : [employmentTypeLabels[row.employment_type]])],
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
      terms: row.structured_data_allowed ? publicTerms(row.terms) : withoutWords(publicTerms(row.terms)),
    },
  }
}
