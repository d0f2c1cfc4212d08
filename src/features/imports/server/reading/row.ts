import type { SkipReason } from '#features/imports/model.ts'

/** One row of a dataset: an item that parsed, or the reason why it did not, with its words. */
export type Row = { item: unknown } | { skip: SkipReason; detail?: string }

/** A pattern that finds this text. */
export const patternOf = (text: string): string => text.replaceAll(/[^\w\s]/g, String.raw`\$&`)

const wordsAround = 60

/** The text around a place in a broken row, on one line. */
export const textAround = (text: string, at = 0): string =>
  text
    .slice(Math.max(0, at - wordsAround), at + wordsAround)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A row as a reader of one format gives it. */
export type FormatRow = Row & {
  /** How much text it was, more or less. */
  bytes: number
}

export type ReadRow = FormatRow & {
  /** Where reading resumes after it. */
  after: Cursor
}

/** How far a dataset has been read; a run resumes here after a crash. */
export type Cursor = {
  /** The offset of a page of a paged API; 0 in a dataset without pages. */
  page: number
  /** How many rows of the page, or of the whole dataset, are done. */
  row: number
}

export const datasetStart: Cursor = { page: 0, row: 0 }

/** A row of this many bytes is no job. */
export const maxItemBytes = 4_000_000

/**
 * The dataset cannot be opened, or not be read any further. Its message is for the person who
 * started the import.
 */
export class DatasetError extends Error {
  override name = 'DatasetError'
}

/** Prefetches the next value while the consumer handles this one. */
export async function* oneAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let coming = iterator.next()
  try {
    for (;;) {
      const { done, value } = await coming
      if (done) return
      coming = iterator.next()
      // It may never be awaited: without this, a rejection would be unhandled.
      coming.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
