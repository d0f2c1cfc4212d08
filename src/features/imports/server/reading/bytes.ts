import { errorCode } from '#platform/server/errors.ts'
import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { formatNumber } from '#shared/numbers.ts'
import { withHead } from '#platform/server/storage/storage.ts'
import { otherKinds } from '#features/imports/model.ts'
import { DatasetError } from './row.ts'

export type Bytes = AsyncIterable<Buffer>

const mega = 1_000_000

/**
 * What one dataset may have, unpacked, unless the settings say something else: against one that
 * never ends.
 */
const usualMaxBytes = 8_000 * mega
/** Text packs to a tenth, repetitive text to a fiftieth. */
const maxRatio = 200
/** A small file may be packed as well as it likes. */
const ratioFrom = 64 * mega
const maxHours = 3

/** A dataset's bytes as UTF-8 text without a byte-order mark, however it was packed and encoded. */
export async function* textOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = usualMaxBytes,
): AsyncGenerator<Buffer> {
  const packed = await withHead(bounded(buffersOf(chunks), maxBytes), 4)
  const [first = 0, second = 0] = packed.head
  const isGzip = first === 0x1f && second === 0x8b
  const { head, all } = isGzip ? await withHead(gunzip(packed.all, maxBytes), 4) : packed
  const magic = head.subarray(0, 4).toString('latin1')
  // '.xlsx' is an archive; older workbooks are what Office has written since 1997.
  if (magic.startsWith('PK') || magic === '\xD0\xCF\x11\xE0')
    throw new DatasetError(otherKinds.workbook)
  if (magic === '%PDF') throw new DatasetError(otherKinds.pdf)
  const encoding = encodingOf(head)
  if (encoding === 'utf-8') yield* mended(all)
  else yield* decoded(all, encoding)
}

async function* buffersOf(chunks: AsyncIterable<Uint8Array>): Bytes {
  for await (const { buffer, byteOffset, byteLength } of chunks)
    yield Buffer.from(buffer, byteOffset, byteLength)
}

async function* bounded(chunks: Bytes, maxBytes: number): Bytes {
  const end = Date.now() + maxHours * 3_600_000
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    if (Date.now() > end)
      throw new DatasetError(`The dataset did not end within ${maxHours} hours.`)
    yield chunk
  }
}

const tooLarge = (maxBytes: number) =>
  new DatasetError(`The dataset has more than ${formatNumber(maxBytes / mega)} MB: split it.`)

async function* gunzip(chunks: Bytes, maxBytes: number): Bytes {
  let packed = 0
  let unpacked = 0
  const counted = async function* () {
    for await (const chunk of chunks) {
      packed += chunk.length
      yield chunk
    }
  }
  const unzip = createGunzip({ chunkSize: 64 * 1024 })
  // An error of either stream comes out of the iteration below.
  pipeline(Readable.from(counted()), unzip, () => {})
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      unpacked += chunk.length
      if (unpacked > ratioFrom && unpacked > packed * maxRatio)
        throw new DatasetError(
          `The compressed dataset unpacks to more than ${maxRatio} times its size, as no list of jobs does.`,
        )
      if (unpacked > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    if (!isZlibError(error)) throw error
    const cut = error.code === 'Z_BUF_ERROR'
    throw new DatasetError(
      cut ? 'The compressed dataset ends in the middle.' : 'The dataset’s compression is broken.',
    )
  }
}

const isZlibError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && (errorCode(error) ?? '').startsWith('Z_')

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** By the byte-order mark, or by where the zero bytes of ASCII letters stand. */
function encodingOf(head: Buffer): Encoding {
  const [a, b, c, d] = head
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0))
    throw new DatasetError('The dataset is UTF-32 text, or none at all: save it as UTF-8.')
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a !== 0 && b === 0) return 'utf-16le'
  if (a === 0 && b !== 0 && b !== undefined) return 'utf-16be'
  return 'utf-8'
}

async function* decoded(chunks: Bytes, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/**
 * UTF-8 as it is; a byte that belongs to none of its characters is read as windows-1252, which most
 * programs of old wrote. So files of either encoding are read, and files that mix them.
 */
async function* mended(chunks: Bytes): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = bytes.length - unfinished(bytes)
    rest = bytes.subarray(end)
    const text = mend(bytes.subarray(0, end))
    yield isStart ? withoutMark(text) : text
    isStart = false
  }
  if (rest.length > 0) yield mend(rest)
}

const withoutMark = (text: Buffer) =>
  text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text

/** How many bytes at the end may be the beginning of a character. */
function unfinished(bytes: Buffer) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0
  }
  return 0
}

const lengthOf = (lead: number): number =>
  lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1

const windows1252 = new TextDecoder('windows-1252')

function mend(bytes: Buffer) {
  if (isUtf8(bytes)) return bytes
  const parts: Buffer[] = []
  let start = 0
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    const length = lengthOf(byte)
    if (
      byte < 0x80 ||
      (length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))
    ) {
      at += length
      continue
    }
    parts.push(
      bytes.subarray(start, at),
      Buffer.from(windows1252.decode(bytes.subarray(at, at + 1))),
    )
    start = ++at
  }
  return Buffer.concat([...parts, bytes.subarray(start)])
}
