// npm run backup -- <folder or s3://bucket/name> [--dump]: see `usage`.
import { makeBackup, sizeOf } from '#platform/server/backup/backup.ts'
import { placeOf } from '#platform/server/backup/places.ts'
import { connectDatabase } from '#platform/server/connect-database.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import { formatNumber } from '#shared/numbers.ts'
import { readArguments, runCommand } from './lib/run-command.ts'

const usage = `npm run backup -- <folder or s3://bucket/name> [--dump]

Writes database and files, as they are at one moment, to a new folder or below a new name, while the site runs.

  --dump   the embedded database as an archive of pg_dump, which later versions of PostgreSQL can restore, too`

await runCommand(main)

async function main(): Promise<void> {
  const { values, words } = readArguments(usage, { dump: { type: 'boolean', default: false } }, [1, 1])
  const place = placeOf(words[0] ?? '')
  const settings = readSettings(process.env)
  const database = await connectDatabase(settings, { shared: true })
  const storage = await openStorage(settings)
  try {
    const began = Date.now()
    const size = sizeOf(await makeBackup({ database, files: storage.raw, settings }, place, values.dump))
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(
      `Backed up ${formatNumber(size.rows)} rows of ${size.tables} tables and ${formatNumber(size.files)} files in ${seconds} s.`,
    )
  } finally {
    storage.close()
    await database.close()
  }
}
