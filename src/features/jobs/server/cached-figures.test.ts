import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { addJobs, paying } from '#test/factories.ts'
import { readFigures, refreshFigures, type Figures } from './cached-figures.ts'

const figures: Figures<number> = {
  name: 'postings',
  async count(db) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from jobs`.execute(db)
    return rows[0]?.n ?? 0
  },
}

test('figures are counted after a change of the jobs only, by one node', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  const refresh = async () => {
    // PostgreSQL counts what other connections wrote only after seconds.
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`update cached_figures set took_ms = 0`.execute(db)
    await refreshFigures(db, figures)
    return readFigures(db, { ...figures, count: () => Promise.reject(new Error('is not cached')) })
  }
  expect(await readFigures(db, figures)).toBe(0)
  expect(await refresh()).toBe(0)

  await addJobs(db, paying([300_000, 310_000]))
  await db.transaction().execute(async (transaction) => {
    await sql`select from cached_figures for update`.execute(transaction)
    await refreshFigures(db, figures, () => true)
    expect(await readFigures(db, figures)).toBe(0)
  })
  await expect.poll(refresh).toBe(2)

  await sql`update cached_figures set figures = '5'`.execute(db)
  expect(await refresh()).toBe(5)
})
