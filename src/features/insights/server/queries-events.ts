import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { EventKind } from '../model.ts'

/** `token` is an unstored hash of the visitor. */
export type SeenEvent = { jobId: string; kind: EventKind; day: string; token: string; viewerId: string | null }
export type CountedEvent = SeenEvent & { count: number }

/**
 * Adds events to their days in one statement. Events of jobs that are not public, and of their owners, are dropped. Locking the
 * day's salt serializes the nodes.
 */
export async function addEvents(db: Db, events: readonly CountedEvent[]): Promise<void> {
  const rows = events.map(({ jobId, viewerId, ...event }) => ({ ...event, job_id: jobId, viewer_id: viewerId }))
  await sql`
    with event as (
      select job_id, owner_id, day, kind, decode(token, 'hex') as token, count
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as seen (job_id uuid, viewer_id uuid, day date, kind text, token text, count integer)
      join jobs on jobs.id = job_id
      where status = 'active' and (viewer_id is null or owner_id is distinct from viewer_id)
    ), salt as (
      insert into insight_salts (day, salt)
      select day, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
      from event group by day order by day
      -- Changes nothing, but locks the row and returns it.
      on conflict (day) do update set salt = insight_salts.salt
      returning day, salt
    ), visit as (
      select day, job_id as subject_id, token from event where kind = 'view'
      union
      select day, owner_id, token from event where kind = 'view' and owner_id is not null
    ), newcomer as (
      insert into insight_visitors (day, subject_id, visitor)
      select day, subject_id, substring(sha256(salt || token || uuid_send(subject_id)) for 16)
      from visit join salt using (day)
      on conflict do nothing
      returning day, subject_id
    ), arrival as (
      select day, subject_id, count(*)::integer as visitors from newcomer group by day, subject_id
    ), counted as (
      select
        job_id, day,
        coalesce(sum(count) filter (where kind = 'view'), 0) as views,
        coalesce(sum(count) filter (where kind = 'apply'), 0) as apply_clicks
      from event group by job_id, day
    ), posting as (
      insert into posting_insights as stored (job_id, day, views, apply_clicks, visitors)
      select job_id, counted.day, views, apply_clicks, coalesce(visitors, 0)
      from counted left join arrival on subject_id = job_id and arrival.day = counted.day
      on conflict (job_id, day) do update set
        views = stored.views + excluded.views,
        apply_clicks = stored.apply_clicks + excluded.apply_clicks,
        visitors = stored.visitors + excluded.visitors
    )
    insert into owner_insights as stored (owner_id, day, visitors)
    select subject_id, day, visitors from arrival where subject_id in (select owner_id from event)
    on conflict (owner_id, day) do update set visitors = stored.visitors + excluded.visitors
  `.execute(db)
}

/** From then on, hashes from before this day identify nobody. */
export async function deleteVisitorsBefore(db: Db, day: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['insight_salts', 'insight_visitors'] as const)
      await sql`delete from ${sql.table(table)} where day < ${day}`.execute(trx)
  })
}
