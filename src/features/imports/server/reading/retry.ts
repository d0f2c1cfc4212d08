import { setTimeout as wait } from 'node:timers/promises'
import { DatasetError } from './dataset-error.ts'
import { HttpError } from './http.ts'

/** What may well be whole the next time it is asked for. */
export class BrokenPage extends DatasetError {}

const attempts = 6
/** Where the server does not say how long to wait. */
const longestWaitMs = 60_000
/** Who asks for more patience than this does not get it. */
const longestAskedMs = 15 * 60_000

/**
 * Tries again what may pass: overload, a server's fault, a broken connection. The server's own waiting time counts first, and
 * whoever knows no better waits twice as long each time.
 */
export async function retry<T>(work: () => Promise<T>, delayMs: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !mayPass(error)) throw error
      const asked = error instanceof HttpError ? error.retryAfter : undefined
      if (asked !== undefined && asked > longestAskedMs) throw error
      await wait(asked ?? Math.min(delayMs * 2 ** (attempt - 1) * (1 + Math.random() / 4), longestWaitMs))
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 408 || error.status === 429 || error.status >= 500
  return error instanceof BrokenPage || (error instanceof DatasetError && error.cause !== undefined)
}
