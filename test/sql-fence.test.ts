import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from './database.ts'
import { tablesIn, upwardUses } from './sql-fence.ts'
import { tablesOf } from './table-owners.ts'

const database = databaseForFile()

test('every table has one owner', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database.db)
  const owned = Object.values(tablesOf).flatMap((tables) => tables.split(', '))
  expect(owned.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test.each([
  ['select * from jobs j, favorites f where j.id = f.job_id', ['jobs', 'favorites']],
  ['insert into "mails" ("id") values ($1)', ['mails']],
  ['update only users as u set name = $1 from sessions', ['users', 'sessions']],
  ['select from jobs join users on true', ['jobs', 'users']],
  ['delete from public.inquiries using interviews where true', ['inquiries', 'interviews']],
  ["select 'from users' as jobs -- from cv_files", []],
])('names tables: %s', (statement, tables) => {
  expect(tablesIn(statement)).toEqual(tables)
})

test.each([
  ['src/features/jobs/server/queries.ts', ['src/features/jobs/server/queries.ts → cv_files']],
  ['src/features/cv/server/queries.ts', []],
  ['src/features/inquiries/server/queries.ts', []],
  ['src/features/jobs/server/queries.test.ts', []],
  ['src/app/server/checks.ts', []],
])('the table of a higher feature is seen: %s', (file, uses) => {
  const stack = `Error\n at walk (/x/src/platform/server/database.ts:1:1)\n at find (/x/${file}:1:1)`
  expect(upwardUses('select from cv_files', stack)).toEqual(uses)
})
