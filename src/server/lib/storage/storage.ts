import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores files. Callers choose the keys and decide who may read them. */
export type FileStorage = {
  /**
   * Receives a file. Nobody sees it before it is whole, safe on disk and through its inspection; if anything fails on the way,
   * nothing of it stays.
   * @throws {FileTooLargeError} as soon as there are more bytes than allowed; and whatever the content or the inspection throws.
   */
  put<T>(key: string, content: AsyncIterable<Uint8Array>, rules: PutRules<T>): Promise<{ size: number; inspected: T }>
  /** Undefined if there is no such file. The caller reads the content or destroys it. */
  get(key: string): Promise<StoredFile | undefined>
  /** Removes a file, if it is there. */
  remove(key: string): Promise<void>
  /** The files of a folder, in any order. */
  list(folder: string): AsyncIterable<{ key: string; storedAt: Date }>
  /** Removes what uploads left aside that were cut short by the end of their process. */
  removeAbandoned(): Promise<void>
  close(): void
}

type PutRules<T> = {
  maxBytes: number
  /** Looks at the whole file before anybody else can; throws to refuse it. */
  inspect: (path: string) => Promise<T>
}

export type StoredFile = { size: number; content: Readable }

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

const wellFormedKey = /^[a-z\d-]+(\/[a-z\d-]+)+$/

/** Keys are made by us, never by visitors; this fence is the second one. */
export function checkedKey(key: string): string {
  if (!wellFormedKey.test(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}

/** Longer than any upload may take: what is older than that has lost its process. */
const abandonedAfterMs = 60 * 60_000

/** Receives a file where nobody looks, and hands it over once it is whole and on disk. Afterwards nothing of it stays there. */
export async function writeAside<T>(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  handOver: (path: string, size: number) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    return await handOver(path, await write(path, content, maxBytes))
  } finally {
    await rm(path, { force: true })
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
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
    // Another node may have been quicker.
    const writtenAt = await stat(path).then(
      (it) => it.mtimeMs,
      () => oldest,
    )
    if (writtenAt < oldest) await rm(path, { force: true })
  }
}
