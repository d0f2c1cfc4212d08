import { parentPort, workerData } from 'node:worker_threads'
import { createBirpc, type BirpcReturn } from 'birpc'
import { openRenderer } from './built-site.ts'
import type { BuiltPages, ServerSide, ThreadSide } from './render-threads.ts'

/** A thread of `openRenderThreads`. */
const renderer = await openRenderer(workerData as BuiltPages)

const server: BirpcReturn<ServerSide, ThreadSide> = createBirpc<ServerSide, ThreadSide>(
  {
    render: ({ number, extraTags, ...request }) =>
      renderer.render({ ...request, transport: (call) => server.fetch(number, call) }, extraTags),
  },
  {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
    post: (message) => parentPort?.postMessage(message),
    on: (hear) => parentPort?.on('message', hear),
    timeout: -1,
  },
)
