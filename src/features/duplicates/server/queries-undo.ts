import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'

/**
 * What a merge moves: each table with its key beside the job, and what the rows of one day or
 * origin add up.
 */
const tables: readonly { name: string; keys: readonly string[]; sums?: readonly string[] }[] = [
  { name: 'inquiries', keys: ['id'] },
  { name: 'job_reports', keys: ['id'] },
  { name: 'posting_links', keys: ['token_hash'] },
  { name: 'import_keys', keys: ['key'] },
  { name: 'import_rows', keys: ['source'] },
  { name: 'favorites', keys: ['physician_id'] },
  { name: 'posting_insights', keys: ['day'], sums: ['views', 'apply_clicks', 'visitors'] },
  {
    name: 'posting_origins',
    keys: ['day', 'origin'],
    sums: ['views', 'apply_clicks', 'inquiries'],
  },
]

/** Keys and sums of a row as texts; both jobs had it if it `isShared`. */
type NotedRow = Record<string, string | boolean> & { isShared: boolean }
export type NotedRows = Record<string, readonly NotedRow[]>
type Jobs = { keptId: string; otherId: string }

/** The rows that a merge will move. Only keys and sums: what people wrote is not copied. */
export async function noteRows(trx: Db, { keptId, otherId }: Jobs): Promise<NotedRows> {
  const noted: NotedRows = {}
  for (const { name, keys, sums = [] } of tables) {
    const texts = [...keys, ...sums].map(
      (column) => sql`moved.${sql.ref(column)}::text as ${sql.ref(column)}`,
    )
    const isSame = keys.map((key) => sql`shared.${sql.ref(key)} = moved.${sql.ref(key)}`)
    const { rows } = await sql<NotedRow>`
      select ${sql.join(texts)}, exists (
        select from ${sql.table(name)} shared where shared.job_id = ${keptId}
          and ${sql.join(isSame, sql` and `)}
      ) as "isShared"
      from ${sql.table(name)} moved where moved.job_id = ${otherId}
    `.execute(trx)
    if (rows.length > 0) noted[name] = rows
  }
  return noted
}

/**
 * Moves these rows back, copies what both jobs had, and takes the other job's sums from the kept
 * one. Rows that were written for the other job during the merge stay.
 */
export async function moveRowsBack(
  trx: Db,
  { keptId, otherId }: Jobs,
  noted: NotedRows,
): Promise<void> {
  for (const { name, keys, sums = [] } of tables) {
    const rows = noted[name] ?? []
    const notedRows = sql`json_to_recordset(${JSON.stringify(rows)}::json) as noted (
      ${each([...keys, ...sums], (column) => sql`${column} text`)}, "isShared" boolean
    )`
    const from = sql`${notedRows} where now.job_id = ${keptId}
      and (${each(keys, (key) => sql`now.${key}::text`)}) = (${each(keys, (key) => sql`noted.${key}`)})`
    const moved = { table: sql.table(name), keys, from, keptId, otherId }
    if (sums.length > 0) await takeSums(trx, moved, sums)
    else {
      // Rows with an id are never shared, and some have columns that nobody may insert.
      if (rows.some(({ isShared }) => isShared)) await copyRows(trx, moved)
      await moveRows(trx, moved)
    }
  }
}

/** `from` joins the table's noted rows of the kept job, as `now`, with `noted`. */
type Moved = Jobs & {
  table: RawBuilder<unknown>
  keys: readonly string[]
  from: RawBuilder<unknown>
}

async function takeSums(
  trx: Db,
  { table, keys, from, keptId, otherId }: Moved,
  sums: readonly string[],
) {
  const list = (columns: readonly string[]) => each(columns, (column) => column)
  await sql`
    insert into ${table} as stored (job_id, ${list([...keys, ...sums])})
    select ${otherId}, ${each(keys, (key) => sql`now.${key}`)},
      ${each(sums, (sum) => sql`noted.${sum}::integer`)}
    from ${table} now, ${from}
    on conflict (job_id, ${list(keys)})
      do update set ${each(sums, (sum) => sql`${sum} = stored.${sum} + excluded.${sum}`)}
  `.execute(trx)
  await sql`
    update ${table} now
    set ${each(sums, (sum) => sql`${sum} = greatest(0, now.${sum} - noted.${sum}::integer)`)}
    from ${from}
  `.execute(trx)
  await sql`delete from ${table} where job_id = ${keptId} and 0 = all (array[${list(sums)}])`.execute(
    trx,
  )
}

const copyRows = (trx: Db, { table, from, otherId }: Moved) =>
  sql`
    insert into ${table}
    select (jsonb_populate_record(now, jsonb_build_object('job_id', ${otherId}::text))).*
    from ${table} now, ${from} and "isShared" on conflict do nothing
  `.execute(trx)

const moveRows = (trx: Db, { table, keys, from, otherId }: Moved) =>
  sql`
    update ${table} now set job_id = ${otherId} from ${from} and not "isShared" and not exists (
      select from ${table} stored where stored.job_id = ${otherId}
        and (${each(keys, (key) => sql`stored.${key}`)}) = (${each(keys, (key) => sql`now.${key}`)})
    )
  `.execute(trx)

const each = (
  columns: readonly string[],
  write: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql.join(columns.map((column) => write(sql.ref(column))))

/**
 * `columns` of the kept job: the value that a merge found, and the print of the value that the
 * merge left.
 */
export type BeforeMerge = {
  rows: NotedRows
  columns: Record<string, readonly [found: unknown, left: string]>
  wasPending: boolean
  /** Merged into the other job earlier. */
  earlier: readonly string[]
}

export async function findEarlier(trx: Db, otherId: string): Promise<string[]> {
  const { rows } = await sql<{
    job_id: string
  }>`select job_id from merged_jobs where kept_id = ${otherId}`.execute(trx)
  return rows.map((row) => row.job_id)
}

export const storeBefore = (trx: Db, otherId: string, before: BeforeMerge) =>
  sql`update merged_jobs set before = ${JSON.stringify(before)}::jsonb where job_id = ${otherId}`.execute(
    trx,
  )

/**
 * Ends the redirect of a pair's merge, and lists the pair again. Undefined if there is none that
 * can be undone.
 */
export async function takeMerge(
  trx: Db,
  pairId: string,
): Promise<(Jobs & { before: BeforeMerge }) | undefined> {
  const { rows } = await sql<Jobs & { before: BeforeMerge }>`
    with undone as (
      delete from merged_jobs m using likely_duplicates p
      where p.id = ${pairId} and p.status = 'merged' and m.before is not null
        and (m.job_id, m.kept_id) in ((job_a, job_b), (job_b, job_a))
      returning m.job_id, m.kept_id, m.before
    ), opened as (
      update likely_duplicates set status = 'open', decided_by = null, decided_at = null
      where id = ${pairId} and exists (select from undone)
    ), earlier as (
      update merged_jobs m set kept_id = undone.job_id from undone
      where m.job_id::text in (select jsonb_array_elements_text(undone.before -> 'earlier'))
    )
    select kept_id as "keptId", job_id as "otherId", before from undone
  `.execute(trx)
  return rows[0]
}

export const forgetBefore = (db: Db) =>
  sql`update merged_jobs set before = null where before is not null
    and merged_at < now() - interval '1 day'`.execute(db)
