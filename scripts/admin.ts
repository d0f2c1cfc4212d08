// npm run admin -- create <email> [--mail]: makes somebody an administrator; works while the server runs.
import { parseArgs } from 'node:util'
import { readSettings } from '#server/lib/settings.ts'
import { StartError } from '#server/lib/start-error.ts'
import { AppError } from '#shared/errors.ts'

const usage = 'npm run admin -- create <email> [--mail]'

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { address, mail } = readArguments()
  const settings = readSettings(process.env)
  // Loaded only now, so that what was told wrongly is answered at once.
  const [{ createAdministrator }, { connectDatabase }, { migrateToLatest }, { setMailIdentity }, { siteMailIdentity }] =
    await Promise.all([
      import('#features/accounts/server/administrators.ts'),
      import('#server/lib/connect-database.ts'),
      import('#server/lib/migrate.ts'),
      import('#server/lib/mail/identity.ts'),
      import('#server/mail.ts'),
    ])
  setMailIdentity(siteMailIdentity(settings))
  const database = await connectDatabase(settings, { shared: true })
  try {
    await migrateToLatest(database.db)
    const { email, isNew, link } = await createAdministrator(database.db, address, { publicUrl: settings.publicUrl, mail })
    console.log(`${email} is an administrator${isNew ? ', with a new account' : ''}.`)
    console.log(
      link === undefined ? 'A link that sets the password is on its way there.' : `Set the password within one hour: ${link}`,
    )
  } finally {
    await database.close()
  }
}

function readArguments(): { address: string; mail: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { mail: { type: 'boolean', default: false } } })
    const [command, address, ...more] = positionals
    if (command === 'create' && address && more.length === 0) return { address, mail: values.mail }
  } catch {
    // An unknown option gets the same answer as a missing address.
  }
  throw new StartError(`Usage: ${usage}`)
}
