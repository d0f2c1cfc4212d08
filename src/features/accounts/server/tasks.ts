import type { Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { deleteExpired } from './queries.ts'

export const purgeAccountsTask = defineTask({ name: 'purge-accounts' })

export const accountTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(purgeAccountsTask, () => deleteExpired(db), { cron: '35 4 * * *' }),
]
