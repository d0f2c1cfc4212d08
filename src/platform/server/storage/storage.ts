import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores files. Callers choose keys and check access. */
export type FileStorage = {
  /**
   * Stores a file, which becomes visible once it is complete, durable and inspected. On failure
   * nothing remains.
   * @throws {FileTooLargeError} as soon as the limit is exceeded; also errors of the content and
   * the inspection.
   */
  put<T>(
    key: string,
    content: AsyncIterable<Uint8Array>,
    rules: PutRules<T>,
  ): Promise<{ size: number; inspected: T }>
  /** Undefined if there is none. The caller reads or destroys the content. */
  get(key: string): Promise<StoredFile | undefined>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** The files of a folder, or all of them, unordered. */
  list(folder?: string): AsyncIterable<{ key: string; storedAt: Date }>
  /** Removes uploads that were cut short by a crash. */
  removeAbandoned(): Promise<void>
  close(): void
}

type PutRules<T> = {
  maxBytes: number
  /** Inspects the complete file before it is visible; throws to refuse it. */
  inspect: (path: string) => Promise<T>
}

export const storedAsIs: PutRules<undefined> = {
  maxBytes: Number.POSITIVE_INFINITY,
  inspect: async () => undefined,
}

export type StoredFile = { size: number; content: Readable }

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

const wellFormedKey = /^[a-z\d-]+(\/[a-z\d-]+)+$/

/** A bucket may hold other objects than ours. */
export const isKey = (text: string): boolean => wellFormedKey.test(text)

/** A second fence: keys are made by us, never by visitors. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}

/** Longer than any upload may take. */
const abandonedAfterMs = 60 * 60_000

/**
 * Writes a file aside, and passes it on once it is complete, durable and inspected. Then removes it
 * there.
 */
export async function writeAside<T>(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, inspect }: PutRules<T>,
  handOver: (path: string, size: number) => Promise<void>,
): Promise<{ size: number; inspected: T }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const size = await write(path, content, maxBytes)
    const inspected = await inspect(path)
    await handOver(path, size)
    return { size, inspected }
  } finally {
    await rm(path, { force: true })
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number) {
  await using file = await open(path, 'wx', 0o600)
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxBytes) throw new FileTooLargeError()
    await file.writeFile(chunk)
  }
  await file.sync()
  return size
}

export async function removeAbandoned(folder: string): Promise<void> {
  const oldest = Date.now() - abandonedAfterMs
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    // Another node may have removed it.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(path, { force: true })
  }
}

const chunk = 500

/**
 * Removes files of a folder, from before that time, whose ids no row knows: uploads that were cut
 * short, and what rows left.
 */
export async function sweepFolder(
  storage: FileStorage,
  folder: string,
  before: Date,
  findKnown: (ids: string[]) => Promise<Pick<ReadonlySet<string>, 'has'>>,
): Promise<void> {
  await storage.removeAbandoned()
  let ids: string[] = []
  for await (const { key, storedAt } of storage.list(folder)) {
    const id = key.slice(folder.length + 1)
    if (!isUuid.test(id) || storedAt > before) continue
    ids.push(id)
    if (ids.length < chunk) continue
    await removeUnknown()
    ids = []
  }
  await removeUnknown()

  async function removeUnknown() {
    const known = await findKnown(ids)
    for (const id of ids) if (!known.has(id)) await storage.remove(`${folder}/${id}`)
  }
}

/** Others are not ours. */
const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The first bytes, and all of them. */
export async function withHead(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const read: Buffer[] = []
  let size = 0
  while (size < bytes) {
    const { done, value } = await iterator.next()
    if (done) break
    read.push(value)
    size += value.length
  }
  const head = Buffer.concat(read)
  return { head, all: after(head, iterator) }
}

async function* after(head: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

/** At least one chunk, all but the last of this size. */
export async function* inChunks(content: AsyncIterable<Uint8Array>, size: number) {
  let waiting: Uint8Array[] = []
  let [length, index] = [0, 0]
  for await (const part of content) {
    waiting.push(part)
    length += part.length
    if (length <= size) continue
    let joined = Buffer.concat(waiting)
    // One more byte shows that a chunk is not the last.
    for (; joined.length > size; joined = joined.subarray(size))
      yield { bytes: joined.subarray(0, size), index: index++, isLast: false }
    waiting = [joined]
    length = joined.length
  }
  yield { bytes: Buffer.concat(waiting), index, isLast: true }
}
