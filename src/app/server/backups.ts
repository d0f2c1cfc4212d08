import { z } from 'zod'
import type { Connected } from '#platform/server/connect-database.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

/** The database, and the files as they are stored. */
export type BackupContent = { database: Pick<Connected, 'connection' | 'owner'>; files: FileStorage }

type Options = BackupContent & { settings: Settings; log: Pick<Log, 'info'> }

/** Scheduled backups, also of earlier versions; what else lies in their folder is left alone. */
const pattern = /^whitecoat-[\dTZ-]+(\.backup)?$/

const backUpTask = defineTask({
  name: 'back-up',
  schema: z.object({}),
  retries: 3,
  retryDelaySeconds: 300,
  timeoutSeconds: 6 * 60 * 60,
})

/** Scheduled backups, if a place is set. */
export function backupTasks({ settings, database, files, log }: Options): TaskHandler[] {
  const { backupTo, backupSchedule, backupKeep } = settings
  if (backupTo === undefined) return []
  const backUp = async () => {
    const [{ makeBackup, sizeOf }, places] = await Promise.all([
      import('#platform/server/backup/backup.ts'),
      import('#platform/server/backup/places.ts'),
    ])
    const folder = places.placeOf(backupTo)
    const name = `whitecoat-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
    const manifest = await makeBackup({ database, files, settings }, places.placeIn(folder, name))
    log.info({ backup: name, ...sizeOf(manifest) }, 'a backup was made')
    const names = (await places.listNames(folder, settings)).filter((it) => pattern.test(it))
    for (const old of names.slice(0, -backupKeep)) await places.removeBackup(places.placeIn(folder, old), settings)
  }
  return [handleTask(backUpTask, backUp, { cron: backupSchedule })]
}
