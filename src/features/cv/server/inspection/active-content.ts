import { Worker } from 'node:worker_threads'
import { errorCode } from '#platform/server/start-error.ts'
import type { CvFormat } from '#features/cv/model.ts'
import type { Finding } from './check-content.ts'

const timeoutMs = 20_000
/** Beside what the file unpacks to. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Checks in a thread of its own what a file does: a hostile one neither blocks requests, nor takes more time and memory than others.
 * The file's format was checked before.
 */
export async function findActiveContent(path: string, format: CvFormat, limitMs = timeoutMs): Promise<Finding | undefined> {
  const worker = new Worker(new URL('./active-content-thread.ts', import.meta.url), {
    workerData: { path, format },
    resourceLimits,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Finding | undefined>()
  const timeout = setTimeout(() => resolve('unreadable'), limitMs)
  // Node's watch mode posts messages of its own from threads.
  worker.on('message', (message: object) => {
    if ('finding' in message) resolve(message.finding as Finding | undefined)
  })
  worker.on('error', (error) => {
    if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') resolve('unreadable')
    else reject(error)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    await worker.terminate()
  }
}
