import { constants, inflateRawSync } from 'node:zlib'
import { Unreadable } from './inspect-cv.ts'
import type { PdfValue } from './pdf-values.ts'

/** How many bytes may still be unpacked; one for each file. */
export type Budget = { bytes: number }

type Parameters = ReadonlyMap<string, PdfValue>
type Decode = (packed: Buffer, parameters: Parameters, budget: Budget) => Buffer

/** By the names and abbreviations of ISO 32000-1, table 6 and 94. */
const filters: Record<string, Decode> = {
  FlateDecode: (packed, parameters, budget) => unpredict(inflate(packed, budget), parameters),
  LZWDecode: (packed, parameters, budget) => unpredict(unpackLzw(packed, parameters, budget), parameters),
  ASCII85Decode: unpackAscii85,
  ASCIIHexDecode: unpackHex,
  RunLengthDecode: unpackRuns,
}
const abbreviations: Record<string, string> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
}
const pictures = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'])

export const isPicture = (filter: string): boolean => pictures.has(filter)

/** @throws {Unreadable} */
export function unpack(filter: string, packed: Buffer, parameters: Parameters, budget: Budget): Buffer {
  const decode = filters[abbreviations[filter] ?? filter]
  if (!decode) throw new Unreadable(`No filter ${filter}`)
  const content = decode(packed, parameters, budget)
  budget.bytes -= content.length
  if (budget.bytes < 0) throw new Unreadable('Unpacks to too much')
  return content
}

/** Reads up to the end that the data have themselves: checksums and what follows do not matter to readers. */
function inflate(packed: Buffer, budget: Budget): Buffer {
  const options = { maxOutputLength: Math.max(1, budget.bytes), finishFlush: constants.Z_SYNC_FLUSH }
  if (packed.length < 2) return Buffer.alloc(0)
  // A preset dictionary is named nowhere in a PDF.
  if ((packed.readUInt8(1) & 0x20) !== 0) throw new Unreadable('A dictionary that is not there')
  try {
    return inflateRawSync(packed.subarray(2), options)
  } catch {
    throw new Unreadable('Not deflated, or to too much')
  }
}

const clearTable = 256
const endOfData = 257
const firstCode = 258
const maxCodes = 4096

function unpackLzw(packed: Buffer, parameters: Parameters, budget: Budget): Buffer {
  const early = parameters.get('EarlyChange') === 0 ? 0 : 1
  const chunks: Buffer[] = []
  let total = 0
  let table: Buffer[] = []
  let previous: Buffer | undefined
  let bits = 0
  let held = 0
  let width = 9
  for (const byte of packed) {
    bits = ((bits << 8) | byte) & 0xffffff
    held += 8
    if (held < width) continue
    held -= width
    const code = (bits >> held) & ((1 << width) - 1)
    if (code === endOfData) return Buffer.concat(chunks)
    if (code === clearTable) {
      table = []
      previous = undefined
      width = 9
      continue
    }
    const known = code < clearTable ? Buffer.of(code) : table[code - firstCode]
    const next =
      known ?? (previous && code === firstCode + table.length ? Buffer.concat([previous, previous.subarray(0, 1)]) : undefined)
    if (!next) throw new Unreadable('Damaged LZW')
    chunks.push(next)
    total += next.length
    if (total > budget.bytes) throw new Unreadable('Unpacks to too much')
    if (previous && firstCode + table.length < maxCodes) table.push(Buffer.concat([previous, next.subarray(0, 1)]))
    previous = next
    const codes = firstCode + table.length + early
    width = codes >= 2048 ? 12 : codes >= 1024 ? 11 : codes >= 512 ? 10 : 9
  }
  return Buffer.concat(chunks)
}

/** What is no digit is skipped, as readers do. */
function unpackAscii85(packed: Buffer): Buffer {
  const end = packed.indexOf('~')
  const content = Buffer.alloc(end === -1 ? packed.length * 4 : end * 4)
  let length = 0
  let group: number[] = []
  const write = (digits: number[]) => {
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0) % 2 ** 32
    length = content.writeUInt32BE(value, length)
  }
  for (const byte of end === -1 ? packed : packed.subarray(0, end)) {
    if (byte === 0x7a && group.length === 0) length = content.writeUInt32BE(0, length)
    if (byte < 0x21 || byte > 0x75) continue
    if (group.push(byte - 0x21) < 5) continue
    write(group)
    group = []
  }
  if (group.length < 2) return content.subarray(0, length)
  const missing = 5 - group.length
  // The digits that are missing count as the highest.
  write([...group, ...Array.from({ length: missing }, () => 84)])
  return content.subarray(0, length - missing)
}

function unpackHex(packed: Buffer): Buffer {
  const end = packed.indexOf('>')
  const digits = packed.toString('latin1', 0, end === -1 ? packed.length : end).replaceAll(/[^\da-f]/gi, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

function unpackRuns(packed: Buffer, _: Parameters, budget: Budget): Buffer {
  const chunks: Buffer[] = []
  let total = 0
  for (let at = 0; at < packed.length;) {
    const length = packed.readUInt8(at)
    if (length === 128) break
    const run = length < 128 ? packed.subarray(at + 1, at + 2 + length) : Buffer.alloc(257 - length, packed[at + 1] ?? 0)
    total += run.length
    if (total > budget.bytes) throw new Unreadable('Unpacks to too much')
    chunks.push(run)
    at += length < 128 ? length + 2 : 2
  }
  return Buffer.concat(chunks)
}

/** Undoes what makes rows of pixels and tables compress better: differences from their neighbors (PNG, TIFF). */
function unpredict(content: Buffer, parameters: Parameters): Buffer {
  const number = (name: string, otherwise: number) => {
    const value = parameters.get(name) ?? otherwise
    if (typeof value !== 'number' || value < 1 || value > 1_000_000) throw new Unreadable(`No ${name}`)
    return value
  }
  const predictor = number('Predictor', 1)
  if (predictor === 1) return content
  const bits = number('Colors', 1) * number('BitsPerComponent', 8)
  const pixel = Math.max(1, bits >> 3)
  const row = Math.ceil((bits * number('Columns', 1)) / 8)
  if (predictor === 2) {
    if (number('BitsPerComponent', 8) !== 8) throw new Unreadable('A predictor of other than whole bytes')
    for (let at = 0; at < content.length; at++) {
      if (at % row >= pixel) content[at] = (content[at] ?? 0) + (content[at - pixel] ?? 0)
    }
    return content
  }
  const rows = Math.ceil(content.length / (row + 1))
  const plain = Buffer.alloc(rows * row)
  for (let index = 0; index < rows; index++) {
    const from = content.subarray(index * (row + 1), (index + 1) * (row + 1))
    const to = plain.subarray(index * row, (index + 1) * row)
    const above = index === 0 ? Buffer.alloc(row) : plain.subarray((index - 1) * row, index * row)
    const method = from[0]
    for (let at = 0; at < from.length - 1; at++) {
      const left = at < pixel ? 0 : (to[at - pixel] ?? 0)
      const up = above[at] ?? 0
      const corner = at < pixel ? 0 : (above[at - pixel] ?? 0)
      to[at] = (from[at + 1] ?? 0) + predicted(method, left, up, corner)
    }
  }
  return plain
}

function predicted(method: number | undefined, left: number, up: number, corner: number): number {
  if (method === 1) return left
  if (method === 2) return up
  if (method === 3) return (left + up) >> 1
  if (method !== 4) return 0
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [number, number, number]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
