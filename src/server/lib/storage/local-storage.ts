import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../start-error.ts'
import type { FileStorage } from './storage.ts'
import { checkedKey } from './storage.ts'
import { removeAbandoned, writeAside } from './write-aside.ts'

/** Files in a folder of this machine, for one node. */
export function openLocalStorage(dataDir: string): FileStorage {
  // Beside each other, so that a finished file only has to be renamed.
  const files = join(dataDir, 'files')
  const incoming = join(dataDir, 'incoming')
  const pathOf = (key: string) => join(files, checkedKey(key))

  return {
    put: (key, content, { maxBytes, inspect }) =>
      writeAside(incoming, content, maxBytes, async (path, size) => {
        const inspected = await inspect(path)
        await publish(path, pathOf(key))
        return { size, inspected }
      }),

    async get(key) {
      const file = await open(pathOf(key)).catch(ignoreMissing)
      if (!file) return undefined
      return { size: (await file.stat()).size, content: file.createReadStream() }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list(folder) {
      for (const name of (await readdir(join(files, folder)).catch(ignoreMissing)) ?? []) {
        const key = `${folder}/${name}`
        const found = await stat(pathOf(key)).catch(ignoreMissing)
        if (found) yield { key, storedAt: found.mtime }
      }
    },

    removeAbandoned: () => removeAbandoned(incoming),
    close() {},
  }
}

/** Whole or not at all, and still so after a power cut. */
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
