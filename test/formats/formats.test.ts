import Validator from '@adobe/structured-data-validator'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { getJsonFeed } from '#features/jobs/contract-feeds.ts'
import { publicUrl, appForFile } from '../app.ts'
import { addJobs, jobRow, movePosting } from '../factories.ts'

const awkward = jobRow({
  title: 'Chief <b>& ]]> \u0001 of "Heart"; ä, 日本',
  employer: 'Müller & Söhne <Clinic>',
  zip: '78701',
  channel: 'public',
  description: `${'A long day, with commas; and semicolons. '.repeat(8)}\n\n• Ward <script>`,
  expires_at: new Date('2099-01-31T00:00:00Z'),
  apply_url: 'https://apply.example/1',
  facility_street: '1 Main Street',
})
const remote = jobRow({
  title: 'Telepsychiatrist',
  city: 'Remote',
  state: 'OTHER',
  schedule: ['Remote'],
  setting: ['Telemedicine'],
  telehealth: true,
  expires_at: new Date('2099-01-31T00:00:00Z'),
})

const board = appForFile({
  jobs: [awkward, remote, jobRow({ specialty: 'Urology', state: 'CA' })],
  env: { RATE_LIMITS: 'off' },
})

const root = join(import.meta.dirname, '../..')
const ours = (name: string) => join(import.meta.dirname, `${name}.xsd`)
const sitemaps = join(root, 'node_modules/sitemap/schema/sitemap.xsd')

/** The sitemaps' own schema has no element for an index. */
const formats: [url: string, type: string, schema: string][] = [
  ['/jobs.xml', 'application/xml', ours('aggregator')],
  ['/jobs.rss', 'application/rss+xml', ours('rss')],
  ['/jobs.rss?specialty=Radiology', 'application/rss+xml', ours('rss')],
  ['/jobs.rss?keyword=%26%3C%22', 'application/rss+xml', ours('rss')],
  ['/jobs.atom?state=TX', 'application/atom+xml', ours('atom')],
  ['/jobs.atom?specialty=Radiology', 'application/atom+xml', ours('atom')],
  ['/sitemaps/pages.xml', 'application/xml', sitemaps],
  [`/sitemaps/jobs-${[awkward.id, remote.id].toSorted()[0]}.xml`, 'application/xml', sitemaps],
]

async function complaints(xml: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema: await readFile(schema, 'utf8') })
  return errors.map((error) => error.message)
}

test.each(formats)('%s is valid', async (url, type, schema) => {
  const { body, headers, statusCode } = await board.get(url)
  expect([statusCode, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
  expect(await complaints(body, schema)).toEqual([])
})

test('the validator objects to a wrong feed', async () => {
  const { body } = await board.get('/jobs.rss')
  expect(await complaints(body.replace('<pubDate>', '<pubDate>soon '), ours('rss'))).not.toEqual([])
  const xml = (await board.get('/jobs.xml')).body
  expect(await complaints(xml.replaceAll(remote.id, awkward.id), ours('aggregator'))).not.toEqual(
    [],
  )
})

test('the JSON Feed is version 1.1, as its contract says', async () => {
  const feed: unknown = (await board.get('/jobs.json')).json()
  expect(getJsonFeed.response.safeParse(feed).error).toBeUndefined()
})

test('sitemaps say when a list changed last', async () => {
  const entries = async (url: string, element: string) => {
    const found = (await board.get(url)).body.matchAll(
      new RegExp(`<${element}><loc>([^<]+)</loc>(?:<lastmod>([^<]+)</lastmod>)?`, 'g'),
    )
    return new Map(Array.from(found, ([, loc = '', at]) => [loc.replace(publicUrl, ''), at]))
  }
  const list = '/jobs/specialty/cardiology/tx'
  const changed = await entries('/sitemaps/pages.xml', 'url')
  expect([changed.get(list), changed.get('/about')]).toEqual([
    awkward.updated_at.toISOString(),
    undefined,
  ])

  const leaving = jobRow()
  await addJobs(board.db, [leaving])
  const { posting } = await movePosting(board.db, leaving.id, 'deactivate', 'owner')
  expect((await entries('/sitemaps/pages.xml', 'url')).get(list)).toBe(
    posting.updated_at.toISOString(),
  )
  const times = [awkward.updated_at, remote.updated_at].map((date) => date.toISOString())
  const last = [...times, ...[...changed.values()].filter((at) => at !== undefined)]
    .toSorted()
    .at(-1)
  const index = await entries('/sitemap.xml', 'sitemap')
  expect([...index.values()].filter((at) => at !== undefined)).toEqual([last])
})

test.each([
  ['/jobs?keyword=icu', ['/jobs.rss?keyword=icu', '/jobs.atom?keyword=icu']],
  [
    '/jobs/specialty/urology/ca',
    ['/jobs.rss', '/jobs.atom', '/jobs.json'].map((it) => `${it}?specialty=Urology&amp;state=CA`),
  ],
])('%s names its feeds', async (page, feeds) => {
  const { body } = await board.get(page)
  const links = [
    ...body.matchAll(
      /<link rel="alternate" type="application\/(?:rss\+xml|atom\+xml|feed\+json)"[^>]*href="([^"]+)"/g,
    ),
  ]
  expect(links.map(([, href]) => href?.replace(publicUrl, ''))).toEqual(feeds)
  for (const feed of feeds)
    expect((await board.get(feed.replaceAll('&amp;', '&'))).statusCode).toBe(200)
})

type JobPosting = Record<string, { address?: Record<string, string> } | string | undefined>

/** The metadata on a job's page, and every complaint of the validator, warnings included. */
async function metadataOf(id: string) {
  const { body } = await board.get(`/jobs/${id}`)
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)]
  const documents = blocks.flatMap(([, text]) => JSON.parse(text ?? '') as { '@type': string }[])
  const jsonld = Object.groupBy(documents, (document) => document['@type'])
  const issues = await new Validator().validate({ jsonld, microdata: {}, rdfa: {} })
  return {
    posting: jsonld['JobPosting']?.[0] as unknown as JobPosting,
    issues: issues.map((issue) => `${issue.severity} ${issue.issueMessage}`),
  }
}

test('search engines have neither errors nor warnings for a job whose facts are known', async () => {
  const { posting, issues } = await metadataOf(awkward.id)
  // The validator wants these of every job; they are for remote ones.
  const remoteOnly = /"(?:applicantLocationRequirements|jobLocationType)"/
  expect(issues.filter((issue) => !remoteOnly.test(issue))).toEqual([])
  expect(posting).toMatchObject({ validThrough: '2099-01-31T00:00:00.000Z', directApply: false })
  expect(posting).not.toHaveProperty('jobLocationType')
})

test('a remote job is telecommuting, and nowhere in a city named Remote', async () => {
  const { posting, issues } = await metadataOf(remote.id)
  expect(issues).toEqual([])
  expect(posting).toMatchObject({
    directApply: true,
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'USA' },
  })
  expect(JSON.stringify(posting)).not.toContain('"addressLocality"')
})

test('a deadline is an event for a calendar, on its day where the job is; without one there is none', async () => {
  const { body, headers } = await board.get(`/jobs/${awkward.id}/deadline.ics`)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(body.endsWith('\r\n')).toBe(true)
  const lines = body.split('\r\n')
  expect(lines.every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).toBe(true)
  const wanted = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `UID:${awkward.id}@board.test`,
    'DTSTART;VALUE=DATE:20990130',
  ]
  const title = 'SUMMARY:Closes: Chief <b>& ]]>  of "Heart"\\; ä\\, 日本\\, Müller & Söhne <Clinic>'
  const unfolded = body.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toEqual(
    expect.arrayContaining([...wanted, title, `URL;VALUE=URI:${publicUrl}/jobs/${awkward.id}`]),
  )
  const open = (await board.get('/api/v1/jobs?specialty=Urology')).json<{
    jobs: { id: string }[]
  }>().jobs[0]
  expect((await board.get(`/jobs/${open?.id}/deadline.ics`)).statusCode).toBe(404)
})

test('oEmbed quotes a job, and nothing else', async () => {
  const page = await board.get(`/jobs/${awkward.id}`)
  const [, link = ''] = /type="application\/json\+oembed"[^>]*href="([^"]+)"/.exec(page.body) ?? []
  const embed = (await board.get(`${link.replace(publicUrl, '')}&maxwidth=300`)).json<
    Record<string, unknown>
  >()
  expect(embed).toMatchObject({
    version: '1.0',
    type: 'rich',
    provider_name: 'Whitecoat',
    width: 300,
    height: 140,
  })
  expect(String(embed['html'])).toContain('Chief &lt;b&gt;&amp; ]]&gt;')
  const url = encodeURIComponent(`${publicUrl}/jobs/${awkward.id}`)
  const refused = {
    [`url=${url}&format=xml`]: 501,
    'url=https%3A%2F%2Felsewhere.test%2F': 404,
    '': 400,
  }
  for (const [query, status] of Object.entries(refused))
    expect((await board.get(`/api/oembed?${query}`)).statusCode, query).toBe(status)
})

test('/llms.txt and /favicon.ico are there, and what llms.txt links to exists', async () => {
  const { body, headers } = await board.get('/llms.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const paths = [...body.matchAll(/\]\(([^)]+)\)/g)].map(
    ([, url]) => url?.replace(publicUrl, '') ?? '',
  )
  expect(paths.length).toBeGreaterThan(6)
  for (const path of paths) expect((await board.get(path)).statusCode, path).toBe(200)
  const icon = await board.get('/favicon.ico')
  expect([icon.statusCode, icon.rawPayload.readUInt16LE(2)]).toEqual([200, 1])
})
