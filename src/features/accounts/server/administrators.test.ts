import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  accountHolders,
  followLink,
  isSignedIn,
  login,
  newPassword,
} from '#test/account-holders.ts'
import { appForFile, publicUrl } from '#test/app.ts'
import { auditedOf, lastAudit } from '#test/audit-log.ts'
import { addAuthenticator } from '#test/authenticator.ts'
import { writtenTo } from '#test/mailbox.ts'
import { runAdmin } from '#test/processes/run-admin.ts'
import { signIn } from '#test/sign-in.ts'
import { loadDemoAccounts } from '#demo/accounts.ts'
import { createAdministrator, resetTwoFactor } from './administrators.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const { visitor, signUp } = accountHolders(app)
const create = (address: string) => createAdministrator(app.db, address, { publicUrl, mail: false })
beforeEach(async () => {
  await sql`delete from users`.execute(app.db)
})

// As an operator runs the command, beside a running server.
test('makes an administrator, whose link sets the password once', { timeout: 60_000 }, async () => {
  const ended = await runAdmin(app, 'create', 'Chief@Hospital.test')

  expect(ended).toMatchObject({ code: 0, stderr: [] })
  expect(ended.stdout[0]).toBe('chief@hospital.test is an administrator, with a new account.')
  const [, token = ''] =
    /^Set the password within one hour: https:\/\/board\.test\/auth\/reset\?token=([\w-]+)$/.exec(
      ended.stdout[1] ?? '',
    ) ?? []
  for (const status of [200, 400])
    expect((await followLink(visitor(), 'reset-password', token, newPassword)).statusCode).toBe(
      status,
    )
  expect((await login(visitor(), 'chief@hospital.test', newPassword)).statusCode).toBe(200)
  const { rows } =
    await sql`select email, role, email_verified_at is not null as verified from users`.execute(
      app.db,
    )
  expect(rows).toEqual([{ email: 'chief@hospital.test', role: 'admin', verified: true }])
  expect(await lastAudit(app, made)).toMatchObject({
    actor_id: null,
    detail: { by: 'command', from: null },
  })
})

test('promotes an account; what was opened with its old rights is signed out', async () => {
  const physician = await signIn(app, 'physician', { email: 'ada@mail.test' })
  await sql`update users set password_hash = 'kept'`.execute(app.db)

  expect(await create('ada@mail.test')).toMatchObject({ isNew: false })
  expect((await physician.get('/api/auth/user')).statusCode).toBe(401)
  expect(await accounts()).toEqual([{ role: 'admin', password_hash: 'kept' }])
  expect(await lastAudit(app, made)).toMatchObject({
    subject: `user:${physician.user.id}`,
    detail: { by: 'command', from: 'physician' },
  })
})

test('a stranger who signed up with the address before gets no rights by it', async () => {
  const stranger = await signIn(app, 'physician', {
    email: 'chief@hospital.test',
    emailVerified: false,
  })
  await sql`update users set password_hash = 'the stranger’s'`.execute(app.db)
  const { id } = stranger.user
  await sql`insert into user_identities (provider, subject, user_id) values ('x', 'stranger', ${id})`.execute(
    app.db,
  )

  await create('chief@hospital.test')
  expect((await stranger.get('/api/auth/user')).statusCode).toBe(401)
  expect(await accounts()).toEqual([{ role: 'admin', password_hash: null }])
  expect((await sql`select * from user_identities`.execute(app.db)).rows).toEqual([])
})

test('with --mail the link is sent, and not shown', { timeout: 60_000 }, async () => {
  const ended = await runAdmin(app, 'create', 'mailed@hospital.test', '--mail')
  expect(ended).toMatchObject({
    code: 0,
    stdout: [expect.any(String), 'A link that sets the password is on its way there.'],
  })
  expect(await writtenTo(app, 'mailed@hospital.test')).toMatchObject([
    {
      subject: 'You are an administrator of Whitecoat',
      text: expect.stringContaining('https://board.test/auth/reset?token='),
    },
  ])
})

test('a sample or suspended account is not promoted', async () => {
  await loadDemoAccounts(app.db, 'x'.repeat(32))
  await signIn(app, 'physician', { email: 'gone@mail.test' })
  await sql`update users set suspended_at = now() where email = 'gone@mail.test'`.execute(app.db)

  const demo = 'physician@demo.example is a sample account. It does not work in production.'
  await expect(create('physician@demo.example')).rejects.toThrow(demo)
  await expect(create('gone@mail.test')).rejects.toThrow('gone@mail.test is suspended.')
  await expect(create('chief at hospital')).rejects.toThrow(
    "'chief at hospital' is not an email address.",
  )
  const { rows } = await sql`select email from users where role = 'admin'`.execute(app.db)
  expect(rows).toEqual([{ email: 'admin@demo.example' }])
})

test('who lost the second step gets it removed', { timeout: 60_000 }, async () => {
  const person = await signUp()
  await addAuthenticator(person)
  expect(await runAdmin(app, 'reset-second-step', person.email)).toMatchObject({
    code: 0,
    stderr: [],
  })
  expect(await isSignedIn(person.browser)).toBe(false)
  expect((await login(visitor(), person.email)).json()).toEqual({ success: true })
  expect(await auditedOf(app, person.id)).toContain('second-step-reset')
  await expect(resetTwoFactor(app.db, 'nobody@mail.test', { publicUrl })).rejects.toThrow(
    "the address 'nobody@mail.test'.",
  )
})

test('wrong arguments print the usage', { timeout: 60_000 }, async () => {
  const usage = [
    'Usage: whitecoat admin create EMAIL [--mail]',
    '       whitecoat admin reset-second-step EMAIL',
    '       whitecoat admin rotate-keys',
    '       whitecoat admin preview-retention',
    '       whitecoat admin put-back YYYY-MM-DD',
  ]
  const wrong = [['create'], ['create', 'a@mail.test', '--force'], ['preview-retention', '--mail']]
  for (const ended of await Promise.all(wrong.map((args) => runAdmin(app, ...args))))
    expect(ended).toMatchObject({ code: 1, stdout: [], stderr: usage })
})

const accounts = async () => (await sql`select role, password_hash from users`.execute(app.db)).rows
const made = 'accounts.administrator-made'
