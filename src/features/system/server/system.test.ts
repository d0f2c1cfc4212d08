import pg from 'pg'
import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { signInForFile } from '#test/sign-in.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { embeddedServerRole } from '#platform/server/migrate.ts'
import { version } from '#platform/server/version.ts'
import { checkDependency } from './routes.ts'

const board = appForFile({
  env: {
    SMTP_URL: `smtp://mailer:hidden-word@127.0.0.1:${await freePort()}`,
    APIFY_TOKEN: 'hidden-word',
    METRICS_TOKEN: 'a hidden-word of the monitor',
  },
})
const admin = signInForFile(board, 'admin')

const read = async () => (await admin.get('/api/admin/system')).json<ResponseOf<'GET /api/admin/system'>>()

test('nodes are those that listen for changes', async () => {
  const node = { node: expect.stringContaining(`(${process.pid})`), version, isThis: true }
  await expect.poll(async () => (await read()).nodes).toEqual([expect.objectContaining(node)])
  const other = new pg.Client({
    ...board.connection,
    user: embeddedServerRole,
    application_name: '1.0.0 web2 (7)',
  })
  await other.connect()
  await other.query('listen "cache_invalidation"')
  const { nodes } = await read()
  expect(nodes[1]).toMatchObject({ node: 'web2 (7)', version: '1.0.0', isThis: false })
  await other.end()
})

test('a dependency that does not answer is down, one that no setting names is not used', async () => {
  const { dependencies } = await read()
  const inState = (wanted: string) => dependencies.filter((it) => it.state === wanted).map((dependency) => dependency.name)
  expect(inState('up')).toEqual(['PostgreSQL', 'Files'])
  expect(inState('down')).toEqual(['Mail server'])
  expect(inState('unused')).toEqual(['Replicas', 'Bounce mailbox', 'ClamAV'])
})

test('a dependency that says nothing is down after two seconds', async () => {
  const mute = { name: 'Mute', check: () => new Promise<string>(() => {}) }
  expect(await checkDependency(mute)).toMatchObject({ state: 'down', detail: 'no answer within 2 s' })
})

test('settings are shown, secrets and passwords are not', async () => {
  const { settings, ...others } = await read()
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value
  expect(JSON.stringify([settings, others])).not.toContain('hidden-word')
  expect(JSON.stringify(settings)).not.toContain('x'.repeat(32))
  expect(valueOf('SECRET')).toBe('•••')
  expect(valueOf('SMTP_URL')).toMatch(/^smtp:\/\/•••@127\.0\.0\.1:\d+$/)
  expect(valueOf('PUBLIC_URL')).toBe('https://board.test')
  expect(settings.find((setting) => setting.name === 'CACHE_MB')).toMatchObject({ value: '128', isDefault: true })
})
