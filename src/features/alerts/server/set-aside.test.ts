import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listedFilters } from '#features/jobs/filters.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { due, emptyBoard, mentions, post, site, subjects, subscriber, tick } from '#test/alert-digests.ts'
import { signIn } from '#test/sign-in.ts'
import { mailNewJobs } from './tasks.ts'

emptyBoard()

test('the longest searches are saved, and stop nobody’s alerts', async () => {
  const stranger = await signIn(site, 'physician', { email: `${'x'.repeat(240)}@mail.test` })
  // Folding makes it longer; and letters that the address writes in twelve characters each, with all filters.
  const growing = '\uFDFA'.repeat(200)
  const rare = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x20000 + ((n * n * 7919) % 40_000))).join('')
  const filters = Object.fromEntries(listedFilters.map((filter) => [filter.name, filter.values.join(',')]))
  for (const search of [{ keyword: growing }, { ...filters, keyword: rare, city: 'Austin' }]) {
    const answer = await stranger.post('/api/alerts', { search, frequency: 'instant' })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const { email } = await subscriber({ frequency: 'instant' })
  await post('Cardiologist')
  await tick(due)
  expect(await mentions(email, 'Cardiologist')).toBe(1)
})

const refused = `'${'x'.repeat(3000)}'`

test('an alert that PostgreSQL refuses is set aside, logged and shown; all others go out', async () => {
  const [first, broken, last] = [
    await subscriber({ frequency: 'instant' }),
    await subscriber({ search: { keyword: 'cardiology' }, frequency: 'instant' }),
    await subscriber({ due }),
  ]
  await sql`update job_alerts set stored = ${JSON.stringify({ query: refused })}, stored_at = ${due} where id = ${broken.alertId}`.execute(
    site.db,
  )
  await post('Cardiologist')
  const lines: object[] = []
  await mailNewJobs(site.db, new Date(due), { log: { error: (line: object) => void lines.push(line) } as never })
  await tick(due)

  for (const { email } of [first, last]) expect(await mentions(email, 'Cardiologist')).toBe(1)
  expect(await subjects(broken.email)).toEqual([])
  const reason = 'word is too long in tsquery'
  expect(lines).toEqual([{ alertId: broken.alertId, reason: expect.stringContaining(reason) as string }])
  const admin = await signIn(site, 'admin')
  const shown = async () => (await admin.get('/api/admin/system')).json<ResponseOf<'GET /api/admin/system'>>().failedAlerts
  const failed = { id: broken.alertId, label: '“cardiology”', failedAt: expect.any(String) as string }
  expect(await shown()).toEqual([{ ...failed, reason: expect.stringContaining(reason) as string }])
  expect(JSON.stringify(await shown())).not.toContain(broken.email)

  // A day later it is worked out anew.
  await post('Interventional Cardiologist')
  await tick('2026-07-03T11:00:00Z')
  expect(await shown()).toEqual([])
  expect(await mentions(broken.email, 'Interventional Cardiologist')).toBe(1)
})

test('what fails without any alert sets none aside', async () => {
  const { email } = await subscriber({ frequency: 'instant' })
  await post('Cardiologist')
  await sql`alter function asin(float8) rename to no_asin`.execute(site.db)
  await expect(tick(due)).rejects.toThrow('asin')
  await sql`alter function no_asin(float8) rename to asin`.execute(site.db)
  await tick(due)
  expect(await mentions(email, 'Cardiologist')).toBe(1)
})
