// npm run db:migrate: migrates DATABASE_URL, or the embedded database.
import { connectDatabase } from '#server/lib/connect-database.ts'
import { readSettings } from '#server/lib/settings.ts'
import { StartError } from '#server/lib/start-error.ts'

const usage = `npm run db:migrate

Brings the schema of DATABASE_URL, or of the embedded database in DATA_DIR, up to date. Every start does the same; servers of
the version before may go on running meanwhile.`

try {
  if (process.argv.length > 2) console.log(usage)
  else await migrate()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function migrate(): Promise<void> {
  const database = await connectDatabase(readSettings(process.env), { shared: true })
  try {
    const { applied, unknown } = await database.migrate()
    console.log(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.')
    if (unknown.length > 0) console.log(`A newer version has migrated it, too: ${unknown.join(', ')}`)
  } finally {
    await database.close()
  }
}
