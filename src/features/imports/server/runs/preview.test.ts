import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'
import type { SignedIn } from '#test/sign-in.ts'
import type { Mapping } from '#features/imports/model.ts'
import { importDataset } from './import-dataset.ts'
import { previewImport } from './service-checks.ts'

let answer: (response: ServerResponse, url: URL) => void
const server = createServer(({ url = '' }, response) => answer(response, new URL(url, 'http://localhost')))
let app: TestApp
let admin: SignedIn
let origin: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  app = await testApp({ env: { RATE_LIMITS: 'off', IMPORT_ALLOWED_HOSTS: `127.0.0.1:${port}` } })
  admin = await signIn(app, 'admin')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})

const item = (number: number, changes: object = {}) => ({
  id: `p-${number}`,
  positionName: 'Cardiologist',
  company: `Clinic ${number}`,
  location: 'Austin, TX',
  salary: '$400,000 - $450,000 a year',
  jobType: ['Full-time', 'Permanent'],
  url: `https://jobs.example.org/view/${number}`,
  description: 'See patients in clinic four days a week.',
  postingDateParsed: '2026-02-20T12:00:00Z',
  ...changes,
})

const serve = (items: unknown) => {
  answer = (response) => response.end(JSON.stringify(items))
}
const ask = (mapping?: Mapping, path = '/jobs.json') =>
  admin.post('/api/admin/import-preview', { url: `${origin}${path}`, mapping })
const preview = async (mapping?: Mapping) => {
  const reply = await ask(mapping)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<ResponseOf<'POST /api/admin/import-preview'>>()
}
const jobCount = async () => (await sql<{ n: number }>`select count(*)::int as n from jobs`.execute(app.db)).rows[0]?.n

test('it shows which field each value becomes, and writes nothing', async () => {
  const before = await jobCount()
  serve([item(1)])
  const { rows, paths, stopped } = await preview()
  expect(rows[0]).toMatchObject({
    row: 1,
    preset: 'Indeed',
    skipped: null,
    title: 'Cardiologist',
    detail: 'Clinic 1 · Austin, TX · Cardiology · Permanent · $400,000–$450,000 a year · posted February 20, 2026',
  })
  expect(rows[0]?.fields).toContainEqual({ field: 'title', value: 'Cardiologist', path: 'positionName' })
  expect(rows[0]?.fields).toContainEqual({ field: 'employmentType', value: 'Full-time, Permanent', path: 'jobType' })
  expect(paths).toContainEqual({ path: 'company', sample: 'Clinic 1' })
  expect(stopped).toBeNull()
  expect(await jobCount()).toBe(before)
  const { rows: written } = await sql`
    select (select count(*)::int from imports) as runs, (select count(*)::int from import_keys) as keys
  `.execute(app.db)
  expect(written).toEqual([{ runs: 0, keys: 0 }])
})

test('each row that would be skipped says why', async () => {
  serve([
    item(2),
    item(2),
    item(3, { company: 'Unknown' }),
    item(4, { location: '' }),
    item(5, { positionName: 'Registered Nurse', description: 'A nurse for our ward.' }),
    item(6, { isExpired: true }),
    { error: 'Page was not found' },
    'no object',
  ])
  const { rows } = await preview()
  expect(rows.map((it) => it.skipped?.reason)).toEqual([
    undefined,
    'duplicate',
    undefined,
    'no-place',
    'not-a-physician',
    'closed',
    'source-error',
    'not-an-object',
  ])
  expect(rows[1]?.skipped?.words).toBe('already imported (same source id)')
  expect(rows[2]?.waits).toBe('The source names no employer.')
  expect(rows.every((it) => (it.detail === '') !== (it.skipped === null))).toBe(true)
})

test('what an earlier import brought is a duplicate', async () => {
  await importDataset(app.db, { items: [item(7)] }, { allowedHosts: [] })
  serve([item(7, { id: undefined, url: undefined }), item(8)])
  const { rows } = await preview()
  expect(rows.map((it) => it.skipped?.words)).toEqual(['already imported (same title, employer and place)', undefined])
})

test('a doubtful row waits in the preview and the run alike, until a moderator has answered for its source', async () => {
  const doubtful = item(20, { location: 'Sprngfeld Hights, OH' })
  const { id } = (
    await admin.post('/api/admin/import-sources', {
      name: 'Ohio list',
      url: `${origin}/jobs.json`,
      mapping: {},
      schedule: 'never',
      isComplete: false,
      structuredDataAllowed: false,
    })
  ).json<{ id: string }>()
  serve([doubtful])
  const asked = async () => {
    const reply = await admin.post('/api/admin/import-preview', { url: `${origin}/jobs.json`, source: id })
    return reply.json<ResponseOf<'POST /api/admin/import-preview'>>().rows[0]
  }
  expect(await asked()).toMatchObject({ skipped: null, waits: 'No city of this name is known.' })
  await sql`
    insert into fact_answers (source, fact, words, value) values
      ('Ohio list', 'place', 'sprngfeld hights, oh', '{"city": "Springfield", "state": "OH"}')
  `.execute(app.db)
  expect(await asked()).toMatchObject({ waits: null, detail: expect.stringContaining('Springfield, OH') as string })
  const { doubtful: held } = await importDataset(app.db, { items: [doubtful] }, { allowedHosts: [], sourceName: 'Ohio list' })
  expect(held).toBe(0)
})

test('a mapping shows at once', async () => {
  serve([item(9, { company: undefined, facility: { names: ['Lakeside Clinic'] } })])
  expect((await preview()).rows[0]?.skipped?.reason).toBe('no-employer')
  const { rows, paths } = await preview({
    employer: { path: 'facility.names' },
    applyUrl: { value: 'https://apply.example.org' },
  })
  expect(paths).toContainEqual({ path: 'facility.names', sample: 'Lakeside Clinic' })
  expect(rows[0]?.detail).toContain('Lakeside Clinic')
  expect(rows[0]?.fields).toContainEqual({ field: 'employer', value: 'Lakeside Clinic', path: 'facility.names' })
  expect(rows[0]?.fields).toContainEqual({ field: 'applyUrl', value: 'https://apply.example.org', path: null })
})

test('only the first rows of a long dataset are read, and long values are cut', async () => {
  serve(Array.from({ length: 5000 }, (_, number) => item(1000 + number, { description: 'Patients. '.repeat(500) })))
  const { rows } = await preview()
  expect(rows).toHaveLength(20)
  expect(Math.max(...rows.flatMap((it) => it.fields.map(({ value }) => value.length)))).toBe(200)
})

test('of Apify’s API, one small page is enough', async () => {
  const offsets: (string | null)[] = []
  answer = (response, { searchParams }) => {
    offsets.push(searchParams.get('limit'))
    response.setHeader('X-Apify-Pagination-Offset', searchParams.get('offset') ?? '0')
    response.end(JSON.stringify(Array.from({ length: 20 }, (_, number) => item(Number(searchParams.get('offset')) + number))))
  }
  const reply = await ask({}, '/v2/datasets/abc/items')
  expect(reply.json<ResponseOf<'POST /api/admin/import-preview'>>().rows).toHaveLength(20)
  expect(offsets.length).toBeLessThanOrEqual(2)
  expect(new Set(offsets)).toEqual(new Set(['20']))
})

test('a dataset that breaks off shows what came before', async () => {
  answer = (response) => response.end(JSON.stringify([item(10), item(11)]).slice(0, -20))
  const { rows, stopped } = await preview()
  expect(stopped).toMatch(/ends in the middle/)
  expect(rows.map((it) => it.detail)).toEqual([expect.stringContaining('Clinic 10')])
})

test('a dataset that does not answer is not waited for', async () => {
  let asked = false
  answer = () => {
    asked = true
  }
  const waiting = previewImport(
    { db: app.db, allowedHosts: [origin], maxWaitMs: 500 },
    { url: `${origin}/jobs.json`, mapping: {} },
  )
  await expect(waiting).rejects.toThrow('takes too long')
  expect(asked).toBe(true)
})

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['a web page', (response) => response.end('<html></html>'), /web page/],
  ['nothing', (response) => response.writeHead(404).end(), /no such dataset/],
  ['no right', (response) => response.writeHead(401).end(), /refuses access/],
])('%s is reported as a problem of the address', async (_, respond, words) => {
  answer = respond
  const reply = await ask()
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ details: [{ field: 'url', message: expect.stringMatching(words) as string }] })
})

test('a host that is not on the list is not asked', async () => {
  const reply = await admin.post('/api/admin/import-preview', { url: 'http://127.0.0.1:1/jobs.json' })
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([400, expect.stringMatching(/not allowed/)])
})
