import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { SourcesTables } from './tables-sources.ts'

/** When sources are imported by themselves, and when no longer. */

const sources = (db: Db) => db.withTables<SourcesTables>()

/** The source that has been due for longest, locked; one that another node is just starting is its business. */
export const lockDueSource = (db: Db, now: Date): Promise<Selectable<SourcesTables['import_sources']> | undefined> =>
  sources(db)
    .selectFrom('import_sources')
    .selectAll()
    .where('schedule', '<>', 'never')
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** No change that anybody who edits the source has to know of. */
export async function setNextRun(db: Db, sourceId: string, at: Date | null): Promise<void> {
  await sources(db).updateTable('import_sources').set({ next_run_at: at }).where('id', '=', sourceId).execute()
}

export async function forgetFailures(db: Db, sourceId: string): Promise<void> {
  await sources(db)
    .updateTable('import_sources')
    .set({ failures_in_a_row: 0 })
    .where('id', '=', sourceId)
    .where('failures_in_a_row', '>', 0)
    .execute()
}

/** How many it then are in a row. */
export async function countFailure(db: Db, sourceId: string): Promise<number> {
  const source = await sources(db)
    .updateTable('import_sources')
    .set((it) => ({ failures_in_a_row: it('failures_in_a_row', '+', 1) }))
    .where('id', '=', sourceId)
    .returning('failures_in_a_row')
    .executeTakeFirst()
  return source?.failures_in_a_row ?? 0
}

/** Whether it was on; somebody who has the form open is told that it changed. */
export async function switchOff(db: Db, sourceId: string): Promise<boolean> {
  const { numUpdatedRows } = await sources(db)
    .updateTable('import_sources')
    .set({ schedule: 'never', next_run_at: null, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', sourceId)
    .where('schedule', '<>', 'never')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
