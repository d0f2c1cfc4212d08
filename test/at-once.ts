import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Makes calls that overlap: each writes to the audit log at its end, and none can before all wait for it. */
export async function atOnce<Answer>({ db }: Pick<TestApp, 'db'>, calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const { answers } = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('audit_log'))`.execute(transaction)
    const running = Promise.all(calls.map((call) => call()))
    await expect.poll(async () => waiting(db), { timeout: 10_000 }).toBe(calls.length)
    // In an object, because awaiting it here would deadlock.
    return { answers: running }
  })
  return answers
}

async function waiting(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks
      where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  `.execute(db)
  return rows[0]?.n ?? 0
}
