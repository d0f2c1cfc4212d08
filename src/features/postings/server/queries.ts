import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { JobStatus } from '#features/jobs/model.ts'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { decisions } from '../state-machine.ts'
import type { Decision, PostingAction, PostingActor } from '../state-machine.ts'
import type { Scope } from './scope.ts'
import type { PostingEventsTable, PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

/** One posting that the scope reaches; null as id for the only one of a manage link. */
export async function findPosting(db: Db, scope: Scope, id: string | null): Promise<JobRow | undefined> {
  return postingIn(db, scope, id).executeTakeFirst()
}

/** The same, locked until the transaction ends: who changes it meanwhile waits. */
export async function lockPosting(db: Db, scope: Scope, id: string | null): Promise<JobRow | undefined> {
  return postingIn(db, scope, id).forUpdate().executeTakeFirst()
}

function postingIn(db: Db, scope: Scope, id: string | null) {
  const query = tables(db).selectFrom('jobs').selectAll().where(scope.condition)
  const reached = scope.seesRemoved ? query : query.where('status', '<>', 'removed')
  return id === null ? reached : reached.where('id', '=', id)
}

export async function findPostingIds(db: Db, scope: Scope): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('jobs')
    .select('id')
    .where(scope.condition)
    .where('status', '<>', 'removed')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((it) => it.id)
}

/** Who acts in this transaction, and why: what the database writes into the history with the next change of status. */
export async function tellEvent(
  db: Db,
  event: { action: PostingAction; actor: PostingActor; actorId: string | null; reason?: string | undefined },
): Promise<void> {
  await sql`select set_config('posting.event', ${JSON.stringify(event)}, true)`.execute(db)
}

/** So that nothing else in this transaction goes down under its name. */
export async function forgetEvent(db: Db): Promise<void> {
  await sql`select set_config('posting.event', '', true)`.execute(db)
}

/** For what leaves the status as it is. */
export async function insertEvent(db: Db, event: Insertable<PostingEventsTable>): Promise<void> {
  await tables(db).insertInto('posting_events').values(event).execute()
}

/** Removed postings stay, as history; their owner's address does not. */
export async function forgetContacts(db: Db, ownerId: string): Promise<void> {
  await tables(db).updateTable('jobs').set({ contact_email: null, contact_name: null }).where('owner_id', '=', ownerId).execute()
}

export async function updatePosting(db: Db, id: string, changes: Updateable<JobsTable>): Promise<void> {
  await tables(db).updateTable('jobs').set(changes).where('id', '=', id).execute()
}

/** Where postings went and until when, all in one statement. */
export async function movePostings(
  db: Db,
  postings: readonly Pick<JobRow, 'id' | 'status' | 'expires_at' | 'posted_at' | 'updated_at'>[],
): Promise<void> {
  const rows = postings.map(({ id, status, expires_at, posted_at, updated_at }) => ({
    id,
    status,
    expires_at,
    posted_at,
    updated_at,
  }))
  await sql`
    update jobs
    set status = moved.status, expires_at = moved.expires_at, posted_at = moved.posted_at, updated_at = moved.updated_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as moved (id uuid, status text, expires_at timestamptz, posted_at timestamptz, updated_at timestamptz)
    where jobs.id = moved.id
  `.execute(db)
}

/** The last change of a posting's status, if a moderator made it, and the event that tells of it. */
export async function findDecision(db: Db, id: string): Promise<(Decision & { eventId: string }) | null> {
  const event = await tables(db)
    .selectFrom('posting_events')
    .select(['id', 'action', 'actor', 'from_status', 'at'])
    .where('job_id', '=', id)
    .whereRef('from_status', 'is distinct from', 'to_status')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const action = decisions.find((it) => it === event?.action)
  if (!event || !action || event.actor !== 'administrator' || event.from_status === null) return null
  return { action, from: event.from_status, at: event.at, eventId: event.id }
}

/** The event that tells of the last change of status. */
export async function findLastMove(db: Db, id: string): Promise<string> {
  const { id: eventId } = await tables(db)
    .selectFrom('posting_events')
    .select('id')
    .where('job_id', '=', id)
    .whereRef('from_status', 'is distinct from', 'to_status')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return eventId
}

export async function findHistory(db: Db, id: string) {
  return tables(db).selectFrom('posting_events').selectAll().where('job_id', '=', id).orderBy('id', 'desc').limit(500).execute()
}

/** The words of the last moderator who rejected or removed it. */
export async function findLastReason(db: Db, id: string): Promise<string | null> {
  const event = await tables(db)
    .selectFrom('posting_events')
    .select('reason')
    .where('job_id', '=', id)
    .where('action', 'in', ['reject', 'remove', 'merge'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.reason ?? null
}

/** Live without having been read, or changed since. */
export async function markUnread(db: Db, id: string): Promise<void> {
  await tables(db)
    .insertInto('unread_postings')
    .values({ job_id: id })
    .onConflict((it) => it.doNothing())
    .execute()
}

export async function markRead(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('unread_postings').where('job_id', '=', id).execute()
}

export async function markAllRead(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from unread_postings where job_id = any(${ids}::uuid[])`.execute(db)
}

export type ListFilter = { q: string; status: JobStatus | 'all' }
export type ListRange = {
  sort: 'updated' | 'created' | 'expires' | 'title' | 'status'
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

export async function listPostings(db: Db, scope: Scope, filter: ListFilter, range: ListRange): Promise<JobRow[]> {
  const column = sortColumns[range.sort]
  return filtered(db, scope, filter)
    .selectAll()
    .orderBy(column, (it) => (range.order === 'asc' ? it.asc().nullsLast() : it.desc().nullsLast()))
    .orderBy('id', 'desc')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
}

const sortColumns = {
  updated: sql`updated_at`,
  created: sql`created_at`,
  expires: sql`expires_at`,
  title: sql`lower(title)`,
  status: sql`status`,
} as const

export async function countPostings(
  db: Db,
  scope: Scope,
  filter: ListFilter,
): Promise<{ status: JobStatus; all: number; found: number }[]> {
  const rows = await tables(db)
    .selectFrom('jobs')
    .where(scope.condition)
    .where('status', '<>', 'removed')
    .select(['status', sql<string>`count(*)`.as('all'), sql<string>`count(*) filter (where ${matches(filter)})`.as('found')])
    .groupBy('status')
    .execute()
  return rows.map((row) => ({ status: row.status, all: Number(row.all), found: Number(row.found) }))
}

const filtered = (db: Db, scope: Scope, filter: ListFilter) =>
  tables(db).selectFrom('jobs').where(scope.condition).where('status', '<>', 'removed').where(matches(filter))

/** Each word has to stand somewhere in title, company, specialty or place. */
function matches({ q, status }: ListFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  const text = sql`lower(concat_ws(' ', title, employer, specialty, city, state, right(id::text, 6)))`
  const conditions = words.map((word) => sql<boolean>`${text} like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`)
  if (status !== 'all') conditions.push(sql<boolean>`status = ${status}`)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
