import { sql, type Generated, type Selectable } from 'kysely'
import { inTransaction, plannedOnce, type Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { countJobWrites } from './queries.ts'

/** What all postings say together. A task counts this after changes, so that no request has to. */
export type Figures<T> = { name: string; count: (db: Db) => Promise<T> }

/** Figures that no task has counted yet are counted now. */
export async function readFigures<T>(db: Db, { name, count }: Figures<T>): Promise<T> {
  const { rows } = await sql<{ figures: T }>`
    select figures from cached_figures where name = ${name} and refreshed_at is not null ${plannedOnce}
  `.execute(db)
  return rows[0] ? rows[0].figures : count(db)
}

/** The figures of one group; undefined if it has none. */
export async function readFigure<T>(
  db: Db,
  { name, count }: Figures<Record<string, T>>,
  group: string,
): Promise<T | undefined> {
  const { rows } = await sql<{ figure: T | null }>`
    select figures -> ${group}::text as figure from cached_figures
    where name = ${name} and refreshed_at is not null ${plannedOnce}
  `.execute(db)
  return rows[0] ? (rows[0].figure ?? undefined) : (await count(db))[group]
}

/** The largest share of time for counting: at a million jobs, every few minutes. */
const share = 1 / 100

type Last = Selectable<FiguresTable['cached_figures']>

const isDue = ({ refreshed_at, took_ms }: Last) =>
  refreshed_at === null || Date.now() - refreshed_at.getTime() > took_ms / share

/** Counts figures anew if postings have changed, and it is time. */
export const refreshFigures = async <T>(
  db: Db,
  { name, count }: Figures<T>,
  isWanted: (last: Last) => boolean = isDue,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const cache = trx.withTables<FiguresTable>()
    await cache
      .insertInto('cached_figures')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // No row while another node counts.
    const last = await cache
      .selectFrom('cached_figures')
      .selectAll()
      .where('name', '=', name)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!last || !isWanted(last)) return
    const writes = await countJobWrites(trx)
    if (last.refreshed_at !== null && writes === last.job_writes) return
    const start = performance.now()
    const figures = JSON.stringify(await count(trx))
    await cache
      .updateTable('cached_figures')
      .set({
        figures,
        refreshed_at: new Date(),
        took_ms: Math.ceil(performance.now() - start),
        job_writes: writes,
      })
      .where('name', '=', name)
      .execute()
  })

export const refreshFiguresTask = defineTask({ name: 'refresh-figures' })

export const figureTasks = (db: Db, cached: readonly Figures<unknown>[]): TaskHandler[] => [
  handleTask(
    refreshFiguresTask,
    async () => {
      for (const figures of cached) await refreshFigures(db, figures)
    },
    { cron: '* * * * *' },
  ),
]

type FiguresTable = {
  cached_figures: {
    name: string
    figures: Generated<unknown>
    refreshed_at: Generated<Date | null>
    took_ms: Generated<number>
    job_writes: Generated<string>
  }
}
