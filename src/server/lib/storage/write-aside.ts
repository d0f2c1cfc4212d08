import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileTooLargeError } from './storage.ts'

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
