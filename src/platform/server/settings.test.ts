import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from '#test/for-test.ts'
import { operator, production, randomSecret } from '#test/production.ts'
import { readSettings, SettingsError } from './settings.ts'
import { settingsTable, type Row } from './settings-table.ts'

const secret = randomSecret
const read = (env: Record<string, string>) => readSettings({ SECRET: secret, ...env })

test('without settings it is a local demo', async () => {
  const DATA_DIR = await folderForTest()

  expect(readSettings({ DATA_DIR, PORT: '', HOST: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appMode: 'demo',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    cache: true,
    importAllowedHosts: ['api.apify.com'],
  })
})

const badValues: Record<string, string[]> = {
  PORT: ['http', '65536', '-1'],
  HOST: ['not a host'],
  DATABASE_URL: [
    'mysql://localhost/whitecoat',
    'postgres://user@one:5432,two:port/whitecoat',
    'postgres://user@one,/whitecoat',
  ],
  DATABASE_REPLICA_URLS: ['two,three'],
  DRAIN_SECONDS: ['-1'],
  PUBLIC_URL: ['whitecoat.example', 'https://whitecoat.example/board'],
  APP_MODE: ['staging'],
  SECRET: ['too short'],
  SMTP_URL: ['mail.whitecoat.example'],
  MAIL_FROM: ['Whitecoat', 'a@whitecoat.example, b@whitecoat.example'],
  WORKER: ['sometimes'],
  LOG_LEVEL: ['loud'],
  CACHE: ['yes'],
  IMPORT_ALLOWED_HOSTS: ['https://api.apify.com/'],
  CONTACT_FORM_URL: ['javascript:alert(1)'],
  TRACKER_URL: ['data:text/javascript,1'],
  S3_BUCKET: ['No Bucket'],
  S3_ENDPOINT: ['s3.example'],
  S3_REGION: ['somewhere else'],
  S3_PATH_STYLE: ['true'],
  BRAND_COLORS: ['#0b585e', '#0b585c, petrol', '#e0e0e0, #72c7c1', '#0b585c, #202020'],
  BRAND_DIR: ['/nowhere'],
  HERO_FIGURES: ['310 Active Jobs; 45 Hospitals'],
  TESTIMONIAL: ['Good; Ada Sample'],
  OPERATOR_ADDRESS: ['two\nlines'],
  GOVERNING_LAW: ['the law of Delaware'],
  BOUNCE_WEBHOOK_KEY: ['hmac:1234567', 'nobody:12345678'],
  BACKUP_SCHEDULE: ['61 2 * * *', '* * * *', '1, 2 * * *', '5-70/5 2 * * *'],
  TRUSTED_PROXIES: ['proxy', '0.0.0.0/0', '10.0.0.0/33', '::/0'],
}

test.each(
  Object.entries(badValues).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  ),
)('%s=%s is refused by name, and its value is not repeated', (name, value) => {
  const error = errorOf({ [name]: value })

  expect(error).toBeInstanceOf(SettingsError)
  expect(error.message).toMatch(new RegExp(`^Wrong settings: ${name} must `))
  expect(error.message).not.toContain(value)
})

test.each([
  [{ USAJOBS_API_KEY: 'key' }, 'USAJOBS_API_KEY requires USAJOBS_EMAIL.'],
  [
    { S3_BUCKET: 'cvs', S3_ACCESS_KEY_ID: 'name' },
    'S3_ACCESS_KEY_ID requires S3_SECRET_ACCESS_KEY.',
  ],
  [
    { DATABASE_OWNER_URL: 'postgres://owner@localhost/other' },
    'DATABASE_OWNER_URL must name the database of DATABASE_URL.',
  ],
  [
    { DATABASE_REPLICA_URLS: 'postgres://a@two/other' },
    'DATABASE_REPLICA_URLS must name the database of DATABASE_URL.',
  ],
  [
    { DATABASE_REPLICA_URLS: 'postgres://a@two/whitecoat', DATABASE_URL: '' },
    'DATABASE_REPLICA_URLS requires DATABASE_URL.',
  ],
  [
    { WORKER: 'off', DATABASE_URL: '' },
    'WORKER=off requires DATABASE_URL: no other node runs the tasks of an embedded database.',
  ],
])('settings that contradict each other are refused: %j', (env, problem) => {
  const DATABASE_URL = 'postgres://board@localhost/whitecoat'
  expect(errorOf({ DATABASE_URL, ...env }).message).toBe(`Wrong settings: ${problem}`)
})

test('several hosts of a database become one address each', () => {
  const { databaseUrl } = read({
    DATABASE_URL:
      'postgres://board:a%40b@one:5433,two/whitecoat?target_session_attrs=read-write&sslmode=require',
  })
  expect(databaseUrl).toEqual([
    'postgres://board:a%40b@one:5433/whitecoat?sslmode=require',
    'postgres://board:a%40b@two/whitecoat?sslmode=require',
  ])
})

test('replicas are addresses, each with one host or several', () => {
  const DATABASE_URL = 'postgres://board@one/whitecoat'
  const DATABASE_REPLICA_URLS =
    'postgres://a:b@two,three:5433/whitecoat, postgres://c@four/whitecoat'
  expect(read({ DATABASE_URL, DATABASE_REPLICA_URLS }).databaseReplicaUrls).toEqual([
    'postgres://a:b@two/whitecoat',
    'postgres://a:b@three:5433/whitecoat',
    'postgres://c@four/whitecoat',
  ])
})

test('every problem is reported at once', () => {
  expect(
    errorOf({ PORT: 'x', LOG_LEVEL: 'y', APP_MODE: 'production', SECRET: '' }).message,
  ).toMatch(
    /PORT .*LOG_LEVEL .*PUBLIC_URL .*SECRET is required.*SMTP_URL is required.*MAIL_FROM is required/,
  )
})

test('production runs with the required settings, and its public address loses the slash', () => {
  expect(read({ ...production, PUBLIC_URL: 'https://board.test/' })).toMatchObject({
    appMode: 'production',
    secrets: [secret],
    publicUrl: 'https://board.test',
    mailFrom: { name: 'Board', address: 'no-reply@board.test' },
    operatorName: 'Board Tests LLC',
  })
})

test('production refuses a missing identity and placeholders, naming each', () => {
  const required = { ...production, PUBLIC_URL: 'https://board.test' }
  const others = new Set(['SMTP_URL', 'INDEXNOW_URL'])
  const names = Object.keys(operator).filter((key) => !others.has(key))
  expect(
    errorOf({ ...required, ...Object.fromEntries(names.map((name) => [name, ''])) }).message.match(
      /\w+(?= is required)/g,
    ),
  ).toEqual(names)
  const placeholders = {
    PUBLIC_URL: 'https://jobs.whitecoat.example',
    MAIL_FROM: 'Board <no-reply@example.com>',
    OPERATOR_NAME: 'Your company',
    OPERATOR_ADDRESS: 'CHANGE ME',
    GOVERNING_LAW: 'the law of …',
    COURTS: '<courts>',
    CONTACT_EMAIL: 'support@whitecoat.example',
    PRIVACY_EMAIL: 'privacy@example.org',
    ABUSE_EMAIL: 'abuse@mail.example.net',
  }
  const { message } = errorOf({ ...required, ...placeholders })
  expect(message.match(/\w+(?= is still a placeholder)/g)?.toSorted()).toEqual(
    Object.keys(placeholders).toSorted(),
  )
})

test('a bucket takes its key, or the machine’s role, and an unused key is ignored', () => {
  const key = { S3_ACCESS_KEY_ID: 'name', S3_SECRET_ACCESS_KEY: 'secret' }
  const expected = {
    bucket: 'cvs',
    accessKeyId: 'name',
    secretAccessKey: 'secret',
    region: 'us-east-1',
    forcePathStyle: false,
  }

  // The machine's role.
  expect(read({ S3_BUCKET: 'cvs' }).s3).toMatchObject({ bucket: 'cvs', accessKeyId: undefined })
  expect(read({ ...key }).s3).toBeUndefined()
  expect(read({ S3_BUCKET: 'cvs', ...key }).s3).toEqual({ ...expected, endpoint: undefined })
})

const provider = {
  id: 'clinic',
  label: 'Clinic',
  issuer: 'https://id.clinic.example',
  clientId: 'board',
  clientSecret: 'hidden',
}

test.each([
  ['hidden', 'must be a JSON list of providers'],
  [{ hidden: 1 }, 'must be a JSON list of providers'],
  [['hidden'], 'must be right: 1 must be an object'],
  [[provider, { ...provider, id: 'Hidden' }], 'must be right: 2.id must be a short name'],
  [[{ ...provider, id: 'demo' }], 'must be right: 1.id is taken by the demo'],
  [[provider, provider], 'must give every provider an id of its own'],
  [
    [{ ...provider, issuer: 'http://hidden.example' }],
    'must be right: 1.issuer must be an https address',
  ],
  [
    [{ ...provider, issuer: 'https://127.0.0.1.hidden.example?x' }],
    'must be right: 1.issuer must be an address without a query',
  ],
  [[{ ...provider, clientId: undefined }], 'must be right: 1.clientId is required'],
  [[{ ...provider, clientSecret: '' }], 'must be right: 1.clientSecret is required'],
  [[{ ...provider, client_secret: 'hidden' }], 'must be right: 1 has an unknown field'],
])(
  'identity providers are checked one by one, and none of their secrets is repeated: %j',
  (value, problem) => {
    const { message } = errorOf({
      OIDC_PROVIDERS: typeof value === 'string' ? value : JSON.stringify(value),
    })

    expect(message).toContain(`Wrong settings: OIDC_PROVIDERS `)
    expect(message).toContain(problem)
    expect(message.toLowerCase()).not.toContain('hidden')
  },
)

test('an identity provider without TLS is accepted on the local machine only', () => {
  const { clientSecret: _, ...openClient } = provider
  const OIDC_PROVIDERS = JSON.stringify([
    provider,
    { ...openClient, id: 'local', issuer: 'http://127.0.0.1:9000' },
  ])

  expect(read({ OIDC_PROVIDERS }).oidcProviders.map((candidate) => candidate.id)).toEqual([
    'clinic',
    'local',
  ])
  expect(errorOf({ APP_MODE: 'production', OIDC_PROVIDERS }).message).toContain(
    'OIDC_PROVIDERS must name https issuers only when APP_MODE is production',
  )
})

test.each([
  ['0.0.0.0', 'http://localhost:8080'],
  ['::1', 'http://localhost:8080'],
  ['fd00::1', 'http://[fd00::1]:8080'],
])('on %s the site is visited at %s', (HOST, publicUrl) => {
  expect(read({ HOST, PORT: '8080' }).publicUrl).toBe(publicUrl)
})

test('several secrets are separated by commas, and each is long enough', () => {
  const next = 'n'.repeat(40)
  expect(readSettings({ SECRET: `${next}, ${secret}` }).secrets).toEqual([next, secret])
  expect(errorOf({ SECRET: `${next},short` }).message).toMatch(
    /SECRET must have at least 32 characters/,
  )
  expect(errorOf({ SECRET: `${next},` }).message).toMatch(/SECRET must have at least 32 characters/)
})

test('the demo creates its secret once, readable by its owner only', async () => {
  const DATA_DIR = join(await folderForTest(), 'new')

  const [made] = readSettings({ DATA_DIR }).secrets

  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(readSettings({ DATA_DIR }).secrets).toEqual([made])
  expect((await stat(join(DATA_DIR, 'secret'))).mode & 0o777).toBe(0o600)
  expect(() => readSettings({ DATA_DIR: '/proc/whitecoat/data' })).toThrow(
    /^Cannot keep a secret in DATA_DIR \/proc\/whitecoat\/data \(E[A-Z]+\)\.$/,
  )
})

test('docs/settings.md says of each setting what it does, and what holds without it', async () => {
  const text = await readFile(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, name, otherwise, about]) => ({
      name,
      otherwise,
      about,
    }),
  )

  expect(rows.map(({ name }) => name)).toEqual(Object.keys(settingsTable))
  for (const [name, row] of Object.entries<Row>(settingsTable))
    if (row.default !== undefined)
      expect(rows.find((row) => row.name === name)?.otherwise).toBe(`\`${row.default}\``)
})

function errorOf(env: Record<string, string>): Error {
  try {
    read(env)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('These settings were accepted')
}
