import { connectDatabase, type Connected } from '#platform/server/connect-database.ts'
import { checkDatabase, listMigrations } from '#platform/server/migrate.ts'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'

/**
 * Does what a command wants with the board of the settings, which may be running. Only a server and
 * `migrate` make a database or change its schema: a command with wrong settings would write to a
 * second one.
 * @throws {StartError} if there is no board, or one of an earlier version.
 */
export async function withBoard(
  work: (database: Connected, settings: Settings) => Promise<void>,
  { ofAnyVersion = false } = {},
): Promise<void> {
  const settings = readSettings(process.env)
  const database = await connectDatabase(settings, { shared: true, creates: false })
  try {
    const applied = await checkDatabase(database.db)
    if (applied.size === 0)
      throw new StartError(
        'There is no board in this database: check DATABASE_URL, or start the server, which makes one.',
      )
    if (!ofAnyVersion && (await listMigrations()).some((migration) => !applied.has(migration)))
      throw new StartError(
        'The database is of an earlier version: start this one, or run `whitecoat migrate`.',
      )
    await work(database, settings)
  } finally {
    await database.close()
  }
}
