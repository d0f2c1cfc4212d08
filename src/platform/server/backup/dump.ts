import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError } from '../errors.ts'
import { markerTable } from '../migrate.ts'

/**
 * `function_files` says which functions a database has had: the restored one gets all of them
 * again.
 */
const dumpOptions = [
  '--format=custom',
  '--no-owner',
  '--no-privileges',
  '--exclude-table-data=public.function_files',
]

/**
 * The archive that `pg_dump` makes of the client's database, as of its snapshot if there is one.
 * @throws {StartError} if pg_dump is missing, or older than the server.
 */
export async function* dumpDatabase(
  client: pg.Client,
  url: string | undefined,
  snapshot?: string,
): AsyncGenerator<Uint8Array> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  await requireTool('pg_dump', rows[0]?.major ?? 0)
  const child = spawn(
    'pg_dump',
    snapshot === undefined ? dumpOptions : [...dumpOptions, `--snapshot=${snapshot}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environmentOf(client, url),
    },
  )
  const ended = Promise.all([once(child, 'close'), text(child.stderr)])
  try {
    yield* child.stdout
    refuseFailure('pg_dump', await ended)
  } finally {
    child.kill()
  }
}

export async function requireTool(name: string, major: number): Promise<void> {
  const needed = major === 0 ? '' : `, version ${major} or newer`
  const { stdout } = await promisify(execFile)(name, ['--version']).catch(() => {
    throw new StartError(`${name} is not installed: install PostgreSQL's client tools${needed}.`)
  })
  const found = Number(/\d+/.exec(stdout)?.[0])
  if (found < major)
    throw new StartError(
      `${name} is of PostgreSQL ${found}, and the database of ${major}: install client tools${needed}.`,
    )
}

export function refuseFailure(name: string, [[code], errors]: [unknown[], string]): void {
  if (code !== 0)
    throw new StartError(`${name} failed: ${errors.trim().split('\n').at(0) ?? String(code)}`)
}

/**
 * The same server and role, with the address's settings of TLS. A password in the arguments could
 * be read by others.
 */
export function environmentOf(
  { host, port, user, password, database }: pg.Client,
  url: string | undefined,
): NodeJS.ProcessEnv {
  const options =
    url === undefined
      ? []
      : [...new URL(url).searchParams].filter(([name]) =>
          /^ssl(mode|rootcert|cert|key)$/.test(name),
        )
  return {
    // oxlint-disable-next-line node/no-process-env -- no setting: where the machine has its programs
    PATH: process.env['PATH'],
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password ?? '',
    ...Object.fromEntries(
      options.map(([name, value]) => [
        `PG${name.toUpperCase()}`,
        value === 'no-verify' ? 'require' : value,
      ]),
    ),
  }
}

export const schemas = `('public', 'pgboss')`

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

/**
 * For each table the number of its rows, and a sum of their hashes, which does not depend on their
 * order.
 */
export type Tables = Record<string, { rows: number; hash: string }>

export async function digestTables(client: pg.Client): Promise<Tables> {
  const tables: Tables = {}
  for (const name of await listTables(client)) {
    const { rows } = await client.query<{ rows: string; hash: string }>(`
      select count(*) as rows,
        coalesce(sum(('x' || left(encode(sha256(convert_to(whole_row::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as hash
      from ${name} whole_row
    `)
    for (const sum of rows) tables[name] = { rows: Number(sum.rows), hash: sum.hash }
  }
  return tables
}
