import type { FeedFilter } from '#features/jobs/contract.ts'
import { readPlace, payText } from '#features/jobs/display.ts'
import { referenceCode, type JobType } from '#features/jobs/model.ts'
import { htmlOf, remoteWork } from '#features/jobs/structured-data.ts'
import { termsText } from '#features/jobs/terms.ts'
import { site } from '#features/site/config.ts'
import type { Reader } from '#platform/server/replicas.ts'
import { jobPath, markedLink } from '#shared/paths.ts'
import type { StateCode } from '#shared/us-states.ts'
import { findFeedJobs, type FeedRow } from './queries.ts'
import { payOf, publicTerms } from '../views.ts'

/** So much of the catalog is in memory at a time. */
const batch = 200

/** The feed that aggregators take, piece by piece: the next jobs are read when the last ones have been taken. */
export async function* aggregatorXml(read: Reader, filter: FeedFilter, publicUrl: string): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<source>\n${element('publisher', site.name)}${element('publisherurl', publicUrl)}${element('lastBuildDate', new Date().toISOString())}`
  for (let after: string | undefined; ;) {
    const rows = await read((db) => findFeedJobs(db, { filter, after, limit: batch, onlyAuthorized: true }))
    if (rows.length > 0) yield rows.flatMap((row) => placesOf(row).map((place) => jobXml(row, place, publicUrl))).join('')
    after = rows.at(-1)?.cursor
    if (rows.length < batch) break
  }
  yield '</source>\n'
}

type Place = { number: string; city: string; state: StateCode; zip: string | null }

/** The format knows one place a job: a posting with several is a job at each, under a number of its own. */
const placesOf = ({ id, city, state, zip, further_places: further }: FeedRow): Place[] => [
  { number: id, city, state, zip },
  ...further.map((it, index) => ({ number: `${id}-${index + 2}`, ...readPlace(it), zip: null })),
]

/** The elements of Indeed's documentation, with its dates in ISO 8601. */
function jobXml(row: FeedRow, { number, city, state, zip }: Place, publicUrl: string): string {
  const remote = remoteWork(row)
  const elements: [name: string, text: string | null | undefined][] = [
    ['title', row.title],
    ['date', row.posted_at.toISOString()],
    ['referencenumber', number],
    ['requisitionid', referenceCode(row.id)],
    ['url', markedLink(`${publicUrl}${jobPath(row.id)}`, 'aggregator')],
    ['company', row.employer],
    ['sourcename', row.source === 'manual' ? site.name : row.source],
    ['city', city],
    ['state', state === 'OTHER' ? null : state],
    ['country', 'US'],
    ['postalcode', zip],
    ['description', htmlOf(`${row.description}\n\n${termsText({ type: row.employment_type, terms: publicTerms(row.terms) })}`)],
    ['salary', payText(payOf(row))],
    ['jobtype', jobTypes[row.employment_type]],
    ['category', row.specialty],
    ['remotetype', remote && remoteTypes[remote]],
    ['expirationdate', row.expires_at?.toISOString()],
    ['lastactivitydate', row.updated_at.toISOString()],
  ]
  return `<job>\n${elements.map(([name, text]) => element(name, text)).join('')}</job>\n`
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

/** What XML 1.0 cannot hold at all, not even escaped: control characters, and two that are no characters. */
// oxlint-disable-next-line no-control-regex -- they are what it is about
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

export const fitForXml = (text: string): string => text.replaceAll(unfit, '')

/** Any text as an element's content, unescaped but for the one sign that would end it. */
const cdata = (text: string): string => `<![CDATA[${fitForXml(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An element of text; nothing where there is nothing to say. */
const element = (name: string, text: string | null | undefined): string => (text ? `<${name}>${cdata(text)}</${name}>\n` : '')
