import type { FastifyInstance } from 'fastify'
import { hostname } from 'node:os'
import { createHistogram } from 'node:perf_hooks'
import type { Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { oncePerMinute } from '#platform/server/errors.ts'
import { version } from '#platform/server/version.ts'
import { addSample, type NodeSample } from './queries.ts'

const everyMs = 60_000
const [maxMs, perMs] = [10 * 60_000, 1000]

export type Sampler = {
  node: string
  /** Since the last sample, without ending it. */
  now(): NodeSample
}

/** Counts and times this node's requests, and stores a sample a minute. */
export function startSampler(app: FastifyInstance, { db, answers }: { db: Db; answers: AnswerCache }): Sampler {
  const node = `${hostname()} (${process.pid})`
  const startedAt = new Date(Date.now() - process.uptime() * 1000)
  const times = createHistogram({ highest: maxMs * perMs })
  const warn = oncePerMinute((err, leftOut) => app.log.warn({ err, leftOut }, 'a sample of this node was not stored'))
  let counts = { requests: 0, failed: 0, refused: 0 }
  const startCounting = () => ({
    ms: performance.now(),
    cpu: process.cpuUsage(),
    cached: answers.sentFromCache,
    refusedFirst: answers.refusedFirst,
  })
  let since = startCounting()
  let timer: NodeJS.Timeout | undefined

  app.addHook('onResponse', async (_request, { statusCode, elapsedTime }) => {
    counts.requests++
    if (statusCode === 429 || statusCode === 503) {
      counts.refused++
      return
    }
    if (statusCode >= 500) counts.failed++
    times.record(Math.min(maxMs * perMs, Math.max(1, Math.round(elapsedTime * perMs))))
  })
  app.addHook('onReady', async () => {
    timer = setInterval(() => void store().catch(warn), everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return { node, now }

  function now(): NodeSample {
    const { user, system } = process.cpuUsage(since.cpu)
    const cached = answers.sentFromCache - since.cached
    const refusedFirst = answers.refusedFirst - since.refusedFirst
    const timeOf = (percentile: number) => (times.count === 0 ? 0 : times.percentile(percentile) / perMs)
    return {
      node,
      at: new Date(),
      version,
      startedAt,
      requests: counts.requests + cached + refusedFirst,
      cached,
      failed: counts.failed,
      refused: counts.refused + refusedFirst,
      p50Ms: timeOf(50),
      p95Ms: timeOf(95),
      memoryMb: process.memoryUsage.rss() / 1024 / 1024,
      cpuPercent: (user + system) / 10 / Math.max(1, performance.now() - since.ms),
    }
  }

  /** Fails without file descriptors, too: Node reads its memory from a file. */
  async function store(): Promise<void> {
    const sample = now()
    counts = { requests: 0, failed: 0, refused: 0 }
    since = startCounting()
    times.reset()
    await addSample(db, sample)
  }
}
