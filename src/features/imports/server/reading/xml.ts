import { SaxesParser } from 'saxes'
import type { Bytes } from './bytes.ts'
import { withHead } from '#platform/server/storage/storage.ts'
import { DatasetError, maxItemBytes, type FormatRow } from './row.ts'
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
  const rowPath = repeatedPath(escapeBare()(withoutDeclaration(head).toString()))
  if (!rowPath) throw new DatasetError('This XML repeats no element that could be a job.')
  const reader = elementReader(rowPath)
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

const cdataStart = '<![CDATA['
const cdataEnd = ']]>'
/** Of an ampersand that begins no entity, as in 'R&D' and '?a=1&b=2'. */
const bareAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,10});)/gi
/** So much may belong to an entity, or to a sign that is cut in two. */
const longestSign = 14

/**
 * Escapes ampersands that feeds forgot to escape: to the parser, all up to the next semicolon would
 * be an entity's name.
 */
function escapeBare(): (chunk: string, isLast?: boolean) => string {
  let rest = ''
  let isInCdata = false
  return (chunk, isLast = false) => {
    let text = rest + chunk
    let done = ''
    for (;;) {
      const sign = isInCdata ? cdataEnd : cdataStart
      const at = text.indexOf(sign)
      if (at < 0) break
      const part = text.slice(0, at + sign.length)
      done += isInCdata ? part : part.replaceAll(bareAmpersand, '&amp;')
      text = text.slice(part.length)
      isInCdata = !isInCdata
    }
    const cut = isLast ? text.length : Math.max(0, text.length - longestSign)
    // An entity is not cut in two.
    const from = isInCdata || isLast ? cut : Math.max(0, earlier(text, cut))
    rest = text.slice(from)
    const part = text.slice(0, from)
    return done + (isInCdata ? part : part.replaceAll(bareAmpersand, '&amp;'))
  }
}

/** Before an ampersand that stands so shortly before `cut` that its entity may reach beyond. */
function earlier(text: string, cut: number): number {
  const at = text.lastIndexOf('&', cut)
  return at >= 0 && cut - at < longestSign ? at : cut
}

/** Text that was no UTF-8 is UTF-8 by now, whatever its declaration says. */
const withoutDeclaration = (chunk: Buffer): Buffer => {
  const start = chunk.indexOf('<')
  return chunk.toString('latin1', start, start + 5) === '<?xml'
    ? chunk.subarray(chunk.indexOf('?>') + 2)
    : chunk.subarray(start)
}

/** Elements of formatted text: a value that holds them is that text. */
const markup = new Set(
  'a abbr b big blockquote br center code dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s section small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
)

const rowNames =
  /^(?:.*:)?(?:job|jobs?[_-]?posting|posting|position|vacancy|opening|item|entry|row|record|listing|offer|result|requisition|report_entry)$/i

/**
 * What is nested deeper is no row and no field, and is left out: the path of each element has all
 * others in it.
 */
const deepest = 100

/**
 * Which elements are the rows: those of a usual name, or else the outermost that stand beside
 * others of their name and hold more.
 */
function repeatedPath(text: string): string | undefined {
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
  return best?.path
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

function elementReader(rowPath: string) {
  let rows: FormatRow[] = []
  let count = 0
  let size = 0
  let sinceRow = 0
  let path = ''
  let depth = 0
  /** From the row down; empty outside of one. */
  const open: Open[] = []
  const parser = lenientParser((message) => {
    throw new DatasetError(
      `After row ${formatNumber(count)}, in line ${formatNumber(parser.line)}, the XML is broken: ${message}`,
    )
  })
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (++depth > deepest) return
    path += `/${name}`
    const [row] = open
    if (!row && path.slice(1) !== rowPath) return
    const parent = open.at(-1)
    const isMarkup = parent !== undefined && (parent.isMarkup || markup.has(name.toLowerCase()))
    if (isMarkup && parent) parent.text += isSelfClosing ? `<${name}/>` : `<${name}>`
    open.push({ name, text: '', parts: {}, attributes, isMarkup })
  })
  const addText = (text: string): void => {
    const element = open.at(-1)
    if (!element || depth > deepest) return
    size += text.length
    // The row is too large already: it is read on to its end, but not remembered.
    if (size <= maxItemBytes) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (depth-- > deepest) return
    path = path.slice(0, -name.length - 1)
    const element = open.pop()
    if (!element) return
    const parent = open.at(-1)
    if (!parent) {
      count++
      rows.push(
        size > maxItemBytes
          ? { skip: 'too-large', bytes: 0 }
          : { item: rowOf(element), bytes: size },
      )
      size = 0
      sinceRow = 0
    } else if (element.isMarkup) parent.text += isSelfClosing ? '' : `${element.text}</${name}>`
    else addPart(parent.parts, element)
  })
  return {
    push(text: string): void {
      sinceRow += text.length
      if (sinceRow > maxBetweenRows)
        throw new DatasetError(
          `After row ${formatNumber(count)}, no row ends within ${maxBetweenRows / 1_000_000} MB.`,
        )
      parser.write(text)
    },
    end: () => void parser.close(),
    take(): FormatRow[] {
      const taken = rows
      rows = []
      return taken
    },
  }
}

const rowOf = ({ parts, attributes, text }: Open): Element => ({
  ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value])),
  ...(text.trim() !== '' && Object.keys(parts).length === 0 && { text: text.trim() }),
  ...parts,
})

/**
 * Adds an element to its parent: as text, or with its own parts; several of one name become a list.
 */
function addPart(parts: Element, { name, text, parts: own, attributes }: Open): void {
  const hasParts = Object.keys(own).length > 0
  if (hasParts || text.trim() !== '') addValue(parts, name, hasParts ? own : text.trim())
  for (const [attribute, value] of Object.entries(attributes))
    if (value.trim() !== '') addValue(parts, `${name}@${attribute}`, value)
}

function addValue(parts: Element, name: string, value: string | Element): void {
  const before = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (before === undefined) parts[name] = value
  else if (Array.isArray(before)) before.push(value)
  else parts[name] = [before, value]
}

/**
 * What feeds get wrong without harm: '&' and '<' by themselves, names of characters that only HTML
 * has, control characters.
 */
const harmless =
  /entity|disallowed character\.$|]]>|text data outside|whitespace required|duplicate attribute/i

function lenientParser(
  fail: (message: string) => void,
): SaxesParser<{ xmlns: false; position: true }> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '')
    if (!harmless.test(reason)) fail(reason)
  })
  return parser
}
