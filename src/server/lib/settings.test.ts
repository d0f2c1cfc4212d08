import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingsDocument } from './settings-document.ts'
import { readSettings, SettingsError } from './settings.ts'

const secret = 'x'.repeat(32)

test('without any setting it is a demo on this machine', async () => {
  const DATA_DIR = await temporaryFolder()

  expect(readSettings({ DATA_DIR, PORT: '', HOST: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appMode: 'demo',
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    cache: true,
    importAllowedHosts: ['api.apify.com'],
  })
})

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'not a host'],
  ['DATABASE_URL', 'mysql://localhost/whitecoat'],
  ['PUBLIC_URL', 'whitecoat.example'],
  ['PUBLIC_URL', 'https://whitecoat.example/board'],
  ['APP_MODE', 'staging'],
  ['SECRET', 'too short'],
  ['LOG_LEVEL', 'loud'],
  ['CACHE', 'yes'],
  ['IMPORT_ALLOWED_HOSTS', 'https://api.apify.com/'],
  ['CONTACT_FORM_URL', 'javascript:alert(1)'],
])('%s=%s is refused by name, and its value is not repeated', (name, value) => {
  const error = errorOf({ SECRET: secret, [name]: value })

  expect(error).toBeInstanceOf(SettingsError)
  expect(error.message).toMatch(new RegExp(`^Wrong settings: ${name} must `))
  expect(error.message).not.toContain(value)
})

test('every problem is told at once', () => {
  expect(errorOf({ PORT: 'x', LOG_LEVEL: 'y', APP_MODE: 'production' }).message).toMatch(
    /PORT .*LOG_LEVEL .*PUBLIC_URL .*SECRET is required/,
  )
})

test('production runs with what it needs, and its public address loses the slash', () => {
  const settings = readSettings({ APP_MODE: 'production', SECRET: secret, PUBLIC_URL: 'https://whitecoat.example/' })

  expect(settings).toMatchObject({ appMode: 'production', secret, publicUrl: 'https://whitecoat.example' })
})

test.each([
  ['0.0.0.0', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
])('on %s the site is visited at %s', (HOST, publicUrl) => {
  expect(readSettings({ SECRET: secret, HOST, PORT: '8080' }).publicUrl).toBe(publicUrl)
})

test('the demo makes its secret once and lets nobody else read it', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'new')

  const made = readSettings({ DATA_DIR }).secret

  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(readSettings({ DATA_DIR }).secret).toBe(made)
  expect((await stat(join(DATA_DIR, 'secret'))).mode & 0o777).toBe(0o600)
})

test('docs/settings.md shows the table that the server reads', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot('../../../docs/settings.md')
})

function errorOf(env: Record<string, string>): Error {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('These settings were accepted')
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'whitecoat-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
