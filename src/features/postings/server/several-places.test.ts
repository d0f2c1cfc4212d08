import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { compactSegments, percolate, stageJobs, storeSearch } from '#features/jobs/server/public.ts'
import { appForFile } from '#test/app.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { accountPost, posting, publicPost } from '../postings.fixture.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
let employer: SignedIn
let id: string
const furtherLocations = ['Tulsa, OK', 'Fairbanks, Alaska', 'Maine']

beforeAll(async () => {
  visitor = asVisitor(board)
  employer = await signIn(board, 'employer')
  const form = accountPost({ title: 'Traveling Cardiologist', city: 'Dallas', state: 'TX', furtherLocations })
  id = (await employer.post('/api/jobs', form)).json().job.id
  await employer.post('/api/jobs', accountPost({ title: 'Settled Cardiologist', city: 'Dallas', state: 'TX' }))
})

type Found = { jobs: { id: string }[]; total: number }
const search = async (query: string): Promise<Found> => (await visitor.get(`/api/jobs?${query}`)).json()
const finds = async (query: string) => (await search(query)).jobs.some((job) => job.id === id)
const read = async (): Promise<PostingDetail> => (await employer.get(`/api/job-postings/${id}`)).json()
const change = async (changes: object) =>
  employer.put(`/api/job-postings/${id}`, { ...changes, updatedAt: (await read()).updatedAt })

const found = [
  'state=TX',
  'state=OK',
  'state=ME',
  'city=Tulsa&state=OK&radius=25',
  'city=Dallas',
  'city=Fairbanks',
  'keyword=Tulsa',
]
const missed = ['state=NM', 'city=Miami', 'city=Nome&radius=25']

test.each(['delta', 'segment'])('it is found at each of its places, and counted once: in the %s', async (where) => {
  if (where === 'segment') await compactSegments(board.db, { smallDelta: 0 })
  for (const query of found) expect([query, await finds(query)]).toEqual([query, true])
  for (const query of missed) expect([query, await finds(query)]).toEqual([query, false])
  expect((await search('state=TX,OK,AK')).total).toBe(2)
  const facets = (await visitor.get('/api/facets')).json()
  expect(facets.states).toEqual(expect.arrayContaining(['AK', 'ME', 'OK', 'TX']))
  expect(facets.counts.states).toEqual(
    expect.arrayContaining([
      { value: 'TX', count: 2 },
      { value: 'OK', count: 1 },
    ]),
  )
  const map = (await visitor.get('/api/job-map?state=OK')).json()
  expect(map.places).toEqual([expect.objectContaining({ label: 'Tulsa', count: 1 })])
  const phrase = encodeURIComponent('"traveling cardiologist" near Tulsa')
  expect(await finds(`keyword=${phrase}`)).toBe(true)
})

test('alerts for a further place match', async () => {
  await board.db.transaction().execute(async (trx) => {
    await stageJobs(trx, [id])
    const searches = [{ city: 'Tulsa, OK' }, { state: 'ME' }, { city: 'Miami, FL' }]
    const stored = await Promise.all(searches.map(async (it) => (await storeSearch(trx, it as never)).search))
    expect(new Set((await percolate(trx, stored)).map((it) => it.index))).toEqual(new Set([0, 1]))
  })
})

test('lists, the page, the API, feeds and structured data name its places', async () => {
  const others = [
    { city: 'Tulsa', state: 'OK' },
    { city: 'Fairbanks', state: 'AK' },
    { city: '', state: 'ME' },
  ]
  const all = [{ city: 'Dallas', state: 'TX' }, ...others]
  expect((await visitor.get(`/api/jobs/${id}`)).json()).toMatchObject({ city: 'Dallas', state: 'TX', furtherLocations: others })
  expect((await visitor.get(`/api/v1/jobs/${id}`)).json()).toMatchObject({ city: 'Dallas', state: 'TX', locations: all })
  const feed = (await visitor.get('/jobs.json?state=OK')).json()
  expect(feed.items).toEqual([expect.objectContaining({ _job: expect.objectContaining({ locations: all }) })])
  const page = (await visitor.get(`/jobs/${id}`)).body
  expect(page).toContain('Dallas, TX · Tulsa, OK · Fairbanks, AK · Maine')
  const places = /"jobLocation":(\[.+?\]),"/.exec(page)?.[1] ?? '[]'
  expect(JSON.parse(places).map((place: { address: { addressRegion: string } }) => place.address.addressRegion)).toEqual([
    'TX',
    'OK',
    'AK',
    'ME',
  ])
  expect((await visitor.get('/jobs?keyword=traveling')).body).toContain('+3 places')
})

test.each([
  ['eleven', Array.from({ length: 10 }, (_, index) => `City ${index}, TX`), 'A posting has at most 10 places'],
  ['one twice', ['Tulsa, OK', 'tulsa, Oklahoma'], 'Please name each place once'],
  ['the first one again', ['Dallas, TX'], 'Please name each place once'],
  ['one that nobody knows', ['Nowhereville, TX'], 'We do not know Nowhereville, TX. Please check the spelling'],
  ['no place', ['somewhere nice'], 'Please enter each place as City, State, or as a state alone'],
])('every form refuses %s', async (_what, places, message) => {
  const place = { city: 'Dallas', state: 'TX' }
  for (const answer of [
    await visitor.post('/employers/post', publicPost({ ...place, furtherLocations: places })),
    await employer.post('/api/jobs', accountPost({ ...place, furtherLocations: places })),
    await employer.post('/api/job-postings', posting({ location: 'Dallas, TX', furtherLocations: places })),
    await change({ furtherLocations: places }),
  ]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ details: [{ field: 'furtherLocations', message }] })
  }
})

test('a CSV row has several, parted by semicolons, or an error', async () => {
  const rows = ['Tulsa, OK; Maine', 'Nowhereville, TX', ''].map(
    (places, index) =>
      `Hospitalist ${index},Internal Medicine,"Denver, CO",Seven on and seven off with a team.,full-time,https://a.example,Mile High,"${places}"`,
  )
  const csv = ['Title,Specialty,Location,Description,Job type,Apply URL,Company,Further locations', ...rows].join('\n')
  const preview = (await employer.post('/api/job-postings/csv/preview', { csv })).json()
  expect(preview.rows.map((row: { errors: { field: string }[] }) => row.errors.map((it) => it.field))).toEqual([
    [],
    ['furtherLocations'],
    [],
  ])
  const { created } = (await employer.post('/api/job-postings/csv', { csv, mapping: preview.mapping })).json()
  const posted = (await employer.get(`/api/job-postings/${created[0].id}`)).json<PostingDetail>()
  expect(posted.furtherLocations).toEqual(['Tulsa, OK', 'Maine'])
})

test('an edit changes them, also in search, and the history says so', async () => {
  const answer = (await change({ furtherLocations: ['Boise, ID', ''] })).json<PostingDetail>()
  expect(answer.furtherLocations).toEqual(['Boise, ID'])
  expect(await finds('city=Boise')).toBe(true)
  await expect.poll(() => finds('state=OK')).toBe(false)
  const [last] = (await employer.get(`/api/job-postings/${id}/history`)).json<PostingHistory>()
  expect(last).toMatchObject({ action: 'edit', changed: ['furtherLocations'] })
  // The first place may not become one of the others.
  expect((await change({ location: 'Boise, ID' })).statusCode).toBe(400)
  expect((await change({ location: 'Boise, ID', furtherLocations: [] })).statusCode).toBe(200)
  expect((await sql`select from jobs where id = ${id} and further_points is null`.execute(board.db)).rows).toHaveLength(1)
})
