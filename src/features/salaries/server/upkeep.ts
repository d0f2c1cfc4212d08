import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { hasStatistics } from './queries.ts'
import { refreshIfDue } from './refresh.ts'

const every = 30_000

/** Keeps the summary current while the server runs. `onRefresh` is told whenever there is another one, whoever made it. */
export function keepPayStatisticsCurrent(app: FastifyInstance, db: Db, onRefresh: () => void): void {
  let timer: NodeJS.Timeout | undefined
  let known: number | undefined
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      const refreshedAt = (await refreshIfDue(db))?.getTime()
      if (refreshedAt === undefined || refreshedAt === known) return
      known = refreshedAt
      onRefresh()
    } catch (error) {
      app.log.warn({ err: error }, 'the pay statistics could not be refreshed')
    }
  }

  app.addHook('onReady', async () => {
    running = look()
    // A summary of before the last stop will do until the next one is made; none at all would be no pages.
    if (!(await hasStatistics(db))) await running
    timer = setInterval(() => {
      running = look()
    }, every)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
