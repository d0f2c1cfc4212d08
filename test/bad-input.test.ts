import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { emptyDatabase, urlOf } from './database.ts'
import { folderForTest } from './for-test.ts'
import { startProgram, type Program } from './processes/spawn.ts'
import { production } from './production.ts'

// How programs end; what else they refuse is in check.test.ts and backup.test.ts.

vi.setConfig({ testTimeout: 60_000 })

const required = { ...production, PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'silent', PORT: '0' }
const foreign =
  /^The database belongs to another product \(it has the table wp_posts\): name an empty one in DATABASE_URL\.$/

test.each([
  ['a wrong setting', { PORT: 'eighty' }, /^Wrong settings: PORT must be a port number/],
  ['the database of another product', {}, foreign],
])('%s: one line, exit code 1, and the database is as it was', async (_, env, line) => {
  const { state, url } = await foreignDatabase()
  const before = await state()

  const program = startProgram(['src/app/server/main.ts'], {
    ...required,
    DATA_DIR: await folderForTest(),
    DATABASE_URL: url(),
    ...env,
  })

  expect(await ending(program)).toEqual({ code: 1, stderr: [expect.stringMatching(line)] })
  expect(await state()).toEqual(before)
})

test.each(['migrate', 'roles', 'admin preview-retention', 'backup FOLDER/new.backup'])(
  '%s: one line, exit code 1, and the database of another product is as it was',
  async (command) => {
    const { state, url } = await foreignDatabase()
    const before = await state()
    const folder = await folderForTest()
    const args = command.replace('FOLDER', folder).split(' ')
    const roles = {
      DATABASE_ADMIN_URL: url(undefined, 'postgres'),
      DATABASE_OWNER_URL: url('new-owner'),
      DATABASE_URL: url('new-server'),
    }

    const program = startProgram(['scripts/whitecoat.ts', ...args], {
      ...required,
      DATA_DIR: folder,
      DATABASE_URL: url(),
      ...(command === 'roles' && roles),
    })

    expect(await ending(program)).toEqual({ code: 1, stderr: [expect.stringMatching(foreign)] })
    expect(await state()).toEqual(before)
    expect(await readdir(folder)).not.toContain('new.backup')
  },
)

async function foreignDatabase() {
  const { db, connection } = await emptyDatabase()
  await sql`create table wp_posts (id integer)`.execute(db)
  return {
    url: (user = connection.user, database = connection.database) =>
      urlOf(connection, { user: `${user}:word`, database }),
    state: async () => [
      (
        await sql`select relname, pg_get_userbyid(relowner) from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(
          db,
        )
      ).rows,
      (
        await sql`select rolname from pg_roles where rolname in ('new-owner', 'new-server')`.execute(
          db,
        )
      ).rows,
    ],
  }
}

const ending = async (program: Program) => ({ code: await program.exited, stderr: program.stderr })
