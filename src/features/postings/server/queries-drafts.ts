import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { DraftForm } from '../schemas.ts'
import type { DraftKind, PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

export const findDrafts = (db: Db, ownerId: string) =>
  tables(db)
    .selectFrom('posting_drafts')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findDraft = (db: Db, ownerId: string, id: string) =>
  tables(db).selectFrom('posting_drafts').selectAll().where('owner_id', '=', ownerId).where('id', '=', id).executeTakeFirst()

/** The row stays locked until the transaction ends. */
export const lockDraft = (db: Db, ownerId: string, id: string) =>
  tables(db)
    .selectFrom('posting_drafts')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function countDrafts(db: Db, ownerId: string): Promise<number> {
  const { n } = await tables(db)
    .selectFrom('posting_drafts')
    .where('owner_id', '=', ownerId)
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

type NewDraft = { id: string; ownerId: string; kind: DraftKind; form: DraftForm; now: Date }

export const insertDraft = (db: Db, { id, ownerId, kind, form, now }: NewDraft) =>
  tables(db)
    .insertInto('posting_drafts')
    .values({ id, owner_id: ownerId, kind, form: JSON.stringify(form), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateDraft = (db: Db, id: string, form: DraftForm, updatedAt: Date) =>
  tables(db)
    .updateTable('posting_drafts')
    .set({ form: JSON.stringify(form), updated_at: updatedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** False if there was none. */
export async function deleteDraft(db: Db, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('posting_drafts')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
