import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobRow } from '#test/factories.ts'
import type { TestDatabase } from '#test/database.ts'
import { freshDatabase } from '#test/database.ts'
import { addJobs } from './public.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  await sql`delete from jobs`.execute(database.db)
  await sql`delete from job_changes`.execute(database.db)
})
afterAll(() => database.drop())

/** The signs of the changes told since the last time, in order. */
async function told(): Promise<number[]> {
  const { rows } = await sql<{
    sign: number
  }>`with gone as (delete from job_changes returning *) select sign from gone order by id`.execute(database.db)
  return rows.map((it) => it.sign)
}

const found = async (word: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from job_search where search @@ plainto_tsquery('english', ${word})
  `.execute(database.db)
  return rows[0]?.n ?? 0
}

test('only active jobs can be searched, and both images of a change are told', async () => {
  const job = jobRow({ title: 'Electrophysiology Lead', status: 'pending' })
  await addJobs(database.db, [job])
  expect([await found('electrophysiology'), await told()]).toEqual([0, []])

  await sql`update jobs set status = 'active' where id = ${job.id}`.execute(database.db)
  expect([await found('electrophysiology'), await told()]).toEqual([1, [1]])

  await sql`update jobs set title = 'Hospitalist' where id = ${job.id}`.execute(database.db)
  expect([await found('electrophysiology'), await found('hospitalist'), await told()]).toEqual([0, 1, [-1, 1]])

  await sql`update jobs set updated_at = now() where id = ${job.id}`.execute(database.db)
  expect([await found('hospitalist'), await told()]).toEqual([1, [-1, 1]])

  await sql`update jobs set contact_phone = '(512) 555-0100' where id = ${job.id}`.execute(database.db)
  expect([await found('hospitalist'), await told()]).toEqual([1, [0]])

  await sql`update jobs set status = 'expired' where id = ${job.id}`.execute(database.db)
  expect([await found('hospitalist'), await told()]).toEqual([0, [-1]])
})

test('a deleted job can no longer be searched', async () => {
  const job = jobRow({ title: 'Electrophysiology Lead' })
  await addJobs(database.db, [job])
  await told()
  await sql`delete from jobs where id = ${job.id}`.execute(database.db)
  expect([await found('electrophysiology'), await told()]).toEqual([0, [-1]])
})

test('a statement that changes very many jobs tells so once', async () => {
  const jobs = Array.from({ length: 201 }, () => jobRow({ title: 'Hospitalist' }))
  await addJobs(database.db, jobs)
  expect([await found('hospitalist'), await told()]).toEqual([201, [0]])
  await sql`update jobs set title = 'Nocturnist'`.execute(database.db)
  expect([await found('hospitalist'), await found('nocturnist'), await told()]).toEqual([0, 201, [0]])
})
