import { z } from 'zod'
import type { Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { forgetVisitors } from './service.ts'

export const forgetVisitorsTask = defineTask({ name: 'forget-visitors', schema: z.object({}) })

export const insightTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(forgetVisitorsTask, () => forgetVisitors(db), { cron: '5 * * * *' }),
]
