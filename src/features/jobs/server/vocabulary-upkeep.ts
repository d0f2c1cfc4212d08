import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { rebuildSearchVocabulary } from './vocabulary.ts'

const every = 60 * 60_000

/** Rebuilds the vocabulary now and then, if jobs changed: a new employer's name may wait an hour for its suggestion. */
export function keepVocabularyCurrent(app: FastifyInstance, db: Db) {
  let isStale = false
  let timer: NodeJS.Timeout | undefined

  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      if (!isStale) return
      isStale = false
      rebuildSearchVocabulary(db).catch((error: unknown) => {
        isStale = true
        app.log.warn({ err: error }, 'the search vocabulary could not be rebuilt')
      })
    }, every)
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))

  return {
    /** Jobs changed. */
    outdate: (): void => {
      isStale = true
    },
  }
}
