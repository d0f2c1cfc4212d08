// npm run restore -- <folder or s3://bucket/name> [--check | --rehearse]: see `usage`.
import { sizeOf, type Manifest } from '#platform/server/backup/backup.ts'
import { placeOf } from '#platform/server/backup/places.ts'
import { checkBackup, rehearse, restore } from './lib/restore-backup.ts'
import { readSettings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import { readArguments, runCommand } from './lib/run-command.ts'

const usage = `npm run restore -- <folder or s3://bucket/name> [--check | --rehearse]

Fills an empty database and an empty file store from a backup, and compares every row and file with it.

  --check      only reads the backup, and says whether it is whole and can be restored by this version
  --rehearse   restores it into a database and folder of its own below DATA_DIR, which are removed afterwards`

await runCommand(main)

async function main(): Promise<void> {
  const isOn = { type: 'boolean', default: false } as const
  const { values, words } = readArguments(usage, { check: isOn, rehearse: isOn }, [1, 1])
  if (values.check && values.rehearse) throw new StartError(`Usage: ${usage}`)
  const place = placeOf(words[0] ?? '')
  const settings = readSettings(process.env)
  const began = Date.now()
  const done = (what: string, manifest: Manifest) => {
    const { rows, tables, files } = sizeOf(manifest)
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(`${what} ${formatNumber(rows)} rows of ${tables} tables and ${formatNumber(files)} files in ${seconds} s.`)
  }
  if (values.check) done('The backup is whole:', await checkBackup(settings, place))
  else if (values.rehearse) done('Restored, compared and removed', await rehearse(settings, place))
  else done('Restored and compared', await restore(settings, place))
}
