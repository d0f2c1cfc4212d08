import { z } from 'zod'
import type { Db } from '#server/lib/database.ts'
import { defineTask, handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import * as clock from './clock.ts'
import type { Links } from './mails.ts'

const nothing = z.object({})

export const expirePostingsTask = defineTask({ name: 'expire-postings', schema: nothing })
export const remindOfExpiryTask = defineTask({ name: 'remind-of-expiry', schema: nothing })
export const forgetPostingKeysTask = defineTask({ name: 'forget-posting-keys', schema: nothing })

export const postingTasks = ({ db, links }: { db: Db; links: Links }): TaskHandler[] => [
  handleTask(expirePostingsTask, async () => void (await clock.expirePostings(db, links)), { cron: '* * * * *' }),
  handleTask(remindOfExpiryTask, async () => void (await clock.remindOfExpiry(db, links)), { cron: '7 * * * *' }),
  handleTask(forgetPostingKeysTask, () => clock.forgetOldKeys(db), { cron: '40 4 * * *' }),
]
