import { openDatabase } from '#platform/server/database.ts'
import { checkDatabase } from '#platform/server/migrate.ts'
import { readSettings } from '#platform/server/settings.ts'
import { makeRoles } from './make-roles.ts'
import { StartError } from '#platform/server/errors.ts'
import { readArguments } from './run-command.ts'

const usage = `DATABASE_ADMIN_URL=postgres://postgres:…@host/postgres DATABASE_OWNER_URL=… DATABASE_URL=… whitecoat roles

Makes the database that DATABASE_URL names, its owner (DATABASE_OWNER_URL) and the server's role (DATABASE_URL), with the passwords that
the addresses have. What is in the database already is given to the owner. May be repeated.`

export async function roles(args: string[]): Promise<void> {
  readArguments(args, usage, {})
  const admin = process.env['DATABASE_ADMIN_URL']
  const { databaseUrl, databaseOwnerUrl } = readSettings(process.env)
  if (!admin || !databaseUrl || !databaseOwnerUrl) throw new StartError(`Usage: ${usage}`)
  if (!URL.canParse(admin))
    throw new StartError('DATABASE_ADMIN_URL must be a postgres:// address.')
  await refuseForeignDatabase(admin, databaseUrl[0])
  const made = await makeRoles({ admin, owner: databaseOwnerUrl[0], server: databaseUrl[0] })
  for (const { role, may } of made) console.log(`${role} may ${may}.`)
}

/**
 * What is in it is given to the owner. One that cannot be reached does not exist yet, or
 * `makeRoles` says why.
 */
async function refuseForeignDatabase(admin: string, server: string): Promise<void> {
  const url = new URL(admin)
  url.pathname = new URL(server).pathname
  const db = openDatabase({ connectionString: url.href, max: 1, connectionTimeoutMillis: 10_000 })
  try {
    await checkDatabase(db)
  } catch (error) {
    if (error instanceof StartError) throw error
  } finally {
    await db.destroy()
  }
}
