import { sql } from 'kysely'
import type { Scope } from '#features/postings/server/public.ts'
import { isWritten, type Db } from '#platform/server/database.ts'
import { batchSize, maxChosen, takeBackMinutes, type Stage } from '../model.ts'
import { inboxOf } from './queries-inbox.ts'
import type { InquiriesTables, PressAction } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

export type Key = { id: string; version?: number | null | undefined }

/** False if it is there already. */
export const insertPress = (
  db: Db,
  press: { id: string; actorId: string; action: PressAction; keys: readonly Key[] },
): Promise<boolean> =>
  isWritten(
    tables(db)
      .insertInto('inquiry_presses')
      .values({
        id: press.id,
        actor_id: press.actorId,
        action: JSON.stringify(press.action),
        ids: press.keys.map(({ id }) => id),
        versions: press.keys.map(({ version }) => version ?? null),
        total: press.keys.length,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

const shown = (db: Db, actorId: string) =>
  tables(db)
    .selectFrom('inquiry_presses')
    .select(['id', 'total', 'done', 'changed'])
    .select([
      sql<PressAction['kind']>`action ->> 'kind'`.as('kind'),
      sql<boolean>`ended_at is not null`.as('isEnded'),
    ])
    .where('actor_id', '=', actorId)

export const findPress = (db: Db, actorId: string, id: string) =>
  shown(db, actorId).where('id', '=', id).executeTakeFirst()

/** The latest one that goes on. */
export const findRunning = (db: Db, actorId: string) =>
  shown(db, actorId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const isRecent = sql<Date>`now() - ${takeBackMinutes} * interval '1 minute'`

/** The latest one that can be undone, and is not yet. */
export const findUndoable = (db: Db, actorId: string) =>
  shown(db, actorId)
    .where(sql<boolean>`action ->> 'kind' in ('move', 'assign')`)
    .where('changed', '>', 0)
    .where('created_at', '>', isRecent)
    .where(
      sql<boolean>`not exists (select from inquiry_presses undo
        where undo.actor_id = ${actorId} and undo.action ->> 'batch' = inquiry_presses.id::text)`,
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** With its next batch, locked; undefined once it has ended. */
export async function lockPress(db: Db, id: string) {
  const batch = (column: string) => sql`${sql.ref(column)}[done + 1 : done + ${batchSize}::integer]`
  const row = await tables(db)
    .selectFrom('inquiry_presses')
    .select(['id', 'actor_id', 'action'])
    .select([
      sql<string[]>`${batch('ids')}`.as('ids'),
      sql<(number | null)[]>`${batch('versions')}`.as('versions'),
    ])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, keys: row.ids.map((key, n) => ({ id: key, version: row.versions[n] })) }
}

/** Of one that has ended. */
const emptied = sql`ids = '{}', versions = '{}', ended_at = now(),
  action = jsonb_strip_nulls(
    jsonb_build_object('kind', action -> 'kind', 'batch', action -> 'batch')
  )`

export type LockedPress = NonNullable<Awaited<ReturnType<typeof lockPress>>>

/** A batch is done; the last one ends the press. @returns whether it goes on. */
export async function advancePress(
  db: Db,
  id: string,
  { done, changed }: { done: number; changed: number },
): Promise<boolean> {
  await sql`
    update inquiry_presses set done = done + ${done}, changed = changed + ${changed} where id = ${id}
  `.execute(db)
  const { numAffectedRows = 0n } = await sql`
    update inquiry_presses set ${emptied} where id = ${id} and done >= total
  `.execute(db)
  return numAffectedRows === 0n
}

/** Where it stands; once a batch that is under way is done. */
export const endPress = (db: Db, id: string, actorId?: string) =>
  sql`
    update inquiry_presses set ${emptied} where id = ${id} and ended_at is null
      and actor_id = coalesce(${actorId}, actor_id)
  `.execute(db)

/** Where it stood before its last move. */
export const stageBefore = sql<Stage>`coalesce(
  (select stage from inquiry_events where inquiry_id = inquiries.id and action is null
    order by id desc offset 1 limit 1),
  case when answered_at is null then 'new' else 'reviewing' end
)`

const assignments = sql`action in ('assigned', 'unassigned')`

/** To whom it was assigned before the last time. */
const assigneeBefore = sql<string | null>`(
  select case action when 'assigned' then subject_id end from inquiry_events
    where inquiry_id = inquiries.id and ${assignments} order by id desc offset 1 limit 1
)`

/**
 * Finds the applications that a press of this account moved or assigned within the time for an
 * undo, and to which nobody has done the same since. Each comes with its former stage and assignee.
 * `ids` narrows them. An undo closes none again: that would need a reason.
 */
export function findStanding(
  db: Db,
  scope: Scope,
  { actorId, batch, ids }: { actorId: string; batch: string; ids?: readonly string[] },
) {
  let query = inboxOf(db, scope)
    .innerJoin('inquiry_events as event', 'event.inquiry_id', 'inquiries.id')
    .where('event.actor_id', '=', actorId)
    .where('event.batch', '=', batch)
    .where('event.at', '>', isRecent)
    .where(
      sql<boolean>`event.id = (select max(id) from inquiry_events where inquiry_id = inquiries.id
        and case when event.action is null then action is null else ${assignments} end)`,
    )
    .where(sql<boolean>`(event.action is not null or ${stageBefore} <> 'closed')`)
  if (ids) query = query.where(sql<boolean>`inquiries.id = any (${ids}::uuid[])`)
  return query
    .select(['inquiries.id', stageBefore.as('stage'), assigneeBefore.as('assignee')])
    .select(sql<boolean>`event.action is not null`.as('isAssignment'))
    .limit(maxChosen)
    .execute()
}
