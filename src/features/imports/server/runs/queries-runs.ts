import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast } from '#platform/server/retention.ts'
import type { ImportStatus } from '#features/imports/model.ts'
import type { Outline } from '#features/imports/contract.ts'
import type { ImportCheck } from '#features/imports/contract-sources.ts'
import type { Cursor } from '../reading/row.ts'
import type { ImportsTables } from '../tables.ts'

/** The runs of the importer. */

const tables = (db: Db) => db.withTables<ImportsTables>()

export type RunRow = Selectable<ImportsTables['imports']>
export type NewRun = Omit<Insertable<ImportsTables['imports']>, 'status'>

/** A run's rows, counted. */
export type Tally = Readonly<
  Pick<
    RunRow,
    | 'processed'
    | 'imported'
    | 'doubtful'
    | 'reopened'
    | 'reasons'
    | 'changed'
    | 'unchanged'
    | 'changes'
  >
>

/** Undefined where a run of the same source is under way. */
export const insertRun = (db: Db, run: NewRun): Promise<RunRow | undefined> =>
  tables(db)
    .insertInto('imports')
    .values({ ...run, status: 'running' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  tables(db).selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

export const lockRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  tables(db).selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Lists go without reports, which may be long. */
const listed = [
  'id',
  'source',
  'source_id',
  'url',
  'started_by',
  'status',
  'started_at',
  'finished_at',
  'message',
  'processed',
  'total',
  'imported',
  'doubtful',
  'skipped',
  'duplicates',
  'closed',
  'reopened',
  'changed',
  'unchanged',
  'changes',
] as const
export type ListedRun = Pick<RunRow, (typeof listed)[number]>

/** The newest first; those of one source only, or from before a run. */
export async function findRuns(
  db: Db,
  {
    sourceId,
    before,
    limit,
  }: { sourceId: string | undefined; before: string | undefined; limit: number },
): Promise<ListedRun[]> {
  let query = tables(db).selectFrom('imports').select(listed).orderBy('id', 'desc').limit(limit)
  if (sourceId) query = query.where('source_id', '=', sourceId)
  if (before) query = query.where('id', '<', before)
  return query.execute()
}

/** The latest run over a dataset that has no recorded source. */
export const findLatestOf = (db: Db, source: string): Promise<RunRow | undefined> =>
  tables(db)
    .selectFrom('imports')
    .selectAll()
    .where('source', '=', source)
    .where('source_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The last run of a source that came to its end, before this one. */
export const findFinishedBefore = (
  db: Db,
  { id, source_id }: Pick<RunRow, 'id' | 'source_id'>,
): Promise<RunRow | undefined> =>
  tables(db)
    .selectFrom('imports')
    .selectAll()
    .where('source_id', '=', source_id)
    .where('id', '<', id)
    .where('status', '=', 'finished')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type Progress = { before: Tally; after: Tally; cursor: Cursor; total: number | null }

/**
 * Saves a run's progress; false where another worker has taken it up, or it was canceled: then the
 * caller must roll back.
 */
export const saveProgress = (
  db: Db,
  id: string,
  { before, after, cursor, total }: Progress,
): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('imports')
      .set({
        ...after,
        cursor: JSON.stringify(cursor),
        total,
        skipped: after.processed - after.imported - after.changed,
        duplicates: after.reasons.duplicate ?? 0,
        reasons: JSON.stringify(after.reasons),
        changes: JSON.stringify(after.changes),
      })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('processed', '=', before.processed),
  )

/** Without what PostgreSQL's JSON cannot hold: examples are a dataset's own text. */
const jsonOf = (report: Outline) =>
  JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )

/** What the run's page shows beside the counts. The last write wins. */
export async function saveReport(db: Db, id: string, report: Outline): Promise<void> {
  await tables(db)
    .updateTable('imports')
    .set({ report: jsonOf(report) })
    .where('id', '=', id)
    .execute()
}

/** False where the run is over. */
export const addClosed = (db: Db, id: string, closed: number): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('imports')
      .set((eb) => ({ closed: eb('closed', '+', closed) }))
      .where('id', '=', id)
      .where('status', '=', 'running'),
  )

type Named = readonly { name: string }[]

const hasTask = (id: RawBuilder<unknown>, tasks: Named) => sql`exists (
  select from pgboss.job j where j.name = any(${tasks.map(({ name }) => name)}::text[])
    and j.state in ('created', 'retry', 'active')
    and j.data ->> 'id' = ${id}::text
)`

/** Running imports whose task is gone. */
export async function findLostRuns(db: Db, tasks: Named): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from imports where status = 'running' and is_task and not ${hasTask(sql`imports.id`, tasks)}
  `.execute(db)
  return rows.map((row) => row.id)
}

type End = { status: Exclude<ImportStatus, 'running'>; message: string }

/** A command holds its run's name for as long as its process lives. */
export async function endLostCommands(db: Db, { status, message }: End): Promise<void> {
  await sql`
    with commands as materialized (select id, source from imports where status = 'running' and not is_task)
    update imports set status = ${status}, message = ${message}, finished_at = now()
    from commands where imports.id = commands.id and imports.status = 'running'
      and pg_try_advisory_xact_lock(${lockOf(sql`commands.source`)})
  `.execute(db)
}

/** The run as it then is; undefined where it is over already. */
export const endRun = (db: Db, id: string, { status, message }: End): Promise<RunRow | undefined> =>
  tables(db)
    .updateTable('imports')
    .set({ status, message, finished_at: new Date(), sealed_url: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst()

export async function resumeRun(db: Db, id: string): Promise<RunRow> {
  return tables(db)
    .updateTable('imports')
    .set({ status: 'running', message: null, finished_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const lockOf = (name: unknown) => sql`hashtextextended('imports ' || ${name}, 0)`

/**
 * Takes an advisory lock on the name, held as long as the connection; false if another process has
 * it.
 */
export async function holdName(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean
  }>`select pg_try_advisory_lock(${lockOf(name)}) as held`.execute(db)
  return rows[0]?.held ?? false
}

export async function releaseName(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_unlock(${lockOf(name)})`.execute(db)
}

/** Checks of sources' datasets. */

export type CheckRow = Selectable<ImportsTables['import_checks']>

export async function insertCheck(
  db: Db,
  check: Omit<Insertable<ImportsTables['import_checks']>, 'status'>,
): Promise<void> {
  await tables(db)
    .insertInto('import_checks')
    .values({ ...check, status: 'running' })
    .execute()
}

export const findCheck = (db: Db, id: string): Promise<CheckRow | undefined> =>
  tables(db).selectFrom('import_checks').selectAll().where('id', '=', id).executeTakeFirst()

/** The latest of a source, as its page shows it. */
export const findCheckOf = (db: Db, sourceName: string): Promise<ImportCheck | undefined> =>
  tables(db)
    .selectFrom('import_checks')
    .select(['id', 'status', 'processed', 'message', 'report'])
    .where('source_name', '=', sourceName)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** False where another check has taken its place. */
export const updateCheck = (
  db: Db,
  id: string,
  {
    report,
    ...changes
  }: { report: Outline; status?: CheckRow['status']; message?: string | undefined },
): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('import_checks')
      .set({
        ...changes,
        report: jsonOf(report),
        processed: report.rows,
        ...(changes.status && { sealed_url: null }),
      })
      .where('id', '=', id),
  )

/** Running checks whose task is gone fail. */
export async function endLostChecks(db: Db, tasks: Named, message: string): Promise<void> {
  await sql`
    update import_checks set status = 'failed', message = ${message}, sealed_url = null
    where status = 'running' and not ${hasTask(sql`import_checks.id`, tasks)}
  `.execute(db)
}

export const pastRuns = rowsPast(
  'runs of imports',
  'imports',
  (before) => sql`status <> 'running' and started_at < ${before}`,
)

export async function deleteChecksOf(db: Db, sourceName: string): Promise<void> {
  await tables(db).deleteFrom('import_checks').where('source_name', '=', sourceName).execute()
}

export const pastChecks = rowsPast(
  'checks of imports',
  'import_checks',
  (before) => sql`created_at < ${before}`,
)
