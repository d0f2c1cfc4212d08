import type { Selectable, Updateable, Generated } from 'kysely'
import type { Db } from '#platform/server/database.ts'

type HomeTables = {
  board_figures: {
    id: Generated<boolean>
    jobs: number
    /** Hospitals: the column has the name of an earlier figure. */
    employers: number
    /** US dollars a year. */
    median_pay: number | null
    refreshed_at: Date | null
    took_ms: number
    job_writes: string
  }
}

const tables = (db: Db) => db.withTables<HomeTables>()

export type FiguresRow = Selectable<HomeTables['board_figures']>

export const findBoardFigures = (db: Db): Promise<FiguresRow> =>
  tables(db).selectFrom('board_figures').selectAll().executeTakeFirstOrThrow()

/** Locked; undefined while another node updates them. */
export const lockBoardFigures = (db: Db): Promise<FiguresRow | undefined> =>
  tables(db).selectFrom('board_figures').selectAll().forUpdate().skipLocked().executeTakeFirst()

export const saveBoardFigures = (db: Db, figures: Updateable<HomeTables['board_figures']>) =>
  tables(db).updateTable('board_figures').set(figures).execute()
