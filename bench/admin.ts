import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { startProduct } from './product.ts'

const rows = { pending: 100_000, users: 100_000, auditEntries: 20_000, decisions: 100_000, imports: 2_000, reports: 2_000 }
const rounds = 100
const warmUps = 5

/** What an administrator opens, and what they filter by. */
const lists = [
  '/api/admin/queue',
  '/api/admin/queue?page=100',
  '/api/admin/queue?kind=pending&channel=import',
  '/api/admin/queue?source=Feed%203',
  '/api/admin/queue?specialty=Rheumatology',
  '/api/admin/queue/sources',
  '/api/admin/decisions',
  '/api/admin/decisions?action=reject',
  '/api/admin/users',
  '/api/admin/users?q=reader12',
  '/api/admin/audit',
  '/api/admin/audit?action=bench.action-7',
  '/api/admin/imports',
  '/api/admin/duplicates',
]

/**
 * The lists of the administration, one after the other over one connection, signed in, while much waits and much has happened.
 * `catalogue` is copied, so that it stays as it is for other measurements.
 */
export async function measureAdmin(catalogue: pg.PoolConfig, count: number, tell: (line: string) => void): Promise<void> {
  const connection = { ...catalogue, database: 'admin' }
  const administration = openDatabase({ ...catalogue, database: 'postgres', max: 1 })
  await sql`drop database if exists admin with (force)`.execute(administration)
  await sql`create database admin template ${sql.ref(String(catalogue.database))}`.execute(administration)
  const db = openDatabase(connection)
  try {
    tell(`${count} jobs`)
    const cookie = await fill(db, tell)
    const product = await startProduct(connection, { cache: false })
    try {
      for (const list of lists) tell(await measureList(`${product.origin}${list}`, cookie))
    } finally {
      await product.stop()
    }
  } finally {
    await db.destroy()
    await sql`drop database admin with (force)`.execute(administration)
    await administration.destroy()
  }
}

/** @returns the cookie of an administrator. */
async function fill(db: Db, tell: (line: string) => void): Promise<string> {
  const [admin, token] = [randomUUIDv7(), newSecret()]
  await sql`
    insert into users (id, email, first_name, role, email_verified_at)
    select coalesce(case when n = 0 then ${admin}::uuid end, gen_random_uuid()), 'reader' || n || '@mail.test', 'Reader ' || n,
      case n when 0 then 'admin' else 'physician' end, now()
    from generate_series(0, ${rows.users}::integer - 1) n
  `.execute(db)
  await sql`
    insert into sessions (token_hash, id, user_id, expires_at)
    values (${hashSecret(token)}, ${randomUUIDv7()}, ${admin}, now() + interval '1 day')
  `.execute(db)
  tell(`${rows.users} accounts`)
  await addPending(db)
  tell(`${rows.pending} postings that wait`)
  await sql`
    insert into job_reports (id, job_id, job_title, name, email, reason, created_at)
    select gen_random_uuid(), id, title, 'Reader', 'reader@mail.test', 'Closed.', now() - random() * interval '2 days'
    from jobs where status = 'active' limit ${rows.reports}
  `.execute(db)
  await sql`
    insert into moderation_decisions (at, moderator_id, action, job_id, subject)
    select now() - random() * interval '30 days', ${admin}::uuid, case when random() < 0.05 then 'reject' else 'approve' end, id, title
    from jobs where status = 'active' limit ${rows.decisions}
  `.execute(db)
  await addAuditEntries(db, admin)
  await sql`
    insert into imports (id, source, approved, status, started_at, finished_at)
    select gen_random_uuid(), 'Feed ' || n % 10, false, 'finished', now() - n * interval '1 hour', now()
    from generate_series(1, ${rows.imports}::integer) n
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
  return `session=${token}`
}

/** As an import of ten feeds over two days leaves them. */
async function addPending(db: Db): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema and table_name = 'jobs' and is_generated = 'NEVER'
      and column_name not in ('id', 'status', 'created_at', 'channel', 'source')
  `.execute(db)
  const kept = sql.join(columns.map((it) => sql.ref(it.name)))
  await sql`
    insert into jobs (id, status, created_at, channel, source, ${kept})
    select gen_random_uuid(), 'pending', now() - random() * interval '2 days', 'import', 'Feed ' || floor(random() * 10), ${kept}
    from (select * from jobs where status = 'active' limit ${rows.pending}) copied
  `.execute(db)
}

/** Each looks for the one before it: once the planner knows that they are many, by the index. */
async function addAuditEntries(db: Db, admin: string): Promise<void> {
  const perStatement = 1_000
  for (let from = 0; from < rows.auditEntries; from += perStatement) {
    await sql`
      insert into audit_log (action, actor_id, subject, detail)
      select 'bench.action-' || n % 20, ${admin}::uuid, 'job:' || n, '{}'
      from generate_series(${from}::integer + 1, ${from + perStatement}::integer) n
    `.execute(db)
    if (from === 0) await sql`analyze audit_log`.execute(db)
  }
}

async function measureList(url: string, cookie: string): Promise<string> {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const began = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
    if (round >= 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const quantile = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1).padStart(7)
  const { pathname, search } = new URL(url)
  return `p50 ${quantile(0.5)} ms  p95 ${quantile(0.95)} ms  ${pathname}${search}`
}
