import pg from 'pg'
import { markerTable } from '../migrate.ts'

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

export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ${schemas} and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and relname not in ('${markerTable}', 'function_files')
    order by 1
  `)
  return rows.map((row) => row.name)
}

/** For each table the number of its rows, and a sum of their hashes, which does not depend on their order. */
export type Tables = Record<string, { rows: number; hash: string }>

export async function digestTables(client: pg.Client): Promise<Tables> {
  const tables: Tables = {}
  for (const name of await listTables(client)) {
    const { rows } = await client.query<{ rows: string; hash: string }>(`
      select count(*) as rows,
        coalesce(sum(('x' || left(encode(sha256(convert_to(whole_row::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as hash
      from ${name} whole_row
    `)
    for (const it of rows) tables[name] = { rows: Number(it.rows), hash: it.hash }
  }
  return tables
}

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
