import { isItem } from '../mapping/item.ts'
import type { Bytes } from './bytes.ts'
import {
  isBlank,
  itemCollector,
  lineSplitter,
  newline,
  openList,
  openObject,
  parseItem,
  scanner,
  structureSplitter,
  type RawItem,
  type Splitter,
} from './json-items.ts'
import { DatasetError, maxItemBytes, type FormatRow } from './row.ts'

/**
 * The rows of a list, of JSON lines, or of the list that one object holds, as the answers of most
 * APIs do.
 */
export async function* readJson(chunks: Bytes): AsyncGenerator<FormatRow> {
  const list: { owner?: string } = {}
  let isBroken = false
  for await (const raw of splitItems(chunks, list)) {
    const row = parseItem(raw)
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
      const value = whole && parseItem(whole)
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
