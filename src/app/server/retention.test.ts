import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appForFile } from '#test/app.ts'
import { lastAudit } from '#test/audit-log.ts'
import { connectForTest } from '#test/database.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runAdmin } from '#test/processes/run-admin.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import { expirePostings } from '#features/postings/server/tasks.ts'
import { inquiryRetention } from '#features/inquiries/server/public.ts'
import { importRules } from '#features/imports/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import * as retention from '#platform/server/retention.ts'
import { retentionTasks } from './worker.ts'

const { endByAge, findHeldRuns, putBackDeleted, rowsPast } = retention

const token = 'a token for the monitor'
const app = appForFile({ env: { METRICS_TOKEN: token, RATE_LIMITS: 'off' } })

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** A connection to the same database, whose clock is the one that `setClock` sets. */
let db: Db
async function setClock(time: Date | number): Promise<void> {
  await sql`update clock.ahead set seconds = ${(Number(time) - started) / 1000}`.execute(app.db)
}
let started: number

beforeEach(async () => {
  started = Date.now()
  await sql`
    drop schema if exists clock cascade;
    create schema clock;
    create table clock.ahead (seconds float8);
    insert into clock.ahead values (0);
    create function clock.now() returns timestamptz stable language sql
      as 'select pg_catalog.now() + seconds * interval ''1 second'' from clock.ahead'
  `.execute(app.db)
  db = connectForTest({
    ...app.connection,
    options: '-c search_path=clock,pg_catalog,public -c TimeZone=America/New_York',
  })
  await sql`truncate age_rules, deleted_rows, contact_messages`.execute(app.db)
})
afterEach(() => void vi.useRealTimers())

const setNode = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })
/** Clocks of one machine: the node's and the database's. */
async function setBoth(time: number): Promise<void> {
  vi.useRealTimers()
  await setClock(time)
  setNode(time)
}

const messages = rowsPast('messages', 'contact_messages', (before) => sql`created_at < ${before}`)
const enforce = (days = 10) => endByAge(db, messages, days)
const addMessages = (count: number, at: Date) =>
  sql`insert into contact_messages (id, name, email, message, created_at)
    select gen_random_uuid(), 'Alex', n || '@mail.test', 'A question.', ${at} from generate_series(1, ${count}) n`.execute(
    app.db,
  )
const left = async (table = 'contact_messages') =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(app.db))
      .rows[0]?.n,
  )

describe('a node whose clock is wrong', () => {
  test.each([34, 106, 800, 1100, -34, -1100])(
    'by %d days ends nothing, and is not ready',
    async (days) => {
      await addMessages(5, new Date(started - 20 * day))
      await addJobs(app.db, [jobRow({ expires_at: new Date(started + 20 * day) })])
      const open = await left('jobs')
      setNode(started + days * day)
      const told = expect.objectContaining({
        message: expect.stringMatching(/^The clock of this node is [\d,]+ s (ahead|behind)/),
      })
      await expect(enforce()).rejects.toEqual(told)
      await expect(expirePostings(app.db, app.settings)).rejects.toEqual(told)
      for (const { run } of retentionTasks({
        db: app.db,
        settings: app.settings,
        log: app.app.log,
      }))
        await expect(
          run({}, { isLastAttempt: true, stopping: new AbortController().signal }),
        ).rejects.toThrow('The clock')
      expect([await left(), await left('jobs')]).toEqual([5, open])
      await sql`delete from jobs`.execute(app.db)
    },
  )

  test.each([
    [59, 200],
    [-59, 200],
    [62, 503],
    [-62, 503],
  ])('by %d s answers %d, and serves pages', async (seconds, status) => {
    const node = asVisitor(app)
    // A check counts for a second.
    await vi.waitFor(async () => {
      setNode(Date.now() + seconds * second)
      const answer = await node.get('/readyz')
      vi.useRealTimers()
      expect(answer.statusCode).toBe(status)
      if (status === 503)
        expect(answer.json().error).toContain(seconds > 0 ? 's ahead of' : 's behind')
    }, 5_000)
    expect((await node.get('/readyz?for=reads')).statusCode).toBe(200)
    const { payload } = await app.get('/metrics', { authorization: `Bearer ${token}` })
    expect(Math.round(Number(/^whitecoat_clock_skew_seconds (\S+)$/m.exec(payload)?.[1]))).toBe(
      status === 200 ? 0 : seconds,
    )
  })
})

describe('a machine whose clock is wrong, with its database', () => {
  test.each([34, 106, 800, 1100])(
    'by %d days ends nothing for a day, and nothing at all once it is mended',
    async (days) => {
      await addMessages(50, new Date(started - 2 * day))
      expect(await enforce()).toBe(0)
      await setBoth(started + days * day)
      expect(await enforce()).toBe(0)
      await setBoth(started + days * day + 20 * hour)
      expect(await enforce()).toBe(0)
      expect(await findHeldRuns(db)).toMatchObject([{ what: 'messages', rows: 50 }])
      const { payload } = await app.get('/metrics', { authorization: `Bearer ${token}` })
      expect(payload).toContain('whitecoat_held_rows{what="messages"} 50')
      await setBoth(started + hour)
      expect(await enforce()).toBe(0)
      expect([await findHeldRuns(db), await left()]).toEqual([[], 50])
    },
  )

  test('behind ends nothing, and what is due once it is mended', async () => {
    await addMessages(50, new Date(started - 12 * day))
    await setBoth(started - 34 * day)
    expect(await enforce()).toBe(0)
    await setBoth(started)
    // 34 days after the last run.
    expect(await enforce()).toBe(0)
    await setBoth(started + day)
    expect(await enforce()).toBe(50)
  })

  test('that jumps again while a run waits begins to wait anew', async () => {
    await addMessages(50, new Date(started - 2 * day))
    await enforce()
    for (const days of [34, 68, 800]) {
      await setBoth(started + days * day)
      expect(await enforce()).toBe(0)
    }
  })

  test.each([
    '2026-12-31T23:59:30',
    '2026-11-01T00:30:00',
    '2026-11-01T01:30:00',
    '2027-03-14T01:59:30',
  ])('deletes to the second where the year or summer time ends: %s', async (local) => {
    vi.stubEnv('TZ', 'America/New_York')
    const night = Date.parse(`${local}-05:00`)
    for (const now of [night, night + minute, night + hour, night + day]) {
      await sql`truncate age_rules, contact_messages`.execute(app.db)
      await setBoth(now)
      await addMessages(1, new Date(now - 10 * day - 30 * second))
      await addMessages(1, new Date(now - 10 * day + 30 * second))
      expect(await enforce()).toBe(1)
    }
    vi.unstubAllEnvs()
  })
})

test('more than a tenth of a table, and more than 100 rows, wait for a day or for an administrator', async () => {
  const old = new Date(started - 20 * day)
  await addMessages(101, old)
  expect([await enforce(), await left()]).toEqual([0, 101])
  await setBoth(started + 12 * hour)
  expect(await enforce()).toBe(0)
  await setBoth(started + 24 * hour)
  expect(await enforce()).toBe(101)

  await addMessages(100, old)
  expect(await enforce()).toBe(100)
  await addMessages(1100, new Date(started))
  await addMessages(105, old)
  expect(await enforce()).toBe(105)

  await addMessages(1000, old)
  expect(await enforce()).toBe(0)
  const admin = await signIn(app, 'admin')
  expect((await admin.get('/api/admin/notices')).json().heldRuns).toMatchObject([
    { what: 'messages', rows: 1000 },
  ])
  expect((await admin.post('/api/admin/held-runs', { what: 'messages' })).statusCode).toBe(200)
  expect((await admin.post('/api/admin/held-runs', { what: 'another' })).statusCode).toBe(404)
  expect(await lastAudit(app)).toMatchObject({
    action: 'system.deletion-allowed',
    actor_id: admin.user.id,
    detail: { what: 'messages' },
  })
  expect(await enforce()).toBe(1000)
  // The leave was for that run.
  await addMessages(1000, old)
  expect(await enforce()).toBe(0)
})

describe('what is deleted by age', () => {
  test('comes back by a command', async () => {
    await addMessages(3, new Date(started - 20 * day))
    await enforce()
    expect((await runAdmin(app, 'preview-retention')).stdout.join()).toContain(
      '3  rows with messages, deleted on ',
    )
    const today = new Date(started).toISOString().slice(0, 10)
    expect(await runAdmin(app, 'put-back', today)).toMatchObject({
      code: 0,
      stdout: ['3 rows are back.'],
    })
    expect(await left()).toBe(3)
  })

  test('comes back with all that hung on it', async () => {
    const employer = await signIn(app, 'employer')
    const job = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
    await addJobs(app.db, [job])
    const body = { name: 'Alex', email: 'alex@mail.test', message: 'A question.', jobId: job.id }
    const { id } = (await asVisitor(app).post('/api/job-inquiry', body)).json<{ id: string }>()
    expect(
      (await employer.post(`/api/inbox/${id}/notes`, { note: 'A note.' })).statusCode,
    ).toBeLessThan(300)
    const tables = ['inquiries', 'inquiry_notes', 'inquiry_events']
    const all = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (await sql`select * from ${sql.table(table)} order by id`.execute(app.db)).rows,
        ),
      )
    const before = await all()
    expect(await inquiryRetention.enforce(app.db, new Date(Date.now() + minute))).toBe(1)
    expect((await all()).flat()).toEqual([])
    expect(await putBackDeleted(app.db, '2000-01-01')).toEqual({
      back: expect.any(Number),
      left: 0,
    })
    expect(await all()).toEqual(before)
  })

  test('a job comes back with its history and its key', async () => {
    const job = jobRow({ status: 'expired', posted_at: new Date(0), updated_at: new Date(0) })
    await addJobs(app.db, [job])
    await sql`insert into import_keys (key, job_id) values ('a key', ${job.id})`.execute(app.db)
    await sql`insert into posting_events (job_id, action, actor, to_status, channel)
      values (${job.id}, 'import', 'source', 'active', 'import')`.execute(app.db)
    const all = async () =>
      (
        await sql`select to_jsonb(jobs) as job, to_jsonb(e) as event, key from jobs
        join posting_events e on e.job_id = jobs.id join import_keys k on k.job_id = jobs.id where jobs.id = ${job.id}`.execute(
          app.db,
        )
      ).rows
    const before = await all()
    expect(await importRules.closedJobs.enforce(app.db, new Date(1))).toBe(1)
    expect(await all()).toEqual([])
    expect((await putBackDeleted(app.db, '2000-01-01')).left).toBe(0)
    expect(await all()).toEqual(before)
  })

  test('ends after seven days more, and at once with the person', async () => {
    await addMessages(3, new Date(started - 20 * day))
    await enforce()
    expect(await left('deleted_rows')).toBe(3)
    const admin = await signIn(app, 'admin')
    const erased = await admin.post('/api/admin/erasures', {
      email: '2@mail.test',
      requestedBy: 'person',
    })
    expect([erased.statusCode, erased.json()]).toMatchObject([200, { erased: { deletedRows: 1 } }])
    await setBoth(started + 6.9 * day)
    const end = () => endByAge(db, retention.deletedRowRule, retention.deletedRowDays)
    expect(await end()).toBe(0)
    await setBoth(started + 7.1 * day)
    expect(await end()).toBe(2)
  })

  test.each([
    'ann@mail.test',
    'Please write to ANN@mail.test.',
    '\nann@mail.test',
    '"ann"<ann@mail.test>',
    '<a href="mailto:ann@mail.test?to=1">_ann@mail.test_</a>',
  ])('goes with an address, not with a part of another one: %j', async (text) => {
    const others = ['joann@mail.test', 'jo.ann@mail.test', 'ann@mail.test.example']
    for (const message of [text, ...others])
      await sql`insert into contact_messages (id, name, email, message, created_at)
        values (gen_random_uuid(), 'Alex', 'a@mail.test', ${message}, ${new Date(started - 20 * day)})`.execute(
        app.db,
      )
    await enforce()
    expect(await retention.eraseDeleted(app.db, 'Ann@Mail.test')).toBe(1)
    expect(await left('deleted_rows')).toBe(others.length)
  })

  test('is kept of every table whose rows go with it', async () => {
    const { rows } = await sql<{ name: string }>`
      with recursive emptied as (
        select tgrelid as emptied from pg_trigger where tgname = 'keep_deleted'
        union
        select conrelid from pg_constraint join emptied on confrelid = emptied where contype = 'f' and confdeltype = 'c'
      )
      select emptied::regclass::text as name from emptied
      where not exists (select from pg_trigger where tgrelid = emptied and tgname = 'keep_deleted')
      union all
      select conrelid::regclass::text from pg_constraint join emptied on confrelid = emptied
      where contype = 'f' and confdeltype = 'n'
        and not exists (select from pg_trigger where tgrelid = conrelid and tgname in ('keep_changed', 'keep_deleted'))
    `.execute(app.db)
    expect(rows).toEqual([])
  })
})
