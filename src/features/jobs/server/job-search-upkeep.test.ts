import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { jobRow } from '#test/factories.ts'
import { databaseForFile } from '#test/database.ts'
import { addJobs } from './public.ts'

const database = databaseForFile()
beforeEach(async () => {
  await sql`delete from jobs`.execute(database.db)
})

const found = async (word: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from job_search where search @@ plainto_tsquery('english', ${word})
  `.execute(database.db)
  return rows[0]?.n ?? 0
}

test('only active jobs can be searched, as they are', async () => {
  const job = jobRow({ title: 'Electrophysiology Lead', status: 'pending' })
  await addJobs(database.db, [job])
  expect(await found('electrophysiology')).toBe(0)

  await sql`update jobs set status = 'active' where id = ${job.id}`.execute(database.db)
  expect(await found('electrophysiology')).toBe(1)

  await sql`update jobs set title = 'Hospitalist' where id = ${job.id}`.execute(database.db)
  expect([await found('electrophysiology'), await found('hospitalist')]).toEqual([0, 1])

  await sql`update jobs set status = 'expired' where id = ${job.id}`.execute(database.db)
  expect(await found('hospitalist')).toBe(0)
})

test.each([
  'team_notes',
  'job_duties',
  'comp_notes',
  'hire_window',
  'original_requirements',
  'original_benefits',
] as const)('words that only %s has are searched, until they change', async (column) => {
  const job = jobRow({ title: 'Hospitalist', [column]: 'Our quokka rounds with you.' })
  await addJobs(database.db, [job])
  expect(await found('quokka')).toBe(1)
  await sql`update jobs set ${sql.ref(column)} = 'Nobody rounds with you.' where id = ${job.id}`.execute(
    database.db,
  )
  expect(await found('quokka')).toBe(0)
})

test('a word that the recipe of a filter adds is in the search as soon as its column changes', async () => {
  const job = jobRow({ title: 'Hospitalist', ehr: 'Epic' })
  await addJobs(database.db, [job])
  await database.db.transaction().execute(async (trx) => {
    await sql`alter function facet_words rename to other_facet_words`.execute(trx)
    await sql`
      create function facet_words(job jobs) returns text[] language sql
      return other_facet_words(job) || array['@ehr:' || (job).ehr]
    `.execute(trx)
    await sql`update jobs set ehr = 'Cerner' where id = ${job.id}`.execute(trx)
    const { rows } = await sql<{
      is: boolean
    }>`select search @@ '''@ehr:Cerner'''::tsquery as is from job_search`.execute(trx)
    expect(rows).toEqual([{ is: true }])
    await sql`drop function facet_words; alter function other_facet_words rename to facet_words`.execute(
      trx,
    )
  })
})
