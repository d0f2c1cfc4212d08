import type { EventKind } from '../model.ts'

/** Something that was seen, without whom: `token` is a hash that is never stored as it is. */
export type SeenEvent = { jobId: string; kind: EventKind; day: string; token: string; viewerId: string | null }
export type CountedEvent = SeenEvent & { count: number }

type Options = {
  /** Writes events down, all or none. */
  write: (events: readonly CountedEvent[]) => Promise<void>
  /** Told when that fails; what could not be written is tried again with what comes next. */
  onError: (error: unknown) => void
}

/** A database that is away for long must not fill the memory: from here on, only what is in it already is counted. */
const mostEntries = 50_000

/** Counts in memory, and writes down what came together whenever it is flushed: no visitor waits for the database. */
export class EventCounter {
  readonly #write: Options['write']
  readonly #onError: Options['onError']
  #counts = new Map<string, CountedEvent>()
  #flushing: Promise<void> = Promise.resolve()

  constructor({ write, onError }: Options) {
    this.#write = write
    this.#onError = onError
  }

  count(event: SeenEvent, times = 1): void {
    const key = `${event.day} ${event.jobId} ${event.kind} ${event.token} ${event.viewerId}`
    const known = this.#counts.get(key)
    if (known) known.count += times
    else if (this.#counts.size < mostEntries) this.#counts.set(key, { ...event, count: times })
  }

  /** One after the other; resolves once everything counted before is written down, or has failed to be. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#writeDown())
    return this.#flushing
  }

  async #writeDown(): Promise<void> {
    const events = [...this.#counts.values()]
    if (events.length === 0) return
    this.#counts = new Map()
    try {
      await this.#write(events)
    } catch (error) {
      for (const { count, ...event } of events) this.count(event, count)
      this.#onError(error)
    }
  }
}
