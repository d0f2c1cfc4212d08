import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { followLink, login, newPassword } from '#test/account-holders.ts'
import { appForFile } from '#test/app.ts'
import { lastAudit } from '#test/audit-log.ts'
import { browserOf } from '#test/browser.ts'
import { writtenTo } from '#test/mailbox.ts'
import { runAdmin } from '#test/processes/run-admin.ts'
import { signIn } from '#test/sign-in.ts'
import { loadDemoAccounts } from '#demo/accounts.ts'

// Each of these runs the command as an operator does, beside a running server.
vi.setConfig({ testTimeout: 60_000 })

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
beforeEach(async () => {
  await sql`delete from users`.execute(app.db)
})

test('makes an administrator, whose link sets the password once', async () => {
  const ended = await runAdmin(app, 'create', 'Chief@Hospital.test')

  expect(ended).toMatchObject({ code: 0, stderr: [] })
  expect(ended.stdout[0]).toBe('chief@hospital.test is an administrator, with a new account.')
  const [, token = ''] =
    /^Set the password within one hour: https:\/\/board\.test\/auth\/reset\?token=([\w-]+)$/.exec(ended.stdout[1] ?? '') ?? []
  const visitor = browserOf(app)
  expect((await followLink(visitor, 'reset-password', token, newPassword)).statusCode).toBe(200)
  expect((await followLink(visitor, 'reset-password', token, newPassword)).statusCode).toBe(400)
  expect((await login(visitor, 'chief@hospital.test', newPassword)).statusCode).toBe(200)
  const { rows } = await sql`select email, role, email_verified_at is not null as verified from users`.execute(app.db)
  expect(rows).toEqual([{ email: 'chief@hospital.test', role: 'admin', verified: true }])
  expect(await lastAudit(app, made)).toMatchObject({ actor_id: null, detail: { by: 'command', from: null } })
})

test('promotes an account; what was opened with its old rights is signed out', async () => {
  const physician = await signIn(app, 'physician', { email: 'ada@mail.test' })
  await sql`update users set password_hash = 'kept'`.execute(app.db)

  const ended = await runAdmin(app, 'create', 'ada@mail.test')

  expect(ended.stdout[0]).toBe('ada@mail.test is an administrator.')
  expect((await physician.get('/api/auth/user')).statusCode).toBe(401)
  expect(await accounts()).toEqual([{ role: 'admin', password_hash: 'kept' }])
  expect(await lastAudit(app, made)).toMatchObject({
    subject: `user:${physician.user.id}`,
    detail: { by: 'command', from: 'physician' },
  })
})

test('a stranger who signed up with the address before gets no rights by it', async () => {
  const stranger = await signIn(app, 'physician', { email: 'chief@hospital.test', emailVerified: false })
  await sql`update users set password_hash = 'the stranger’s'`.execute(app.db)
  const { id } = stranger.user
  await sql`insert into user_identities (provider, subject, user_id) values ('x', 'stranger', ${id})`.execute(app.db)

  await runAdmin(app, 'create', 'chief@hospital.test')

  expect((await stranger.get('/api/auth/user')).statusCode).toBe(401)
  expect(await accounts()).toEqual([{ role: 'admin', password_hash: null }])
  expect((await sql`select * from user_identities`.execute(app.db)).rows).toEqual([])
})

test('with --mail the link is sent, and not shown', async () => {
  const ended = await runAdmin(app, 'create', 'mailed@hospital.test', '--mail')

  expect(ended).toMatchObject({ code: 0, stdout: [expect.any(String), 'A link that sets the password is on its way there.'] })
  expect(await writtenTo(app, 'mailed@hospital.test')).toMatchObject([
    { subject: 'You are an administrator of Whitecoat', text: expect.stringContaining('https://board.test/auth/reset?token=') },
  ])
})

test('a sample or suspended account is not promoted', async () => {
  await loadDemoAccounts(app.db, 'x'.repeat(32))
  await signIn(app, 'physician', { email: 'gone@mail.test' })
  await sql`update users set suspended_at = now() where email = 'gone@mail.test'`.execute(app.db)

  expect(await runAdmin(app, 'create', 'physician@demo.example')).toMatchObject(
    refusal('physician@demo.example is a sample account. It does not work in production.'),
  )
  expect(await runAdmin(app, 'create', 'gone@mail.test')).toMatchObject(refusal('gone@mail.test is suspended.'))
  const { rows } = await sql`select email from users where role = 'admin'`.execute(app.db)
  expect(rows).toEqual([{ email: 'admin@demo.example' }])
})

test('wrong arguments print the usage', async () => {
  const usage = [
    'Usage: npm run admin -- create <email> [--mail]',
    '       npm run admin -- reset-second-step <email>',
    '       npm run admin -- verify-audit',
    '       npm run admin -- rotate-keys',
    '       npm run admin -- preview-retention',
  ]
  const wrong = [[], ['create'], ['remove', 'a@mail.test'], ['create', 'a@mail.test', '--force'], ['verify-audit', '--mail']]
  for (const ended of await Promise.all(wrong.map((args) => runAdmin(app, ...args))))
    expect(ended).toMatchObject(refusal(...usage))
  const noAddress = "'chief at hospital' is not an email address."
  expect(await runAdmin(app, 'create', 'chief at hospital')).toMatchObject(refusal(noAddress))
})

const accounts = async () => (await sql`select role, password_hash from users`.execute(app.db)).rows
const made = 'accounts.administrator-made'
const refusal = (...lines: string[]) => ({ code: 1, stdout: [], stderr: lines })
