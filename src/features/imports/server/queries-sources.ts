import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { ImportStatus } from '../model.ts'
import type { KeptAddress } from './sealed-address.ts'
import type { SourcesTables } from './tables-sources.ts'

const tables = (db: Db) => db.withTables<SourcesTables>()

type SourcesTable = SourcesTables['import_sources']

type LastRun = { id: string; status: ImportStatus; startedAt: string; imported: number; skipped: number; closed: number }

export type SourceRow = Selectable<SourcesTable> & {
  /** Who last decided about structured data; null where that account is gone. */
  authorized_by: string | null
  last_run: LastRun | null
}

/** With their latest runs, by name. */
export async function selectSources(db: Db): Promise<SourceRow[]> {
  return withLastRun(db)
    .orderBy(sql`lower(s.name)`)
    .execute()
}

export async function selectSource(db: Db, id: string): Promise<SourceRow | undefined> {
  return withLastRun(db).where('s.id', '=', id).executeTakeFirst()
}

const withLastRun = (db: Db) =>
  tables(db)
    .selectFrom('import_sources as s')
    .selectAll('s')
    .select([
      sql<string | null>`(select u.email from users u where u.id = s.authorization_changed_by)`.as('authorized_by'),
      sql<LastRun | null>`(
        select json_build_object(
          'id', r.id, 'status', r.status, 'startedAt', r.started_at, 'imported', r.imported, 'skipped', r.skipped, 'closed', r.closed
        ) from imports r where r.source_id = s.id order by r.id desc limit 1
      )`.as('last_run'),
    ])

/** Nobody else changes it until the transaction ends. */
export async function lockSource(db: Db, id: string): Promise<Selectable<SourcesTable> | undefined> {
  return tables(db).selectFrom('import_sources').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** False where there is a source of that name already. */
export async function insertSource(db: Db, source: Insertable<SourcesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('import_sources')
    .values(source)
    .onConflict((it) => it.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateSource(db: Db, id: string, changes: Updateable<SourcesTable>): Promise<void> {
  await tables(db)
    .updateTable('import_sources')
    .set({ ...changes, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Those whose addresses may have been kept as they were entered. */
export const selectUnsealed = (db: Db): Promise<Pick<Selectable<SourcesTable>, 'id' | 'url'>[]> =>
  tables(db).selectFrom('import_sources').select(['id', 'url']).where('sealed_url', 'is', null).execute()

/** Of a source, and of its run that is under way, unless somebody has given it another address meanwhile. */
export async function sealSource(db: Db, { id, url }: { id: string; url: string }, sealed: KeptAddress): Promise<void> {
  await sql`
    with sealed as (
      update import_sources set url = ${sealed.url}, sealed_url = ${sealed.sealed_url}
      where id = ${id} and url = ${url} and sealed_url is null
      returning id
    )
    update imports set url = ${sealed.url}, sealed_url = ${sealed.sealed_url}
    where source_id in (select id from sealed) and status = 'running'
  `.execute(db)
}

export async function deleteSource(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('import_sources').where('id', '=', id).execute()
}

/**
 * The sources that jobs name without one being kept, by name. Walks the index from name to name: there are few of them and
 * many jobs.
 */
export async function selectUnrecordedSources(db: Db): Promise<{ name: string; structuredDataAllowed: boolean }[]> {
  const { rows } = await sql<{ name: string; structuredDataAllowed: boolean }>`
    with recursive named (name) as (
      (select source from jobs order by source limit 1)
      union all
      select (select source from jobs where source > n.name order by source limit 1) from named n where n.name is not null
    )
    select
      n.name,
      exists (select from jobs j where j.source = n.name and j.structured_data_allowed) as "structuredDataAllowed"
    from named n
    where n.name is not null and n.name <> 'manual' and not exists (select from import_sources s where s.name = n.name)
    order by lower(n.name)
  `.execute(db)
  return rows
}

/**
 * Which of these sources may have structured data. Whoever adds jobs in the same transaction holds up a decision against that,
 * so that it finds the jobs.
 */
export async function lockAuthorizedSources(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; allowed: boolean }>`
    select name, structured_data_allowed as allowed from import_sources where name = any (${names}::text[]) order by name for share
  `.execute(db)
  return new Set(rows.filter((it) => it.allowed).map((it) => it.name))
}

/** Brings up to `limit` jobs of the source to what it says of structured data now, and tells how many were not there yet. */
export async function alignStructuredData(db: Db, source: string, limit: number): Promise<number> {
  const { rows } = await sql`
    with decided as (
      select coalesce((select structured_data_allowed from import_sources where name = ${source}), false) as allowed
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
