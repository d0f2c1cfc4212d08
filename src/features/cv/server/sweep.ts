import { findKnownCvFiles } from './queries.ts'
import type { Cvs } from './service.ts'
import { cvFolder, idOfKey, storageKey } from './storage-key.ts'

/** Longer than it can take from a file's arrival to its row. */
const orphanAfterMs = 24 * 60 * 60_000
const chunk = 500

/** Removes files that no row knows: their upload broke off between the storage and the database. */
export async function sweepCvFiles({ db, storage }: Cvs): Promise<void> {
  await storage.removeAbandoned()
  let ids: string[] = []
  for await (const { key, storedAt } of storage.list(cvFolder)) {
    const id = idOfKey(key)
    if (id === undefined || storedAt.getTime() > Date.now() - orphanAfterMs) continue
    ids.push(id)
    if (ids.length < chunk) continue
    await removeUnknown(ids)
    ids = []
  }
  await removeUnknown(ids)

  async function removeUnknown(ids: string[]): Promise<void> {
    const known = await findKnownCvFiles(db, ids)
    for (const id of ids) if (!known.has(id)) await storage.remove(storageKey(id))
  }
}
