import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/lib/database.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { listen } from '#server/lib/listen.ts'
import { getJob } from '../contract.ts'
import { applyEffect, KeptSearches } from './kept-searches.ts'
import type { Effect, Image, KeptSearch } from './kept-searches.ts'
import { KeptSummaries } from './kept-summaries.ts'
import { needsText, textMatches, touchedBy } from './search/reverse-search.ts'
import type { SearchRun } from './service.ts'
import type { JobsTables } from './tables.ts'

type Options = { db: Db; connection: pg.PoolConfig; answers: ResponseCache; onChange: () => void }

/** How long a change is kept for nodes that are slow to ask for it. */
const keptFor = sql`interval '10 minutes'`
const sweepEvery = 60_000

/** The address at which a job is asked for, and so the key of its answer. */
export const jobKey = (id: string): string => getJob.path.replace(':id', id)

/**
 * Follows the catalogue: every kept search is asked whether a changed job, as it was and as it is, belongs to it. Totals move by
 * one, the newest hits by one place, the answers that are wrong now are removed, and all others stay.
 */
export function keepSearchesCurrent(app: FastifyInstance, { db, connection, answers, onChange }: Options) {
  const searches = new KeptSearches((keys) => answers.remove(keys))
  const summaries = new KeptSummaries()
  const jobs = db.withTables<JobsTables>()
  /** Changes that were heard of, and are not known in detail yet. */
  let unfollowed = 0

  function forgetAll(): void {
    searches.clear()
    summaries.clear()
    answers.clear()
  }

  /** Whatever is being worked out now may have been read before the change. */
  function outdatePending(): void {
    answers.outdatePending()
    searches.changeHeard()
    summaries.outdatePending()
  }

  async function follow(changeIds: string[]): Promise<void> {
    outdatePending()
    const images = await jobs.selectFrom('job_changes').selectAll().where('id', 'in', changeIds).orderBy('id').execute()
    if (images.length < changeIds.length || images.some((it) => it.job_id === null)) return forgetAll()

    const gone = new Set<string>()
    for (const jobId of new Set(images.map((it) => it.job_id ?? ''))) {
      const ofJob = images.filter((it) => it.job_id === jobId)
      gone.add(jobKey(jobId))
      summaries.remove(jobId)
      for (const key of await wrongAnswers(jobId, ofJob)) gone.add(key)
    }
    answers.remove(gone)
    for (const { answers: kept } of searches.all()) {
      for (const key of kept.keys()) if (gone.has(key) || answers.etagOf(key) === undefined) kept.delete(key)
    }
  }

  async function wrongAnswers(jobId: string, images: Image[]): Promise<string[]> {
    const [before, after] = [images.find((it) => it.sign < 0), images.findLast((it) => it.sign > 0)]
    // Nothing changed that anybody searches by, but lists may show it.
    if (!before && !after) return [...searches.all()].flatMap((search) => showing(search, jobId))
    const now = Date.now()
    const belongs = (search: KeptSearch, image: Image | undefined) => image !== undefined && touchedBy(search.filter, image, now)
    const touched = [...searches.all()].filter((it) => belongs(it, before) || belongs(it, after))
    const queries = new Set(touched.flatMap((it) => (needsText(it.filter) && it.query !== null ? [it.query] : [])))
    const fulfilled = await textMatches(
      db,
      [...queries],
      images.map((it) => it.id),
    )
    return touched.flatMap((search) => {
      const holds = (image: Image | undefined) =>
        belongs(search, image) && (!needsText(search.filter) || fulfilled.get(image?.id ?? '')?.has(search.query ?? ''))
      const effect: Effect = { before: holds(before) ? before : undefined, after: holds(after) ? after : undefined }
      return applyEffect(search, jobId, effect)
    })
  }

  const showing = ({ answers: kept }: KeptSearch, jobId: string): string[] =>
    [...kept].filter(([, { jobIds }]) => jobIds.has(jobId)).map(([key]) => key)

  let subscription: ReturnType<typeof listen> | undefined
  let sweeping: NodeJS.Timeout | undefined
  /** One change after the other: each moves the totals that the one before has left. */
  let following = Promise.resolve()

  app.addHook('onReady', async () => {
    answers.suspend()
    subscription = listen(connection, 'jobs_changed', {
      onMessage(payload) {
        onChange()
        outdatePending()
        unfollowed++
        following = following
          .then(() => follow(payload.split(',')))
          .catch((error: unknown) => {
            app.log.error({ err: error }, 'a change could not be followed; every kept answer was dropped')
            forgetAll()
          })
          .finally(() => unfollowed--)
      },
      onOpen: () => answers.resume(),
      onLost(error) {
        app.log.warn({ err: error }, 'changes cannot be heard; nothing is kept until they can')
        answers.suspend()
        searches.clear()
        summaries.clear()
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
    /** What is known of searches, for one that begins now; nothing while nothing is kept. */
    run(): SearchRun {
      const { moment } = searches
      const rowsMoment = summaries.moment
      const { keeps } = answers
      return {
        keeps,
        totalOf: (filter) => (answers.keeps ? searches.totalOf(filter) : undefined),
        keepTotal: (filter, total) => {
          if (answers.keeps) searches.keepTotal(filter, total, moment)
        },
        newestOf: (filter) => (answers.keeps ? searches.newestOf(filter) : undefined),
        keepNewest: (filter, newest) => {
          if (answers.keeps) searches.keepNewest(filter, newest, moment)
        },
        // While a change is not known in detail, any of them may be out of date.
        recallSummaries: (ids, find) => (answers.keeps && unfollowed === 0 ? summaries.recall(ids, rowsMoment, find) : find(ids)),
        keepAnswer: (filters, key, answer) => {
          if (answers.keeps) searches.keepAnswer(filters, key, answer)
        },
      }
    },
  }
}
