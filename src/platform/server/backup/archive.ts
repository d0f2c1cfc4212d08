import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { keyRing } from '../keys.ts'
import { StartError } from '../start-error.ts'
import { decryptContent, encryptContent, isEncrypted } from '../storage/encrypted-storage.ts'

/**
 * The format of a backup: a mark, then frames, compressed with zstd, and as a whole encrypted if there is a key. A frame has a kind (1
 * byte), a length (4 bytes) and its payload. A backup is a manifest; for each table and file a start, data, and an end with a digest; and
 * the end of the backup, without which it is incomplete.
 */
const mark = Buffer.from('WCB1')
const encryptedName = 'backup'
const longestFrame = 64 * 1024 * 1024

const manifestSchema = z.object({
  madeAt: z.string(),
  /** The migrations that the database has, in order. */
  migrations: z.array(z.string()),
  /** The key of `SECRET` that opens the files. */
  keyId: z.string(),
  /** Of the product that made it; earlier ones did not say. */
  version: z.string().optional(),
  commit: z.string().nullish(),
})
export type Manifest = z.infer<typeof manifestSchema>

const startSchema = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ file: z.string() }),
  z.object({ sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })) }),
])
export type Start = z.infer<typeof startSchema>

/** How much there is of a table (rows) or a file (bytes), and what it is. */
const digestSchema = z.object({ size: z.number(), hash: z.string() })
export type Digest = z.infer<typeof digestSchema>

const kinds = { manifest: 1, start: 2, data: 3, end: 4, last: 5 } as const

export type Part =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'start'; start: Start }
  | { kind: 'data'; data: Buffer }
  | { kind: 'end'; digest: Digest }
  | { kind: 'last' }

function frameOf(part: Part): Buffer {
  const payload =
    part.kind === 'data'
      ? part.data
      : Buffer.from(
          JSON.stringify(
            part.kind === 'manifest'
              ? part.manifest
              : part.kind === 'start'
                ? part.start
                : part.kind === 'end'
                  ? part.digest
                  : {},
          ),
        )
  const head = Buffer.alloc(5)
  head.writeUInt8(kinds[part.kind])
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

function partOf(kind: number, payload: Buffer): Part {
  if (kind === kinds.data) return { kind: 'data', data: payload }
  const value: unknown = JSON.parse(payload.toString())
  if (kind === kinds.manifest) return { kind: 'manifest', manifest: manifestSchema.parse(value) }
  if (kind === kinds.start) return { kind: 'start', start: startSchema.parse(value) }
  if (kind === kinds.end) return { kind: 'end', digest: digestSchema.parse(value) }
  if (kind === kinds.last) return { kind: 'last' }
  throw new Error(`an unknown frame (${kind})`)
}

const keysOf = (secret: string) => keyRing([secret], 'backups')

/** Writes the parts, compressed, and encrypted if there is a key. */
export function writeArchive(
  parts: AsyncIterable<Part>,
  key: string | undefined,
  destination: NodeJS.WritableStream,
): Promise<void> {
  async function* frames() {
    for await (const part of parts) yield frameOf(part)
  }
  async function* seal(content: AsyncIterable<Uint8Array>) {
    const marked = withMark(content)
    yield* key === undefined ? marked : encryptContent(encryptedName, marked, keysOf(key).current)
  }
  return pipeline(frames, createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }), seal, destination)
}

async function* withMark(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield mark
  yield* content
}

/**
 * Passes the parts of a backup to the reader.
 * @throws {StartError} if it is damaged, incomplete, no backup, or encrypted with another key. Errors of the reader are passed on.
 */
export async function readArchive<T>(
  content: Readable,
  key: string | undefined,
  read: (parts: AsyncGenerator<Part>) => Promise<T>,
): Promise<T> {
  let failure: { error: unknown } | undefined
  async function reading(parts: AsyncGenerator<Part>): Promise<T> {
    try {
      return await read(parts)
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  async function* parts(frames: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
    try {
      yield* partsOf(frames)
    } catch (error) {
      failure ??= { error: damaged(error) }
      throw error
    }
  }
  try {
    const plain = await openContent(content, key)
    return await pipeline(plain, createZstdDecompress(), (frames) => reading(parts(frames as AsyncIterable<Uint8Array>)))
  } catch (error) {
    throw error instanceof StartError ? error : (failure?.error ?? damaged(error))
  } finally {
    content.destroy()
  }
}

const damaged = (error: unknown): StartError =>
  new StartError(
    `The backup is damaged or incomplete (${error instanceof Error ? error.message : String(error)}): take another one.`,
  )

/** The content after the mark, decrypted. */
async function openContent(content: Readable, key: string | undefined): Promise<AsyncGenerator<Uint8Array>> {
  const { start, rest } = await splitStart(content, mark.length)
  if (start.equals(mark)) return rest
  if (!isEncrypted(start)) throw new StartError('The file is no backup of this site.')
  if (key === undefined) throw new StartError('The backup is encrypted: set BACKUP_KEY to the key it was made with.')
  async function* whole() {
    yield start
    yield* rest
  }
  const opened = await decryptContent(encryptedName, Readable.from(whole()), keysOf(key))
  if (!opened) throw new StartError('BACKUP_KEY does not open this backup.')
  const inner = await splitStart(opened, mark.length)
  if (!inner.start.equals(mark)) throw new StartError('The file is no backup of this site.')
  return inner.rest
}

/** The first bytes, and what follows them. */
async function splitStart(
  content: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ start: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const iterator = content[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < size) {
    const { done, value } = await iterator.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    if (start.length > size) yield start.subarray(size)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { start: start.subarray(0, size), rest: rest() }
}

async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const waiting = byteQueue()
  let isComplete = false
  for await (const chunk of content) {
    waiting.add(chunk)
    for (let part = nextPart(waiting); part; part = nextPart(waiting)) {
      if (isComplete) throw new Error('something follows its end')
      isComplete = part.kind === 'last'
      yield part
    }
  }
  if (!isComplete) throw new Error('its end is missing')
}

function nextPart(waiting: ReturnType<typeof byteQueue>): Part | undefined {
  const head = waiting.peek(5)
  if (!head) return undefined
  const length = head.readUInt32BE(1)
  if (length > longestFrame) throw new Error('a frame is too long')
  if (waiting.size() < 5 + length) return undefined
  waiting.take(5)
  return partOf(head.readUInt8(), waiting.take(length))
}

/** Chunks, to be taken in other sizes. */
function byteQueue() {
  let joined = Buffer.alloc(0)
  let added: Uint8Array[] = []
  let total = 0
  const join = () => {
    if (added.length > 0) joined = Buffer.concat([joined, ...added])
    added = []
    return joined
  }
  return {
    add(chunk: Uint8Array): void {
      added.push(chunk)
      total += chunk.length
    },
    size: () => total,
    peek: (size: number): Buffer | undefined =>
      total < size ? undefined : (joined.length >= size ? joined : join()).subarray(0, size),
    take(size: number): Buffer {
      const taken = join().subarray(0, size)
      joined = joined.subarray(size)
      total -= size
      return taken
    },
  }
}

const newline = 10
const modulus = 2 ** 48

/** The number of rows, and a sum of their hashes, which does not depend on their order. */
export function rowDigester() {
  let size = 0
  let [high, low] = [0, 0]
  let begun: Uint8Array[] = []
  function row(bytes: Uint8Array): void {
    const hash = createHash('sha256').update(bytes).digest()
    high = (high + hash.readUIntBE(0, 6)) % modulus
    low = (low + hash.readUIntBE(6, 6)) % modulus
    size++
  }
  return {
    /** Rows of `copy`, each with its line break; a chunk may end within one. */
    add(chunk: Uint8Array): void {
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        const rest = chunk.subarray(from, at)
        row(begun.length > 0 ? Buffer.concat([...begun, rest]) : rest)
        begun = []
        from = at + 1
      }
      if (from < chunk.length) begun.push(Buffer.from(chunk.subarray(from)))
    },
    digest: (): Digest => ({ size, hash: `${high.toString(16).padStart(12, '0')}${low.toString(16).padStart(12, '0')}` }),
  }
}

export function fileDigester() {
  let size = 0
  const hash = createHash('sha256')
  return {
    add(chunk: Uint8Array): void {
      size += chunk.length
      hash.update(chunk)
    },
    digest: (): Digest => ({ size, hash: hash.digest('hex') }),
  }
}

export const isSame = (one: Digest, other: Digest): boolean => one.size === other.size && one.hash === other.hash
