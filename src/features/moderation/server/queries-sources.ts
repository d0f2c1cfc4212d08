import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { ModerationTables } from './tables.ts'

const tables = (db: Db) => db.withTables<ModerationTables>()

export type SourceDecisionRow = Selectable<ModerationTables['source_decisions']>

/** Nothing if one about the same source runs already. */
export const insertSourceDecision = (
  db: Db,
  decision: Insertable<ModerationTables['source_decisions']>,
): Promise<SourceDecisionRow | undefined> =>
  tables(db)
    .insertInto('source_decisions')
    .values(decision)
    .onConflict((it) => it.column('source').where('state', '=', sql.lit('running')).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Those that run, and the last ones of the day. */
export const findSourceDecisions = (db: Db, limit: number): Promise<SourceDecisionRow[]> =>
  tables(db)
    .selectFrom('source_decisions')
    .selectAll()
    .where((it) => it.or([it('state', '=', 'running'), it('started_at', '>', sql<Date>`now() - interval '1 day'`)]))
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()

/** Locked, so that two workers take turns. */
export const lockSourceDecision = (trx: Db, id: string): Promise<SourceDecisionRow | undefined> =>
  tables(trx).selectFrom('source_decisions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** False if it does not run any more. */
export async function askToStop(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('source_decisions')
    .set({ stop_asked: true })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function addDone(trx: Db, id: string, count: number): Promise<void> {
  await sql`update source_decisions set done = done + ${count} where id = ${id}`.execute(trx)
}

export async function endSourceDecision(trx: Db, id: string, state: 'finished' | 'stopped'): Promise<void> {
  await tables(trx).updateTable('source_decisions').set({ state, finished_at: new Date() }).where('id', '=', id).execute()
}
