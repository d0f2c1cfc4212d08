import { DatasetError } from './dataset-error.ts'

/** The bytes of one item; null where they were more than one item may have. */
export type RawRow = Buffer | null

/**
 * Cuts a dataset into its items without parsing them, so that a broken item costs only itself and memory holds one item.
 * It works on bytes: all of JSON's structure is ASCII, and no UTF-8 character contains an ASCII byte.
 */
export type Splitter = { push(chunk: Buffer): Iterable<RawRow>; end(): Iterable<RawRow> }

export const maxItemBytes = 1_000_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const newline = 0x0a
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Items of `[…, …]`: what stands between its commas. */
export function arraySplitter(): Splitter {
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
export function lineSplitter(): Splitter {
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
