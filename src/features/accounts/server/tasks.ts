import { z } from 'zod'
import type { Db } from '#server/lib/database.ts'
import { defineTask, handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import { deleteExpired } from './queries.ts'

export const purgeAccountsTask = defineTask({ name: 'purge-accounts', schema: z.object({}) })

export const accountTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(purgeAccountsTask, () => deleteExpired(db), { cron: '35 4 * * *' }),
]
