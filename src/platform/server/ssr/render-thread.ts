import { workerData } from 'node:worker_threads'
import type { BirpcReturn } from 'birpc'
import { answerCalls } from '../threads.ts'
import { openRenderer } from './built-site.ts'
import type { BuiltPages, ServerSide, ThreadSide } from './render-threads.ts'

/** A thread of `openRenderThreads`. */
const renderer = await openRenderer(workerData as BuiltPages)

const server: BirpcReturn<ServerSide, ThreadSide> = answerCalls<ServerSide, ThreadSide>({
  render: ({ number, extraTags, ...request }) =>
    renderer.render({ ...request, transport: (call) => server.fetch(number, call) }, extraTags),
})
