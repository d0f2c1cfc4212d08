import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

/** `function_files` says which functions a database has had: the restored one gets all of them again. */
const dumpOptions = ['--format=custom', '--no-owner', '--no-privileges', '--exclude-table-data=public.function_files']

/**
 * The archive that `pg_dump` makes of the client's database, as of its snapshot if there is one.
 * @throws {StartError} if pg_dump is missing, or older than the server.
 */
export async function* dumpDatabase(client: pg.Client, url: string | undefined, snapshot?: string): AsyncGenerator<Uint8Array> {
  const { rows } = await client.query<{ major: number }>(`select current_setting('server_version_num')::int / 10000 as major`)
  await requireTool('pg_dump', rows[0]?.major ?? 0)
  const child = spawn('pg_dump', snapshot === undefined ? dumpOptions : [...dumpOptions, `--snapshot=${snapshot}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(client, url),
  })
  const ended = Promise.all([once(child, 'close'), text(child.stderr)])
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    refuseFailure('pg_dump', await ended)
  } finally {
    child.kill()
  }
}

/** Fills the client's database from such an archive: all of it, or nothing. */
export async function loadDump(client: pg.Client, url: string | undefined, archive: AsyncIterable<Uint8Array>): Promise<void> {
  await requireTool('pg_restore', 0)
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments']
  const child = spawn('pg_restore', [...options, `--dbname=${client.database ?? ''}`], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: environmentOf(client, url),
  })
  const feeding = pipeline(archive, child.stdin).catch((error: unknown) => error)
  refuseFailure('pg_restore', await Promise.all([once(child, 'close'), text(child.stderr)]))
  const failure = await feeding
  if (failure instanceof Error) throw failure
}

async function requireTool(name: string, major: number): Promise<void> {
  const needed = major === 0 ? '' : `, version ${major} or newer`
  const { stdout } = await promisify(execFile)(name, ['--version']).catch(() => {
    throw new StartError(`${name} is not installed: install PostgreSQL's client tools${needed}.`)
  })
  const found = Number(/\d+/.exec(stdout)?.[0])
  if (found < major)
    throw new StartError(`${name} is of PostgreSQL ${found}, and the database of ${major}: install client tools${needed}.`)
}

function refuseFailure(name: string, [[code], errors]: [unknown[], string]): void {
  if (code !== 0) throw new StartError(`${name} failed: ${errors.trim().split('\n').at(0) ?? String(code)}`)
}

/** The same server and role, with the address's settings of TLS. A password in the arguments could be read by others. */
function environmentOf({ host, port, user, password, database }: pg.Client, url: string | undefined): NodeJS.ProcessEnv {
  const options =
    url === undefined ? [] : [...new URL(url).searchParams].filter(([name]) => /^ssl(mode|rootcert|cert|key)$/.test(name))
  return {
    // oxlint-disable-next-line node/no-process-env -- no setting: where the machine has its programs
    PATH: process.env['PATH'],
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password ?? '',
    ...Object.fromEntries(options.map(([name, value]) => [`PG${name.toUpperCase()}`, value === 'no-verify' ? 'require' : value])),
  }
}
