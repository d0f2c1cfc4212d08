import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from './database.ts'

test('a new test database is migrated and isolated', async () => {
  const one = await freshDatabase()
  onTestFinished(() => one.drop())
  const other = await freshDatabase()
  onTestFinished(() => other.drop())

  await sql`delete from zip_codes`.execute(one.db)

  expect((await sql`select from zip_codes`.execute(one.db)).rows).toHaveLength(0)
  expect((await sql`select from zip_codes limit 7`.execute(other.db)).rows).toHaveLength(7)
})
