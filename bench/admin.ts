import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { startProduct } from './product.ts'

const rows = {
  pending: 100_000,
  doubtful: 50_000,
  users: 100_000,
  auditEntries: 20_000,
  decisions: 100_000,
  imports: 2_000,
  reports: 2_000,
}
const rounds = 100
const warmUps = 5

/** What an administrator opens, and what they filter by. */
const lists = [
  '/api/admin/queue',
  '/api/admin/queue?page=100',
  '/api/admin/queue?kind=pending',
  '/api/admin/queue?source=Feed%203',
  '/api/admin/queue?doubt=any',
  '/api/admin/queue?doubt=place',
  '/api/admin/queue?doubt=none',
  '/api/admin/queue?doubt=any&source=Feed%203',
  '/api/admin/queue?doubt=place&source=Feed%203&words=Saint%20Town%203,%20NM',
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
 * The lists of the administration, one after the other over one connection, signed in, while much
 * waits and much has happened.
 * `catalog` is copied, so that it stays as it is for other measurements.
 */
export async function measureAdmin(
  catalog: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const connection = { ...catalog, database: 'admin' }
  const administration = openDatabase({ ...catalog, database: 'postgres', max: 1 })
  await sql`drop database if exists admin with (force)`.execute(administration)
  await sql`create database admin template ${sql.ref(String(catalog.database))}`.execute(
    administration,
  )
  const db = openDatabase(connection)
  try {
    tell(`${count} jobs`)
    const cookie = await fill(db, tell)
    const product = await startProduct(connection, {
      cache: false,
      env: { ADMIN_SECOND_STEP: 'off', RATE_LIMITS: 'off' },
    })
    try {
      for (const list of [...lists, await answersOf(db)])
        tell(`${quantilesOf(await measureList(product.origin + list, { cookie }))}  ${list}`)
      for (const line of await measureDecisions(db, product.origin, cookie)) tell(line)
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

/** As an import of ten feeds over two days leaves them, one of which has half of the rows. */
async function addPending(db: Db): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema and table_name = 'jobs' and is_generated = 'NEVER'
      and column_name not in ('id', 'status', 'created_at', 'channel', 'source')
  `.execute(db)
  const kept = sql.join(columns.map((column) => sql.ref(column.name)))
  await sql`
    insert into jobs (id, status, created_at, channel, source, ${kept})
    select gen_random_uuid(), 'pending', now() - random() * interval '2 days', 'import', 'Feed ' || case when random() < 0.5 then 3 else floor(random() * 10) end,
      ${kept}
    from (
      select jobs.* from jobs, generate_series(1, ${rows.pending}::integer) times
      where status = 'active' limit ${rows.pending}
    ) copied
  `.execute(db)
  await addDoubts(db)
}

/**
 * Half of them wait for an answer: few words that many have, and many that few have. All that is
 * live of a source hangs on an answer.
 */
async function addDoubts(db: Db): Promise<void> {
  await sql`
    insert into job_facts (job_id, source, facts, doubtful)
    select id, source, jsonb_build_object(
      'place', '{"state": "stated", "words": "Austin, TX"}'::jsonb, 'profession', '{"state": "stated", "words": "Physician"}'::jsonb,
      'specialty', '{"state": "stated", "words": "Cardiology"}'::jsonb, 'pay', '{"state": "not-stated"}'::jsonb,
      'type', '{"state": "stated", "words": "Full-time"}'::jsonb, 'schedule', '{"state": "not-stated"}'::jsonb,
      'employer', '{"state": "stated", "words": "Clinic"}'::jsonb,
      fact, jsonb_build_object('state', 'doubtful', 'reason', reason, 'words', word || floor(2000 * random() * random())::integer || ', NM')
    ), array[fact]
    from (
      select id, source, kind.* from (
        select id, source, 1 + floor(random() * 4)::integer as at from jobs where status = 'pending' and source like 'Feed %'
        limit ${rows.doubtful}
      ) waiting
      join (values (1, 'place', 'city-not-in-state', 'Saint Town '), (2, 'specialty', 'specialty-unclear', 'Spec '),
        (3, 'profession', 'profession-unclear', 'Provider '), (4, 'pay', 'pay-implausible', '$')) kind (at, fact, reason, word) using (at)
    ) doubts
  `.execute(db)
  await sql`
    insert into import_sources (id, name, url, mapping, schedule)
    values (gen_random_uuid(), 'Feed 3', 'https://feed.test/3', '{}', 'never')
  `.execute(db)
  await sql`
    insert into job_facts (job_id, source, facts)
    select id, 'Feed 3', '{"place": {"state": "stated", "words": "Austin"}, "type": {"state": "stated", "words": "FT"},
      "specialty": {"state": "stated", "words": "x"}, "pay": {"state": "not-stated"},
      "profession": {"state": "stated", "words": "x", "was": {"state": "doubtful", "reason": "profession-unclear", "words": "x"}}}'
    from jobs where status = 'active'
  `.execute(db)
}

async function answersOf(db: Db): Promise<string> {
  const { rows: sources } = await sql<{
    id: string
  }>`select id from import_sources where name = 'Feed 3'`.execute(db)
  return `/api/admin/import-sources/${sources[0]?.id ?? ''}/answers`
}

/**
 * One decision for all that wait for the same words, the largest groups first, and then undo, the
 * last first.
 */
async function measureDecisions(db: Db, origin: string, cookie: string): Promise<string[]> {
  const { rows: groups } = await sql<{ id: string; words: string }>`
    select (array_agg(job_id))[1] as id, min(facts #>> '{place,words}') as words from job_facts
    where doubt like 'place %' group by source, doubt order by count(*) desc limit ${rounds}
  `.execute(db)
  const post = async (path: string, body?: object) => {
    const began = performance.now()
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { cookie, origin, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    const { decisionId } = (await answer.json()) as { decisionId?: string }
    return { decisionId, ms: performance.now() - began }
  }
  const decided: Awaited<ReturnType<typeof post>>[] = []
  for (const { id, words } of groups) {
    const answer = { fact: 'place', value: { city: 'Austin', state: 'TX' } }
    decided.push(await post(`/api/admin/postings/${id}/fact-answers`, { answer, words, all: true }))
  }
  const undone: number[] = []
  for (const { decisionId } of decided.toReversed())
    undone.push((await post(`/api/admin/decisions/${decisionId}/undo`)).ms)
  return [
    `${quantilesOf(decided.map((it) => it.ms))}  one decision for all that say the same`,
    `${quantilesOf(undone)}  its undo`,
  ]
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

export async function measureList(url: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
    if (round >= 0) times.push(performance.now() - began)
  }
  return times
}

export const quantilesOf = (times: number[]): string =>
  `p50 ${quantile(times, 0.5)} ms  p95 ${quantile(times, 0.95)} ms`

export const quantile = (times: number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1).padStart(7)
