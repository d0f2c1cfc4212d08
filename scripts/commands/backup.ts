import {
  makeBackup,
  recordRehearsal,
  sizeOf,
  type Manifest,
} from '#platform/server/backup/backup.ts'
import { placeOf } from '#platform/server/backup/places.ts'
import { readSettings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import { formatNumber } from '#shared/numbers.ts'
import { withBoard } from './board.ts'
import { checkBackup, rehearse, restoreIntoPlace } from './restore-backup.ts'
import { readArguments } from './run-command.ts'

const backupUsage = `whitecoat backup <folder or s3://bucket/name> [--dump]

Writes database and files, as they are at one moment, to a new folder or below a new name, while the site runs.

  --dump   the embedded database as an archive of pg_dump, which later versions of PostgreSQL can restore, too`

const restoreUsage = `whitecoat restore <folder or s3://bucket/name> [--check | --rehearse]

Fills an empty database and an empty file store from a backup, and compares every row and file with it.

  --check      only reads the backup, and says whether it is whole and can be restored by this version
  --rehearse   restores it into a database and folder of its own below DATA_DIR, which are removed afterwards`

const isOn = { type: 'boolean', default: false } as const

export async function backup(args: string[]): Promise<void> {
  const { values, words } = readArguments(args, backupUsage, { dump: isOn }, [1, 1])
  const place = placeOf(words[0] ?? '')
  const began = Date.now()
  await withBoard(
    async (database, settings) => {
      const storage = await openStorage(settings)
      try {
        const manifest = await makeBackup(
          { database, files: storage.raw, settings },
          place,
          values.dump,
        )
        report('Backed up', manifest, began)
      } finally {
        storage.close()
      }
      // Who has installed the next version wants a backup before the start that migrates.
    },
    { ofAnyVersion: true },
  )
}

export async function restore(args: string[]): Promise<void> {
  const { values, words } = readArguments(
    args,
    restoreUsage,
    { check: isOn, rehearse: isOn },
    [1, 1],
  )
  if (values.check && values.rehearse) throw new StartError(`Usage: ${restoreUsage}`)
  const place = placeOf(words[0] ?? '')
  const settings = readSettings(process.env)
  const began = Date.now()
  if (values.check) report('The backup is whole:', await checkBackup(settings, place), began)
  else if (values.rehearse) {
    const manifest = await rehearse(settings, place)
    report('Restored, compared and removed', manifest, began)
    await noteRehearsal(manifest)
  } else report('Restored and compared', await restoreIntoPlace(settings, place), began)
}

/** For the system page. The machine of a drill may have no board. */
async function noteRehearsal(manifest: Manifest): Promise<void> {
  try {
    await withBoard(({ db }) => recordRehearsal(db, manifest), { ofAnyVersion: true })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.log(`The system page does not show it: ${error.message}`)
  }
}

function report(what: string, manifest: Manifest, began: number): void {
  const { rows, tables, files } = sizeOf(manifest)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(
    `${what} ${formatNumber(rows)} rows of ${tables} tables and ${formatNumber(files)} files in ${seconds} s.`,
  )
}
