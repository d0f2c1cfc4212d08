import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { StateCode } from '#shared/us-states.ts'

export type FavoriteRow = Selectable<FavoritesTables['favorites']>

const tables = (db: Db) => db.withTables<FavoritesTables>()

/** The latest first. */
export async function findFavorites(db: Db, physicianId: string): Promise<FavoriteRow[]> {
  return tables(db)
    .selectFrom('favorites')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .orderBy('saved_at', 'desc')
    .orderBy('job_id')
    .execute()
}

export async function findFavoriteIds(db: Db, physicianId: string): Promise<string[]> {
  const rows = await tables(db).selectFrom('favorites').select('job_id').where('physician_id', '=', physicianId).execute()
  return rows.map((it) => it.job_id)
}

export async function findFavorite(db: Db, physicianId: string, jobId: string): Promise<FavoriteRow | undefined> {
  return tables(db)
    .selectFrom('favorites')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
}

export async function countFavorites(db: Db, physicianId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('favorites')
    .select((it) => it.fn.countAll<string>().as('count'))
    .where('physician_id', '=', physicianId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Leaves an existing one unchanged. */
export async function insertFavorite(db: Db, favorite: Insertable<FavoritesTables['favorites']>): Promise<void> {
  await tables(db)
    .insertInto('favorites')
    .values(favorite)
    .onConflict((it) => it.doNothing())
    .execute()
}

export async function deleteFavorite(db: Db, physicianId: string, jobId: string): Promise<void> {
  await tables(db).deleteFrom('favorites').where('physician_id', '=', physicianId).where('job_id', '=', jobId).execute()
}

/** False if there is no such favorite. */
export async function updateNote(db: Db, physicianId: string, jobId: string, note: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('favorites')
    .set({ note })
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** For a merged job. A physician who saved both keeps one with the earlier date and both notes. */
export async function moveFavorites(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    with doubled as (
      delete from favorites gone using favorites stored
      where gone.job_id = ${from} and stored.job_id = ${to} and stored.physician_id = gone.physician_id
      returning gone.physician_id, gone.saved_at, gone.note
    ), joined as (
      update favorites stored
      set saved_at = least(stored.saved_at, doubled.saved_at),
        note = nullif(concat_ws(E'\\n\\n', stored.note, case when doubled.note is distinct from stored.note then doubled.note end), '')
      from doubled where stored.job_id = ${to} and stored.physician_id = doubled.physician_id
    )
    update favorites set job_id = ${to} where job_id = ${from} and physician_id not in (select physician_id from doubled)
  `.execute(trx)
}

type FavoritesTables = {
  favorites: {
    physician_id: string
    job_id: string
    saved_at: Generated<Date>
    note: string | null
    title: string
    employer: string
    city: string
    state: StateCode
  }
}
