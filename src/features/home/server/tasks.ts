import { z } from 'zod'
import type { Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { refreshIfShown } from './service.ts'

export const refreshFiguresTask = defineTask({ name: 'refresh-board-figures', schema: z.object({}) })

export const homeTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(refreshFiguresTask, () => refreshIfShown(db), { cron: '* * * * *' }),
]
