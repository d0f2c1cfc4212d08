import { isUtf8 } from 'node:buffer'
import type { SkipReason } from '#features/imports/model.ts'

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

/** The longest byte-order mark. */
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

/** The bytes of one item; null where they were more than one item may have. */
type RawRow = Buffer | null

/**
 * Cuts a dataset into its items without parsing them, so that a broken item costs only itself and memory holds one item.
 * It works on bytes: all of JSON's structure is ASCII, and no UTF-8 character contains an ASCII byte.
 */
type Splitter = { push(chunk: Buffer): Iterable<RawRow>; end(): Iterable<RawRow> }

export const maxItemBytes = 1_000_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const newline = 0x0a
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Items of `[…, …]`: what stands between its commas. */
function arraySplitter(): Splitter {
  const collector = itemCollector()
  let depth = 0
  let inString = false
  let escaped = false
  let closed = false
  return {
    *push(chunk) {
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] ?? 0
        if (inString) {
          if (escaped) escaped = false
          else if (byte === backslash) escaped = true
          else if (byte === quote) inString = false
        } else if (closed) {
          if (!isBlank(byte)) throw new DatasetError('There is more text after the end of the list.')
        } else if (byte === quote) inString = true
        else if (isOpening(byte)) {
          if (++depth === 1) start = at + 1
        } else if (isClosing(byte)) {
          if (--depth > 0) continue
          closed = true
          const last = collector.take(chunk.subarray(start, at))
          // An empty list, or a comma before its end.
          if (last === null || !last.every(isBlank)) yield last
        } else if (byte === comma && depth === 1) {
          yield collector.take(chunk.subarray(start, at))
          start = at + 1
        }
      }
      if (!closed) collector.add(chunk.subarray(start))
    },
    end() {
      if (!closed) throw new DatasetError('The dataset ends in the middle: its list is not closed.')
      return []
    },
  }
}

/** One item a line; blank lines are none. */
function lineSplitter(): Splitter {
  const collector = itemCollector()
  return {
    *push(chunk) {
      let start = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
        const line = collector.take(chunk.subarray(start, at))
        if (line === null || !line.every(isBlank)) yield line
        start = at + 1
      }
      collector.add(chunk.subarray(start))
    },
    *end() {
      const line = collector.take(Buffer.alloc(0))
      if (line !== null && line.every(isBlank)) return
      // Only the last line of a file that was cut off lacks its end.
      if (line !== null && !isJson(line)) throw new DatasetError('The dataset ends in the middle of a line.')
      yield line
    },
  }
}

/** Gathers an item over chunks; forgets the bytes of one that grows too large. */
function itemCollector() {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer): void => {
    size += part.length
    if (size > maxItemBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const take = (part: Buffer): RawRow => {
    add(part)
    const item = size > maxItemBytes ? null : Buffer.concat(parts)
    parts = []
    size = 0
    return item
  }
  return { add, take }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString())
    return true
  } catch {
    return false
  }
}

/** How far a dataset has been read; a run resumes here after a crash. */
export type Cursor = {
  /** The offset of a page of Apify's API; 0 in a dataset without pages. */
  page: number
  /** How many rows of the page, or of the whole dataset, are done. */
  row: number
}

export const datasetStart: Cursor = { page: 0, row: 0 }

/** The dataset cannot be opened, or not be read any further. Its message is for the person who started the import. */
export class DatasetError extends Error {
  override name = 'DatasetError'
}
