import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { idsOf, isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast } from '#platform/server/retention.ts'
import { reencrypt, type TextCipher } from '#platform/server/secret.ts'
import { answerKey, type FactName, type FactValues } from '#features/imports/facts.ts'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { findAnswers, type Asked } from '../runs/queries-facts.ts'
import type { ImportsTables } from '../tables.ts'

const tables = (db: Db) => db.withTables<ImportsTables>()

type SourcesTable = ImportsTables['import_sources']

type LastRun = NonNullable<ImportSource['lastRun']>

export type SourceRow = Selectable<SourcesTable> & {
  /** What its file was called, where it was uploaded. */
  file_name: string | null
  last_run: LastRun | null
}

/**
 * Encrypts every encrypted address anew, with the current secret. @returns how many there are, and
 * how many no known secret opens.
 */
export async function reencryptAddresses(
  db: Db,
  cipher: TextCipher,
): Promise<{ all: number; unreadable: number }> {
  const counted = { all: 0, unreadable: 0 }
  for (const table of ['import_sources', 'imports', 'import_checks'] as const) {
    const rows = await tables(db)
      .selectFrom(table)
      .select(['id', 'sealed_url'])
      .where('sealed_url', 'is not', null)
      .execute()
    for (const { id, sealed_url } of rows) {
      const renewed = reencrypt(cipher, sealed_url ?? '')
      counted.all++
      if (renewed === undefined) counted.unreadable++
      else
        await tables(db)
          .updateTable(table)
          .set({ sealed_url: renewed })
          .where('id', '=', id)
          .where('sealed_url', '=', sealed_url)
          .execute()
    }
  }
  return counted
}

/** With their latest runs, by name. */
export async function findSources(db: Db): Promise<SourceRow[]> {
  return withLastRun(db)
    .orderBy(sql`lower(s.name)`)
    .execute()
}

export async function findSource(db: Db, id: string): Promise<SourceRow | undefined> {
  return withLastRun(db).where('s.id', '=', id).executeTakeFirst()
}

export async function findSourceNamed(db: Db, name: string | null): Promise<SourceRow | undefined> {
  return name === null ? undefined : withLastRun(db).where('s.name', '=', name).executeTakeFirst()
}

export const withLastRun = (db: Db) =>
  tables(db)
    .selectFrom('import_sources as s')
    .selectAll('s')
    .select([
      sql<string | null>`(select f.name from import_files f where s.url = 'upload:' || f.id)`.as(
        'file_name',
      ),
      sql<LastRun | null>`(
        select json_build_object(
          'id', r.id, 'status', r.status, 'startedAt', r.started_at, 'imported', r.imported,
            'skipped', r.skipped, 'closed', r.closed, 'changed', r.changed, 'processed', r.processed,
            'message', r.message
        ) from imports r where r.source_id = s.id order by r.id desc limit 1
      )`.as('last_run'),
    ])

export async function lockSource(
  db: Db,
  id: string,
): Promise<Selectable<SourcesTable> | undefined> {
  return tables(db)
    .selectFrom('import_sources')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** False where there is a source of that name already. */
export const insertSource = (db: Db, source: Insertable<SourcesTable>): Promise<boolean> =>
  isWritten(
    tables(db)
      .insertInto('import_sources')
      .values(source)
      .onConflict((conflict) => conflict.doNothing()),
  )

const changing = (db: Db, id: string) =>
  tables(db).updateTable('import_sources').where('id', '=', id)

export async function updateSource(
  db: Db,
  id: string,
  changes: Updateable<SourcesTable>,
): Promise<void> {
  await changing(db, id)
    .set({ ...changes, updated_at: new Date(), version: sql`version + 1` })
    .execute()
}

export async function deleteSource(db: Db, id: string): Promise<void> {
  await sql`
    with gone as (delete from import_sources where id = ${id} returning name, organization_id),
    -- If a careers page is connected again, all its rows are read.
    forgotten as (
      delete from import_rows r using gone where r.source = gone.name and organization_id is not null
    )
    update import_rows r set is_listed = false from gone
    where r.source = gone.name and organization_id is null
  `.execute(db)
}

/**
 * Which of these sources may have structured data, locked for share: a decision against it waits
 * for this transaction's jobs.
 */
export async function lockAuthorizedSources(
  db: Db,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; allowed: boolean }>`
    select name, structured_data_allowed as allowed from import_sources where name = any (${names}::text[]) order by name for share
  `.execute(db)
  return new Set(rows.filter((row) => row.allowed).map((row) => row.name))
}

/**
 * Aligns up to `limit` jobs of the source with its structured-data setting, and returns how many
 * changed.
 */
export async function alignStructuredData(db: Db, source: string, limit: number): Promise<number> {
  const { rows } = await sql`
    with decided as (
      select coalesce((select structured_data_allowed from import_sources
        where name = ${source}), false) as allowed
    ),
    others as (
      select id from jobs, decided
      where source = ${source} and structured_data_allowed = not decided.allowed
      limit ${limit}
      for update of jobs
    )
    update jobs set structured_data_allowed = decided.allowed
    from decided
    where id in (select id from others)
    returning id
  `.execute(db)
  return rows.length
}

/** The source that has been due the longest, locked; skips those that other nodes are starting. */
export const lockDueSource = (db: Db, now: Date): Promise<Selectable<SourcesTable> | undefined> =>
  tables(db)
    .selectFrom('import_sources')
    .selectAll()
    .where((where) =>
      where.or([where('schedule', '<>', 'never'), where('organization_id', 'is not', null)]),
    )
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Without a new version: an open form is not affected. */
export async function setNextRun(db: Db, sourceId: string, at: Date | null): Promise<void> {
  await changing(db, sourceId).set({ next_run_at: at }).execute()
}

export async function forgetFailures(db: Db, sourceId: string): Promise<void> {
  await changing(db, sourceId)
    .set({ failures_in_a_row: 0 })
    .where('failures_in_a_row', '>', 0)
    .execute()
}

/** How many it then are in a row. */
export async function countFailure(db: Db, sourceId: string): Promise<number> {
  const source = await changing(db, sourceId)
    .set((column) => ({ failures_in_a_row: column('failures_in_a_row', '+', 1) }))
    .returning('failures_in_a_row')
    .executeTakeFirst()
  return source?.failures_in_a_row ?? 0
}

/** Whether it was on. The version changes, so that an open form gets a conflict. */
export const switchOff = (db: Db, sourceId: string): Promise<boolean> =>
  isWritten(
    changing(db, sourceId)
      .set({
        schedule: 'never',
        next_run_at: null,
        updated_at: new Date(),
        version: sql`version + 1`,
      })
      .where('next_run_at', 'is not', null),
  )

/** What holds for later rows with the same words. @returns what held before. */
export async function saveAnswer(
  db: Db,
  { source, fact, words }: Asked,
  value: FactValues[FactName] | undefined,
  answeredBy: string | null,
): Promise<FactValues[FactName] | undefined> {
  const [before] = await findAnswers(db, [{ source, fact, words }])
  if (value === undefined)
    await sql`delete from fact_answers where source = ${source} and fact = ${fact}
      and words = ${answerKey(words)}`.execute(db)
  else
    await sql`
      insert into fact_answers (source, fact, words, value, answered_by)
      values (${source}, ${fact}, ${answerKey(words)}, ${JSON.stringify(value)}, ${answeredBy})
      on conflict (source, fact, words)
        do update set value = excluded.value, answered_by = excluded.answered_by, answered_at = now()
    `.execute(db)
  return before
}

/** Files that were uploaded. */

export async function insertFile(
  db: Db,
  file: { id: string; name: string; size: number; uploaded_by: string },
): Promise<void> {
  await tables(db).insertInto('import_files').values(file).execute()
}

/** Also those that could be put back. */
export async function findKnownFiles(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from import_files where id = any(${ids}::uuid[])
    union select row ->> 'id' from deleted_rows where table_name = 'import_files'
      and row ->> 'id' = any(${ids}::text[])
  `.execute(db)
  return new Set(idsOf(rows))
}

export const unusedUploads = rowsPast(
  'uploads that no source and no running import reads',
  'import_files',
  (before) => sql`created_at < ${before}
    and not exists (select from import_sources s where s.url = 'upload:' || past.id)
    and not exists (select from imports r where r.url = 'upload:' || past.id and r.status = 'running')`,
)
