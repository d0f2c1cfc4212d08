import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { compactSegments, percolate, stageJobs, storeSearch } from '#features/jobs/server/public.ts'
import * as board from '#test/postings.ts'
import type { PostingDetail } from '../contract.ts'

board.openForFile()
let id: string

beforeAll(async () => {
  const place = { city: 'Dallas', state: 'TX' }
  const furtherLocations = ['Tulsa, OK', 'Fairbanks, Alaska', 'Maine']
  id = await board.post({ title: 'Traveling Cardiologist', ...place, furtherLocations })
  await board.post({ title: 'Settled Cardiologist', ...place })
})

const get = async <T>(path: string) => (await board.visitor.get(path)).json<T>()
const search = (query: string) =>
  get<{ jobs: { id: string }[]; total: number }>(`/api/jobs?${query}`)
const finds = async (query: string) => (await search(query)).jobs.some((job) => job.id === id)

const phrase = encodeURIComponent('"traveling cardiologist" near Tulsa')
const found =
  `state=TX state=OK state=ME city=Tulsa&state=OK&radius=25 city=Dallas city=Fairbanks keyword=Tulsa keyword=${phrase}`.split(
    ' ',
  )
const missed = ['state=NM', 'city=Miami', 'city=Nome&radius=25']

test.each(['delta', 'segment'])(
  'it is found at each of its places, and counted once: in the %s',
  async (where) => {
    if (where === 'segment') await compactSegments(board.app.db, { smallDelta: 0 })
    for (const query of found) expect([query, await finds(query)]).toEqual([query, true])
    for (const query of missed) expect([query, await finds(query)]).toEqual([query, false])
    expect((await search('state=TX,OK,AK')).total).toBe(2)
    const facets = await get<{ states: string[]; counts: { states: object[] } }>('/api/facets')
    expect(facets.states).toEqual(expect.arrayContaining(['AK', 'ME', 'OK', 'TX']))
    const counts = Object.entries({ TX: 2, OK: 1 }).map(([value, count]) => ({ value, count }))
    expect(facets.counts.states).toEqual(expect.arrayContaining(counts))
    const map = await get<{ places: object[] }>('/api/job-map?state=OK')
    expect(map.places).toEqual([expect.objectContaining({ label: 'Tulsa', count: 1 })])
    const { areas } = await get<{ areas: { id: string; count: number }[] }>('/api/job-map')
    const withJobs = areas.filter(({ count }) => count > 0).map(({ id, count }) => [id, count])
    expect(Object.fromEntries(withJobs)).toEqual({ AK: 1, ME: 1, OK: 1, TX: 2 })
  },
)

test('alerts, lists, the page, the API, feeds and structured data know its places', async () => {
  await board.app.db.transaction().execute(async (trx) => {
    await stageJobs(trx, [id])
    const searches = [{ city: 'Tulsa, OK' }, { state: 'ME' }, { city: 'Miami, FL' }]
    const stored = await Promise.all(
      searches.map(async (search) => (await storeSearch(trx, search as never)).search),
    )
    expect(new Set((await percolate(trx, stored)).map((alert) => alert.index))).toEqual(
      new Set([0, 1]),
    )
  })

  const first = { city: 'Dallas', state: 'TX' }
  const others = [
    { city: 'Tulsa', state: 'OK' },
    { city: 'Fairbanks', state: 'AK' },
    { city: '', state: 'ME' },
  ]
  const locations = [first, ...others]
  expect(await get(`/api/jobs/${id}`)).toMatchObject({ ...first, furtherLocations: others })
  expect(await get(`/api/v1/jobs/${id}`)).toMatchObject({ ...first, locations })
  expect(await get('/jobs.json?state=OK')).toMatchObject({ items: [{ _job: { locations } }] })
  const page = (await board.visitor.get(`/jobs/${id}`)).body
  expect(page).toContain('Dallas, TX · Tulsa, OK · Fairbanks, AK · Maine')
  const places = JSON.parse(/"jobLocation":(\[.+?\]),"/.exec(page)?.[1] ?? '[]') as object[]
  expect(places).toMatchObject(
    locations.map(({ state }) => ({ address: { addressRegion: state } })),
  )
  expect((await board.visitor.get('/jobs?keyword=traveling')).body).toContain('+3 more')
})

test.each([
  [
    'eleven',
    Array.from({ length: 10 }, (_, index) => `City ${index}, TX`),
    'A posting has at most 10 locations',
  ],
  ['one twice', ['Tulsa, OK', 'tulsa, Oklahoma'], 'Please name each location once'],
  ['the first one again', ['Dallas, TX'], 'Please name each location once'],
  [
    'one that nobody knows',
    ['Nowhereville, TX'],
    'We do not know Nowhereville, TX. Please check the spelling',
  ],
  [
    'no place',
    ['somewhere nice'],
    'Please enter each location as City, State, or as a state alone',
  ],
])('every form refuses %s', async (_what, furtherLocations, message) => {
  const places = { city: 'Dallas', state: 'TX', location: 'Dallas, TX', furtherLocations }
  for (const answer of await board.sendEveryForm(id, places))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { details: [{ field: 'furtherLocations', message }] },
    ])
})

test('every form says which town a misspelled one may be', async () => {
  const places = { city: 'Dalas', state: 'TX', location: 'Dalas, TX', furtherLocations: [] }
  for (const answer of await board.sendEveryForm(id, places))
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      400,
      expect.stringContaining('We do not know Dalas, TX. Is it Dallas?'),
    ])
})

test('an edit changes them, also in search, and the history says so', async () => {
  const answer = (
    await board.change(id, { furtherLocations: ['Boise, ID', ''] })
  ).json<PostingDetail>()
  expect(answer.furtherLocations).toEqual(['Boise, ID'])
  expect(await finds('city=Boise')).toBe(true)
  await expect.poll(() => finds('state=OK')).toBe(false)
  expect((await board.historyOf(id))[0]).toMatchObject({
    action: 'edit',
    changed: ['furtherLocations'],
  })
  // The first place may not become one of the others.
  expect((await board.change(id, { location: 'Boise, ID' })).statusCode).toBe(400)
  expect((await board.change(id, { location: 'Boise, ID', furtherLocations: [] })).statusCode).toBe(
    200,
  )
  expect(
    (await sql`select from jobs where id = ${id} and further_points is null`.execute(board.app.db))
      .rows,
  ).toHaveLength(1)
})
