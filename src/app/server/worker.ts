import { accountTasks } from '#features/accounts/server/tasks.ts'
import { alertTasks } from '#features/alerts/server/tasks.ts'
import { cvTasks } from '#features/cv/server/tasks.ts'
import { importTasks } from '#features/imports/server/tasks.ts'
import { duplicateTasks } from '#features/duplicates/server/tasks.ts'
import { insightTasks } from '#features/insights/server/service.ts'
import { jobTasks } from '#features/jobs/server/tasks.ts'
import { moderationTasks } from '#features/moderation/server/tasks.ts'
import { indexNowOf } from '#features/postings/server/index-now.ts'
import { postingTasks } from '#features/postings/server/tasks.ts'
import { homeTasks } from '#features/home/server/service.ts'
import { backupTasks, type BackupContent } from './backups.ts'
import { auditTasks } from '#platform/server/audit-chain.ts'
import type { Db } from '#platform/server/database.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import { mailTasks, type MailTransport } from '#platform/server/mail/delivery.ts'
import { retentionTasks } from './retention.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import type { TaskHandler } from '#platform/server/tasks/task.ts'

export type TaskDependencies = {
  settings: Settings
  db: Db
  storage: FileStorage
  /** What scheduled backups read. Tests omit it. */
  backups?: BackupContent
  /** Null without a mail server. */
  transport: MailTransport | null
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

export const backgroundTasks = ({ settings, db, storage, backups, transport, log }: TaskDependencies): TaskHandler[] => [
  ...mailTasks({ db, transport, from: settings.mailFrom, keepBodies: settings.appMode === 'demo', log }),
  ...(backups ? backupTasks({ settings, ...backups, log }) : []),
  ...retentionTasks({ db, settings, log }),
  ...auditTasks({ db, storage, settings, log }),
  ...accountTasks({ db }),
  ...jobTasks({ db }),
  ...postingTasks({ db, links: settings, indexNow: indexNowOf(settings) }),
  ...alertTasks({ db, links: settings, log }),
  ...cvTasks({ db, storage }),
  ...insightTasks({ db }),
  ...duplicateTasks({ db }),
  ...importTasks({ db, settings, storage }),
  ...moderationTasks({ db, publicUrl: settings.publicUrl }),
  ...homeTasks({ db }),
]
