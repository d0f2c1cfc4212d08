import { constants, inflateRawSync } from 'node:zlib'
import { Unreadable } from './inspect-cv.ts'
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
/** How many bytes may still be unpacked; one for each file. */
type Budget = { bytes: number }

/**
 * Whether a PDF has scripts, launches programs, or brings files along. Every object that a reader may find is read, and every stream
 * that is deflated is unpacked. Programs deflate objects, if they pack them: in another packing nobody looks for them here.
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
  const isPixels = dictionary.get('Subtype') === '/Image'
  // Readers take a stream with these entries for objects, whatever its type says.
  const hasObjects = ['N', 'First'].some((it) => dictionary.has(it)) || dictionary.get('Type') === '/ObjStm'
  if (isPixels && !hasObjects) return false
  const filters = filtersOf(dictionary, values)
  const isDeflated = filters.every((it) => it === '/FlateDecode' || it === '/Fl')
  const isPredicted = ['DecodeParms', 'DP'].some((it) => dictionary.has(it))
  if (hasObjects && (!isDeflated || isPredicted)) throw new Unreadable('Objects in an unusual packing')
  if (!isDeflated) return false
  let content = bytes.subarray(start, endOf(bytes, start, dictionary, values))
  for (const _ of filters) content = inflate(content, budget)
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

function filtersOf(dictionary: Dictionary, values: Values): string[] {
  const names = asList(resolve(dictionary.get('Filter'), values)).map((it) => resolve(it, values))
  if (names.length > maxFilters) throw new Unreadable('Too many filters')
  return names.map((name) => {
    if (typeof name !== 'string' || !name.startsWith('/')) throw new Unreadable('A filter without a name')
    return name
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

/** Reads up to the end that the data have themselves: checksums and what follows do not matter to readers. */
function inflate(packed: Buffer, budget: Budget): Buffer {
  if (packed.length < 2) return Buffer.alloc(0)
  // A preset dictionary is named nowhere in a PDF.
  if ((packed.readUInt8(1) & 0x20) !== 0) throw new Unreadable('A dictionary that is not there')
  try {
    const options = { maxOutputLength: Math.max(1, budget.bytes), finishFlush: constants.Z_SYNC_FLUSH }
    const content = inflateRawSync(packed.subarray(2), options)
    budget.bytes -= content.length
    return content
  } catch {
    throw new Unreadable('Not deflated, or to too much')
  }
}
