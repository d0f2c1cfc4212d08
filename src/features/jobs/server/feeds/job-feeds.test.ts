import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publicUrl, appForFile } from '#test/app.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { addJobs, jobRow } from '#test/factories.ts'

const earlier = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const awkward = jobRow({
  title: 'Chief <b>& ]]> \u0001\u000b of "Heart"',
  employer: 'Müller & Söhne <Clinic>',
  zip: '78701',
  description: 'See patients.\n\n• Clinic\n• Ward <script>',
  comp_unit: 'HOUR',
  comp_min: 180,
  comp_max: 220,
  contact_email: 'poster@mail.test',
  expires_at: new Date('2027-01-31T00:00:00Z'),
  posted_at: earlier(1),
})
const remote = jobRow({
  title: 'Telepsychiatrist',
  specialty: 'Psychiatry',
  state: 'CA',
  city: 'Fresno',
  employment_type: 'per-diem',
  schedule: ['Remote'],
  setting: ['Telemedicine'],
  telehealth: true,
  posted_at: earlier(2),
})
const others = jobRow({
  title: 'Somebody else’s words',
  source: 'Other Board',
  channel: 'import',
  structured_data_allowed: false,
  description: `${'Long '.repeat(100)}end of their words`,
  posted_at: earlier(3),
})
const hidden = jobRow({ title: 'Not public', status: 'pending', posted_at: earlier(4) })
const many = Array.from({ length: 450 }, (_, index) =>
  jobRow({
    specialty: 'Urology',
    employer: 'Big System',
    posted_at: earlier(10 + Math.floor(index / 3)),
  }),
)

const board = appForFile({
  jobs: [awkward, remote, others, hidden, ...many],
  env: { RATE_LIMITS: 'off' },
})

/** PostgreSQL reads the file as a document, and refuses one that is not well-formed. */
async function texts(xml: string, path: string): Promise<string[]> {
  const document = xml.replace(/^<\?xml[^>]*\?>/, '')
  const { rows } = await sql<{ texts: string[] }>`
    select array(select (xpath('string(.)', node))[1]::text from unnest(xpath(${path}, xmlparse(document ${document}))) node) as texts
  `.execute(board.db)
  return rows[0]?.texts ?? []
}

const unescaped = (text: string | undefined) =>
  text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test('the XML feed is a document of all public jobs that may go to aggregators, the newest first', async () => {
  const answer = await board.get('/jobs.xml')
  const numbers = await texts(answer.body, '//job/referencenumber')
  expect(numbers).toHaveLength(2 + many.length)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.slice(0, 2)).toEqual([awkward.id, remote.id])
  for (const secret of [others.id, hidden.id, 'poster@mail.test'])
    expect(answer.body).not.toContain(secret)
})

test('a job is told in the elements that aggregators know, whatever its text is', async () => {
  const xml = (await board.get('/jobs.xml?employer=m%C3%BCller %26 s%C3%B6hne <clinic>')).body
  const told = {
    title: 'Chief <b>& ]]>  of "Heart"',
    url: `${publicUrl}/jobs/${awkward.id}#from=aggregator`,
    company: 'Müller & Söhne <Clinic>',
    salary: '$180 - $220 an hour',
    description:
      '<p>See patients.</p><ul><li>Clinic</li><li>Ward &lt;script&gt;</li></ul><p>No terms stated</p>',
    city: 'Austin',
    state: 'TX',
    country: 'US',
    postalcode: '78701',
    jobtype: 'fulltime',
    category: 'Cardiology',
    remotetype: undefined,
    date: awkward.posted_at.toISOString(),
    requisitionid: referenceCode(awkward.id),
    sourcename: 'Whitecoat',
    expirationdate: '2027-01-31T00:00:00.000Z',
  }
  for (const [name, text] of Object.entries(told))
    expect((await texts(xml, `//job/${name}`)).map(unescaped), name).toEqual(
      text === undefined ? [] : [text],
    )
  const far = (await board.get('/jobs.xml?specialty=Psychiatry')).body
  expect([await texts(far, '//jobtype'), await texts(far, '//remotetype')]).toEqual([
    ['perdiem'],
    ['Fully remote'],
  ])
})

test.each([
  ['?specialty=urology', many.length],
  ['?employer=big system&state=Texas', many.length],
  ['?state=CA', 1],
  ['?specialty=Urology&state=CA', 0],
  ['?source=manual', 2 + many.length],
  ['?source=Other Board', 0],
  ['?source=nobody', 0],
])('/jobs.xml%s: %i jobs', async (query, count) => {
  const { body } = await board.get(`/jobs.xml${query.replaceAll(' ', '%20')}`)
  expect(await texts(body, '//job/referencenumber')).toHaveLength(count)
})

test.each([
  ['/jobs.xml?specialty=Wizardry', 'specialty', "There is no specialty 'Wizardry'."],
  ['/jobs.json?state=ZZ', 'state', "There is no state 'ZZ'."],
  ['/jobs.xml?employer=a%01b', 'employer', 'Leave control characters out.'],
  ...['yesterday', '2026-02-30', '0000-01-01'].map((day) => [
    `/jobs.json?after=${day}T00:00:00.000000Z~018f0000-0000-7000-8000-000000000000`,
    'after',
    'Take it from next_url.',
  ]),
])('%s is refused', async (url, field, message) => {
  const answer = await board.get(url)
  expect([answer.statusCode, answer.json<{ details: object[] }>().details]).toEqual([
    400,
    [{ field, message }],
  ])
})

test.each(['/jobs.xml', '/jobs.json', '/jobs.rss', '/jobs.atom'])(
  '%s is sent once to who names what they have, until a job changes',
  async (url) => {
    const { headers } = await board.get(url)
    expect(headers['access-control-allow-origin']).toBe('*')
    const again = await board.get(url, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(
      (await board.get(url, { 'if-none-match': `"other", ${String(headers.etag)}` })).statusCode,
    ).toBe(304)
    const job = jobRow({ posted_at: earlier(0) })
    await addJobs(board.db, [job])
    expect((await board.get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
    const { headers: before } = await board.get(url)
    await sql`update jobs set expires_at = now() + interval '9 days' where id = ${job.id}`.execute(
      board.db,
    )
    const { headers: after } = await board.get(url)
    // RSS and Atom say nothing of the end.
    expect(after.etag === before.etag).toBe(/rss|atom/.test(url))
    await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(board.db)
    const gone = await board.get(url, { 'if-none-match': String(after.etag) })
    expect(gone.statusCode).toBe(200)
    expect(gone.body).not.toContain(job.id)
  },
)

test.each(['/jobs.xml', '/jobs.json'])(
  '%s is sent again when a source authorizes more or less',
  async (url) => {
    const { headers } = await board.get(url)
    await sql`update jobs set structured_data_allowed = not structured_data_allowed where id = ${remote.id}`.execute(
      board.db,
    )
    expect((await board.get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  },
)

test('a HEAD and a compressed GET answer as a GET does', async () => {
  const [plain, zipped, head] = await Promise.all([
    board.get('/jobs.xml'),
    board.get('/jobs.xml', { 'accept-encoding': 'gzip' }),
    board.app.inject({ method: 'HEAD', url: '/jobs.xml' }),
  ])
  expect(gunzipSync(zipped.rawPayload).toString().split('<job>')).toHaveLength(
    plain.body.split('<job>').length,
  )
  const of = ({ headers }: typeof head) =>
    ['content-type', 'content-length', 'etag'].map((name) => headers[name])
  expect([...of(head), head.body]).toEqual([...of(plain), ''])
})

type JsonFeed = {
  next_url?: string
  items: { id: string; title: string; content_text: string; _job: object }[]
}

test('the JSON feed goes through all public jobs, a page at a time, each once', async () => {
  const ids: string[] = []
  let pages = 0
  for (let url: string | undefined = '/jobs.json'; url; pages++) {
    const feed: JsonFeed = (await board.get(url)).json<JsonFeed>()
    ids.push(...feed.items.map((item) => item.id))
    url = feed.next_url?.replace(publicUrl, '')
  }
  expect(pages).toBe(5)
  expect(ids).toHaveLength(3 + many.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a job in the JSON feed has its facts; of others’ words it has the first ones only', async () => {
  const { items } = (await board.get('/jobs.json')).json<JsonFeed>()
  expect(items[0]).toMatchObject({
    id: `${publicUrl}/jobs/${awkward.id}`,
    content_text: awkward.description,
    _job: {
      employer: 'Müller & Söhne <Clinic>',
      postalCode: '78701',
      salary: { min: 180, max: 220, unit: 'HOUR' },
    },
  })
  expect(JSON.stringify(items)).not.toContain('poster@mail.test')
  const theirs = (await board.get('/jobs.json?source=Other%20Board')).json<JsonFeed>().items
  expect(theirs.map((their) => their.title)).toEqual(['Somebody else’s words'])
  expect(theirs[0]?.content_text).not.toContain('end of their words')
})

test('a feed is as new as the last change of its jobs, and one of nothing never changes', async () => {
  const [posted, changed] = [new Date('2026-11-19T12:00:00Z'), new Date('2026-11-20T12:00:00Z')]
  const dates = [{ posted_at: posted }, { posted_at: new Date(0), updated_at: changed }]
  await addJobs(
    board.db,
    dates.map((date) => jobRow({ employer: 'Changing Clinic', ...date })),
  )
  for (const [employer, updated] of Object.entries({
    'changing%20clinic': changed,
    nobody: new Date(0),
  })) {
    const { body: rss } = await board.get(`/jobs.rss?employer=${employer}`)
    expect(rss).toContain(`<lastBuildDate>${updated.toUTCString()}</lastBuildDate>`)
    const { body: atom } = await board.get(`/jobs.atom?employer=${employer}`)
    expect(atom).toContain(`<updated>${updated.toISOString()}</updated>\n<author>`)
  }
})

/** A reader gets the title as it was written from every format, and never takes it for HTML. */
test.each(['Physician <b>& more', 'A&B < C', 'Chief &lt;of&gt; &amp; ]]> staff'])(
  '%s is a text in every feed',
  async (title) => {
    const job = jobRow({ title, employer: `R&D <Clinic> ${title.length}` })
    await addJobs(board.db, [job])
    const query = `?employer=${encodeURIComponent(job.employer)}`
    const [rss, atom, xml, json] = await Promise.all(
      ['rss', 'atom', 'xml', 'json'].map(
        async (format) => (await board.get(`/jobs.${format}${query}`)).body,
      ),
    )
    const ofAtom = (atom ?? '').replace(' xmlns="http://www.w3.org/2005/Atom"', '')
    expect(unescaped((await texts(rss ?? '', '//item/title'))[0])).toBe(`${title}, Austin, TX`)
    expect(unescaped((await texts(ofAtom, '//entry/title[not(@type) or @type = "text"]'))[0])).toBe(
      `${title}, Austin, TX`,
    )
    expect(
      unescaped((await texts(ofAtom, '//entry/summary[not(@type) or @type = "text"]'))[0]),
    ).toContain('R&D <Clinic>')
    // RSS descriptions are HTML.
    expect(unescaped((await texts(rss ?? '', '//item/description'))[0])).toContain(
      'R&amp;D &lt;Clinic&gt;',
    )
    expect(unescaped((await texts(xml ?? '', '//job/title'))[0])).toBe(title)
    expect((JSON.parse(json ?? '{}') as JsonFeed).items[0]?.title).toBe(title)
  },
)

test('a feed says of each term whether it is stated, ruled out or not stated', async () => {
  const description = 'Call is 1:5 from home. No non-compete. CME: $4,000. No Conrad 30 waivers.'
  const terms = { index: [], cme: { is: 'unstated', words: 'not stated', by: 'poster' } } as const
  const job = jobRow({ title: 'Terms', employer: 'Terms Clinic', description, terms })
  await addJobs(board.db, [job])
  const told =
    'Call: 1 in 5, from home · Non-compete: No non-compete · Conrad 30: No · Not stated: hours, start, '
  for (const format of ['rss', 'atom', 'xml']) {
    const { body } = await board.get(`/jobs.${format}?employer=terms%20clinic`)
    expect(body, format).toContain(told)
    expect(body, format).toMatch(/Not stated: [^·]*, CME, /)
  }
  expect((await board.get(`/jobs.rss?q=${job.title}`)).body).toContain(told)
})

test('the XML feed has a posting at each of its places, and the feeds of a state have it there', async () => {
  const more = { further_places: ['Tulsa, OK', ', KS'], further_points: [] }
  const several = jobRow({
    employer: 'Many Places',
    city: 'Dallas',
    state: 'TX',
    zip: '75201',
    ...more,
  })
  await addJobs(board.db, [several])
  const { body } = await board.get('/jobs.xml?employer=Many%20Places&state=KS')
  const told = ['referencenumber', 'city', 'state', 'postalcode'].map(async (name) =>
    texts(body, `//job/${name}`),
  )
  const numbers = [several.id, `${several.id}-2`, `${several.id}-3`]
  expect(await Promise.all(told)).toEqual([
    numbers,
    ['Dallas', 'Tulsa'],
    ['TX', 'OK', 'KS'],
    ['75201'],
  ])
  expect(new Set(await texts(body, '//job/url')).size).toBe(1)
  expect((await board.get('/api/hero-figures')).json()).toMatchObject({ counts: { OK: 1, KS: 1 } })
  expect(
    await texts((await board.get('/jobs.xml?employer=Many%20Places&state=CA')).body, '//job'),
  ).toEqual([])
})
