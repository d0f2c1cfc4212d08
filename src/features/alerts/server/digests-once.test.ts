import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listedFilters } from '#features/jobs/filters.ts'
import type { ResponseOf } from '#shared/contract.ts'
import {
  due,
  emptyBoard,
  mentions,
  nextDay,
  post,
  site,
  subjects,
  subscriber,
  tick,
} from '#test/alert-digests.ts'
import { publicUrl } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import { sendDigests } from './digests.ts'
import { mailNewJobs } from './tasks.ts'

const links = { publicUrl, secrets: ['x'.repeat(32)] } as const

emptyBoard()

describe('nothing is lost, and nothing sent twice', () => {
  test('when a job’s transaction takes longer than the digest', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    const slow = await site.db.startTransaction().execute()
    await addJobs(slow, [jobRow({ title: 'Slow' })])
    await post('Fast')
    await tick('2026-07-01T08:00:00Z')
    const mentioned = () => Promise.all(['Slow', 'Fast'].map((title) => mentions(email, title)))
    expect(await mentioned()).toEqual([0, 1])
    await slow.commit().execute()
    await tick('2026-07-01T08:01:00Z')
    expect(await mentioned()).toEqual([1, 1])
  })

  test('when two workers do the same at once', async () => {
    const people = [
      await subscriber({ frequency: 'instant' }),
      await subscriber({ due }),
      await subscriber({ due }),
    ]
    for (let number = 0; number < 20; number++) await post(`Job ${number}`)
    await Promise.all([1, 2, 3].map(() => mailNewJobs(site.db, new Date(due))))
    const ids = people.map((person) => person.alertId)
    await Promise.all([1, 2, 3].map(() => sendDigests(site.db, links, ids, new Date(due))))
    await runTasks(site)
    for (const { email } of people)
      expect(await subjects(email)).toEqual(['20 new jobs: All physician jobs'])
  })

  test('when mailing breaks off in the middle', async () => {
    const people = [await subscriber({ due }), await subscriber({ due }), await subscriber({ due })]
    await post('First')
    await mailNewJobs(site.db, new Date(due))
    const broken = await breakOff('mails', 3)
    const ids = people.map((person) => person.alertId)
    await expect(sendDigests(site.db, links, ids, new Date(due))).rejects.toThrow('broken off')
    await broken.mend()
    await runTasks(site)
    for (const { email } of people)
      expect(await subjects(email)).toEqual(['1 new job: All physician jobs'])
  })

  test('when matching breaks off in the middle', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    await post('First')
    const broken = await breakOff('job_alert_matches', 1)
    await expect(tick(due)).rejects.toThrow('broken off')
    await broken.mend()
    await tick(due)
    expect(await mentions(email, 'First')).toBe(1)
  })

  test('when the node stops while jobs are matched', async () => {
    const [instant, daily] = [await subscriber({ frequency: 'instant' }), await subscriber({ due })]
    await post('First')
    await mailNewJobs(site.db, new Date(due), { stopping: AbortSignal.abort() })
    await runTasks(site)
    expect([await subjects(instant.email), await subjects(daily.email)]).toEqual([[], []])
    await tick(due)
    await tick(nextDay)
    for (const { email } of [instant, daily]) expect(await mentions(email, 'First')).toBe(1)
  })

  /** Makes the table refuse rows from the given one on, as if the process had died there. */
  async function breakOff(table: string, row: number) {
    await sql`create sequence rows_taken`.execute(site.db)
    await sql`
      create function break_off() returns trigger language plpgsql as $$
      begin
        if nextval('rows_taken') >= ${sql.lit(row)} then raise exception 'broken off'; end if;
        return new;
      end $$;
      create trigger break_off before insert on ${sql.table(table)} for each row execute function break_off()
    `.execute(site.db)
    return {
      mend: () => sql`drop function break_off cascade; drop sequence rows_taken`.execute(site.db),
    }
  }

  test('when a stored search has an old version', async () => {
    const { email } = await subscriber({ search: { specialty: 'Cardiology' }, due })
    await sql`update job_alerts set stored = '{"query": "bygone"}', stored_version = '0'`.execute(
      site.db,
    )
    await post('First')
    await tick(due)
    expect(await mentions(email, 'First')).toBe(1)
  })
})

test.each([
  [
    'forward sends once, not once for every skipped day',
    ['11T15:00', '11T15:01'],
    '12T10:59',
    '12T11:00',
  ],
  // By five hours, and through seven o'clock a second time.
  [
    'back sends nothing twice, and continues',
    ['01T11:00', '01T06:00', '01T11:00', '01T12:00'],
    '01T11:30',
    '02T11:00',
  ],
])('a server clock put %s', async (_what, times, early, later) => {
  const { email } = await subscriber({ due })
  const tickAt = (time: string) => tick(`2026-07-${time}:00Z`)
  await post('First')
  for (const time of times) await tickAt(time)
  expect(await subjects(email)).toEqual(['1 new job: All physician jobs'])
  await post('Second')
  await tickAt(early)
  expect(await mentions(email, 'Second')).toBe(0)
  await tickAt(later)
  expect(await mentions(email, 'Second')).toBe(1)
})

test('a server clock that was years ahead for a while silences no alert', async () => {
  const { email } = await subscriber({ due })
  await tick('2031-01-01T00:00:00Z')
  await post('First')
  await tick(due)
  await tick(nextDay)
  expect(await mentions(email, 'First')).toBe(1)
})

test('the longest searches are saved, and stop nobody’s alerts', async () => {
  const stranger = await signIn(site, 'physician', { email: `${'x'.repeat(240)}@mail.test` })
  // Folding makes it longer; and letters that the address writes in twelve characters each, with
  // all filters.
  const growing = '\uFDFA'.repeat(200)
  const rare = Array.from({ length: 200 }, (_, n) =>
    String.fromCodePoint(0x20000 + ((n * n * 7919) % 40_000)),
  ).join('')
  const filters = Object.fromEntries(
    listedFilters.map((filter) => [filter.name, filter.values.join(',')]),
  )
  for (const search of [{ keyword: growing }, { ...filters, keyword: rare, city: 'Austin' }]) {
    const answer = await stranger.post('/api/alerts', { search, frequency: 'instant' })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const { email } = await subscriber({ frequency: 'instant' })
  await post('Cardiologist')
  await tick(due)
  expect(await mentions(email, 'Cardiologist')).toBe(1)
})

test('an alert that PostgreSQL refuses is set aside, logged and shown; all others go out', async () => {
  const [first, broken, last] = [
    await subscriber({ frequency: 'instant' }),
    await subscriber({ search: { keyword: 'cardiology' }, frequency: 'instant' }),
    await subscriber({ due }),
  ]
  const stored = JSON.stringify({ query: `'${'x'.repeat(3000)}'` })
  await sql`update job_alerts set stored = ${stored}, stored_at = ${due} where id = ${broken.alertId}`.execute(
    site.db,
  )
  await post('Cardiologist')
  const lines: object[] = []
  await mailNewJobs(site.db, new Date(due), {
    log: { error: (line: object) => void lines.push(line) } as never,
  })
  await tick(due)

  for (const { email } of [first, last]) expect(await mentions(email, 'Cardiologist')).toBe(1)
  expect(await subjects(broken.email)).toEqual([])
  const reason = 'word is too long in tsquery'
  expect(lines).toEqual([
    { alertId: broken.alertId, reason: expect.stringContaining(reason) as string },
  ])
  const admin = await signIn(site, 'admin')
  const shown = async () =>
    (await admin.get('/api/admin/system')).json<ResponseOf<'GET /api/admin/system'>>().failedAlerts
  const failed = {
    id: broken.alertId,
    label: '“cardiology”',
    failedAt: expect.any(String) as string,
  }
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
