import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateItems } from '#db/demo/generate.ts'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { SignedIn } from '#test/sign-in.ts'

let app: TestApp
let admin: SignedIn
let port: number
const dataset = JSON.stringify([...generateItems({ seed: 7, count: 30, now: new Date() })])
const datasets = createServer((_request, response) => response.end(dataset))

beforeAll(async () => {
  await new Promise<void>((resolve) => datasets.listen(0, '127.0.0.1', resolve))
  port = (datasets.address() as AddressInfo).port
  app = await testApp({ env: { RATE_LIMITS: 'off', IMPORT_ALLOWED_HOSTS: `127.0.0.1:${port}` } })
  admin = await signIn(app, 'admin')
})
afterAll(async () => {
  datasets.close()
  await app.close()
})

const summary = async () => (await admin.get('/api/admin/summary')).json<Record<string, { total: number; thisWeek: number }>>()

test('the summary counts what there is, and what is new this week', async () => {
  const before = await summary()
  const longAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
  await addJobs(app.db, [jobRow(), jobRow({ posted_at: longAgo }), jobRow({ status: 'pending' })])
  const after = await summary()
  expect(after['jobs']?.total).toBe((before['jobs']?.total ?? 0) + 2)
  expect(after['jobs']?.thisWeek).toBe((before['jobs']?.thisWeek ?? 0) + 1)
  expect(Number(after['pendingJobs'])).toBe(Number(before['pendingJobs']) + 1)
})

test('a dataset is imported, and its jobs wait; again it adds nothing', async () => {
  const url = `http://127.0.0.1:${port}/items.json`
  const first = await admin.post('/api/admin/import-apify', { url })
  const report = first.json<{ imported: number; skipped: number; totalProcessed: number; reasons: { count: number }[] }>()
  expect(report.imported).toBeGreaterThan(10)
  expect(report.imported + report.skipped).toBe(report.totalProcessed)
  expect(report.reasons.reduce((sum, it) => sum + it.count, 0)).toBe(report.skipped)
  const { rows } = await sql`select distinct status from jobs where channel = 'import' and source <> 'manual'`.execute(app.db)
  expect(rows).toEqual([{ status: 'pending' }])
  const again = await admin.post('/api/admin/import-apify', { url })
  expect(again.json()).toMatchObject({ imported: 0, totalProcessed: report.totalProcessed })
})

test.each([
  [{}, 'URL required'],
  [{ url: ' ' }, 'URL required'],
  [{ url: 'dataset' }, 'Please enter a valid Apify dataset URL'],
  [{ url: 'file:///etc/passwd' }, 'Please enter a valid Apify dataset URL'],
])('%j is refused', async (body, error) => {
  const answer = await admin.post('/api/admin/import-apify', body)
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, error])
})

test('a host that is not on the list is refused', async () => {
  const answer = await admin.post('/api/admin/import-apify', { url: 'http://169.254.169.254/latest' })
  expect(answer.statusCode).toBe(400)
})

test('counts that went wrong are made anew', async () => {
  await addJobs(app.db, [jobRow({ specialty: 'Dermatology' })])
  const total = async () => (await app.get('/api/jobs?specialty=Dermatology')).json<{ total: number }>().total
  const right = await total()
  await sql`update job_counts set n = n + 100`.execute(app.db)
  await sql`insert into job_changes (sign) values (0)`.execute(app.db)
  expect((await admin.post('/api/admin/reload')).json()).toEqual({ success: true })
  await expect.poll(total).toBe(right)
})

test('subscribers come as a file in which no cell is a formula', async () => {
  const email = '=cmd@mail.test'
  await asVisitor(app).post('/api/subscribe', { email })
  await asVisitor(app).post('/api/subscribe', { email: 'reader@mail.test' })
  const file = await admin.get('/admin/subscribers.csv')
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body).toMatch(/Email,Subscribed/)
  expect(file.body).toContain('reader@mail.test,')
  expect(file.body).not.toMatch(/^=/m)
})
