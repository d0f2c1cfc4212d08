import { isUtf8 } from 'node:buffer'
import type { SkipReason } from '#features/imports/model.ts'
import type { Cursor } from './cursor.ts'
import { DatasetError } from './dataset-error.ts'
import { arraySplitter, lineSplitter } from './split-rows.ts'
import type { RawRow, Splitter } from './split-rows.ts'

/** One row of a dataset: an item that parsed, or the reason why it did not. */
export type Row = { item: unknown } | { skip: SkipReason }

export type ReadRow = Row & {
  /** Where one goes on after it. */
  after: Cursor
  /** How much text it was, more or less; 0 where it was none. */
  bytes: number
}

/**
 * Reads a JSON array or JSON lines, whichever the first byte says, after the first `skip` rows. Throws a `DatasetError` where the
 * text breaks off.
 */
export async function* readRows(chunks: AsyncIterable<Uint8Array>, skip = 0): AsyncGenerator<ReadRow> {
  let row = 0
  for await (const raw of splitRows(chunks))
    if (++row > skip) yield { ...parse(raw), after: { page: 0, row }, bytes: raw?.length ?? 0 }
}

async function* splitRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow> {
  let head = Buffer.alloc(0)
  let splitter: Splitter | undefined
  for await (const bytes of chunks) {
    let chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!splitter) {
      head = Buffer.concat([head, chunk])
      if (head.length < markLength) continue
      splitter = recognize(head)
      if (!splitter) continue
      chunk = withoutMark(head)
    }
    yield* splitter.push(chunk)
  }
  if (!splitter) {
    splitter = recognize(head)
    if (!splitter) throw new DatasetError('The dataset is empty.')
    yield* splitter.push(withoutMark(head))
  }
  yield* splitter.end()
}

/** Enough bytes to tell an encoding by its mark. */
const markLength = 4

/** Undefined while there are only blanks. */
function recognize(head: Buffer): Splitter | undefined {
  refuseOtherEncodings(head)
  const first = withoutMark(head).toString('latin1').match(/\S/)?.[0]
  if (first === undefined) return undefined
  if (first === '[') return arraySplitter()
  if (first === '{') return lineSplitter()
  if (first === '<') throw new DatasetError('This is a web page, not a dataset.')
  throw new DatasetError('This is neither a JSON list nor JSON lines.')
}

function refuseOtherEncodings(head: Buffer): void {
  if (head[0] === 0x1f && head[1] === 0x8b) throw new DatasetError('The dataset is compressed: unpack it first.')
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (wide || head.subarray(0, markLength).includes(0)) throw new DatasetError('The dataset is not UTF-8 text: save it as UTF-8.')
}

/** A byte-order mark is no part of the text. */
function withoutMark(head: Buffer): Buffer {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head
}

function parse(row: RawRow): Row {
  if (row === null) return { skip: 'too-large' }
  if (!isUtf8(row)) return { skip: 'wrong-encoding' }
  try {
    return { item: JSON.parse(row.toString()) as unknown }
  } catch {
    return { skip: 'invalid-json' }
  }
}
