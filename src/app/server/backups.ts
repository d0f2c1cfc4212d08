import type pg from 'pg'
import { z } from 'zod'
import type { Log } from '#platform/server/http/app-base.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

/** The database, and the files as they are stored. */
export type BackupContent = { connection: pg.PoolConfig; files: FileStorage }

type Options = BackupContent & { settings: Settings; log: Pick<Log, 'info'> }

/** Where scheduled backups end; other files in their folder are left alone. */
const pattern = /^whitecoat-[\dTZ-]+\.backup$/

const backUpTask = defineTask({
  name: 'back-up',
  schema: z.object({}),
  retries: 3,
  retryDelaySeconds: 300,
  timeoutSeconds: 6 * 60 * 60,
})

/** Scheduled backups, if a place is set. */
export function backupTasks({ settings, connection, files, log }: Options): TaskHandler[] {
  const { backupTo, backupSchedule, backupKeep } = settings
  if (backupTo === undefined) return []
  const backUp = async () => {
    const [{ makeBackup }, places] = await Promise.all([
      import('#platform/server/backup/backup.ts'),
      import('#platform/server/backup/places.ts'),
    ])
    const folder = places.placeOf(backupTo)
    const name = `whitecoat-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
    const size = await makeBackup({ connection, files, settings }, places.placeIn(folder, name))
    log.info({ backup: name, ...size }, 'a backup was made')
    const names = (await places.listNames(folder, settings)).filter((it) => pattern.test(it))
    for (const old of names.slice(0, -backupKeep)) await places.removeBackup(places.placeIn(folder, old), settings)
  }
  return [handleTask(backUpTask, backUp, { cron: backupSchedule })]
}
