import type { Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { compactSegments } from './segments/compaction.ts'
import { readStoredTerms, rebuildSearchVocabulary, refillJobSearch } from './derived-data.ts'

/** A million jobs take a quarter of an hour; what is left when a node stops waits a minute. */
const compactSegmentsTask = defineTask({
  name: 'compact-segments',
  timeoutSeconds: 3600,
  retries: 0,
  atOnce: 1,
})

/** A new employer's name may wait an hour for its suggestion. */
const rebuildVocabularyTask = defineTask({
  name: 'rebuild-search-vocabulary',
  timeoutSeconds: 600,
  retries: 0,
  atOnce: 1,
})

/** After an upgrade, a job of the previous version has no terms for some minutes. */
const readTermsTask = defineTask({
  name: 'read-terms',
  timeoutSeconds: 3600,
  retries: 0,
  atOnce: 1,
})

export const jobTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(compactSegmentsTask, (_data, { stopping }) => upkeepSearch(db, stopping), {
    cron: '* * * * *',
  }),
  handleTask(
    rebuildVocabularyTask,
    (_data, { stopping }) => rebuildSearchVocabulary(db, stopping),
    { cron: '23 * * * *' },
  ),
  handleTask(readTermsTask, (_data, { stopping }) => readStoredTerms(db, stopping), {
    cron: '*/5 * * * *',
  }),
]

/** After an upgrade the delta would grow by all jobs: it is compacted in between. */
async function upkeepSearch(db: Db, stopping: AbortSignal): Promise<void> {
  let after: string | undefined
  do {
    after = await refillJobSearch(db, { stopping, ...(after !== undefined && { after }) })
    await compactSegments(db, { stopping })
  } while (after !== undefined)
}
