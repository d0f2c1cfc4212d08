import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { compactSegments } from '#features/jobs/server/public.ts'
import { asVisitor, signInForFile } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const admin = signInForFile(app, 'admin')

type Summary = { jobs: { total: number; perDay: number[] }; pendingJobs: number }

test('the summary has totals, and this week’s new rows by day, today last', async () => {
  // Days do not change meanwhile.
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  onTestFinished(() => void vi.useRealTimers())
  const summary = async () => (await admin.get('/api/admin/summary')).json<Summary>()
  const before = await summary()
  const daysAgo = (days: number) => new Date(noon - days * 24 * 60 * 60 * 1000)
  const added = [0, 0, 2, 6, 7, 30].map((days) => jobRow({ posted_at: daysAgo(days) }))
  await addJobs(app.db, [...added, jobRow({ status: 'pending' })])
  const after = await summary()
  expect(after.jobs.perDay.map((count, index) => count - (before.jobs.perDay[index] ?? 0))).toEqual(
    [1, 0, 0, 0, 1, 0, 2],
  )
  expect(after.jobs.total - before.jobs.total).toBe(6)
  expect(after.pendingJobs - before.pendingJobs).toBe(1)
})

test('reload rebuilds wrong derived data', async () => {
  await addJobs(app.db, [jobRow({ specialty: 'Dermatology' })])
  const total = async (page = 1) =>
    (await app.get(`/api/jobs?specialty=Dermatology&page=${page}`)).json<{ total: number }>().total
  const right = await total()
  await compactSegments(app.db, { smallDelta: 0 })
  await sql`delete from segment_postings`.execute(app.db)
  expect(await total(2)).toBe(0)
  expect((await admin.post('/api/admin/reload')).json()).toEqual({ success: true })
  await expect.poll(() => total(2)).toBe(right)
})

test('the subscriber file has no cell that is a formula', async () => {
  for (const email of ['=cmd@mail.test', 'reader@mail.test', 'unconfirmed@mail.test'])
    await asVisitor(app).post('/api/subscribe', { email })
  await sql`update newsletter_subscribers set confirmed_at = now() where email not like 'unconfirmed%'`.execute(
    app.db,
  )
  const file = await admin.get('/admin/subscribers.csv')
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body).toMatch(/Email,Subscribed/)
  expect(file.body).toContain('reader@mail.test,')
  expect(file.body).not.toContain('unconfirmed')
  expect(file.body).not.toMatch(/^=/m)
})
