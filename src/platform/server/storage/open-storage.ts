import { join, dirname } from 'node:path'
import { keyRing } from '../secret.ts'
import type { Settings } from '../settings.ts'
import { encryptFolder, type EncryptedStorage } from './encrypted-storage.ts'
import { checkedKey, removeAbandoned, writeAside, type FileStorage } from './storage.ts'
import { createReadStream, fstat, open as openFile } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCode } from '../start-error.ts'

/** CVs are encrypted; other files hold no personal data. */
export async function openStorage(settings: Pick<Settings, 's3' | 'dataDir' | 'secrets'>): Promise<EncryptedStorage> {
  const { s3, dataDir } = settings
  const inner = s3 ? await openS3(s3, dataDir) : openLocalStorage(dataDir)
  await inner.removeAbandoned()
  return encryptFolder(inner, { folder: 'cv', keys: keyRing(settings.secrets, 'file-keys'), incoming: join(dataDir, 'incoming') })
}

/** Loaded on demand, because the library is large. */
async function openS3(s3: NonNullable<Settings['s3']>, dataDir: string): Promise<FileStorage> {
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(s3, join(dataDir, 'incoming'))
}

/** Files in a local folder, for one node. */
export function openLocalStorage(dataDir: string): FileStorage {
  // On one file system, so that a finished file is renamed into place.
  const files = join(dataDir, 'files')
  const incoming = join(dataDir, 'incoming')
  const pathOf = (key: string) => join(files, checkedKey(key))

  return {
    put: (key, content, rules) => writeAside(incoming, content, rules, (path) => publish(path, pathOf(key))),

    async get(key) {
      // By its number: a FileHandle whose content nobody reads would end the process when it is collected.
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
async function publish(path: string, target: string): Promise<void> {
  const folder = dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, target)
  await using handle = await open(folder)
  await handle.sync()
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
