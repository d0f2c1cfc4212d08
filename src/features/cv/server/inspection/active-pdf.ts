import { Unreadable } from './inspect-cv.ts'
import { isPicture, unpack, type Budget } from './pdf-filters.ts'
import { isDictionary, isReference, Malformed, PdfReader, plainNames, type PdfValue } from './pdf-values.ts'

/**
 * Names that only active PDFs have. All of the file is searched, also the content of streams, because a reader finds objects wherever
 * the table of the file says that they are.
 */
const activeName =
  /\/(JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia|SubmitForm|ImportData|Rendition|GoToR|GoToE|XFA|OnInstantiate|Encrypt)(?=[\s/<>[\]()%]|$)/
/** Short enough to occur in compressed bytes by chance: they count among values only. */
const shortNames = ['/JS', '/EF']
const shortNameOfObject = /\/(JS|EF)\s*[(<\d%]/

/** Far more than five megabytes of text, fonts and tables unpack to. Pictures are not unpacked. */
const maxUnpackedBytes = 48 * 1024 * 1024
/** A little more than all objects of a file; objects that hide in each other would be read again and again. */
const readsOfFile = 4
const maxFilters = 8

/**
 * Whether a PDF has scripts, launches programs, or brings files along. Every object that a reader may find is read, and every stream
 * is unpacked until nothing is packed.
 * @throws {Unreadable}
 */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (activeName.test(plainNames(text))) return true
  const { names, streams, values } = readObjects(text)
  if (shortNames.some((it) => names.has(it))) return true
  const budget = { bytes: maxUnpackedBytes }
  return streams.some((stream) => isActiveStream(bytes, stream, values, budget))
}

type Dictionary = ReadonlyMap<string, PdfValue>
type Stream = { dictionary: Dictionary; start: number }
/** What the file says that an object is, by its number; it may say so more than once. */
type Values = ReadonlyMap<number, readonly PdfValue[]>

const beginning = /(?:(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*)?(?<!end)obj(?![a-z])/gi

/** Reads at each 'obj', wherever it stands. */
function readObjects(text: string): { names: ReadonlySet<string>; streams: Stream[]; values: Values } {
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
    if (isDictionary(value) && reader.takes('stream')) streams.push({ dictionary: value, start: dataAt(text, reader.at) })
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

function dataAt(text: string, at: number): number {
  lineEnd.lastIndex = at
  lineEnd.test(text)
  return lineEnd.lastIndex
}

function isActiveStream(bytes: Buffer, { dictionary, start }: Stream, values: Values, budget: Budget): boolean {
  // Its content comes from another file.
  if (dictionary.has('F')) return true
  const filters = filtersOf(dictionary, values)
  const isPixels = dictionary.get('Subtype') === '/Image'
  // Readers take a stream with these entries for objects, whatever its type says.
  const hasObjects = ['N', 'First'].some((it) => dictionary.has(it)) || dictionary.get('Type') === '/ObjStm'
  if (isPixels && !hasObjects) return false
  let content = bytes.subarray(start, endOf(bytes, start, dictionary, values))
  for (const { name, parameters } of filters) {
    // What a picture's pixels are drawn as is no text.
    if (isPicture(name) && !hasObjects) return false
    content = unpack(name, content, parameters, budget)
  }
  const text = plainNames(content.toString('latin1'))
  return hasObjects ? activeName.test(text) || shortNameOfObject.test(text) : activeName.test(withoutStrings(text))
}

/** What a page says is no name. */
const withoutStrings = (text: string): string => text.replaceAll(/\\./gs, '').replaceAll(/\([^()]*\)/g, '')

/** As far as a reader may read: by its length or up to its end mark, whichever is later. */
function endOf(bytes: Buffer, start: number, dictionary: Dictionary, values: Values): number {
  const length = dictionary.get('Length')
  const lengths = isReference(length) ? (values.get(length.object) ?? []) : [length]
  const mark = bytes.indexOf('endstream', start)
  if (mark === -1 || !lengths.some((it) => typeof it === 'number')) return bytes.length
  return Math.max(mark, ...lengths.map((it) => (typeof it === 'number' ? start + it : 0)))
}

type Filter = { name: string; parameters: Dictionary }

function filtersOf(dictionary: Dictionary, values: Values): Filter[] {
  const names = asList(resolve(dictionary.get('Filter'), values))
  const parameters = asList(resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP'), values))
  if (names.length > maxFilters) throw new Unreadable('Too many filters')
  return names.map((given, index) => {
    const name = resolve(given, values)
    const own = resolve(parameters[index], values)
    if (typeof name !== 'string' || !name.startsWith('/')) throw new Unreadable('A filter without a name')
    const entries = isDictionary(own) ? [...own].map(([key, it]) => [key, resolve(it, values) ?? 'null'] as const) : []
    return { name: name.slice(1), parameters: new Map(entries) }
  })
}

const asList = (value: PdfValue | undefined): readonly PdfValue[] =>
  value === undefined || value === 'null' ? [] : Array.isArray(value) ? (value as readonly PdfValue[]) : [value]

/** The value of an object that the file has once. */
function resolve(value: PdfValue | undefined, values: Values): PdfValue | undefined {
  if (!isReference(value)) return value
  const [found, ...others] = values.get(value.object) ?? []
  if (found === undefined || others.length > 0 || isReference(found))
    throw new Unreadable('An object that is not there, or twice')
  return found
}
