import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import { undoHours } from '#features/postings/model.ts'
import type { Db } from '#server/lib/database.ts'
import { undoableDeeds } from '../model.ts'
import type { Deed } from '../model.ts'
import type { ModerationTables } from './tables.ts'

const tables = (db: Db) => db.withTables<ModerationTables>()

export type NewDecision = Omit<Partial<Insertable<ModerationTables['moderation_decisions']>>, 'id' | 'at'> & {
  moderator_id: string
  deed: Deed
  subject: string
}

/** @returns the decision's id. */
export async function insertDecision(db: Db, decision: NewDecision): Promise<string> {
  const { id } = await tables(db)
    .insertInto('moderation_decisions')
    .values({
      job_id: null,
      reason: null,
      changed: null,
      source_decision_id: null,
      report_ids: null,
      event_id: null,
      ...decision,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type DecisionRow = Selectable<ModerationTables['moderation_decisions']>

/** Locked until the transaction ends: of two who take it back, one is told so. */
export const lockDecision = (trx: Db, id: string): Promise<DecisionRow | undefined> =>
  tables(trx).selectFrom('moderation_decisions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function markUndone(db: Db, id: string, undoneBy: string): Promise<void> {
  await tables(db)
    .updateTable('moderation_decisions')
    .set({ undone_at: new Date(), undone_by: undoneBy })
    .where('id', '=', id)
    .execute()
}

/** Whether something was decided about the same posting afterwards, and stands. */
export async function hasLaterDecision(db: Db, { id, job_id }: Pick<DecisionRow, 'id' | 'job_id'>): Promise<boolean> {
  const { rows } = await sql<{ later: boolean }>`
    select exists (${laterDecisions(sql`${job_id}::uuid`, sql`${id}::bigint`)}) as later
  `.execute(db)
  return rows[0]?.later ?? false
}

const laterDecisions = (jobId: ReturnType<typeof sql>, id: ReturnType<typeof sql>) => sql`
  select from moderation_decisions later
  where later.job_id = ${jobId} and later.id > ${id} and later.undone_at is null and later.deed <> 'edit'
`

export type HistoryFilter = { deed?: Deed | undefined; moderator?: string | undefined; before?: string | undefined }

const nameOf = (alias: string) =>
  sql<string | null>`coalesce(
    nullif(concat_ws(' ', ${sql.ref(`${alias}.first_name`)}, ${sql.ref(`${alias}.last_name`)}), ''),
    ${sql.ref(`${alias}.email`)}
  )`

/** The latest first. */
export const findDecisions = (db: Db, { deed, moderator, before }: HistoryFilter, limit: number) =>
  tables(db)
    .selectFrom('moderation_decisions as d')
    .leftJoin('users as m', 'm.id', 'd.moderator_id')
    .leftJoin('users as u', 'u.id', 'd.undone_by')
    .leftJoin('source_decisions as s', 's.id', 'd.source_decision_id')
    .select(['d.id', 'd.at', 'd.deed', 'd.moderator_id', 'd.job_id', 'd.subject', 'd.reason', 'd.changed', 'd.undone_at'])
    .select([
      's.done as count',
      nameOf('m').as('moderator_name'),
      nameOf('u').as('undone_name'),
      sql<boolean>`
        d.undone_at is null
        and d.deed in (${sql.join(undoableDeeds)})
        and d.at > now() - ${undoHours} * interval '1 hour'
        and not exists (${laterDecisions(sql`d.job_id`, sql`d.id`)})
      `.as('can_undo'),
    ])
    .$if(deed !== undefined, (it) => it.where('d.deed', '=', deed ?? 'approve'))
    .$if(moderator !== undefined, (it) => it.where('d.moderator_id', '=', moderator ?? ''))
    .$if(before !== undefined, (it) => it.where('d.id', '<', before ?? ''))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
export type HistoryRow = Awaited<ReturnType<typeof findDecisions>>[number]

/** Everybody who has decided anything, from one entry of the index to the next. */
export async function findModerators(db: Db): Promise<{ id: string; name: string | null }[]> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    with recursive moderators as (
      (select moderator_id from moderation_decisions where moderator_id is not null order by moderator_id limit 1)
      union all
      select (
        select d.moderator_id from moderation_decisions d where d.moderator_id > moderators.moderator_id order by d.moderator_id limit 1
      )
      from moderators
      where moderators.moderator_id is not null
    )
    select users.id, ${nameOf('users')} as name from moderators join users on users.id = moderators.moderator_id order by name
  `.execute(db)
  return rows
}
