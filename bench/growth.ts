import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { claimInquiriesOf } from '#features/inquiries/server/public.ts'
import { retentionTasks } from '#app/server/worker.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { deleteMailsOf } from '#platform/server/mail/gathering.ts'
import { readSettings } from '#platform/server/settings.ts'
import { measureList, quantile } from './admin.ts'
import { measureDay } from './day.ts'
import { startProduct } from './product.ts'

const whole = {
  inquiries: 1_000_000,
  mails: 500_000,
  users: 200_000,
  insights: 10_000_000,
  closedJobs: 5_000,
}
/** The desk of those who hire answers faster than other lists. */
const bounds = { listMs: 100, deskMs: 60, deletionMs: 10_000 }
const secret = 'x'.repeat(32)

/** A month beyond each default period has passed. */
const periods = { inquiries: 730, mails: 30, insights: 365 }
const month = 30

/**
 * A site that has run for years: its lists, and a month of each kind of rows past their period,
 * deleted at once while somebody writes; or a day of its traffic. `scale` is the share of the
 * whole.
 */
export async function measureGrowth(
  catalog: pg.PoolConfig,
  { scale, day, tell }: { scale: number; day: boolean; tell: (line: string) => void },
): Promise<void> {
  const connection = { ...catalog, database: 'growth' }
  const administration = openDatabase({ ...catalog, database: 'postgres', max: 1 })
  await sql`drop database if exists growth with (force)`.execute(administration)
  await sql`create database growth template ${sql.ref(String(catalog.database))}`.execute(
    administration,
  )
  const db = openDatabase(connection)
  try {
    await fill(db, scale, tell)
    const missed = day
      ? await measureDay(db, connection, scale, { tell, signIn: (people) => signIn(db, people) })
      : [...(await measureLists(db, connection, tell)), ...(await measureRetention(db, tell))]
    for (const it of missed) tell(`missed: ${it}`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await db.destroy()
    await sql`drop database growth with (force)`.execute(administration)
    await administration.destroy()
  }
}

async function fill(db: Db, scale: number, tell: (line: string) => void): Promise<void> {
  const count = (kind: keyof typeof whole) => Math.ceil(whole[kind] * scale)
  const add = async (what: string, ...statements: ReturnType<typeof sql>[]) => {
    const began = performance.now()
    await db.connection().execute(async (one) => {
      // No triggers and no checks of references, which would take most of the time.
      await sql`set session_replication_role = replica`.execute(one)
      await sql`set statement_timeout = 0`.execute(one)
      for (const it of statements) await it.execute(one)
      await sql`reset session_replication_role`.execute(one)
    })
    tell(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  const days = (period: number) => sql.lit(period + month)
  await add(
    `${count('users')} accounts`,
    sql`
      insert into users (id, email, first_name, role, email_verified_at, created_at)
      select uuidv7(), 'reader' || n || '@mail.test', 'Reader ' || n,
        case when n = 0 then 'admin' when n <= ${count('users') / 100} then 'employer' else 'physician' end, now(), now() - random() * interval '730 days'
      from generate_series(0, ${count('users')}::integer - 1) n
    `,
    sql`create table numbered_users as select row_number() over (order by id) - 1 as n, id, email from users where email like 'reader%'`,
    sql`create unique index on numbered_users (n)`,
  )
  await add(
    'owners of jobs',
    // The first owner has hundreds, and the others less and less.
    sql`
      update jobs set owner_id = u.id from (select id, row_number() over (order by id) as j from jobs) numbered
      join numbered_users u on u.n = case when j % 60 = 0 then 1 else 1 + floor(${count('users') / 100 - 1} * (('x' || left(md5(j::text), 6))::bit(24)::integer / 16777216.0) ^ 2) end
      where jobs.id = numbered.id and j % 2 = 0
    `,
    sql`insert into organizations (id, name) select id, 'Growing Hospital' from numbered_users where n = 1`,
    sql`
      insert into organization_members (user_id, organization_id, seat)
      select id, (select id from organizations), case n when 1 then 'owner' else 'recruiter' end from numbered_users where n between 1 and 6
    `,
    sql`create table numbered_jobs as select row_number() over (order by md5(id::text)) - 1 as n, id, title from jobs`,
    sql`create unique index on numbered_jobs (n)`,
  )
  const jobs = sql`(select count(*) from numbered_jobs)`
  await add(
    `${count('inquiries')} inquiries`,
    sql`
      insert into inquiries (id, job_id, job_title, sender_id, name, email, message, created_at, stage, answered_at, closed_at)
      select uuidv7(), j.id, j.title, case when i % 3 > 0 then u.id end, 'Reader ' || u.n, u.email,
        'I am board certified and would like to know more about the schedule, the call burden and the team. ' || i,
        at, stage, case when stage <> 'new' then at end, case when stage = 'closed' then at end
      from generate_series(1, ${count('inquiries')}::integer) i
      cross join lateral (
        select now() - ${days(periods.inquiries)} * interval '1 day' * (1 - i / ${sql.lit(count('inquiries'))}::double precision) as at,
          (array['closed', 'closed', 'closed', 'new', 'reviewing', 'interview', 'offer', 'hired'])[1 + i % 8] as stage
      ) state
      join numbered_jobs j on j.n = floor(${jobs} * (('x' || left(md5('job' || i), 6))::bit(24)::integer / 16777216.0) ^ 2)
      join numbered_users u on u.n = ${count('users') / 100 + 1} + floor(${count('users') * 0.99 - 2} * (('x' || left(md5('user' || i), 6))::bit(24)::integer / 16777216.0) ^ 1.3)
    `,
    sql`
      insert into inquiry_replies (id, inquiry_id, message, created_at)
      select uuidv7(), id, 'Thank you for your interest.', created_at from inquiries where substr(id::text, 36) < '5'
    `,
    sql`
      insert into cv_attachments (inquiry_id, physician_id, about)
      select id, sender_id, job_title from inquiries where substr(id::text, 36) > 'b'
    `,
  )
  await add(
    `${count('mails')} mails`,
    sql`
      insert into mails (id, cause, to_address, reply_to, subject, html, text, sensitive, state, attempts, created_at, sent_at)
      select uuidv7(), 'inquiry:' || i, 'reader' || i % ${count('users')}::integer || '@mail.test', null, 'New inquiry',
        (select string_agg(md5(i || '-' || k), ' ') from generate_series(1, 75) k), 'Somebody writes about your posting.', false,
        case when i % 100 = 0 then 'dead' else 'sent' end, 1, at, at
      from (
        select i, now() - ${days(periods.mails)} * interval '1 day' * (1 - i / ${sql.lit(count('mails'))}::double precision) as at
        from generate_series(1, ${count('mails')}::integer) i
      ) sent
    `,
  )
  await add(
    `${count('insights')} days of insights`,
    // In the order of days, as they come; each job has nearly every day, or the same share of them.
    sql`
      insert into posting_insights (job_id, day, views, apply_clicks, visitors)
      select j.id, current_date - ${days(periods.insights)} + d, 5 + (n * 7 + d) % 40, (n + d) % 3, 3 + (n + d) % 20
      from generate_series(1, ${days(periods.insights)}) d
      join numbered_jobs j on (j.n * 7919 + d * 104729) % ${jobs}
        < ${sql.lit(count('insights'))} / ${days(periods.insights)}
      order by d
    `,
    sql`
      insert into owner_insights (owner_id, day, visitors)
      select u.id, current_date - ${days(periods.insights)} + d, 10 from generate_series(1, ${days(periods.insights)}) d
      join numbered_users u on u.n between 1 and ${count('users') / 100}
    `,
  )
  const began = performance.now()
  await sql`set statement_timeout = 0`.execute(db)
  await sql`
    update jobs set status = 'expired', posted_at = now() - interval '800 days', updated_at = now() - interval '740 days'
    where id in (select id from jobs where owner_id is null and not exists (select from inquiries where job_id = jobs.id and
      created_at > now() - interval '730 days') order by id limit ${count('closedJobs')})
  `.execute(db)
  await sql`
    insert into posting_events (job_id, action, actor, to_status, channel)
    select id, action, 'operator', 'expired', 'import' from jobs, unnest(array['import', 'approve', 'expire']) action where status = 'expired'
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
  tell(`closed jobs, vacuum and statistics: ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

/** A session of each account that the query finds. */
async function signIn(
  db: Db,
  people: ReturnType<typeof sql>,
): Promise<{ id: string; cookie: string }[]> {
  const { rows } = await sql<{ id: string }>`${people}`.execute(db)
  return Promise.all(
    rows.map(async ({ id }) => {
      const token = newSecret()
      await sql`
        insert into sessions (token_hash, id, user_id, expires_at)
        values (${hashSecret(token)}, ${randomUUIDv7()}, ${id}, now() + interval '1 day')
      `.execute(db)
      return { id, cookie: `session=${token}` }
    }),
  )
}

async function measureLists(
  db: Db,
  connection: pg.PoolConfig,
  tell: (line: string) => void,
): Promise<string[]> {
  const one = async (condition: ReturnType<typeof sql>) =>
    (await signIn(db, condition))[0] ?? { id: '', cookie: '' }
  const admin = await one(sql`select id from numbered_users where n = 0`)
  const owner = await one(
    sql`select owner_id as id from jobs where owner_id is not null group by 1 order by count(*) desc limit 1`,
  )
  const sender = await one(
    sql`select sender_id as id from inquiries where sender_id is not null group by 1 order by count(*) desc limit 1`,
  )
  const { rows } = await sql<{ id: string }>`
    select job_id as id from inquiries join jobs on jobs.id = job_id where owner_id = ${owner.id} group by 1 order by count(*) desc limit 1
  `.execute(db)
  const job = rows[0]?.id ?? ''
  const { rows: olds } = await sql<{ id: string }>`
    select inquiries.id from inquiries join jobs on jobs.id = job_id where owner_id = ${owner.id} order by inquiries.created_at desc offset 1000 limit 1
  `.execute(db)
  const old = olds[0]?.id ?? ''
  const lists: [string, string][] = [
    [admin.cookie, '/api/admin/summary'],
    [admin.cookie, '/api/admin/users'],
    [admin.cookie, '/api/admin/users?q=reader12'],
    [admin.cookie, '/api/admin/users?role=employer'],
    [admin.cookie, `/api/admin/users/${owner.id}`],
    [admin.cookie, '/api/admin/mails?state=sent'],
    [admin.cookie, '/api/admin/mails?state=dead'],
    [admin.cookie, '/api/admin/mails?state=sent&q=reader1234%40mail.test'],
    [owner.cookie, '/api/inbox'],
    [owner.cookie, `/api/inbox?after=${old}`],
    [owner.cookie, '/api/inbox?stage=new'],
    [owner.cookie, '/api/inbox?view=board'],
    [owner.cookie, `/api/inbox/${old}`],
    [owner.cookie, `/api/inbox?jobId=${job}`],
    [owner.cookie, '/api/job-postings?limit=50'],
    [owner.cookie, '/api/job-postings/counts'],
    [owner.cookie, '/api/insights?days=30'],
    [owner.cookie, '/api/insights?days=365'],
    [owner.cookie, `/api/insights/figures?days=30&ids=${job}`],
    [owner.cookie, `/api/insights?days=365&id=${job}`],
    [owner.cookie, `/api/insights/comparison?days=30&id=${job}`],
    [sender.cookie, '/api/applications'],
    [sender.cookie, '/api/desk'],
  ]
  const missed: string[] = []
  const product = await startProduct(connection, {
    cache: false,
    env: { ADMIN_SECOND_STEP: 'off', RATE_LIMITS: 'off', WORKER: 'off', METRICS_TOKEN: secret },
  })
  const check = (name: string, times: number[]) => {
    const bound = name.startsWith('/api/inbox') ? bounds.deskMs : bounds.listMs
    tell(`p50 ${quantile(times, 0.5)} ms  p95 ${quantile(times, 0.95)} ms  ${name}`)
    if (Number(quantile(times, 0.95)) > bound) missed.push(`${name}: p95 above ${bound} ms`)
  }
  try {
    for (const [cookie, path] of lists)
      check(path, await measureList(product.origin + path, { cookie }))
    check(
      '/metrics',
      await measureList(`${product.origin}/metrics`, { authorization: `Bearer ${secret}` }),
    )
  } finally {
    await product.stop()
  }
  const { rows: people } = await sql<{ userId: string; email: string }>`
    select id as "userId", email from numbered_users order by md5(email) limit 100
  `.execute(db)
  const timed = async (
    name: string,
    run: (transaction: Db, it: (typeof people)[number]) => Promise<unknown>,
  ) => {
    const times: number[] = []
    for (const it of people) {
      const transaction = await db.startTransaction().execute()
      const began = performance.now()
      await run(transaction, it)
      times.push(performance.now() - began)
      await transaction.rollback().execute()
    }
    check(name, times)
  }
  await timed('an account claims what was sent from its address', claimInquiriesOf)
  await timed('mails of an address are deleted', (transaction, { email }) =>
    deleteMailsOf(transaction, email),
  )
  await timed('an account is deleted', (transaction, { userId }) =>
    sql`delete from users where id = ${userId}`.execute(transaction),
  )
  return missed
}

/** Runs the task, and writes meanwhile what people write. */
async function measureRetention(db: Db, tell: (line: string) => void): Promise<string[]> {
  const missed: string[] = []
  let last = performance.now()
  const log = {
    info({ ended, what }: { ended?: number; what?: string }) {
      const ms = performance.now() - last
      last = performance.now()
      tell(`${String(ended).padStart(9)} ${what} deleted in ${(ms / 1000).toFixed(1)} s`)
      if (ms > bounds.deletionMs) missed.push(`${what}: more than ${bounds.deletionMs / 1000} s`)
    },
    warn: () => {},
  }
  const settings = readSettings({ PUBLIC_URL: 'https://board.test', SECRET: secret })
  const stopping = new AbortController()
  const writing = writeMeanwhile(db, stopping.signal)
  // The first run finds that so much would go, and waits for the second.
  for (const _ of [1, 2]) {
    for (const handler of retentionTasks({ db, settings, log }))
      await handler.run({}, { isLastAttempt: true, stopping: new AbortController().signal })
    await sql`update age_rules set is_allowed = true`.execute(db)
  }
  stopping.abort()
  const times = await writing
  tell(
    `${times.length} writes meanwhile: p50 ${quantile(times, 0.5)} ms  p95 ${quantile(times, 0.95)} ms  longest ${quantile(times, 1)} ms`,
  )
  if (Number(quantile(times, 1)) > 1_000) missed.push('a write waited for more than a second')
  return missed
}

/** @returns how long each took, in milliseconds. */
async function writeMeanwhile(db: Db, stopping: AbortSignal): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; !stopping.aborted; n++) {
    const began = performance.now()
    await sql`
      with job as (select id from jobs where status = 'active' offset ${n % 1000} limit 1),
      seen as (
        insert into posting_insights select id, current_date + 1, 1, 0, 1 from job
        on conflict (job_id, day) do update set views = posting_insights.views + 1
      ),
      mail as (
        insert into mails (id, cause, to_address, subject, html, text, sensitive)
        values (gen_random_uuid(), ${`meanwhile:${n}`}, 'reader@mail.test', '', '', '', false)
      )
      insert into inquiries (id, job_id, job_title, name, email, message)
      select gen_random_uuid(), id, '', 'Reader', 'reader@mail.test', ${`Meanwhile ${n}`} from job
    `.execute(db)
    times.push(performance.now() - began)
    await setTimeout(10)
  }
  return times
}
