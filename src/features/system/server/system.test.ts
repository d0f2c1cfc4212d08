import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { writtenTo } from '#test/mailbox.ts'
import { signInForFile } from '#test/sign-in.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { embeddedServerRole } from '#platform/server/migrate.ts'
import { version } from '#platform/server/version.ts'
import { recordRehearsal } from '#platform/server/backup/backup.ts'
import { dependencyChecks, describeMissing } from '#app/server/checks.ts'
import { checkDependency } from './routes.ts'

const board = appForFile({
  env: {
    SMTP_URL: `smtp://mailer:hidden-word@127.0.0.1:${await freePort()}`,
    APIFY_TOKEN: 'hidden-word',
    METRICS_TOKEN: 'a hidden-word of the monitor',
  },
})
const admin = signInForFile(board, 'admin')

const read = async () =>
  (await admin.get('/api/admin/system')).json<ResponseOf<'GET /api/admin/system'>>()

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
  const { payload } = await board.get('/metrics', {
    authorization: 'Bearer a hidden-word of the monitor',
  })
  expect(payload).toContain('whitecoat_nodes_apart 1')
  const apart = expect.stringContaining('set S3_BUCKET')
  const production = { ...board.settings, appMode: 'production' as const }
  expect(await describeMissing(board.db, production)).toEqual([
    apart,
    'No backup is made: set BACKUP_TO.',
  ])
  const shared = {
    ...production,
    databaseUrl: ['postgres://db.test/whitecoat'] as NonNullable<typeof production.databaseUrl>,
    s3: {} as NonNullable<typeof production.s3>,
    backupTo: '/backups',
  }
  expect(await describeMissing(board.db, shared)).toEqual([])
  await other.end()
  await expect
    .poll(() => describeMissing(board.db, shared))
    .toEqual(['Only one node is connected: the site ends with it.'])
})

test('the last backup is down when it is old, and says when one was rehearsed', async () => {
  const { db, replicas, storage } = board
  const settings = { ...board.settings, backupTo: '/backups' }
  const checks = dependencyChecks({ settings, db, replicas, storage })
  const lastBackup = async () =>
    Promise.all(checks.filter(({ name }) => name === 'Last backup').map(checkDependency))
  expect(await lastBackup()).toMatchObject([
    { state: 'down', detail: 'None within a week; never rehearsed' },
  ])
  await recordRehearsal(db, { madeAt: '2026-11-01T02:00:00Z' })
  await sql`select pgboss.create_queue('back-up', '{"policy": "standard"}')`.execute(db)
  await sql`
    insert into pgboss.job (name, state, completed_on) values ('back-up', 'completed', now())
  `.execute(db)
  expect(await lastBackup()).toMatchObject([
    { state: 'up', detail: expect.stringMatching(/^20[\d -:]+ UTC; rehearsed 20[\d -:]+ UTC$/) },
  ])
})

test('a dependency that does not answer is down, one that no setting names is not used', async () => {
  const { dependencies } = await read()
  const inState = (wanted: string) =>
    dependencies
      .filter((dependency) => dependency.state === wanted)
      .map((dependency) => dependency.name)
  expect(inState('up')).toEqual(['PostgreSQL', 'Disk of DATA_DIR', 'Files'])
  expect(inState('down')).toEqual(['Mail server'])
  expect(inState('unused')).toEqual([
    'Last backup',
    'Replicas',
    'Bounce mailbox',
    'ClamAV',
    'IndexNow',
  ])
})

test('an administrator asks for a test mail', async () => {
  expect((await admin.post('/api/admin/test-mail')).statusCode).toBe(200)
  expect(await writtenTo(board, admin.user.email)).toMatchObject([
    { subject: 'A test mail of Whitecoat' },
  ])
  await sql`update users set email = null where id = ${admin.user.id}`.execute(board.db)
  const answer = await admin.post('/api/admin/test-mail')
  await sql`update users set email = ${admin.user.email} where id = ${admin.user.id}`.execute(
    board.db,
  )
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
    409,
    'Your account has no email address.',
  ])
})

test('a dependency that says nothing is down after two seconds', async () => {
  const mute = { name: 'Mute', check: () => new Promise<string>(() => {}) }
  expect(await checkDependency(mute)).toMatchObject({
    state: 'down',
    detail: 'no answer within 2 s',
  })
})

test('settings are shown, secrets and passwords are not', async () => {
  const { settings, ...others } = await read()
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value
  expect(JSON.stringify([settings, others])).not.toContain('hidden-word')
  expect(JSON.stringify(settings)).not.toContain('x'.repeat(32))
  expect(valueOf('SECRET')).toBe('•••')
  expect(valueOf('SMTP_URL')).toMatch(/^smtp:\/\/•••@127\.0\.0\.1:\d+$/)
  expect(valueOf('PUBLIC_URL')).toBe('https://board.test')
  expect(settings.find((setting) => setting.name === 'CACHE_MB')).toMatchObject({
    value: '128',
    isDefault: true,
  })
})
