import { sql, type Insertable } from 'kysely'
import { idsOf, type Db } from '#platform/server/database.ts'
import { deletion, rowsPast } from '#platform/server/retention.ts'
import { decisions, type Decision, type PostingAction } from '../state-machine.ts'
import type { PostingEventsTable, PostingsTables } from './tables.ts'

/** What happened to postings: `posting_events`. */

const tables = (db: Db) => db.withTables<PostingsTables>()

export async function insertEvents(
  db: Db,
  events: readonly Insertable<PostingEventsTable>[],
): Promise<string[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into posting_events (job_id, at, action, actor, actor_id, from_status, to_status,
      channel, reason, changed)
    select job_id, coalesce(at, now()), action, actor, actor_id, from_status, to_status, channel,
      reason, changed
    from json_populate_recordset(null::posting_events, ${JSON.stringify(events)}::json)
    returning id
  `.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Keeps the decisions of moderators, which decide whom we trust, and each posting's last change of
 * status.
 */
const pastEvents = rowsPast(
  'events of postings',
  'posting_events',
  (before) => sql`at < ${before} and actor <> 'administrator' and exists (
    select from posting_events later
    where later.job_id = past.job_id and later.id > past.id and later.from_status is distinct
      from later.to_status
  )`,
)

export const historyRetention = deletion({
  ...pastEvents,
  async delete(trx, before) {
    await sql`set local posting_events.forgets = 'on'`.execute(trx)
    return pastEvents.enforce(trx, before)
  },
})

export async function findDecision(
  db: Db,
  id: string,
): Promise<(Decision & { eventId: string }) | null> {
  const event = await tables(db)
    .selectFrom('posting_events')
    .select(['id', 'action', 'actor', 'from_status', 'at'])
    .where('job_id', '=', id)
    .whereRef('from_status', 'is distinct from', 'to_status')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const action = decisions.find((decision) => decision === event?.action)
  if (!event || !action || event.actor !== 'administrator' || event.from_status === null)
    return null
  return { action, from: event.from_status, at: event.at, eventId: event.id }
}

export const findHistory = (db: Db, id: string) =>
  tables(db)
    .selectFrom('posting_events')
    .selectAll()
    .where('job_id', '=', id)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

/** A condition on `jobs`: the last change of status was one of these actions. */
export const lastMoveWas = (...actions: PostingAction[]) => sql<boolean>`(
  select e.action from posting_events e where e.job_id = jobs.id and e.from_status is distinct
    from e.to_status
  order by e.id desc limit 1
) = any(${actions}::text[])`

/** Those of these jobs that their source has changed so often within a week. */
export async function findRestless(
  db: Db,
  ids: readonly string[],
  count: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select job_id as id from posting_events
    where job_id = any(${ids}::uuid[]) and action = 'edit' and actor = 'source'
      and at > now() - interval '7 days'
    group by job_id having count(*) >= ${count}
  `.execute(db)
  return new Set(idsOf(rows))
}

/** For postings whose changes wait: the last actor that wanted each field changed. */
export async function findProposers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; actor: string; field: string }>`
    select e.job_id as id, e.actor, field
    from posting_events e join waiting_edits w using (job_id), unnest(e.changed) field
    where e.job_id = any(${ids}::uuid[]) and e.action = 'proposeEdit' and field = any (w.changed)
    order by e.id
  `.execute(db)
  const proposers = new Map<string, Map<string, string>>()
  for (const { id, actor, field } of rows)
    proposers.set(id, (proposers.get(id) ?? new Map<string, string>()).set(field, actor))
  return proposers
}
