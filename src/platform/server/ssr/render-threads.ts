import { Worker } from 'node:worker_threads'
import type { BirpcReturn } from 'birpc'
import type { ApiCall, RenderRequest, TextTransport } from '#shared/rendering.ts'
import type { PageBytes } from '../http/answer.ts'
import { callsTo } from '../threads.ts'

/** The page that a thread renders; the page asks for its data by this number. */
type Order = Omit<RenderRequest, 'transport'> & { number: number; extraTags: string }

/** Where the built pages are, and what follows their style sheet. */
export type BuiltPages = { dist: string; brandStyle: string }

/** The calls that a thread answers. */
export type ThreadSide = { render(order: Order): Promise<PageBytes> }

/** The calls that a thread makes. */
export type ServerSide = { fetch(number: number, call: ApiCall): ReturnType<TextTransport> }

type Thread = { rpc: BirpcReturn<ThreadSide, ServerSide>; worker: Worker; underWay: number }

/**
 * A page leaves some megabytes of short-lived garbage. A young heap of 8 MB spends a tenth of the
 * time on it; V8's usual heap takes 150 MB.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }

export type RenderThreads = {
  render(request: RenderRequest, extraTags: string): Promise<PageBytes>
  close(): Promise<void>
}

/**
 * Renders pages beside the main thread: a page takes some milliseconds of computing, for which
 * requests that the cache can answer would have to wait.
 */
export function openRenderThreads(pages: BuiltPages, count: number): RenderThreads {
  const transports = new Map<number, TextTransport>()
  const threads: Thread[] = []
  let orders = 0
  let isClosed = false
  while (threads.length < count) start()

  function start() {
    const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData: pages,
      resourceLimits,
    })
    // A request that waits for a page keeps the process alive, not an idle thread.
    worker.unref()
    const rpc = callsTo<ThreadSide, ServerSide>(worker, {
      fetch(number, call) {
        const transport = transports.get(number)
        if (!transport) throw new Error('A page that nobody waits for asks for its data')
        return transport(call)
      },
    })
    const thread: Thread = { worker, rpc, underWay: 0 }
    threads.push(thread)
    worker.once('exit', () => threads.splice(threads.indexOf(thread), 1))
  }

  return {
    async render({ transport, ...request }, extraTags) {
      // One that ended is replaced when it is needed, so that one that cannot start is not started
      // for ever.
      if (threads.length < count && !isClosed) start()
      const [idlest] = threads.toSorted((a, b) => a.underWay - b.underWay)
      if (!idlest) throw new Error('There is no rendering thread')
      const number = orders++
      transports.set(number, transport)
      idlest.underWay++
      try {
        return await idlest.rpc.render({ ...request, number, extraTags })
      } finally {
        idlest.underWay--
        transports.delete(number)
      }
    },
    async close() {
      isClosed = true
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
