// npm run db:migrate: brings the schema of DATABASE_URL, or of the embedded database, up to date.
import { connectDatabase } from '#server/lib/connect-database.ts'
import { migrateToLatest } from '#server/lib/migrate.ts'
import { readSettings } from '#server/lib/settings.ts'
import { StartError } from '#server/lib/start-error.ts'

try {
  await migrate()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function migrate(): Promise<void> {
  const database = await connectDatabase(readSettings(process.env), { shared: true })
  try {
    const migrations = await migrateToLatest(database.db)
    console.log(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}` : 'The database is up to date.')
  } finally {
    await database.close()
  }
}
