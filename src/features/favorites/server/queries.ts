import { sql, type Generated, type Insertable, type Updateable } from 'kysely'
import { countRows, idsOf, insertMissing, isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast } from '#platform/server/retention.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { FavoriteProgress } from '../contract.ts'
import type { FavoriteStatus } from '../model.ts'

export type FavoriteRow = FavoriteProgress & {
  savedAt: Date
  title: string
  employer: string
  city: string
  state: StateCode
}

export type FavoriteChange = Updateable<
  Pick<FavoritesTables['favorites'], 'note' | 'status' | 'next_step' | 'next_on'>
>

const tables = (db: Db) => db.withTables<FavoritesTables>()

const columns = [
  'job_id as jobId',
  'saved_at as savedAt',
  'note',
  'title',
  'employer',
  'city',
  'state',
  'status',
  'next_step as nextStep',
  'version',
  // The driver would turn a date into a moment of the server's time zone.
  sql<string | null>`to_char(next_on, 'YYYY-MM-DD')`.as('nextOn'),
] as const

/** The latest first. */
export const findFavorites = (db: Db, physicianId: string): Promise<FavoriteRow[]> =>
  savedBy(db, physicianId).select(columns).orderBy('saved_at', 'desc').orderBy('job_id').execute()

const savedBy = (db: Db, physicianId: string) =>
  tables(db)
    .selectFrom('favorites')
    .where('physician_id', '=', physicianId)
    .where('removed_at', 'is', null)

/** With those that were removed and may return. */
export const findAllFavorites = (db: Db, physicianId: string) =>
  tables(db)
    .selectFrom('favorites')
    .where('physician_id', '=', physicianId)
    .select([...columns, 'removed_at as removedAt', 'hidden_at as hiddenAt'])
    .orderBy('saved_at', 'desc')
    .execute()

/** Those of these jobs that somebody has saved. */
export async function findSaved(db: Db, jobIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct job_id as id from favorites
    where job_id = any(${jobIds}::uuid[]) and removed_at is null
  `.execute(db)
  return idsOf(rows)
}

type Saver = { id: string; email: string; title: string }

/** Who has saved the job, under the title at that time, and reads mail. */
export async function findSavers(db: Db, jobId: string): Promise<Saver[]> {
  const { rows } = await sql<Saver>`
    select users.id, users.email, favorites.title
    from favorites join users on users.id = favorites.physician_id
    where favorites.job_id = ${jobId} and favorites.removed_at is null
      and users.email_verified_at is not null and users.suspended_at is null
  `.execute(db)
  return rows
}

export const findFavoriteIds = (db: Db, physicianId: string): Promise<{ jobId: string }[]> =>
  savedBy(db, physicianId).select('job_id as jobId').execute()

export const findFavorite = (
  db: Db,
  physicianId: string,
  jobId: string,
): Promise<FavoriteRow | undefined> =>
  savedBy(db, physicianId).select(columns).where('job_id', '=', jobId).executeTakeFirst()

export const countFavorites = (db: Db, physicianId: string): Promise<number> =>
  countRows(savedBy(db, physicianId))

/** Leaves an existing one unchanged. */
export const insertFavorite = (db: Db, favorite: Insertable<FavoritesTables['favorites']>) =>
  insertMissing(tables(db).insertInto('favorites').values(favorite))

/** What was written stays for the days of `removedFavoriteDays`. */
export const setFavoriteRemoved = (
  db: Db,
  physicianId: string,
  jobId: string,
  isRemoved: boolean,
): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('favorites')
      .set(isRemoved ? { removed_at: sql`now()` } : { removed_at: null, hidden_at: null })
      .where('physician_id', '=', physicianId)
      .where('job_id', '=', jobId)
      .where('removed_at', isRemoved ? 'is' : 'is not', null),
  )

export const removedFavorites = rowsPast(
  'removed saved jobs, with their notes',
  'favorites',
  (before) => sql`removed_at < ${before}
    and (hidden_at is null or not exists (select from jobs where id = past.job_id))`,
)

/** The latest first; lists ask for no more. */
export const findHiddenIds = (db: Db, physicianId: string): Promise<{ jobId: string }[]> =>
  tables(db)
    .selectFrom('favorites')
    .where('physician_id', '=', physicianId)
    .where('hidden_at', 'is not', null)
    .orderBy('hidden_at', 'desc')
    .limit(1000)
    .select('job_id as jobId')
    .execute()

/** Which of these jobs these physicians have hidden: 'physician job'. */
export async function findHidden(
  db: Db,
  physicianIds: readonly string[],
  jobIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select physician_id || ' ' || job_id as id from favorites
    where physician_id = any (${physicianIds}::uuid[]) and job_id = any (${jobIds}::uuid[])
      and hidden_at is not null
  `.execute(db)
  return new Set(idsOf(rows))
}

/** A saved one stays saved. */
export const insertHidden = (db: Db, favorite: Insertable<FavoritesTables['favorites']>) =>
  tables(db)
    .insertInto('favorites')
    .values({ ...favorite, removed_at: sql`now()`, hidden_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.columns(['physician_id', 'job_id']).doUpdateSet({ hidden_at: sql`now()` }),
    )
    .execute()

export const showHidden = (db: Db, physicianId: string, jobId: string) =>
  tables(db)
    .updateTable('favorites')
    .set({ hidden_at: null })
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .execute()

/** Undefined if there is no such favorite, or it has another version by now. */
export const updateFavorite = async (
  db: Db,
  {
    physicianId,
    jobId,
    version,
  }: { physicianId: string; jobId: string; version: number | undefined },
  change: FavoriteChange,
): Promise<FavoriteRow | undefined> =>
  tables(db)
    .updateTable('favorites')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .where('removed_at', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(columns)
    .executeTakeFirst()

/** After an inquiry; a job that is further on stays there. */
export const markApplied = (db: Db, physicianId: string, jobId: string) =>
  tables(db)
    .updateTable('favorites')
    .set((eb) => ({ status: 'applied', version: eb('version', '+', 1) }))
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .where('status', '=', 'saved')
    .where('removed_at', 'is', null)
    .execute()

/**
 * For a merged job. A physician who saved both keeps one with the earlier date and both notes, and
 * how far they are from the one that is further on; one that they removed adds nothing to the
 * other.
 */
export async function moveFavorites(
  trx: Db,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    delete from favorites removed using favorites stored
    where removed.removed_at is not null and stored.removed_at is null
      and stored.physician_id = removed.physician_id
      and (removed.job_id, stored.job_id) in ((${from}, ${to}), (${to}, ${from}))
  `.execute(trx)
  await sql`
    with doubled as (
      delete from favorites gone using favorites stored
      where gone.job_id = ${from} and stored.job_id = ${to} and stored.physician_id = gone.physician_id
      returning gone.*
    ), joined as (
      update favorites stored
      set saved_at = least(stored.saved_at, doubled.saved_at),
        note = nullif(concat_ws(E'\\n\\n', stored.note, case when doubled.note is distinct
        from stored.note then doubled.note end), ''),
        status = case when ${stage('doubled')} > ${stage('stored')} then doubled.status
          else stored.status end,
        next_step = case when stored.next_step is null
          and stored.next_on is null then doubled.next_step else stored.next_step end,
        next_on = case when stored.next_step is null
          and stored.next_on is null then doubled.next_on else stored.next_on end,
        hidden_at = coalesce(stored.hidden_at, doubled.hidden_at),
        version = greatest(stored.version, doubled.version) + 1
      from doubled where stored.job_id = ${to} and stored.physician_id = doubled.physician_id
    )
    update favorites set job_id = ${to} where job_id = ${from}
      and physician_id not in (select physician_id from doubled)
  `.execute(trx)
}

const stage = (table: string) =>
  sql`array_position(array['closed', 'saved', 'applied', 'interview', 'offer'],
    ${sql.ref(`${table}.status`)})`

type FavoritesTables = {
  favorites: {
    physician_id: string
    job_id: string
    saved_at: Generated<Date>
    note: Generated<string | null>
    status: Generated<FavoriteStatus>
    next_step: Generated<string | null>
    next_on: Generated<string | null>
    version: Generated<number>
    /** Null unless it was removed, and may return. */
    removed_at: Date | null
    hidden_at: Date | null
    title: string
    employer: string
    city: string
    state: StateCode
  }
}
