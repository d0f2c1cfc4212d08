import { handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { decideSource, decideSourceTask } from './service-sources.ts'
import { settleAlike, settleAlikeTask } from './facts.ts'
import type { Moderation } from './queries.ts'

export const moderationTasks = (moderation: Moderation): TaskHandler[] => [
  handleTask(decideSourceTask, ({ id }, context) => decideSource(moderation, id, context)),
  handleTask(settleAlikeTask, ({ decisionId }, context) => settleAlike(moderation, decisionId, context)),
]
