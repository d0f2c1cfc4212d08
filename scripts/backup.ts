// npm run backup -- <file or s3://bucket/name>: see `usage`.
import { parseArgs } from 'node:util'
import { makeBackup } from '#platform/server/backup/backup.ts'
import { placeOf } from '#platform/server/backup/places.ts'
import { connectDatabase } from '#platform/server/connect-database.ts'
import { readSettings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/start-error.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import { formatNumber } from '#shared/numbers.ts'
import { runCommand } from './lib/run-command.ts'

const usage = `npm run backup -- <file or s3://bucket/name>

Writes database and files, as they are at one moment, to a new file or object, while the site runs. BACKUP_KEY encrypts it.`

await runCommand(main)

async function main(): Promise<void> {
  const place = placeOf(readArgument())
  const settings = readSettings(process.env)
  const database = await connectDatabase(settings, { shared: true })
  const storage = await openStorage(settings)
  try {
    const began = Date.now()
    const size = await makeBackup({ connection: database.connection, files: storage.raw, settings }, place)
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(
      `Backed up ${formatNumber(size.rows)} rows of ${size.tables} tables and ${formatNumber(size.files)} files in ${seconds} s.`,
    )
  } finally {
    storage.close()
    await database.close()
  }
}

function readArgument(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} })
    const [place, ...more] = positionals
    if (place !== undefined && more.length === 0) return place
  } catch {
    // The same message as for a missing place.
  }
  throw new StartError(`Usage: ${usage}`)
}
