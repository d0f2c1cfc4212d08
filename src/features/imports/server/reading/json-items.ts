import { DatasetError, maxItemBytes, patternOf, textAround, type Row } from './row.ts'

/** The items of JSON as bytes: where each begins and ends, and what it says. */

/** The bytes of one item; null where they were more than one item may have. */
export type RawItem = Buffer | null

/**
 * Cuts a dataset into its items without parsing them, so that a broken item costs only itself and
 * memory holds one item. It works on bytes: all of JSON's structure is ASCII, and no UTF-8
 * character contains an ASCII byte.
 */
export type Splitter = { push(chunk: Buffer): Iterable<RawItem>; end(): Iterable<RawItem> }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
export const newline = 0x0a
export const openList = 0x5b
export const openObject = 0x7b
const isOpening = (byte: number) => byte === openList || byte === openObject
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d
export const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09

/** What may stand outside of strings; with 'NaN', 'Infinity' and 'undefined', which are mended. */
const isOutside = new Uint8Array(256)
for (const byte of Buffer.from(' \t\r\n[]{},:"0123456789+-.eEtrufalsndNIiy')) isOutside[byte] = 1

/**
 * Says of each byte in turn which structure the byte opens, closes or separates. Bytes within a
 * string are no structure. 'broken': words stand outside of strings, so a quote is missing or one too
 * many.
 */
export function scanner(): (byte: number) => 'open' | 'close' | 'comma' | 'broken' | undefined {
  let inString = false
  let escaped = false
  return (byte) => {
    if (inString) {
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) inString = false
      return undefined
    }
    if (byte === quote) inString = true
    else if (isOpening(byte)) return 'open'
    else if (isClosing(byte)) return 'close'
    else if (byte === comma) return 'comma'
    return isOutside[byte] === 1 ? undefined : 'broken'
  }
}

/** Where the row after a broken one begins: with the name that began the row before, if one did. */
const nextRow = (firstName: string | undefined) =>
  firstName === undefined
    ? /\}\s*,\s*(?=\{\s*"[^"\\]{1,60}"\s*:)/
    : new RegExp(String.raw`\}\s*,\s*(?=\{\s*"${patternOf(firstName)}"\s*:)`)
const beginsWithName = /^\s*\{\s*"([^"\\]{1,60})"\s*:/
const endsAfterRow = /[}"\]]\s*\][\s}\]]*$/
/** More than stands between two rows. */
const tailBytes = 1000

/**
 * Items of `[…, …]`: what stands between its commas, and in an object the rest of it may follow; or
 * else objects one after the other. In a list, reading goes on after a broken item.
 */
export function structureSplitter({
  isList,
  isInObject = false,
}: {
  isList: boolean
  isInObject?: boolean
}): Splitter {
  const collector = itemCollector()
  let scan = scanner()
  let depth = 0
  let closed = false
  /** A broken item so far. */
  let broken: Buffer | undefined
  let firstName: string | undefined
  const take = (part: Buffer): RawItem => {
    const item = collector.take(part)
    firstName ??= beginsWithName.exec(item?.toString('latin1', 0, 200) ?? '')?.[1]
    return item
  }
  function* skipBroken(chunk: Buffer): Generator<RawItem> {
    const all = broken ? Buffer.concat([broken, chunk]) : chunk
    const text = all.toString('latin1')
    const [found] = text.slice(1).match(nextRow(firstName)) ?? []
    if (found === undefined) {
      broken = all.length > maxItemBytes ? all.subarray(-tailBytes) : all
      return
    }
    const end = text.indexOf(found, 1)
    broken = undefined
    scan = scanner()
    depth = 1
    yield all.subarray(0, end + 1)
    yield* push(all.subarray(end + found.length))
  }
  function* push(chunk: Buffer): Generator<RawItem> {
    if (broken) {
      yield* skipBroken(chunk)
      return
    }
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (closed) {
        if (isInObject) return
        if (!isBlank(byte)) throw new DatasetError('There is more text after the end of the list.')
        continue
      }
      const kind = scan(byte)
      if (kind === 'broken' && isList && depth > 1) {
        yield* skipBroken(collector.take(chunk.subarray(start)) ?? Buffer.alloc(0))
        return
      }
      if (kind === 'open' && ++depth === 1) start = isList ? at + 1 : at
      else if (kind === 'comma' && isList && depth === 1) {
        yield take(chunk.subarray(start, at))
        start = at + 1
      } else if (kind === 'close' && --depth === 0) {
        closed = isList
        const last = take(chunk.subarray(start, isList ? at : at + 1))
        start = at + 1
        // An empty list, or a comma before its end.
        if (last === null || !last.every(isBlank)) yield last
      }
    }
    if (isList ? !closed : depth > 0) collector.add(chunk.subarray(start))
  }
  return {
    push,
    *end() {
      const cut = broken ?? (isList && !closed ? collector.take(Buffer.alloc(0)) : undefined)
      if (cut && !cut.every(isBlank)) yield cut
      if (broken && endsAfterRow.test(broken.toString('latin1', broken.length - tailBytes))) return
      if (isList && !closed)
        throw new DatasetError('The dataset ends in the middle: its list is not closed.')
      if (depth > 0) throw new DatasetError('The dataset ends in the middle of an object.')
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
      yield line
      // Only the last line of a file that was cut off lacks its end.
      if (line !== null && 'skip' in parseItem(line))
        throw new DatasetError('The dataset ends in the middle of a line.')
    },
  }
}

/** Gathers an item over chunks; forgets the bytes of one that grows too large. */
export function itemCollector(): {
  add: (part: Buffer) => void
  take: (part: Buffer) => RawItem
} {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer) => {
    size += part.length
    if (size > maxItemBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const take = (part: Buffer): RawItem => {
    add(part)
    const item = size > maxItemBytes ? null : Buffer.concat(parts)
    parts = []
    size = 0
    return item
  }
  return { add, take }
}

export function parseItem(item: RawItem): Row {
  if (item === null) return { skip: 'too-large' }
  const text = item.toString()
  try {
    return { item: JSON.parse(text) }
  } catch {
    return parseMended(text)
  }
}

/** What stands in a string, and what JSON does not have beside strings. */
const mendable = /"(?:[^"\\]|\\[^])*"|(?<![\w.])(?:NaN|-?Infinity|undefined)\b|,(?=\s*[}\]])/g

/** Control characters in strings, 'NaN', and a comma before an end mean one thing each. */
function parseMended(text: string): Row {
  try {
    const mended = text.replaceAll(mendable, (part) => {
      if (part === ',') return ''
      return part.startsWith('"')
        ? part.replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1))
        : 'null'
    })
    return { item: JSON.parse(mended) }
  } catch (error) {
    const [, at] = /position (\d+)/.exec(String(error)) ?? []
    return { skip: 'invalid-json', detail: textAround(text, Number(at ?? 0)) }
  }
}
