import type { FeedFilter } from '#features/jobs/contract.ts'
import { payText } from '#features/jobs/job-texts.ts'
import type { JobType, PracticeSetting } from '#features/jobs/model.ts'
import { htmlOf } from '#features/jobs/structured-data.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#server/lib/database.ts'
import { jobPath } from '#shared/paths.ts'
import { findFeedJobs } from '../queries-feeds.ts'
import type { FeedRow } from '../queries-feeds.ts'
import { payOf } from '../views.ts'

/** So much of the catalogue is in memory at a time. */
const batch = 200

/** The feed that aggregators take, piece by piece: the next jobs are read when the last ones have been taken. */
export async function* aggregatorXml(db: Db, filter: FeedFilter, publicUrl: string): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<source>\n${element('publisher', site.name)}${element('publisherurl', publicUrl)}${element('lastBuildDate', new Date().toUTCString())}`
  for (let after: string | undefined; ;) {
    const rows = await findFeedJobs(db, { filter, after, limit: batch, onlyAuthorized: true })
    if (rows.length > 0) yield rows.map((row) => jobXml(row, publicUrl)).join('')
    after = rows.at(-1)?.cursor
    if (rows.length < batch) break
  }
  yield '</source>\n'
}

const jobXml = (row: FeedRow, publicUrl: string): string => `<job>
${element('title', row.title)}${element('date', row.posted_at.toUTCString())}${element('referencenumber', row.id)}${element('url', `${publicUrl}${jobPath(row.id)}`)}${element('company', row.employer)}${element('city', row.city)}${element('state', row.state === 'OTHER' ? null : row.state)}${element('country', 'US')}${element('postalcode', row.zip)}${element('description', htmlOf(row.description))}${element('salary', payText(payOf(row)))}${element('jobtype', jobTypes[row.employment_type])}${element('category', row.specialty)}${element('remotetype', remoteType(row))}${element('expirationdate', row.expires_at?.toUTCString())}</job>
`

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

const anywhere = new Set<PracticeSetting>(['Telemedicine', 'Research', 'Other'])

/** Known only where the posting says how one works; a remote job with a ward in it is one half of each. */
function remoteType({ schedule, setting, telehealth }: FeedRow): string | undefined {
  if (!schedule.includes('Remote')) return undefined
  const isBound = setting.some((it) => !anywhere.has(it))
  return isBound || !telehealth ? 'Hybrid remote' : 'Fully remote'
}

/** What XML 1.0 cannot hold at all, not even escaped: control characters, and two that are no characters. */
// oxlint-disable-next-line no-control-regex -- they are what it is about
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

/** Any text as an element's content, unescaped but for the one sign that would end it. */
const cdata = (text: string): string => `<![CDATA[${text.replaceAll(unfit, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An element of text; nothing where there is nothing to say. */
const element = (name: string, text: string | null | undefined): string => (text ? `<${name}>${cdata(text)}</${name}>\n` : '')
