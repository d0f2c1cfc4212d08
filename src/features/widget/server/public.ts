import type { Db } from '#server/lib/database.ts'
import { findWidget } from './queries.ts'

/** For the export of everything that is kept about somebody. */
export async function exportWidget(db: Db, ownerId: string): Promise<{ id: string; createdAt: Date } | null> {
  const widget = await findWidget(db, ownerId)
  return widget ? { id: widget.id, createdAt: widget.created_at } : null
}
