// Runs a database until it is killed: node test/processes/hold-postgres.ts <data folder>
import { startPostgres } from '#platform/server/postgres/start.ts'

try {
  await startPostgres({ dataDir: process.argv[2] ?? '' })
  console.log('ready')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
