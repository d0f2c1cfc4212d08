import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { markerTable } from '../migrate.ts'
import { rowDigester, type Digest, type Start } from './archive.ts'

export type Table = Extract<Start, { table: string }>
type Sequences = Extract<Start, { sequences: unknown }>['sequences']

const schemas = `('public', 'pgboss')`

/** A connection without limits of time, whose values have the same text everywhere. */
export async function openClient(connection: pg.PoolConfig): Promise<pg.Client> {
  const Client = (connection.Client ?? pg.Client) as typeof pg.Client
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
    set bytea_output = 'hex'; set search_path = public
  `)
  return client
}

/** Our tables with the columns that can be written. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', nspname, relname) as table,
      coalesce(array_agg(attname::text order by attnum) filter (where attgenerated = ''), '{}') as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
    where nspname in ${schemas} and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
      and relname not in ('${markerTable}', 'function_files')
    group by 1 order by 1
  `)
  return rows
}

export async function readSequences(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ${schemas} and relkind = 'S' order by 1
  `)
  const sequences: Sequences = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    for (const it of values) sequences.push({ name, ...it })
  }
  return sequences
}

const listOf = (columns: readonly string[]): string => columns.map((it) => pg.escapeIdentifier(it)).join(', ')

/** The rows as `copy` writes them; the digest is whole once they are read. */
export function copyRows(client: pg.Client, { table, columns }: Table): { rows: AsyncIterable<Buffer>; digest: () => Digest } {
  const digester = rowDigester()
  async function* rows() {
    const stream = client.query(copyTo(`copy (select ${listOf(columns)} from ${table}) to stdout`))
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      digester.add(chunk)
      yield chunk
    }
  }
  return { rows: rows(), digest: () => digester.digest() }
}

export async function digestOf(client: pg.Client, table: Table): Promise<Digest> {
  const { rows, digest } = copyRows(client, table)
  for await (const _ of rows);
  return digest()
}

/** Takes rows as `copyRows` gave them. */
export function loadRows(client: pg.Client, { table, columns }: Table) {
  const stream = client.query(copyFrom(`copy ${table} (${listOf(columns)}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  return {
    /** Waits for each chunk: what the stream buffers when the database refuses a row would end the process. */
    write: (data: Buffer): Promise<unknown> =>
      Promise.race([new Promise((resolve) => stream.write(data, () => resolve(undefined))), done]),
    async end(): Promise<void> {
      stream.end()
      await done
    },
  }
}

export async function setSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const { name, value, isCalled } of sequences) await client.query('select setval($1, $2, $3)', [name, value, isCalled])
}

/**
 * Empties all tables, and lets them be filled in any order, without triggers; the owner of the tables may do that.
 * @returns what checks foreign keys and restores triggers.
 */
export async function openForLoading(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = connamespace
    where contype = 'f' and conparentid = 0 and nspname in ${schemas}
  `)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: triggers } = await client.query<{ table: string; name: string; mode: string }>(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name, tgenabled::text as mode
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
    where not tgisinternal and tgparentid = 0 and tgenabled <> 'D' and nspname in ${schemas}
  `)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  await client.query(`truncate ${tables.map((it) => it.table).join(', ')}`)
  return async () => {
    for (const { table, name, mode } of triggers)
      await client.query(`alter table ${table} enable ${enabling[mode] ?? ''} trigger ${name}`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** By `tgenabled`. */
const enabling: Record<string, string> = { A: 'always', R: 'replica' }

/** Whether a database has tables of ours, of somebody else, or what a broken-off restore left. */
export async function stateOf(client: pg.Client): Promise<'empty' | 'half-restored' | 'used'> {
  const { rows } = await client.query<{ tables: number; marked: boolean }>(`
    select count(*)::int as tables, coalesce(bool_or(relname = '${markerTable}'), false) as marked
    from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ${schemas} and relkind in ('r', 'p')
  `)
  const { tables = 0, marked = false } = rows[0] ?? {}
  if (marked) return 'half-restored'
  return tables === 0 ? 'empty' : 'used'
}

/** Other products have tables of that name, but not of that form. */
export async function isOurs(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'applied_at'`,
  )
  return (rowCount ?? 0) > 0
}
