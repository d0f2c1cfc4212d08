import { Readable } from 'node:stream'

/** A client that reads nothing for so long has gone, or occupies the stream on purpose. */
const idleTimeoutMs = 60_000

/** Long texts that are produced as they are read, at most so many at a time. */
export class BoundedStreams {
  #running = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get isFull(): boolean {
    return this.#running >= this.#max
  }

  /** The text as a stream, which fails when its client is idle for too long. */
  open(chunks: AsyncIterable<string>): Readable {
    const onIdle = (): void => void stream.destroy(new Error('The client is idle'))
    const stream = Readable.from(this.#counted(chunks, onIdle), { objectMode: false })
    return stream
  }

  async *#counted(chunks: AsyncIterable<string>, onIdle: () => void): AsyncGenerator<string> {
    this.#running++
    try {
      for await (const chunk of chunks) {
        const timeout = setTimeout(onIdle, idleTimeoutMs)
        try {
          yield chunk
        } finally {
          clearTimeout(timeout)
        }
      }
    } finally {
      this.#running--
    }
  }
}
