import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { markerTable } from '#platform/server/migrate.ts'
import { temporaryDataDir } from './data-dir.ts'
import { emptyDatabase } from './database.ts'
import { mailServer } from './mail/smtp.ts'
import { startProgram } from './processes/spawn.ts'
import { production } from './production.ts'

// Newer and broken backups are in backup.test.ts.

vi.setConfig({ testTimeout: 60_000 })

const required = { ...production, PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'silent' }

test.each<[string, Record<string, string>, string | undefined, RegExp]>([
  ['a wrong setting', { PORT: 'eighty' }, undefined, /^Wrong settings: PORT must be a port number/],
  ['a missing setting', { SMTP_URL: '' }, undefined, /^Wrong settings: SMTP_URL is required/],
  [
    'a placeholder',
    { ABUSE_EMAIL: 'abuse@whitecoat.example' },
    undefined,
    /^Wrong settings: ABUSE_EMAIL is still a placeholder\.$/,
  ],
  ['half an account', { USAJOBS_API_KEY: 'key' }, undefined, /^Wrong settings: USAJOBS_API_KEY requires USAJOBS_EMAIL\.$/],
  [
    'two databases',
    { DATABASE_OWNER_URL: 'postgres://owner@localhost/other' },
    undefined,
    /^Wrong settings: DATABASE_OWNER_URL must name the database of DATABASE_URL\.$/,
  ],
  [
    'tasks for nobody',
    { WORKER: 'off', DATABASE_URL: '' },
    undefined,
    /^Wrong settings: WORKER=off requires DATABASE_URL: no other node runs the tasks of an embedded database\.$/,
  ],
  [
    'a folder that cannot be written',
    { DATA_DIR: '/proc/nowhere' },
    undefined,
    /^Cannot write to DATA_DIR \/proc\/nowhere \(\w+\)\.$/,
  ],
  ['a port in use', { PORT: 'busy' }, undefined, /^PORT \d+ is in use on 127\.0\.0\.1: stop what listens there, or set PORT\.$/],
  [
    'a foreign database',
    {},
    'create table wp_posts (id integer)',
    /^The database belongs to another product \(it has the table wp_posts\): name an empty one in DATABASE_URL\.$/,
  ],
  [
    'a foreign database that has migrations, too',
    {},
    'create table migrations (id integer, migration text, batch integer)',
    /^The database belongs to another product \(it has the table migrations\): name an empty one in DATABASE_URL\.$/,
  ],
  [
    'a half-restored backup',
    {},
    `create table ${markerTable} (at timestamptz); create table jobs (id uuid)`,
    /^A restore into this database was broken off: empty database and files, and restore the backup again\.$/,
  ],
])('%s: one line, exit code 1, and the database is as it was', async (_, env, statements, line) => {
  const { db, connection } = await emptyDatabase()
  if (statements !== undefined) await sql.raw(statements).execute(db)
  const before = await relations()
  const DATABASE_URL = `postgres://${connection.user}@${encodeURIComponent(connection.host ?? '')}/${connection.database}`

  const program = startProgram(['src/app/server/main.ts'], {
    ...required,
    PORT: '0',
    DATA_DIR: await dataFolder(),
    DATABASE_URL,
    ...env,
    ...(env['PORT'] === 'busy' && { PORT: await busyPort() }),
  })

  expect({ code: await program.exited, stderr: program.stderr }).toEqual({ code: 1, stderr: [expect.stringMatching(line)] })
  expect(await relations()).toEqual(before)

  async function relations() {
    return (await sql`select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(db)).rows
  }
})

test.each<[string, RegExp]>([
  ['db-migrate', /^The database belongs to another product \(it has the table wp_posts\)/],
  ['db-roles', /^The database belongs to another product \(it has the table wp_posts\)/],
  ['admin verify-audit', /^The database belongs to another product \(it has the table wp_posts\)/],
  ['backup FOLDER/new.backup', /^The database belongs to another product \(it has the table wp_posts\)/],
])('%s: one line, exit code 1, and the database of another product is as it was', async (command, line) => {
  const { db, connection } = await emptyDatabase()
  await sql`create table wp_posts (id integer)`.execute(db)
  const state = async () => [
    (await sql`select relname, pg_get_userbyid(relowner) from pg_class where relnamespace = 'public'::regnamespace`.execute(db))
      .rows,
    (await sql`select rolname from pg_roles where rolname in ('new-owner', 'new-server')`.execute(db)).rows,
  ]
  const before = await state()
  const folder = await dataFolder()
  const [script = '', ...args] = command.replace('FOLDER', folder).split(' ')
  const url = (user: string, database = connection.database) =>
    `postgres://${user}:word@${encodeURIComponent(connection.host ?? '')}/${database}`

  const program = startProgram([`scripts/${script}.ts`, ...args], {
    ...required,
    DATA_DIR: folder,
    DATABASE_URL: url(connection.user ?? ''),
    ...(script === 'db-roles' && {
      DATABASE_ADMIN_URL: url(connection.user ?? '', 'postgres'),
      DATABASE_OWNER_URL: url('new-owner'),
      DATABASE_URL: url('new-server'),
    }),
  })

  expect({ code: await program.exited, stderr: program.stderr }).toEqual({ code: 1, stderr: [expect.stringMatching(line)] })
  expect(await state()).toEqual(before)
  expect(await readdir(folder)).not.toContain('new.backup')
})

test.each([
  ['that ends today', 1, /^The certificate of PUBLIC_URL \(localhost\) ends in 2\d hours: renew it\.$/],
  ['of an unknown issuer', 90, /^The certificate of PUBLIC_URL \(localhost\) is not trusted \(.*\): replace it\.$/],
])('npm run check refuses a certificate %s', async (_, days, line) => {
  const folder = await dataFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', [...request, '-days', String(days), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1')
  server.on('tlsClientError', () => {})
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  const program = startProgram(['scripts/check.ts'], {
    ...required,
    DATA_DIR: folder,
    PUBLIC_URL: `https://localhost:${portOf(server)}`,
    SMTP_URL: (await mailServer()).url,
  })

  expect({ code: await program.exited, stderr: program.stderr }).toEqual({ code: 1, stderr: [expect.stringMatching(line)] })
})

async function dataFolder(): Promise<string> {
  const { path, remove } = await temporaryDataDir()
  onTestFinished(remove)
  return path
}

async function busyPort(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  return String(portOf(other))
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}
