import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sweep } from '#features/cv/server/service.ts'
import { pdfFile } from '#test/cv-files.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { runAdmin } from '#test/processes/run-admin.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { storedKeys, upload } from '#test/upload-cv.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { enforceRetentionTask } from '#platform/server/retention.ts'
import { previewRetention } from './worker.ts'

const env = {
  RATE_LIMITS: 'off',
  KEEP_INQUIRIES_DAYS: '10',
  KEEP_IDLE_CVS_DAYS: '20',
  KEEP_AUDIT_ADDRESSES_DAYS: '30',
  KEEP_MAILS_DAYS: '40',
  KEEP_CLOSED_JOBS_DAYS: '50',
}
const app = appForFile({ env })
let jobId: string
beforeAll(async () => {
  const employer = await signIn(app, 'employer')
  const job = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(app.db, [job])
  jobId = job.id
})

async function withCvAndInquiry(): Promise<SignedIn> {
  const physician = await signIn(app, 'physician')
  expect((await upload(physician, pdfFile(), 'cv.pdf')).statusCode).toBe(200)
  const inquiry = {
    name: 'Alex Example',
    email: physician.user.email,
    message: 'A question.',
    jobId,
    attachCv: true,
  }
  expect((await physician.post('/api/job-inquiry', inquiry)).statusCode).toBe(200)
  return physician
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)
const age = (statement: ReturnType<typeof sql>) => statement.execute(app.db)
const counts = async () =>
  (await previewRetention(app.serverDb, app.settings)).slice(0, 15).map(({ count }) => count)
const nothing = Array.from({ length: 15 }, () => 0)
async function enforce(): Promise<void> {
  await enqueueTask(app.db, enforceRetentionTask, {})
  await runTasks(app)
}
/** What was deleted is kept for a week, with its file. */
async function endKept(): Promise<void> {
  await age(sql`update deleted_rows set deleted_at = deleted_at - interval '7 days'`)
  await enforce()
  const yesterday = daysAgo(2)
  for (const key of await storedKeys(app))
    await utimes(join(app.settings.dataDir, 'files', key), yesterday, yesterday)
  await enqueueTask(app.db, sweep, {})
  await runTasks(app)
}

test('each kind of data goes after its period, and nothing before it', async () => {
  const [idle, active] = [await withCvAndInquiry(), await withCvAndInquiry()]
  await runTasks(app)
  await enforce()
  expect(await counts()).toEqual(nothing)
  expect(await storedKeys(app)).toHaveLength(2)

  // A CV on file stays without the inquiry; the inquiry's copy of an earlier file goes with it.
  await upload(active, pdfFile({ text: 'newer' }), 'newer.pdf')
  await age(sql`update inquiries set created_at = created_at - interval '11 days'`)
  await age(sql`insert into contact_messages (id, name, email, message, created_at)
    values (gen_random_uuid(), 'Alex', 'a@b.test', 'A question.', now() - interval '11 days')`)
  expect(await counts()).toEqual([2, 1, ...nothing.slice(2)])
  await enforce()
  expect((await active.get('/api/applications')).json()).toEqual({ applications: [] })
  expect((await sql`select from contact_messages`.execute(app.db)).rows).toEqual([])
  expect((await active.get('/api/profile/cv/openings')).json()).toMatchObject({
    attachedTo: 0,
    total: 0,
  })
  expect(await storedKeys(app)).toHaveLength(3)
  await endKept()
  expect(await storedKeys(app)).toHaveLength(2)

  await age(
    sql`update users set created_at = created_at - interval '21 days', last_sign_in_at = now() - interval '21 days'`,
  )
  await age(sql`update cv_files set uploaded_at = uploaded_at - interval '21 days'`)
  await age(
    sql`update sessions set seen_at = now() - interval '21 days' where user_id = ${idle.user.id}`,
  )
  // The first run warns, and the CV stays for thirty days more.
  expect(await counts()).toEqual(nothing)
  const warnings = async (to: SignedIn) =>
    (await mailsTo(app, to.user.email)).filter(
      (mail) => mail.subject === 'We will delete your Whitecoat CV in 30 days',
    )
  await enforce()
  await enforce()
  expect([(await warnings(idle)).length, (await warnings(active)).length]).toEqual([1, 0])
  expect((await warnings(idle))[0]?.text).toContain('https://board.test/profile/resume')
  expect(await storedKeys(app)).toHaveLength(2)
  const later = () =>
    age(sql`update cv_files set idle_warned_at = idle_warned_at - interval '30 days'`)

  // A visit keeps it, and the next time the warning comes first again.
  await later()
  await age(
    sql`update sessions set seen_at = now() - interval '20 days 1 hour' where user_id = ${idle.user.id}`,
  )
  expect(await counts()).toEqual(nothing)
  await enforce()
  expect(await storedKeys(app)).toHaveLength(2)
  expect(await warnings(idle)).toHaveLength(2)
  await age(
    sql`update sessions set seen_at = now() - interval '60 days' where user_id = ${idle.user.id}`,
  )
  await age(
    sql`update users set created_at = now() - interval '60 days', last_sign_in_at = now() - interval '60 days'`,
  )
  await age(sql`update cv_files set uploaded_at = uploaded_at - interval '60 days'`)
  await later()
  expect(await counts()).toEqual([0, 0, 1, ...nothing.slice(3)])
  await enforce()
  expect(await storedKeys(app)).toHaveLength(2)
  await endKept()
  expect(await storedKeys(app)).toHaveLength(1)
  expect((await active.get('/api/profile/cv/download')).statusCode).toBe(200)

  // Those to the posters went with the inquiries.
  await age(sql`update mails set created_at = created_at - interval '41 days'`)
  await age(sql`insert into mails (id, cause, to_address, subject, html, text, sensitive, created_at)
    values (gen_random_uuid(), 'waiting', 'a@b.test', '', '', '', false, now() - interval '99 days')`)
  expect((await counts())[4]).toBe(4)
  await enforce()
  const { rows } = await sql`select cause from mails`.execute(app.db)
  expect(rows).toEqual([{ cause: 'waiting' }])
})

test('a removed saved job goes after thirty days, and others and hidden ones stay', async () => {
  const physician = await signIn(app, 'physician')
  const [old, recent, kept, hidden] = [jobRow(), jobRow(), jobRow(), jobRow()]
  await addJobs(app.db, [old, recent, kept, hidden])
  await physician.put(`/api/hidden-jobs/${hidden.id}`, { isHidden: true })
  for (const { id } of [old, recent, kept]) await physician.post('/api/favorites', { jobId: id })
  for (const { id } of [old, recent]) await physician.delete(`/api/favorites/${id}`)
  await age(
    sql`update favorites set removed_at = now() - interval '31 days'
      where job_id in (${old.id}, ${hidden.id})`,
  )
  await age(
    sql`update favorites set saved_at = now() - interval '99 days', removed_at = removed_at - interval '29 days'`,
  )
  expect((await counts())[5]).toBe(1)
  await enforce()
  const { rows } = await sql<{ job_id: string }>`select job_id from favorites`.execute(app.db)
  expect(rows.map((row) => row.job_id).toSorted()).toEqual(
    [recent.id, kept.id, hidden.id].toSorted(),
  )
})

test('a closed job that no account owns goes with all that hangs on it, and may be imported anew unless it was refused', async () => {
  const { user } = await signIn(app, 'employer')
  const old = { posted_at: daysAgo(90), updated_at: daysAgo(51) }
  const rows = {
    expired: jobRow({ ...old, status: 'expired' }),
    rejected: jobRow({ ...old, status: 'rejected' }),
    owned: jobRow({ ...old, status: 'expired', owner_id: user.id }),
    active: jobRow(old),
    recent: jobRow({ ...old, status: 'expired', updated_at: daysAgo(49) }),
    asked: jobRow({ ...old, status: 'expired' }),
  }
  await addJobs(app.db, Object.values(rows))
  for (const [name, { id }] of Object.entries(rows)) {
    await age(sql`insert into import_keys (key, job_id) values (${name}, ${id})`)
    await age(sql`insert into job_facts (job_id, source, facts) values (${id}, 'Feed', '{}')`)
    await age(
      sql`insert into posting_events (job_id, action, actor, to_status, channel) values (${id}, 'import', 'source', 'active', 'import')`,
    )
  }
  await age(sql`insert into inquiries (id, job_id, job_title, name, email, message)
    values (gen_random_uuid(), ${rows.asked.id}, '', 'Alex', 'a@b.test', 'A question.')`)
  expect((await counts())[6]).toBe(2)
  await enforce()
  const kept = ['active', 'asked', 'owned', 'recent']
  const idsIn = async (table: string, column: string) => {
    const { rows: found } = await sql<{
      id: string
    }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(app.db)
    const ids = new Set(found.map((row) => row.id))
    return Object.entries(rows)
      .filter(([, { id }]) => ids.has(id))
      .map(([name]) => name)
      .toSorted()
  }
  expect(await idsIn('jobs', 'id')).toEqual(kept)
  for (const table of ['job_facts', 'posting_events', 'import_keys'])
    expect(await idsIn(table, 'job_id'), table).toEqual(kept)
  const { rows: keys } = await sql<{
    key: string
  }>`select key from import_keys order by key`.execute(app.db)
  expect(keys.map((key) => key.key)).toEqual([...kept, 'rejected'].toSorted())
})

test('insights, runs of imports and unconfirmed subscriptions have a period', async () => {
  const [job, { user }] = [jobRow(), await signIn(app, 'employer')]
  await addJobs(app.db, [job])
  for (const days of [364, 366]) {
    await age(sql`insert into posting_insights values (${job.id}, ${daysAgo(days)}, 1, 0, 1)`)
    await age(
      sql`insert into posting_origins values (${job.id}, ${daysAgo(days)}, 'feed', 1, 0, 0)`,
    )
    await age(sql`insert into owner_insights values (${user.id}, ${daysAgo(days)}, 1)`)
    for (const status of ['finished', 'running'])
      await age(sql`insert into imports (id, source, approved, status, started_at)
        values (gen_random_uuid(), ${`${status} ${days}`}, false, ${status}, ${daysAgo(days)})`)
  }
  for (const [days, confirmed] of [
    [29, null],
    [31, null],
    [32, daysAgo(32)],
  ])
    await age(sql`insert into newsletter_subscribers (id, email, subscribed_at, confirmed_at)
      values (gen_random_uuid(), ${`${String(days)}@b.test`}, now() - ${days} * interval '1 day', ${confirmed})`)
  expect((await counts()).slice(7, 12)).toEqual([1, 1, 1, 1, 1])
  await enforce()
  const { rows } = await sql<{ left: string }>`
    select 'posting ' || (current_date - day) as left from posting_insights union all select origin || ' ' || (current_date - day) from posting_origins where origin = 'feed'
    union all select 'owner ' || (current_date - day) from owner_insights
    union all select source from imports union all select email from newsletter_subscribers order by 1
  `.execute(app.db)
  expect(rows.map((row) => row.left)).toEqual([
    '29@b.test',
    '32@b.test',
    'feed 364',
    'finished 364',
    'owner 364',
    'posting 364',
    'running 364',
    'running 366',
  ])
})

test('what was done with a posting ends after seven years, but for what it is now and what moderators decided', async () => {
  const [job, { user }] = [jobRow({ status: 'expired' }), await signIn(app, 'employer')]
  await addJobs(app.db, [{ ...job, owner_id: user.id }])
  const [old, recent] = [daysAgo(7 * 365 + 1), daysAgo(7 * 365 - 1)]
  const events: [at: Date, action: string, actor: string, from: string | null, to: string][] = [
    [old, 'submit', 'owner', null, 'pending'],
    [old, 'approve', 'administrator', 'pending', 'active'],
    [old, 'edit', 'owner', 'active', 'active'],
    [old, 'expire', 'clock', 'active', 'expired'],
    [old, 'edit', 'owner', 'expired', 'expired'],
    [recent, 'edit', 'owner', 'expired', 'expired'],
  ]
  for (const [at, action, actor, from, to] of events)
    await age(sql`insert into posting_events (job_id, at, action, actor, from_status, to_status, channel)
      values (${job.id}, ${at}, ${action}, ${actor}, ${from}, ${to}, 'account')`)
  for (const at of [old, recent])
    await age(
      sql`insert into moderation_decisions (at, action, job_id, subject) values (${at}, 'approve', ${job.id}, '')`,
    )
  expect((await counts()).slice(12, 14)).toEqual([2, 1])
  await enforce()
  const { rows } = await sql<{
    action: string
  }>`select action from posting_events where job_id = ${job.id} and channel = 'account' order by id`.execute(
    app.db,
  )
  expect(rows.map((row) => row.action)).toEqual(['approve', 'expire', 'edit', 'edit'])
  expect((await sql`select from moderation_decisions`.execute(app.db)).rows).toHaveLength(1)
  await expect(sql`delete from posting_events`.execute(app.serverDb)).rejects.toThrow('append-only')
})

test('the manual says of every table what ends its rows', async () => {
  const manual = await readFile('docs/operate.md', 'utf8')
  const section = /^## The growth of tables[^]*?(?=^## )/m.exec(manual)?.[0] ?? ''
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1
  `.execute(app.db)
  expect(rows.map((row) => row.name).filter((name) => !section.includes(`\`${name}\``))).toEqual([])
})

test('addresses of the audit log go, and its entries stay', async () => {
  const admin = await signIn(app, 'admin')
  await admin.post('/api/admin/reload')
  const addresses = async () => (await sql`select from audit_addresses`.execute(app.db)).rows.length
  const entries = async () =>
    (await admin.get('/api/admin/audit?action=admin.reloaded')).json<{
      entries: { ip: string | null }[]
    }>().entries
  expect(await entries()).toMatchObject([{ ip: '127.0.0.1' }])
  expect(
    (await admin.get('/api/admin/audit?address=127.')).json<{ entries: unknown[] }>().entries,
  ).not.toEqual([])
  // Not even the server can have younger ones forgotten, or change one.
  await sql`select forget_audit_addresses(now() + interval '1 day')`.execute(app.serverDb)
  expect(await addresses()).toBeGreaterThan(0)
  for (const statement of [
    sql`delete from audit_addresses`,
    sql`update audit_addresses set ip = '192.0.2.1'`,
  ])
    await expect(statement.execute(app.serverDb)).rejects.toThrow('permission denied')

  await sql`alter table audit_log disable trigger user`.execute(app.db)
  await sql`update audit_log set at = at - interval '31 days'`.execute(app.db)
  await sql`alter table audit_log enable trigger user`.execute(app.db)
  expect((await counts())[3]).toBeGreaterThan(0)
  const preview = await runAdmin(app, 'preview-retention')
  expect(preview.stdout.join('\n')).toMatch(
    /\d {2}IP addresses in the audit log, older than 365 days$/m,
  )

  await enforce()
  expect(await addresses()).toBe(0)
  expect(await entries()).toMatchObject([{ ip: null }])
})

test('the privacy page states the periods', async () => {
  const page = (await app.get('/privacy')).body.replaceAll(/<!-- -->/g, '')
  for (const text of [
    'with them after 10 days',
    'sign in for 20 days',
    'after 30 days',
    'send for 40 days',
  ])
    expect(page).toContain(text)
})
