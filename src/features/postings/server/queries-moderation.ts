import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import { countRows, isWritten, type Db } from '#platform/server/database.ts'
import { reviewHours } from '../model.ts'
import type { PostingChanges } from '../schemas.ts'
import { isHeld } from './queries-holds.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

export type WaitingFilter = {
  source?: string | undefined
  /** A condition about `jobs`. */
  only?: RawBuilder<boolean> | undefined
}

export type WaitingKey = { id: string; since: Date }

/** For each queue: its rows, the time since when a row waits, and which rows are open. */
const queues = {
  pending: {
    rows: sql`jobs`,
    since: sql.ref('jobs.created_at'),
    isOpen: sql`jobs.status = 'pending'`,
  },
  unread: {
    rows: sql`unread_postings join jobs on jobs.id = unread_postings.job_id`,
    since: sql.ref('unread_postings.since'),
    isOpen: sql`jobs.status = 'active'`,
  },
  // A pending posting is read as a whole, and a closed one is nobody's business.
  edit: {
    rows: sql`waiting_edits join jobs on jobs.id = waiting_edits.job_id`,
    since: sql.ref('waiting_edits.since'),
    isOpen: sql`jobs.status in ('active', 'inactive', 'expired')`,
  },
}
export type Queue = keyof typeof queues

/** The oldest first. */
export async function findWaitingKeys(
  db: Db,
  queue: Queue,
  filter: WaitingFilter,
  limit: number,
): Promise<WaitingKey[]> {
  const { rows: from, since, isOpen } = queues[queue]
  const { rows } = await sql<WaitingKey>`
    select jobs.id, ${since} as since from ${from} where ${isOpen} and ${fits(filter)}
      order by ${since}, jobs.id limit ${limit}
  `.execute(db)
  return rows
}

export const fits = ({ source, only = sql`true` }: WaitingFilter): RawBuilder<boolean> =>
  sql`(${source === undefined ? sql`true` : sql`jobs.source = ${source}`} and ${only})`

export type WaitingCount = { waiting: number; overdue: number }

export function countWaiting(
  db: Db,
  queue: Queue,
  filter: WaitingFilter,
  most: number,
): Promise<WaitingCount> {
  const { rows: from, since, isOpen } = queues[queue]
  return countOldest(
    db,
    sql`select ${since} as since from ${from} where ${isOpen} and ${fits(filter)}`,
    most,
  )
}

/**
 * How many wait, and how many of them for longer than promised. `waiting`: a query for `since`, of
 * which the oldest are counted.
 */
export async function countOldest(
  db: Db,
  waiting: RawBuilder<unknown>,
  most: number,
): Promise<WaitingCount> {
  const { rows } = await sql<WaitingCount>`
    select count(*)::integer as waiting, count(*)
      filter (where since <= now() - ${reviewHours} * interval '1 hour')::integer as overdue
    from (${waiting} order by since limit ${most}) oldest
  `.execute(db)
  return rows[0] ?? { waiting: 0, overdue: 0 }
}

export async function countToModerate(
  db: Db,
): Promise<{ pending: number; unread: number; edits: number }> {
  const count = ({ rows, isOpen }: (typeof queues)[Queue]) =>
    sql`(select count(*)::integer from ${rows} where ${isOpen})`
  const { rows } = await sql<{ pending: number; unread: number; edits: number }>`
    select ${count(queues.pending)} as pending, ${count(queues.unread)} as unread, ${count(queues.edit)} as edits
  `.execute(db)
  return rows[0] ?? { pending: 0, unread: 0, edits: 0 }
}

export const findPostingsById = async (db: Db, ids: readonly string[]): Promise<JobRow[]> =>
  ids.length === 0 ? [] : tables(db).selectFrom('jobs').selectAll().where('id', 'in', ids).execute()

/**
 * The sources of pending postings, by a loose index scan; `held` counts some of those of
 * `sources.source`. Counts stop at the cap.
 */
export async function findPendingSources(
  db: Db,
  cap: number,
  held: RawBuilder<number>,
): Promise<{ source: string; pending: number; held: number }[]> {
  const { rows } = await sql<{ source: string; pending: number; held: number }>`
    with recursive sources as (
      (select source from jobs where status = 'pending' order by source limit 1)
      union all
      select (select source from jobs where status = 'pending' and source > sources.source order by source limit 1)
      from sources
      where sources.source is not null
    )
    select
      source,
      (select count(*)::integer from (select from jobs where status = 'pending' and source = sources.source limit ${cap}) w) as pending,
      ${held} as held
    from sources
    where source is not null
  `.execute(db)
  return rows
}

/** `only` is a condition on `jobs.id`. */
export const countPendingOf = (
  db: Db,
  source: string,
  only: RawBuilder<boolean>,
): Promise<number> => countRows(pendingOf(db, source).where(only))

const pendingOf = (db: Db, source: string) =>
  tables(db)
    .selectFrom('jobs')
    .where('status', '=', sql.lit('pending'))
    .where('source', '=', source)

/**
 * The oldest that came before `until`, locked, without rows that another transaction has locked and
 * without those that are held.
 */
export const lockPendingOf = (
  trx: Db,
  {
    source,
    until,
    limit,
    only,
  }: { source: string; until: Date; limit: number; only: RawBuilder<boolean> },
): Promise<JobRow[]> =>
  pendingOf(trx, source)
    .selectAll()
    .where('created_at', '<=', until)
    .where(only)
    .where(sql<boolean>`not ${isHeld}`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Moderators' corrections since the poster's last mail. */
export async function findUnmailedEdits(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`
    select distinct field
    from posting_events edit, unnest(edit.changed) field
    where edit.job_id = ${id} and edit.action = 'edit' and edit.actor = 'administrator'
      and not exists (
        select from posting_events mailed
        where mailed.job_id = edit.job_id and mailed.id > edit.id and mailed.action in ('approve', 'read')
          and not exists (
            select from posting_events undo
            where undo.job_id = mailed.job_id and undo.id > mailed.id and undo.action in ('undo', 'unread')
          )
      )
  `.execute(db)
  return rows.map((row) => row.field)
}

/**
 * Whether a posting of the organization of the posting's owner under the posting's name stands as a
 * moderator accepted it. What was undone does not count.
 */
export async function isNameAccepted(
  db: Db,
  { owner_id: ownerId, employer }: JobRow,
): Promise<boolean> {
  const { rows } = await sql`
    select from jobs
    where owner_id in (select user_id from organization_members
      where organization_id = organization_of(${ownerId}))
      and status in ('active', 'inactive', 'expired') and name_key(employer) = name_key(${employer}) and (
        select e.action from posting_events e
        where e.job_id = jobs.id and e.actor = 'administrator' and (
          e.action in ('approve', 'read', 'unread', 'approveEdit') or e.action = 'undo'
            and e.to_status = 'pending'
        )
        order by e.id desc limit 1
      ) in ('approve', 'read', 'approveEdit')
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** Whether a moderator has accepted the posting: its words are then known. */
export async function wasAccepted(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from posting_events
    where job_id = ${id} and actor = 'administrator' and action in ('approve', 'read', 'approveEdit') limit 1
  `.execute(db)
  return rows.length > 0
}

export type WaitingEdit = Selectable<PostingsTables['waiting_edits']>

export const findWaitingEdit = (db: Db, jobId: string): Promise<WaitingEdit | undefined> =>
  tables(db).selectFrom('waiting_edits').selectAll().where('job_id', '=', jobId).executeTakeFirst()

export const findWaitingEdits = async (
  db: Db,
  jobIds: readonly string[],
): Promise<Map<string, WaitingEdit>> => {
  if (jobIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('waiting_edits')
    .selectAll()
    .where('job_id', 'in', jobIds)
    .execute()
  return new Map(rows.map((row) => [row.job_id, row]))
}

export type NewEdit = {
  jobId: string
  fields: PostingChanges
  changed: readonly string[]
  updatedAt: Date
}

/** Replaces an earlier one, which it includes, and waits since then. */
export async function upsertWaitingEdits(db: Db, edits: readonly NewEdit[]): Promise<void> {
  if (edits.length === 0) return
  await tables(db)
    .insertInto('waiting_edits')
    .values(
      edits.map(({ jobId, fields, changed, updatedAt }) => ({
        job_id: jobId,
        fields: JSON.stringify(fields),
        changed: [...changed],
        updated_at: updatedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet((row) => ({
        fields: row.ref('excluded.fields'),
        changed: row.ref('excluded.changed'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

export const deleteWaitingEdits = (db: Db, jobIds: readonly string[]): Promise<boolean> =>
  isWritten(
    tables(db)
      .deleteFrom('waiting_edits')
      .where('job_id', '=', sql<string>`any(${jobIds}::uuid[])`),
  )

/** Of postings whose poster is being erased. */
export async function deleteWaitingEditsOf(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`delete from waiting_edits using jobs where jobs.id = job_id and ${which}`.execute(db)
}
