import type { Bytes } from './bytes.ts'
import { withHead } from '#platform/server/storage/storage.ts'
import { DatasetError, maxItemBytes, patternOf, textAround, type FormatRow } from './row.ts'
import { escapeBare, lenientParser, withoutDeclaration } from './xml-text.ts'
import { formatNumber } from '#shared/numbers.ts'

/** Enough to see which element repeats. */
const headBytes = 512 * 1024

/**
 * The elements that repeat in a document, one row each: `<job>` in an aggregator's feed, `<item>`
 * in RSS.
 */
export async function* readXml(chunks: Bytes): AsyncGenerator<FormatRow> {
  const { head, all } = await withHead(chunks, headBytes)
  const decoder = new TextDecoder()
  const rowElement = repeatedElement(escapeBare()(withoutDeclaration(head).toString()))
  if (!rowElement) throw new DatasetError('This XML repeats no element that could be a job.')
  const reader = elementReader(rowElement)
  const escaped = escapeBare()
  let isFirst = true
  const push = function* (work: () => void): Generator<FormatRow> {
    let failure: unknown
    try {
      work()
    } catch (error) {
      failure = error
    }
    // The rows before an error come out before the error does.
    yield* reader.take()
    if (failure) throw failure
  }
  for await (const chunk of all) {
    const bytes = isFirst ? withoutDeclaration(chunk) : chunk
    isFirst = false
    yield* push(() => reader.push(escaped(decoder.decode(bytes, { stream: true }))))
  }
  yield* push(() => {
    reader.push(escaped(decoder.decode(), true))
    reader.end()
  })
}

/** Elements of formatted text: a value that holds them is that text. */
const markup = new Set(
  'a abbr b big blockquote br center code dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s section small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
)

const jobNames = 'job|jobs?[_-]?posting|posting|position|vacancy|opening|offer|requisition'
const entryNames = 'item|entry|row|record|listing|result|report_entry'
const rowNames = new RegExp(`^(?:.*:)?(?:${jobNames}|${entryNames})$`, 'i')

/**
 * What is nested deeper is no row and no field, and is left out: the path of each element has all
 * others in it.
 */
const deepest = 100

/** `hasNamesake`: rows have a part of their own name. */
type RowElement = { path: string; hasNamesake: boolean }

/**
 * Which elements are the rows: those of a usual name, or else the outermost that stand beside
 * others of their name and hold more.
 */
function repeatedElement(text: string): RowElement | undefined {
  const found = new Map<string, { count: number; parts: number; depth: number }>()
  const open: string[] = []
  const parser = lenientParser(() => {})
  let depth = 0
  parser.on('opentag', ({ name }) => {
    if (++depth > deepest) return
    const parent = found.get(open.join('/'))
    if (parent) parent.parts++
    open.push(name)
    const path = open.join('/')
    const seen = found.get(path)
    if (seen) seen.count++
    else found.set(path, { count: 1, parts: 0, depth: open.length })
  })
  parser.on('closetag', () => {
    if (depth-- <= deepest) open.pop()
  })
  // The head is cut somewhere, so it is never closed.
  try {
    parser.write(text)
  } catch {
    // What is broken will be reported when it is read.
  }
  const candidates = [...found]
    .map(([path, seen]) => ({ path, name: path.split('/').at(-1) ?? '', ...seen }))
    .filter(
      ({ depth, parts, count, name }) =>
        depth > 1 && parts / count >= (rowNames.test(name) ? 1 : 2) && !markup.has(name),
    )
  const [best] = candidates.toSorted(
    (a, b) =>
      Number(rowNames.test(b.name)) - Number(rowNames.test(a.name)) ||
      Number(b.count > 1) - Number(a.count > 1) ||
      a.depth - b.depth ||
      b.count - a.count,
  )
  if (!best) return undefined
  const namesakes = found.get(`${best.path}/${best.name}`)?.count ?? 0
  return { path: best.path, hasNamesake: namesakes * 2 > best.count }
}

type Value = string | Element | (string | Element)[]
type Element = { [name: string]: Value }
type Open = {
  name: string
  text: string
  parts: Element
  attributes: Record<string, string>
  isMarkup: boolean
}

/** The parser remembers a text until it ends. */
const maxBetweenRows = 32_000_000

/** More than the tag that begins a row. */
const tailLength = 1000

function elementReader({ path: rowPath, hasNamesake }: RowElement) {
  const names = rowPath.split('/')
  const rowName = names.at(-1) ?? ''
  const rowStart = new RegExp(`<${patternOf(rowName)}(?=[\\s>/])`)
  let rows: FormatRow[] = []
  let count = 0
  let size = 0
  let path = ''
  let depth = 0
  /** From the row down; empty outside of one. */
  let open: Open[] = []
  /** The text since the last row ended, and where it begins for the parser. */
  let held = ''
  let heldFrom = 0
  /** Why the text is broken that is read over, and whether a row began in it. */
  let brokenBy: string | undefined
  let isRowLost = false
  let searchFrom = 0
  let lines = 0
  let parser = newParser()

  function newParser() {
    const made = lenientParser((message) => {
      throw new BrokenRow(message)
    })
    made.on('opentag', ({ name, attributes, isSelfClosing }) => {
      if (++depth > deepest) return
      path += `/${name}`
      const [row] = open
      if (!row && path.slice(1) !== rowPath) return
      // The row has no end, unless rows have a part of their own name.
      if (open.length === 1 && name === rowName && !hasNamesake)
        throw new BrokenRow('a row begins within a row.')
      const parent = open.at(-1)
      const isMarkup = parent !== undefined && (parent.isMarkup || markup.has(name.toLowerCase()))
      if (isMarkup && parent) parent.text += isSelfClosing ? `<${name}/>` : `<${name}>`
      open.push({ name, text: '', parts: {}, attributes, isMarkup })
    })
    const addText = (text: string) => {
      const element = open.at(-1)
      if (!element || depth > deepest) return
      size += text.length
      // The row is too large already: it is read on to its end, but not remembered.
      if (size <= maxItemBytes) element.text += text
    }
    made.on('text', addText)
    made.on('cdata', addText)
    made.on('closetag', ({ name, isSelfClosing }) => {
      if (depth-- > deepest) return
      path = path.slice(0, -name.length - 1)
      const element = open.pop()
      if (!element) return
      const parent = open.at(-1)
      if (!parent) {
        addRow(
          size > maxItemBytes
            ? { skip: 'too-large', bytes: 0 }
            : { item: rowOf(element), bytes: size },
        )
        held = held.slice(made.position - heldFrom)
        heldFrom = made.position
      } else if (element.isMarkup) parent.text += isSelfClosing ? '' : `${element.text}</${name}>`
      else addPart(parent.parts, element)
    })
    return made
  }

  function addRow(row: FormatRow) {
    count++
    rows.push(row)
    size = 0
  }

  function breakOff(error: unknown) {
    if (!(error instanceof BrokenRow)) throw error
    brokenBy = error.message
    isRowLost = open.length > 0
    searchFrom = isRowLost ? held.search(rowStart) + 1 : 0
  }

  const addBroken = () =>
    addRow({ skip: 'broken-row', detail: textAround(held.trimStart()), bytes: held.length })

  /** Reads on with the next row, if the text so far has one. */
  function skipBroken() {
    const at = held.slice(searchFrom).search(rowStart)
    if (at < 0) {
      if (held.length <= maxItemBytes) return
      held = held.slice(-tailLength)
      searchFrom = 0
      return
    }
    if (isRowLost) addBroken()
    const rest = held.slice(searchFrom + at)
    brokenBy = undefined
    lines += parser.line
    ;[path, depth, open, held] = ['', 0, [], '']
    parser = newParser()
    parser.write(
      names
        .slice(0, -1)
        .map((name) => `<${name}>`)
        .join(''),
    )
    heldFrom = parser.position
    push(rest)
  }

  function push(text: string) {
    held += text
    if (brokenBy === undefined) {
      if (held.length > maxBetweenRows)
        throw new DatasetError(
          `After row ${formatNumber(count)}, no row ends within ${maxBetweenRows / 1_000_000} MB.`,
        )
      try {
        parser.write(text)
        return
      } catch (error) {
        breakOff(error)
      }
    }
    skipBroken()
  }

  return {
    push,
    end(): void {
      try {
        if (brokenBy === undefined) return void parser.close()
      } catch (error) {
        breakOff(error)
      }
      if (isRowLost) addBroken()
      if (endTag(names[0] ?? '').test(held)) return
      throw new DatasetError(
        `After row ${formatNumber(count)}, in line ${formatNumber(lines + parser.line)}, the XML is broken: ${brokenBy}`,
      )
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}

const endTag = (name: string) => new RegExp(`</${patternOf(name)}\\s*>\\s*$`)

class BrokenRow extends Error {}

const rowOf = ({ parts, attributes, text }: Open): Element => ({
  ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value])),
  ...(text.trim() !== '' && Object.keys(parts).length === 0 && { text: text.trim() }),
  ...parts,
})

/**
 * Adds an element to its parent: as text, or with its own parts; several of one name become a list.
 */
function addPart(parts: Element, { name, text, parts: own, attributes }: Open) {
  const hasParts = Object.keys(own).length > 0
  if (hasParts || text.trim() !== '') addValue(parts, name, hasParts ? own : text.trim())
  for (const [attribute, value] of Object.entries(attributes))
    if (value.trim() !== '') addValue(parts, `${name}@${attribute}`, value)
}

function addValue(parts: Element, name: string, value: string | Element) {
  const before = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (before === undefined) parts[name] = value
  else if (Array.isArray(before)) before.push(value)
  else parts[name] = [before, value]
}
