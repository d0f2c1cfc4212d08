import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { checkOrRecordSecret, isSecretOfData } from '#platform/server/secret.ts'
import { startServer } from '#app/server/start.ts'
import { setSiteIdentity } from '#features/site/config.ts'
import { embeddedServerRole, markerTable } from '#platform/server/migrate.ts'
import { readSettings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import { checkSetup } from '../scripts/commands/check.ts'
import { makeCertificate } from './cluster/servers.ts'
import {
  databaseForFile,
  emptyDatabase,
  freshDatabase,
  postgresForTest,
  urlOf,
} from './database.ts'
import { folderForTest, serveLocally, type LocalServer } from './for-test.ts'
import { mailServer } from './mail/smtp.ts'
import { startProgram } from './processes/spawn.ts'
import { production, randomSecret } from './production.ts'
import { s3ForFile } from './s3-server.ts'
import { clusterWithStandbys, makeStandby } from './standby.ts'

vi.setConfig({ testTimeout: 60_000 })

const s3 = s3ForFile()
const database = databaseForFile()
let forbidding: LocalServer
beforeAll(async () => {
  await checkOrRecordSecret(database.db, [randomSecret])
  forbidding = await serveLocally((_, reply) => reply.writeHead(403).end())
}, 60_000)
afterAll(() => forbidding.close())

const otherSecret = 'Qw7Er2Ty9Ui4Op1As6Df3Gh8Jk5Zx0Cv'
const away = '127.0.0.1:1'
const wayOut = 'this port: start it, open the firewall, or correct the setting.'

async function goodSetup() {
  const path = await folderForTest()
  await writeFile(join(path, 'file'), '')
  const mail = await mailServer()
  const env: Record<string, string> = {
    ...production,
    PUBLIC_URL: 'http://localhost',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: path,
    DATABASE_URL: urlOf(database.connection, { user: embeddedServerRole }),
    DATABASE_OWNER_URL: urlOf(database.connection),
    SMTP_URL: mail.url,
    ...s3.env,
  }
  return env
}

type Change = (good: {
  dir: string
  ownerUrl: string
  forbidding: string
}) => Record<string, string>

const refused: [string, Change, RegExp][] = [
  [
    'owner as server role',
    ({ ownerUrl }) => ({ DATABASE_URL: ownerUrl }),
    /^DATABASE_URL must name a role that is no/,
  ],
  [
    'another SECRET',
    () => ({ SECRET: otherSecret }),
    /^SECRET is not the one that the data in this database/,
  ],
  ['a weak SECRET', () => ({ SECRET: 'x'.repeat(32) }), /^Wrong settings: SECRET must be random/],
  [
    'a repeated SECRET',
    () => ({ SECRET: 'aBcD1234eF'.repeat(4) }),
    /^Wrong settings: SECRET must be random/,
  ],
  [
    'http as public address',
    () => ({ PUBLIC_URL: 'http://board.test' }),
    /^Wrong settings: PUBLIC_URL must start with https:/,
  ],
  [
    'mistyped names',
    () => ({ CALMD_URL: 'tcp://x' }),
    /^Wrong settings: CALMD_URL is no setting: CLAMD_URL is meant/,
  ],
  [
    'an unwritable DATA_DIR',
    ({ dir }) => ({ DATA_DIR: `${dir}/file` }),
    /^Cannot write to DATA_DIR .*file \(EEXIST\)\.$/,
  ],
  [
    'an unwritable BACKUP_TO',
    ({ dir }) => ({ BACKUP_TO: `${dir}/file/b` }),
    /^Cannot write to BACKUP_TO .*\(ENOTDIR\)\.$/,
  ],
  [
    'a port in use',
    ({ forbidding }) => ({ PORT: new URL(forbidding).port }),
    /^PORT \d+ is in use on 127\.0\.0\.1: stop what listens there, or set PORT\.$/,
  ],
  [
    'a bucket that is not there',
    () => ({ S3_BUCKET: 'absent' }),
    /^S3_BUCKET cannot be used: the store answers with status 404\.$/,
  ],
  [
    'a store that refuses the S3 secret',
    // The test store takes any.
    ({ forbidding }) => ({ S3_ENDPOINT: forbidding }),
    /^S3_BUCKET cannot be used: the store answers with status 403\.$/,
  ],
  [
    'a database that is away',
    () => databaseAway,
    /^Cannot reach the database at DATABASE_URL: (?!.*hidden).*ECONNREFUSED/,
  ],
]

const databaseAway = {
  DATABASE_URL: `postgres://a:hidden@${away}/board`,
  DATABASE_OWNER_URL: `postgres://b:hidden@${away}/board`,
}

/**
 * What the operator is told, here by a start; test/bad-input.test.ts says how both programs end.
 */
const refusal = (error: unknown): string[] => {
  if (error instanceof StartError) return [error.message]
  throw error
}

const check = (env: Record<string, string>, said: string[] = []): Promise<string[]> =>
  checkSetup(env, (line) => said.push(line)).catch(refusal)

async function start(env: Record<string, string>, said: string[] = []): Promise<string[]> {
  onTestFinished(() => setSiteIdentity())
  const settings = () => readSettings(env)
  const starting = async () =>
    startServer(settings(), { dev: false, report: (line) => said.push(line), onDeath: () => {} })
  return starting().then(async (server) => {
    await server.stop()
    return []
  }, refusal)
}

async function expectBothRefuse(env: Record<string, string>, line: RegExp): Promise<void> {
  expect(await check(env)).toEqual([expect.stringMatching(line)])
  expect(await start(env)).toEqual([expect.stringMatching(line)])
}

test.each(refused)('%s: check and start refuse it in one line', async (_, change, line) => {
  const good = await goodSetup()
  const { DATA_DIR: dir = '', DATABASE_OWNER_URL: ownerUrl = '' } = good
  const env = { ...good, ...change({ dir, ownerUrl, forbidding: forbidding.origin }) }
  await expectBothRefuse(env, line)
})

test('what is away, or a setting that is gone: check refuses it, and the start warns', async () => {
  const setup = {
    ...(await goodSetup()),
    REDIS_URL: 'redis://redis',
    SMTP_URL: `smtp://${away}`,
    CLAMD_URL: `tcp://${away}`,
    S3_ENDPOINT: `http://${away}`,
    INDEXNOW_URL: `http://${away}/indexnow`,
  }
  const lines = [
    'REDIS_URL is gone: each node counts calls for itself, and PostgreSQL',
    ...['SMTP_URL', 'CLAMD_URL', 'S3_BUCKET'].map(
      (name) =>
        `${name} cannot be used now: ${away} cannot be reached, nothing answers at ${wayOut}`,
    ),
    // Port 1 is none that fetch asks.
    'INDEXNOW_URL (a search engine; off tells none) cannot be used now: ',
  ]
  const said: string[] = []
  const problems = await check(setup)
  expect(await start(setup, said)).toEqual([])
  expect(problems).toHaveLength(lines.length)
  for (const line of lines)
    for (const told of [problems, said])
      expect(told.filter((it) => it.includes(line))).toHaveLength(1)
})

test.each([
  ['smtp://nowhere.invalid', 'nowhere.invalid:587', 'there is no host of this name'],
  ['smtps://HOST', 'HOST', 'it does not speak TLS at this port'],
])('SMTP_URL=%s: a line names the host and the cause', async (url, host, cause) => {
  const good = await goodSetup()
  const there = new URL(good['SMTP_URL'] ?? '').host
  const SMTP_URL = url.replace('HOST', there)
  expect(await check({ ...good, SMTP_URL })).toEqual([
    expect.stringContaining(`${host.replace('HOST', there)} cannot be reached, ${cause}: start it`),
  ])
})

test('a standby alone: check and start refuse it in one line', async () => {
  const path = await folderForTest()
  await clusterWithStandbys(path)
  await makeStandby(path)
  const standby = await postgresForTest({ dataDir: path })
  const { DATABASE_OWNER_URL: _owner, ...good } = await goodSetup()
  await expectBothRefuse(
    { ...good, DATABASE_URL: urlOf(standby.connection) },
    /^DATABASE_URL names a standby/,
  )
})

test.each([
  [
    'create table wp_posts (id integer)',
    /^The database belongs to another product \(it has the table wp_posts\)/,
  ],
  [
    'create table migrations (id integer, migration text, batch integer)',
    /^The database belongs to another product \(it has the table migrations\)/,
  ],
  [
    `create table ${markerTable} (at timestamptz); create table jobs (id uuid)`,
    /^A restore into this database was broken off: empty database and files, and restore the backup again\.$/,
  ],
])(
  'a database after %s: check and start refuse it in one line, and it is as it was',
  async (statements, line) => {
    const other = await emptyDatabase()
    await sql.raw(statements).execute(other.db)
    const relations = async () =>
      (
        await sql`select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(
          other.db,
        )
      ).rows
    const before = await relations()
    const { DATABASE_OWNER_URL: _owner, ...good } = await goodSetup()
    const env = { ...good, DATABASE_URL: urlOf(other.connection) }
    await expectBothRefuse(env, line)
    expect(await relations()).toEqual(before)
  },
)

test.each([
  [
    'that ends today',
    1,
    /^The certificate of PUBLIC_URL \(localhost\) ends in 2\d hours: renew it\.$/,
  ],
  [
    'of an unknown issuer',
    90,
    /^The certificate of PUBLIC_URL \(localhost\) is not trusted \(.*\): replace it\.$/,
  ],
])('check refuses a certificate %s', async (_, days, line) => {
  const good = await goodSetup()
  const [key, cert] = ['key.pem', 'cert.pem'].map((it) => join(good['DATA_DIR'] ?? '', it)) as [
    string,
    string,
  ]
  makeCertificate(key, cert, { host: 'localhost', days })
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(
    0,
    '127.0.0.1',
  )
  server.on('tlsClientError', () => {})
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  const PUBLIC_URL = `https://localhost:${(server.address() as AddressInfo).port}`
  expect(await check({ ...good, PUBLIC_URL })).toEqual([expect.stringMatching(line)])
})

test('a superuser as server role: check refuses it', async () => {
  const { DATABASE_OWNER_URL = '', ...good } = await goodSetup()
  expect(await check({ ...good, DATABASE_URL: DATABASE_OWNER_URL })).toEqual([
    expect.stringMatching(/^The server owns the audit log: /),
  ])
})

test('whitecoat check accepts what a start would accept', async () => {
  const good = await goodSetup()
  const accepting = startProgram(['scripts/whitecoat.ts', 'check'], good)

  expect({ code: await accepting.exited, stderr: accepting.stderr }).toEqual({
    code: 0,
    stderr: [],
  })
  expect(accepting.stdout).toEqual(['Settings, database, services and certificates are in order.'])
  expect(await check({ ...good, SECRET: `${otherSecret},${randomSecret}` })).toEqual([])
})

test('an embedded database that does not run is said to be left out', async () => {
  const { DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, ...good } = await goodSetup()
  const said: string[] = []

  expect(await check(good, said)).toEqual([])
  expect(said).toEqual([
    expect.stringMatching(/^The database, and SECRET against its data, are not checked: /),
  ])
})

test('once keys are rotated, the new secret alone is known, and the old one is not', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  await checkOrRecordSecret(db, [randomSecret])
  await checkOrRecordSecret(db, [otherSecret, randomSecret])
  expect(await isSecretOfData(db, [otherSecret])).toBe(false)

  await checkOrRecordSecret(db, [otherSecret, randomSecret], { renews: true })

  expect(await isSecretOfData(db, [otherSecret])).toBe(true)
  expect(await isSecretOfData(db, [randomSecret])).toBe(false)
})
