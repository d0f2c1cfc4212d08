import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/lib/database.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { listen } from '#server/lib/listen.ts'
import { getJob } from '../contract.ts'
import { textMatches, touchedBy } from './search/reverse-search.ts'
import type { JobFilter } from './search/understand.ts'
import type { JobsTables } from './tables.ts'

type Options = { db: Db; connection: pg.PoolConfig; answers: ResponseCache; onChange: () => void }

/** How long a change is kept for nodes that are slow to ask for it. */
const keptFor = sql`interval '10 minutes'`
const sweepEvery = 60_000

/** The address at which a job is asked for, and so the key of its answer. */
export const jobKey = (id: string): string => getJob.path.replace(':id', id)

/**
 * Removes from the cache what a change in the catalogue touches, and nothing else: every kept search is asked whether
 * the changed job, as it was or as it is, belongs to it.
 */
export function keepSearchesCurrent(app: FastifyInstance, { db, connection, answers, onChange }: Options) {
  const watched = new Map<string, JobFilter>()
  const jobs = db.withTables<JobsTables>()

  function forgetAll(): void {
    answers.clear()
    watched.clear()
  }

  async function removeTouched(changeIds: string[]): Promise<void> {
    // Whatever is being worked out now may have been read before the change.
    answers.outdatePending()
    const images = await jobs.selectFrom('job_changes').selectAll().where('id', 'in', changeIds).execute()
    if (images.length < changeIds.length || images.some((it) => it.job_id === null)) return forgetAll()

    const gone = new Set(images.map((it) => jobKey(it.job_id ?? '')))
    const doubtful: { key: string; tsquery: string }[] = []
    for (const [key, filter] of watched) {
      if (answers.etagOf(key) === undefined) watched.delete(key)
      else if (!images.some((image) => touchedBy(filter, image))) continue
      else if (filter.tsquery === null) gone.add(key)
      else doubtful.push({ key, tsquery: filter.tsquery })
    }
    for (const key of await textMatches(db, doubtful, changeIds)) gone.add(key)
    answers.remove(gone)
    for (const key of gone) watched.delete(key)
  }

  let subscription: ReturnType<typeof listen> | undefined
  let sweeping: NodeJS.Timeout | undefined

  app.addHook('onReady', async () => {
    answers.suspend()
    subscription = listen(connection, 'jobs_changed', {
      onMessage(payload) {
        onChange()
        removeTouched(payload.split(',')).catch((error: unknown) => {
          app.log.error({ err: error }, 'a change could not be followed; every kept answer was dropped')
          forgetAll()
        })
      },
      onOpen: () => answers.resume(),
      onLost(error) {
        app.log.warn({ err: error }, 'changes cannot be heard; nothing is kept until they can')
        answers.suspend()
        watched.clear()
      },
    })
    sweeping = setInterval(() => {
      jobs
        .deleteFrom('job_changes')
        .where('at', '<', sql<Date>`now() - ${keptFor}`)
        .execute()
        .catch((error: unknown) => app.log.warn({ err: error }, 'old changes could not be swept'))
    }, sweepEvery)
    sweeping.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    await subscription?.close()
  })

  return {
    /** From now on this key's answer goes as soon as a job that the filter asks for changes. */
    watch(key: string, filter: JobFilter): void {
      if (answers.keeps) watched.set(key, filter)
    },
  }
}
