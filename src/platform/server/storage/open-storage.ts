import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { keyRing, encryptBytes, decryptBytes, type Key, type KeyRing } from '../secret.ts'
import type { Settings } from '../settings.ts'
import {
  checkedKey,
  inChunks,
  removeAbandoned,
  storedAsIs,
  withHead,
  writeAside,
  type FileStorage,
  type StoredFile,
} from './storage.ts'
import { createReadStream, fstat, open as openFile } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCode } from '../errors.ts'

/** CVs are encrypted; other files hold no personal data. */
export async function openStorage(
  settings: Pick<Settings, 's3' | 'dataDir' | 'secrets'>,
): Promise<EncryptedStorage> {
  const { s3, dataDir } = settings
  const incoming = join(dataDir, 'incoming')
  // Loaded on demand, because the library is large.
  const inner = s3
    ? await (await import('./s3-storage.ts')).openS3Storage(s3, incoming)
    : openLocalStorage(dataDir)
  await inner.removeAbandoned()
  return encryptFolder(inner, {
    folder: 'cv',
    keys: keyRing(settings.secrets, 'file-keys'),
    incoming,
  })
}

/** Files in a local folder, for one node. */
export function openLocalStorage(dataDir: string): FileStorage {
  // On one file system, so that a finished file is renamed into place.
  const files = join(dataDir, 'files')
  const incoming = join(dataDir, 'incoming')
  const pathOf = (key: string) => join(files, checkedKey(key))

  return {
    put: (key, content, rules) =>
      writeAside(incoming, content, rules, (path) => publish(path, pathOf(key))),

    async get(key) {
      // By its number: a FileHandle whose content nobody reads would end the process when it is
      // collected.
      const fd = await promisify(openFile)(pathOf(key), 'r').catch(ignoreMissing)
      if (fd === undefined) return undefined
      return { size: (await promisify(fstat)(fd)).size, content: createReadStream('', { fd }) }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list(folder) {
      const folders = folder === undefined ? await readdir(files).catch(ignoreMissing) : [folder]
      for (const each of folders ?? []) {
        for (const name of (await readdir(join(files, each)).catch(ignoreMissing)) ?? []) {
          const key = `${each}/${name}`
          const found = await stat(pathOf(key)).catch(ignoreMissing)
          if (found) yield { key, storedAt: found.mtime }
        }
      }
    },

    removeAbandoned: () => removeAbandoned(incoming),
    close() {},
  }
}

/** Atomic, and durable after a power failure. */
async function publish(path: string, target: string) {
  const folder = dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, target)
  await using handle = await open(folder)
  await handle.sync()
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

/**
 * Encrypts the files of a folder, each with a key of its own (AES-256-GCM). The file's header has
 * that key, encrypted with the key of the server's secret and bound to the file's name. Content is
 * encrypted in chunks, so that a reader gets verified bytes only and notices a truncated file.
 *
 * magic (4) · id of the secret's key (8) · nonce, file key, tag (12 + 32 + 16) · nonce prefix (7) ·
 * chunks (64 KiB each, with a tag)
 */
const magic = Buffer.from('WCF1')
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const prefixBytes = 7
const wrappedBytes = nonceBytes + keyBytes + tagBytes
const headerBytes = magic.length + 8 + wrappedBytes + prefixBytes
const chunkBytes = 64 * 1024
const algorithm = 'aes-256-gcm'

export type EncryptedStorage = FileStorage & {
  /** The files as they are stored, for backups. */
  raw: FileStorage
  /**
   * Encrypts the file keys with the current secret's key. Interrupted, it is run again.
   * @returns how many files changed, and the names of those that no known secret opens.
   */
  rotate(): Promise<{ files: number; changed: number; unreadable: string[] }>
}

function encryptFolder(
  inner: FileStorage,
  { folder, keys, incoming }: { folder: string; keys: KeyRing; incoming: string },
): EncryptedStorage {
  const isOurs = (key: string) => key.startsWith(`${folder}/`)

  return {
    ...inner,
    raw: inner,

    put(key, content, rules) {
      if (!isOurs(key)) return inner.put(key, content, rules)
      // The inspection reads plain bytes, which are removed right after it.
      return writeAside(incoming, content, rules, async (path) => {
        await inner.put(key, encryptContent(key, createReadStream(path), keys.current), storedAsIs)
      })
    },

    async get(key) {
      const stored = await inner.get(key)
      return stored && isOurs(key) ? decrypt(key, stored, keys) : stored
    },

    async rotate() {
      const unreadable: string[] = []
      const result = { files: 0, changed: 0, unreadable }
      for await (const { key } of inner.list(folder)) {
        result.files++
        const outcome = await rotateFile(key)
        if (outcome === 'changed') result.changed++
        if (outcome === 'unreadable') result.unreadable.push(key)
      }
      return result
    },
  }

  async function rotateFile(key: string): Promise<'changed' | 'current' | 'unreadable'> {
    const stored = await inner.get(key)
    if (!stored) return 'current'
    const { header, rest } = await splitHeader(stored)
    const isCurrent = keyIdOf(header) === keys.current.id
    const fileKey = isCurrent ? undefined : fileKeyOf(header, key, keys)
    if (!fileKey) {
      stored.content.destroy()
      return isCurrent ? 'current' : 'unreadable'
    }
    const next = headerOf(fileKey, header.subarray(-prefixBytes), key, keys.current)
    await inner.put(key, joined(next, rest), storedAsIs)
    return 'changed'
  }
}

async function* joined(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

const headerOf = (fileKey: Buffer, prefix: Uint8Array, name: string, key: Key): Buffer =>
  Buffer.concat([magic, Buffer.from(key.id, 'hex'), encryptBytes(key.bytes, fileKey, name), prefix])

const keyIdOf = (header: Buffer) => header.toString('hex', magic.length, magic.length + 8)

/** Undefined if no known secret opens it. */
function fileKeyOf(header: Buffer, name: string, keys: KeyRing): Buffer | undefined {
  const key = header.subarray(0, magic.length).equals(magic) && keys.find(keyIdOf(header))
  const start = magic.length + 8
  return key
    ? decryptBytes(key.bytes, header.subarray(start, start + wrappedBytes), name)
    : undefined
}

/**
 * Each chunk's nonce has its number and whether it is the last, so that none can be moved, removed
 * or added.
 */
function nonceOf(prefix: Uint8Array, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.set(prefix)
  nonce.writeUInt32BE(index, prefixBytes)
  nonce[nonceBytes - 1] = isLast ? 1 : 0
  return nonce
}

/** The content with its header. */
async function* encryptContent(
  name: string,
  content: AsyncIterable<Uint8Array>,
  key: Key,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(keyBytes)
  const prefix = randomBytes(prefixBytes)
  yield headerOf(fileKey, prefix, name, key)
  for await (const { bytes, index, isLast } of inChunks(content, chunkBytes)) {
    const cipher = createCipheriv(algorithm, fileKey, nonceOf(prefix, index, isLast), {
      authTagLength: tagBytes,
    })
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

async function decrypt(name: string, stored: StoredFile, keys: KeyRing): Promise<StoredFile> {
  const { header, rest } = await splitHeader(stored)
  const fileKey = fileKeyOf(header, name, keys)
  if (!fileKey) {
    stored.content.destroy()
    throw new Error(
      `No known secret opens the file ${name}: add the one it was encrypted with to SECRET`,
    )
  }
  const encryptedBytes = stored.size - headerBytes
  const size = encryptedBytes - tagBytes * Math.ceil(encryptedBytes / (chunkBytes + tagBytes))
  const content = Readable.from(opened(fileKey, header.subarray(-prefixBytes), rest))
  // Destroying it before the first read closes the stored file, too.
  return { size, content: content.once('close', () => stored.content.destroy()) }
}

async function* opened(
  fileKey: Buffer,
  prefix: Uint8Array,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  for await (const { bytes, index, isLast } of inChunks(content, chunkBytes + tagBytes)) {
    const decipher = createDecipheriv(algorithm, fileKey, nonceOf(prefix, index, isLast), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    yield Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
  }
}

/** The header, and what follows it. */
async function splitHeader({
  content,
}: StoredFile): Promise<{ header: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const { head, all } = await withHead(content, headerBytes)
  async function* rest(): AsyncGenerator<Uint8Array> {
    let start = headerBytes
    for await (const part of all) {
      yield part.subarray(start)
      start = 0
    }
  }
  return { header: head.subarray(0, headerBytes), rest: rest() }
}
