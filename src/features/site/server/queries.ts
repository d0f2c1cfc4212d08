import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { SiteTables } from './tables.ts'

const tables = (db: Db) => db.withTables<SiteTables>()

export type FiguresRow = Selectable<SiteTables['board_figures']>

export const findBoardFigures = (db: Db): Promise<FiguresRow> =>
  tables(db).selectFrom('board_figures').selectAll().executeTakeFirstOrThrow()

/** Held until the transaction ends; undefined while somebody else is making them. */
export const lockBoardFigures = (db: Db): Promise<FiguresRow | undefined> =>
  tables(db).selectFrom('board_figures').selectAll().forUpdate().skipLocked().executeTakeFirst()

export async function saveBoardFigures(db: Db, figures: Updateable<SiteTables['board_figures']>): Promise<void> {
  await tables(db).updateTable('board_figures').set(figures).execute()
}
