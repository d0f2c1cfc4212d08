import { availableParallelism } from 'node:os'
import { AppError } from '#shared/errors.ts'

type Limits = { atOnce: number; waiting: number }

/** A hash takes a processor for 50 ms or so. The queue has room for thirty people behind one address who sign in together. */
export const passwordLimits = (processors = availableParallelism()): Limits => ({ atOnce: processors, waiting: 32 * processors })

const retryAfterSeconds = 2

/**
 * A counting semaphore with a short queue. Networks take turns, and a full queue makes room for a network that waits for less than
 * the one that waits for most: a flood from one network delays others by one call each time.
 */
export class Semaphore {
  readonly #limits: Limits
  /** In the order of their turns; each has calls that wait. */
  readonly #queues = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0
  /** Since the start. */
  refused = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Does the work now or when its turn comes. @throws {AppError} UNAVAILABLE if too many wait. */
  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running++
    // Who ends hands the place over, so it stays counted.
    else await this.#turn(network)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(network: string): Promise<void> {
    if (this.#waiting >= this.#limits.waiting) this.#makeRoom(this.#queues.get(network)?.length ?? 0)
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(network)
      if (queue) queue.push({ resolve, reject })
      else this.#queues.set(network, [{ resolve, reject }])
      this.#waiting++
    })
  }

  /** @throws {AppError} unless another network has more calls in the queue than the caller's would have. */
  #makeRoom(own: number): void {
    this.refused++
    const [network, queue] = [...this.#queues].reduce((most, it) => (it[1].length > most[1].length ? it : most))
    if (queue.length <= own + 1) throw busy()
    queue.pop()?.reject(busy())
    this.#left(network, queue)
  }

  #next(): void {
    const [first] = this.#queues
    if (!first) {
      this.#running--
      return
    }
    const [network, queue] = first
    queue.shift()?.resolve()
    this.#left(network, queue)
  }

  /** Others have their turns before the network's next call. */
  #left(network: string, queue: Waiting[]): void {
    this.#waiting--
    this.#queues.delete(network)
    if (queue.length > 0) this.#queues.set(network, queue)
  }
}

type Waiting = { resolve: () => void; reject: (error: AppError) => void }

const busy = () =>
  new AppError('UNAVAILABLE', 'Many people are signing in. Please try again in a moment.', undefined, retryAfterSeconds)
