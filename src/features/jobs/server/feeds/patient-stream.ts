import { Readable } from 'node:stream'

/** Who takes nothing for so long has gone, or holds on to us on purpose. */
const patienceMs = 60_000

/** Long texts that are made as they are taken, no more than so many at a time. */
export class PatientStreams {
  #running = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#running >= this.#most
  }

  /** The text as a stream; it breaks off when nobody takes it. */
  open(pieces: AsyncIterable<string>): Readable {
    const stream = Readable.from(
      this.#counted(pieces, () => stream.destroy(new Error('Nobody takes this stream'))),
      {
        objectMode: false,
      },
    )
    return stream
  }

  async *#counted(pieces: AsyncIterable<string>, giveUp: () => void): AsyncGenerator<string> {
    this.#running++
    try {
      for await (const piece of pieces) {
        const patience = setTimeout(giveUp, patienceMs)
        try {
          yield piece
        } finally {
          clearTimeout(patience)
        }
      }
    } finally {
      this.#running--
    }
  }
}
