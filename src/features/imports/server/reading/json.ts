import { isItem } from '../mapping/item.ts'
import type { Bytes } from './bytes.ts'
import {
  DatasetError,
  maxItemBytes,
  patternOf,
  textAround,
  type FormatRow,
  type Row,
} from './row.ts'

/**
 * The rows of a list, of JSON lines, or of the list that one object holds, as the answers of most
 * APIs do.
 */
export async function* readJson(chunks: Bytes): AsyncGenerator<FormatRow> {
  const list: { owner?: string } = {}
  let isBroken = false
  for await (const raw of splitItems(chunks, list)) {
    const row = parse(raw)
    const isRest = isBroken && 'skip' in row && !beginsObject(raw)
    isBroken = 'skip' in row && row.skip === 'invalid-json'
    // A quote too many cuts its row in two.
    if (isRest) continue
    // A board's answer names the employer once, before its jobs.
    if (list.owner !== undefined && 'item' in row && isItem(row.item))
      row.item['listOwner'] ??= list.owner
    yield { ...row, bytes: raw?.length ?? 0 }
  }
}

const beginsObject = (raw: RawItem) => raw?.find((byte) => !isBlank(byte)) === openObject

const ownerName =
  /"(?:employer|company|company_?name|organization|name)"\s*:\s*("(?:[^"\\]|\\.){2,200}")/i

/** What an object says of itself before the list that it holds. */
function ownerIn(head: Buffer): { owner?: string } {
  const text = head.toString()
  const found = /"(?:job_?)?title"/i.test(text) ? undefined : ownerName.exec(text)?.[1]
  return found === undefined ? {} : { owner: JSON.parse(found) }
}

function parse(item: RawItem): Row {
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

async function* splitItems(chunks: Bytes, list: { owner?: string }): AsyncGenerator<RawItem> {
  let parts: Buffer[] = []
  let [size, looked] = [0, 0]
  let splitter: Splitter | undefined
  const begin = function* (isWhole: boolean): Generator<RawItem> {
    const head = Buffer.concat(parts)
    const found = recognize(head, isWhole)
    if (!found) return
    splitter = found.splitter
    Object.assign(list, ownerIn(head.subarray(0, found.ownedBefore ?? 0)))
    parts = []
    yield* splitter.push(head.subarray(found.start))
  }
  for await (const chunk of chunks) {
    if (splitter) {
      yield* splitter.push(chunk)
      continue
    }
    parts.push(chunk)
    size += chunk.length
    // Looked at again when there is twice as much: each look reads from the start.
    if (size < 2 * looked) continue
    looked = size
    yield* begin(false)
  }
  if (!splitter) yield* begin(true)
  if (!splitter) throw new DatasetError('The dataset ends in the middle.')
  yield* splitter.end()
}

/** `ownedBefore`: where the list begins that one object holds. */
type Recognized = { splitter: Splitter; start: number; ownedBefore?: number }

/** Undefined while more has to be read to tell. */
function recognize(head: Buffer, isWhole: boolean): Recognized | undefined {
  const start = head.findIndex((byte) => !isBlank(byte))
  if (start < 0) return undefined
  if (head[start] === openList) return { splitter: structureSplitter({ isList: true }), start }
  const { end, openLists, isBroken = false } = firstValue(head, start)
  const lineEnd = head.indexOf(newline, start)
  const [brokenList] = isBroken ? openLists.filter((at) => isNamedList(head, at)) : []
  if (brokenList !== undefined) return listInObject(brokenList)
  if (end === undefined) {
    // The first line is broken: the next one begins anew.
    if (lineEnd > 0 && head.subarray(start, lineEnd).toString('latin1').trimEnd().endsWith('}'))
      return { splitter: lineSplitter(), start }
    if (head.length <= 2 * maxItemBytes && !isWhole) return undefined
    const [list] = openLists
    return list === undefined ? { splitter: lineSplitter(), start } : listInObject(list)
  }
  const next = head.subarray(end).findIndex((byte) => !isBlank(byte))
  if (next >= 0)
    return {
      splitter:
        lineEnd > 0 && lineEnd < end ? structureSplitter({ isList: false }) : lineSplitter(),
      start,
    }
  if (!isWhole) return undefined
  return { splitter: oneObject(), start, ownedBefore: head.indexOf(openList) }
}

const listInObject = (start: number): Recognized => ({
  splitter: structureSplitter({ isList: true, isInObject: true }),
  start,
  ownedBefore: start,
})

/** Whether the list at `at` is called as lists of jobs are. */
function isNamedList(text: Buffer, at: number) {
  const [, name = ''] = /"(\w{1,40})"\s*:\s*$/.exec(text.toString('latin1', at - 60, at)) ?? []
  return isListName(name)
}

/**
 * Where the value at `start` ends, or else the lists of objects that are open at the end of the
 * text, the outermost first.
 */
function firstValue(
  text: Buffer,
  start: number,
): { end?: number; openLists: number[]; isBroken?: boolean } {
  const open: number[] = []
  const scan = scanner()
  let isBroken = false
  for (let at = start; at < text.length && !isBroken; at++) {
    const kind = scan(text[at] ?? 0)
    if (kind === 'broken') isBroken = true
    if (kind === 'open') open.push(at)
    if (kind === 'close') {
      open.pop()
      if (open.length === 0) return { end: at + 1, openLists: [] }
    }
  }
  return {
    openLists: open.filter(
      (at, depth) => text[at] === openList && text[open[depth + 1] ?? at] === openObject,
    ),
    isBroken,
  }
}

/** The bytes of one item; null where they were more than one item may have. */
type RawItem = Buffer | null

/**
 * Cuts a dataset into its items without parsing them, so that a broken item costs only itself and
 * memory holds one item. It works on bytes: all of JSON's structure is ASCII, and no UTF-8
 * character contains an ASCII byte.
 */
type Splitter = { push(chunk: Buffer): Iterable<RawItem>; end(): Iterable<RawItem> }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const newline = 0x0a
const openList = 0x5b
const openObject = 0x7b
const isOpening = (byte: number) => byte === openList || byte === openObject
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d
const isBlank = (byte: number) =>
  byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09

/** What may stand outside of strings; with 'NaN', 'Infinity' and 'undefined', which are mended. */
const isOutside = new Uint8Array(256)
for (const byte of Buffer.from(' \t\r\n[]{},:"0123456789+-.eEtrufalsndNIiy')) isOutside[byte] = 1

/**
 * Says of each byte in turn which structure the byte opens, closes or separates. Bytes within a
 * string are no structure. 'broken': words stand outside of strings, so a quote is missing or one too
 * many.
 */
function scanner(): (byte: number) => 'open' | 'close' | 'comma' | 'broken' | undefined {
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
function structureSplitter({
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
      yield line
      // Only the last line of a file that was cut off lacks its end.
      if (line !== null && 'skip' in parse(line))
        throw new DatasetError('The dataset ends in the middle of a line.')
    },
  }
}

/** An object that is all of the dataset: the list that it holds, or else itself. */
function oneObject(): Splitter {
  const collector = itemCollector()
  return {
    push(chunk) {
      collector.add(chunk)
      return []
    },
    *end() {
      const whole = collector.take(Buffer.alloc(0))
      const value = whole && parse(whole)
      const list = value && 'item' in value ? listIn(value.item) : undefined
      const start = value && 'skip' in value ? namedListIn(whole) : undefined
      if (whole && start !== undefined) {
        const { splitter } = listInObject(start)
        yield* splitter.push(whole.subarray(start))
        yield* splitter.end()
      } else if (list) for (const item of list) yield Buffer.from(JSON.stringify(item))
      else yield whole
    },
  }
}

/** What APIs call the list that is asked for, beside lists of filters and counts. */
const listNames = new Set(
  'job jobs jobpostings jobposting posting postings content item items result results searchresultitems data record records row rows position positions opening openings vacancies listing listings entries value hits requisition requisitions'.split(
    ' ',
  ),
)
const deepestList = 4
const isListName = (name: string) => listNames.has(name.toLowerCase().replace('_', ''))

/** Of an object that cannot be parsed, where the first list of objects with such a name begins. */
function namedListIn(text: Buffer) {
  for (const found of text.toString('latin1').matchAll(/"(\w{1,40})"\s*:\s*(?=\[\s*\{)/g))
    if (isListName(found[1] ?? '')) return found.index + found[0].length
  return undefined
}

function listIn(value: unknown): unknown[] | undefined {
  const lists = listsIn(value, 0).filter(({ list }) => list.length === 0 || list.some(isItem))
  const named = lists.filter(({ name }) => isListName(name))
  if (
    isItem(value) &&
    named.length === 0 &&
    Object.keys(value).some((key) => /title|description/i.test(key))
  )
    return undefined
  const [longest] = (named.length > 0 ? named : lists).toSorted(
    (a, b) => b.list.length - a.list.length,
  )
  return longest?.list
}

function listsIn(value: unknown, depth: number): { name: string; list: unknown[] }[] {
  if (!isItem(value) || depth === deepestList) return []
  return Object.entries(value).flatMap(([name, part]) =>
    Array.isArray(part) ? [{ name, list: part }] : listsIn(part, depth + 1),
  )
}

/** Gathers an item over chunks; forgets the bytes of one that grows too large. */
function itemCollector() {
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
