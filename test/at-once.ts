import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

const auditLog = sql`lock table audit_log in share mode`

/**
 * Makes calls that overlap: each writes to the audit log, or to what `hold` locks, and none can
 * before all wait for it.
 */
export async function atOnce<Answer>(
  { db }: Pick<TestApp, 'db'>,
  calls: (() => Promise<Answer>)[],
  hold: RawBuilder<unknown> = auditLog,
): Promise<Answer[]> {
  const { answers } = await db.transaction().execute(async (transaction) => {
    await hold.execute(transaction)
    const running = Promise.all(calls.map((call) => call()))
    await expect.poll(async () => waiting(db), { timeout: 10_000 }).toBe(calls.length)
    // In an object, because awaiting it here would deadlock.
    return { answers: running }
  })
  return answers
}

/** The statuses of calls at once, the lowest first. */
export const statusesOf = async (calls: Promise<{ statusCode: number }>[]): Promise<number[]> =>
  (await Promise.all(calls)).map((call) => call.statusCode).toSorted((one, other) => one - other)

/** Resolves when somebody waits for a lock. */
export async function untilLocked({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await expect.poll(() => waiting(db)).toBeGreaterThan(0)
}

/** The number of queries that wait for a lock. */
export async function waiting(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()
  `.execute(db)
  return rows[0]?.n ?? 0
}
