import { connectDatabase, type Connected } from '#platform/server/connect-database.ts'
import { planMigrations, type PlannedMigration } from './migration-plan.ts'
import { readSettings } from '#platform/server/settings.ts'
import { formatNumber } from '#shared/numbers.ts'
import { readArguments } from './run-command.ts'

const usage = `whitecoat migrate [--plan]

Brings the schema of DATABASE_URL, or of the embedded database in DATA_DIR, up to date. Every start does the same; servers of
the version before may go on running meanwhile.

  --plan  changes nothing, and says which tables the missing migrations would lock`

export async function migrate(args: string[]): Promise<void> {
  const { values } = readArguments(args, usage, { plan: { type: 'boolean', default: false } })
  const database = await connectDatabase(readSettings(process.env), { shared: true })
  try {
    if (values.plan) print(await planMigrations(database.db))
    else await migrateAll(database)
  } finally {
    await database.close()
  }
}

async function migrateAll(database: Connected): Promise<void> {
  const { applied, unknown } = await database.migrate()
  console.log(
    applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.',
  )
  if (unknown.length > 0) console.log(`A newer version has migrated it, too: ${unknown.join(', ')}`)
}

function print(planned: readonly PlannedMigration[]): void {
  if (planned.length === 0) console.log('The database is up to date.')
  for (const { name, locks } of planned) {
    console.log(`${name}: ${locks.length === 0 ? 'locks no table' : ''}`.trimEnd())
    for (const { table, waits, rows, bytes } of locks)
      console.log(
        `  ${table} (${formatNumber(rows)} rows, ${formatNumber(Math.ceil(bytes / 1e6))} MB): ${waits} wait`,
      )
  }
}
