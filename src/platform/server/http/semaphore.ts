import type { ServerResponse } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { onClosed } from './slow-clients.ts'

/** How many calls are worked on at once, how many wait for that, and what a refused one is told. */
export type Limits = {
  atOnce: number
  waiting: number
  refusal?: { message: string; retryAfterSeconds: number }
}

/** Too many wait already. */
export class NoRoomError extends AppError {}

/** A call that waits longer is refused: readers that stopped may hold the places for a minute. */
const maxWaitMs = 10_000
/** An overload lasts until so long nobody was refused. */
const overloadMs = 1_000

type Call = PromiseWithResolvers<void> & { network: string }

/**
 * A counting semaphore with a queue. A free place goes to the network that waits for least, and
 * there to its oldest call, or to its newest while calls are being refused. Where too many wait,
 * the oldest call of the network that waits for most is refused. So a flood from one network delays
 * others by one call, and nobody starves while there is room for all. Under overload an answer
 * comes immediately or not at all, instead of late.
 */
export class Semaphore {
  readonly #limits: Limits
  readonly #running = new Set<Call>()
  /** The oldest first. */
  readonly #waiting: Call[] = []
  /** Since the start. */
  refused = 0
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Calls were refused a moment ago, and as many wait as are worked on: one more would be refused,
   * or make another one be.
   */
  get isOverloaded(): boolean {
    return this.#waiting.length >= this.#limits.atOnce && this.#isRefusing()
  }

  #isRefusing(): boolean {
    return performance.now() - this.#refusedAt < overloadMs
  }

  countRefusal(): void {
    this.refused++
    this.#refusedAt = performance.now()
  }

  /** Does the work now or when its turn comes. @throws {AppError} UNAVAILABLE if too many wait. */
  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    const call = this.#add(network)
    await call.promise
    try {
      return await work()
    } finally {
      this.#end(call)
    }
  }

  /**
   * Waits for a place, and keeps the place until the response is written.
   * @throws {AppError} UNAVAILABLE if too many wait, or this one did for long.
   */
  async enter(network: string, response: ServerResponse): Promise<void> {
    const call = this.#add(network)
    const end = () => this.#end(call)
    response.once('prefinish', end)
    onClosed(response, end)
    const timer = setTimeout(() => this.#remove(call) && this.#refuse(call), maxWaitMs)
    await call.promise.finally(() => clearTimeout(timer))
  }

  #add(network: string): Call {
    const call = { network, ...Promise.withResolvers<void>() }
    this.#waiting.push(call)
    if (this.#running.size < this.#limits.atOnce) this.#startNext()
    else if (this.#waiting.length > this.#limits.waiting)
      this.#refuse(this.#take((waiting, found) => waiting > found))
    return call
  }

  /** A call that is neither worked on nor waits has ended before. */
  #end(call: Call): void {
    if (this.#running.delete(call)) this.#startNext()
    else if (this.#remove(call)) call.reject(new AppError('UNAVAILABLE'))
  }

  #remove(call: Call): boolean {
    const index = this.#waiting.indexOf(call)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }

  #startNext(): void {
    const newestFirst = this.#isRefusing()
    const next = this.#take(
      (waiting, found) => waiting < found || (newestFirst && waiting === found),
    )
    if (!next) return
    this.#running.add(next)
    next.resolve()
  }

  #refuse(call: Call | undefined): void {
    this.countRefusal()
    const { message, retryAfterSeconds } = this.#limits.refusal ?? {}
    call?.reject(new NoRoomError('UNAVAILABLE', message, undefined, retryAfterSeconds))
  }

  /**
   * Removes a call from the queue, from the oldest on the one whose network's number of calls is
   * better than that of the one found before.
   */
  #take(isBetter: (calls: number, found: number) => boolean): Call | undefined {
    const calls = new Map<string, number>()
    for (const { network } of this.#waiting) calls.set(network, (calls.get(network) ?? 0) + 1)
    const callsAt = (index: number) => calls.get(this.#waiting[index]?.network ?? '') ?? 0
    let found = 0
    for (let index = 1; index < this.#waiting.length; index++)
      if (isBetter(callsAt(index), callsAt(found))) found = index
    return this.#waiting.splice(found, 1)[0]
  }
}
