import { constants, inflateRawSync } from 'node:zlib'
import { Unreadable } from './inspect-cv.ts'

const actions = 'JavaScript|Launch|SubmitForm|ImportData|Rendition|GoToR|GoToE|XFA|OnInstantiate'
const parts = 'EmbeddedFiles?|FileAttachment|RichMedia|Encrypt'
/**
 * Names that only active PDFs have. All of the file is searched, also the content of streams,
 * because a reader finds objects wherever the table of the file says that they are.
 */
const activeName = new RegExp(`/(${actions}|${parts})(?=[\\s/<>[\\]()%]|$)`)
/** Short enough to occur in compressed bytes by chance: they count among values only. */
const shortNames = ['/JS', '/EF']
const shortNameOfObject = /\/(JS|EF)\s*[(<\d%]/

/** Far more than five megabytes of text, fonts and tables unpack to. Pictures are not unpacked. */
const maxUnpackedBytes = 48 * 1024 * 1024
/**
 * A little more than all objects of a file; objects that hide in each other would be read again and
 * again.
 */
const readsOfFile = 4
const maxFilters = 8
/** How many bytes may still be unpacked; one for each file. */
type Budget = { bytes: number }

/**
 * Whether a PDF has scripts, launches programs, or brings files along. Every object that a reader
 * may find is read, and every stream that is deflated is unpacked. Programs deflate objects, if
 * they pack them: in another packing nobody looks for them here.
 * @throws {Unreadable}
 */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (activeName.test(plainNames(text))) return true
  const { names, streams, values } = readObjects(text)
  if (shortNames.some((name) => names.has(name))) return true
  const budget = { bytes: maxUnpackedBytes }
  return streams.some((stream) => isActiveStream(bytes, stream, values, budget))
}

type Dictionary = ReadonlyMap<string, PdfValue>
type Stream = { dictionary: Dictionary; start: number }
/** What the file says that an object is, by its number; it may say so more than once. */
type Values = ReadonlyMap<number, readonly PdfValue[]>

const beginning = /(?:(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*)?(?<!end)obj(?![a-z])/gi

/** Reads at each 'obj', wherever it stands. */
function readObjects(text: string): {
  names: ReadonlySet<string>
  streams: Stream[]
  values: Values
} {
  const names = new Set<string>()
  const streams: Stream[] = []
  const values = new Map<number, PdfValue[]>()
  let left = readsOfFile * text.length + 1_000_000
  for (const { 0: found, 1: number, index } of text.matchAll(beginning)) {
    const reader = new PdfReader(text, index + found.length, names)
    reader.skip()
    const start = reader.at
    const value = valueAt(reader, text.startsWith('<<', start))
    left -= reader.at - start
    if (left < 0) throw new Unreadable('Objects inside of objects')
    if (value === undefined) continue
    if (number !== undefined) {
      const known = values.get(Number(number))
      if (known) known.push(value)
      else values.set(Number(number), [value])
    }
    if (isDictionary(value) && reader.takes('stream'))
      streams.push({ dictionary: value, start: dataAt(text, reader.at) })
  }
  return { names, streams, values }
}

/** Undefined for what only looks like an object, by chance. */
function valueAt(reader: PdfReader, isDictionary: boolean): PdfValue | undefined {
  try {
    return reader.value()
  } catch (error) {
    if (error instanceof Malformed && !isDictionary) return undefined
    throw new Unreadable('A malformed object', { cause: error })
  }
}

const lineEnd = / *(\r\n|\n|\r)?/y

function dataAt(text: string, at: number) {
  lineEnd.lastIndex = at
  lineEnd.test(text)
  return lineEnd.lastIndex
}

function isActiveStream(
  bytes: Buffer,
  { dictionary, start }: Stream,
  values: Values,
  budget: Budget,
) {
  // Its content comes from another file.
  if (dictionary.has('F')) return true
  const isPixels = dictionary.get('Subtype') === '/Image'
  // Readers take a stream with these entries for objects, whatever its type says.
  const hasObjects =
    ['N', 'First'].some((name) => dictionary.has(name)) || dictionary.get('Type') === '/ObjStm'
  if (isPixels && !hasObjects) return false
  const filters = filtersOf(dictionary, values)
  const isDeflated = filters.every((filter) => filter === '/FlateDecode' || filter === '/Fl')
  const isPredicted = ['DecodeParms', 'DP'].some((name) => dictionary.has(name))
  if (hasObjects && (!isDeflated || isPredicted))
    throw new Unreadable('Objects in an unusual packing')
  if (!isDeflated) return false
  let content = bytes.subarray(start, endOf(bytes, start, dictionary, values))
  for (const _ of filters) content = inflate(content, budget)
  const text = plainNames(content.toString('latin1'))
  return hasObjects
    ? activeName.test(text) || shortNameOfObject.test(text)
    : activeName.test(withoutStrings(text))
}

/** What a page says is no name. */
const withoutStrings = (text: string) => text.replaceAll(/\\./gs, '').replaceAll(/\([^()]*\)/g, '')

/** As far as a reader may read: by its length or up to its end mark, whichever is later. */
function endOf(bytes: Buffer, start: number, dictionary: Dictionary, values: Values) {
  const length = dictionary.get('Length')
  const lengths = isReference(length) ? (values.get(length.object) ?? []) : [length]
  const mark = bytes.indexOf('endstream', start)
  if (mark === -1 || !lengths.some((value) => typeof value === 'number')) return bytes.length
  return Math.max(mark, ...lengths.map((value) => (typeof value === 'number' ? start + value : 0)))
}

function filtersOf(dictionary: Dictionary, values: Values) {
  const names = asList(resolve(dictionary.get('Filter'), values)).map((value) =>
    resolve(value, values),
  )
  if (names.length > maxFilters) throw new Unreadable('Too many filters')
  return names.map((name) => {
    if (typeof name !== 'string' || !name.startsWith('/'))
      throw new Unreadable('A filter without a name')
    return name
  })
}

const asList = (value: PdfValue | undefined) =>
  value === undefined || value === 'null'
    ? []
    : Array.isArray(value)
      ? (value as readonly PdfValue[])
      : [value]

/** The value of an object that the file has once. */
function resolve(value: PdfValue | undefined, values: Values): PdfValue | undefined {
  if (!isReference(value)) return value
  const [found, ...others] = values.get(value.object) ?? []
  if (found === undefined || others.length > 0 || isReference(found))
    throw new Unreadable('An object that is not there, or twice')
  return found
}

/**
 * Reads up to the end that the data have themselves: checksums and what follows do not matter to
 * readers.
 */
function inflate(packed: Buffer, budget: Budget): Buffer {
  if (packed.length < 2) return Buffer.alloc(0)
  // A preset dictionary is named nowhere in a PDF.
  if ((packed.readUInt8(1) & 0x20) !== 0) throw new Unreadable('A dictionary that is not there')
  try {
    const options = {
      maxOutputLength: Math.max(1, budget.bytes),
      finishFlush: constants.Z_SYNC_FLUSH,
    }
    const content = inflateRawSync(packed.subarray(2), options)
    budget.bytes -= content.length
    return content
  } catch {
    throw new Unreadable('Not deflated, or to too much')
  }
}

/** A name is a text with a slash before it; a string is what no check looks into. */
type PdfValue = number | string | Reference | readonly PdfValue[] | ReadonlyMap<string, PdfValue>
type Reference = { object: number }

const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && 'object' in value
const isDictionary = (value: PdfValue | undefined): value is ReadonlyMap<string, PdfValue> =>
  value instanceof Map

class Malformed extends Error {}

const maxDepth = 100
const blank = String.raw`\0\t\n\f\r `
const delimiter = String.raw`()<>[\]{}/%`
const skipped = new RegExp(`(?:[${blank}]+|%[^\\r\\n]*)*`, 'y')
const token = new RegExp(
  `<<|>>|[[\\]{}>)(<]|/[^${blank}${delimiter}]*|[^${blank}${delimiter}]+`,
  'y',
)

/** Reads values of a PDF's syntax (ISO 32000-1, 7.3) one after the other. */
class PdfReader {
  readonly #text: string
  /** Every name that was read. */
  readonly #names: Set<string>
  at: number

  constructor(text: string, at: number, names: Set<string>) {
    this.#text = text
    this.#names = names
    this.at = at
  }

  /** @throws {Malformed} */
  value(depth = 0): PdfValue {
    if (depth > maxDepth) throw new Malformed('Too deep')
    const found = this.#next()
    if (found === '<<') return this.#dictionary(depth)
    if (found === '[') return this.#array(depth)
    if (found === '(') return this.#string()
    if (found === '<') return this.#hexString()
    if (found.startsWith('/')) return this.#name(found)
    if (/^[)\]}>{]/.test(found) || found === '') throw new Malformed(`No value: ${found}`)
    return /^\d+$/.test(found)
      ? this.#referenceOrNumber(Number(found))
      : /^[+-]?[\d.]+$/.test(found)
        ? Number(found)
        : found
  }

  skip(): void {
    skipped.lastIndex = this.at
    skipped.test(this.#text)
    this.at = skipped.lastIndex
  }

  /** Whether the next token is this one; then it is read. */
  takes(word: string): boolean {
    const before = this.at
    if (this.#next() === word) return true
    this.at = before
    return false
  }

  /** Empty at the end. */
  #next(): string {
    this.skip()
    token.lastIndex = this.at
    const found = token.exec(this.#text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  /** '/J#61vaScript' is another spelling of '/JavaScript'. */
  #name(found: string): string {
    const name = plainNames(found)
    this.#names.add(name)
    return name
  }

  #dictionary(depth: number): PdfValue {
    const entries = new Map<string, PdfValue>()
    while (!this.takes('>>')) {
      const key = this.#next()
      if (!key.startsWith('/')) throw new Malformed('A key is no name')
      const name = this.#name(key).slice(1)
      // Readers differ in which one counts.
      if (entries.has(name) && deciding.has(name)) throw new Malformed(`${name} twice`)
      entries.set(name, this.value(depth + 1))
    }
    return entries
  }

  #array(depth: number): PdfValue {
    const items: PdfValue[] = []
    while (!this.takes(']')) items.push(this.value(depth + 1))
    return items
  }

  #string(): string {
    let open = 1
    for (; open > 0; this.at++) {
      const character = this.#text[this.at]
      if (character === undefined) throw new Malformed('A string without an end')
      if (character === '\\') this.at++
      else if (character === '(') open++
      else if (character === ')') open--
    }
    return ''
  }

  #hexString(): string {
    const end = this.#text.indexOf('>', this.at)
    if (end === -1) throw new Malformed('A string without an end')
    this.at = end + 1
    return ''
  }

  #referenceOrNumber(number: number): PdfValue {
    const before = this.at
    if (/^\d+$/.test(this.#next()) && this.takes('R')) return { object: number }
    this.at = before
    return number
  }
}

const deciding = new Set(['Filter', 'DecodeParms', 'DP', 'F'])

const plainNames = (text: string) =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
