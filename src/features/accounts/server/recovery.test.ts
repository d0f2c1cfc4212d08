import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueTask } from '#server/lib/tasks/queue.ts'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { Caller } from '#test/sign-in.ts'
import { purgeAccountsTask } from './tasks.ts'

let app: TestApp
let visitor: Caller

beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  visitor = asVisitor(app)
})
afterAll(() => app.close())

const newPassword = 'a wholly different phrase'

/** The secret in the link of the newest mail to an address. */
async function secretFor(address: string, page: 'verify' | 'reset'): Promise<string> {
  await runTasks(app)
  const mails = await mailsTo(app, address)
  const link = mails.map((mail) => new RegExp(`/auth/${page}\\?token=([\\w-]+)`).exec(mail.text)?.[1]).findLast(Boolean)
  if (link === undefined) throw new Error(`No mail to ${address} has such a link`)
  return link
}

test('an address is confirmed by its link, once', async () => {
  const person = await signIn(app, 'physician', { emailVerified: false })
  await person.post('/api/auth/verify-email/resend')
  const token = await secretFor(person.user.email, 'verify')
  expect((await visitor.post('/api/auth/verify-email', { token })).json()).toEqual({ success: true })
  expect((await person.get('/api/auth/user')).json()).toMatchObject({ emailVerified: true })
  const again = await visitor.post('/api/auth/verify-email', { token })
  expect(again.statusCode).toBe(400)
  expect(again.json()).toMatchObject({ error: 'This link has expired or was used already. Please ask for a new one.' })
})

test('a new link takes the place of the old one', async () => {
  const person = await signIn(app, 'physician', { emailVerified: false })
  await person.post('/api/auth/verify-email/resend')
  const first = await secretFor(person.user.email, 'verify')
  await person.post('/api/auth/verify-email/resend')
  expect((await visitor.post('/api/auth/verify-email', { token: first })).statusCode).toBe(400)
})

test('nothing is mailed to who has confirmed already', async () => {
  const person = await signIn(app, 'physician')
  await person.post('/api/auth/verify-email/resend')
  await runTasks(app)
  expect(await mailsTo(app, person.user.email)).toEqual([])
})

test('known and unknown addresses get the same answer', async () => {
  const person = await signIn(app, 'physician')
  const known = await visitor.post('/api/auth/forgot-password', { email: person.user.email })
  const unknown = await visitor.post('/api/auth/forgot-password', { email: 'unknown@mail.test' })
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  await runTasks(app)
  expect(await mailsTo(app, 'unknown@mail.test')).toEqual([])
})

test('a reset sets the password, ends every session, confirms the address, and works once', async () => {
  const person = await signIn(app, 'employer', { emailVerified: false })
  await visitor.post('/api/auth/forgot-password', { email: person.user.email })
  const token = await secretFor(person.user.email, 'reset')
  const attempts = await Promise.all([1, 2].map(() => visitor.post('/api/auth/reset-password', { token, password: newPassword })))
  expect(attempts.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await person.get('/api/auth/user')).statusCode).toBe(401)
  const login = await visitor.post('/api/auth/login', { email: person.user.email, password: newPassword })
  expect(login.statusCode).toBe(200)
  await runTasks(app)
  expect((await mailsTo(app, person.user.email)).map((it) => it.subject)).toContain('Your Whitecoat password was changed')
})

test('a link runs out', async () => {
  const person = await signIn(app, 'physician')
  await visitor.post('/api/auth/forgot-password', { email: person.user.email })
  const token = await secretFor(person.user.email, 'reset')
  await sql`update account_tokens set expires_at = now()`.execute(app.db)
  expect((await visitor.post('/api/auth/reset-password', { token, password: newPassword })).statusCode).toBe(400)
})

test('a common password is refused without spending the link', async () => {
  const person = await signIn(app, 'physician')
  await visitor.post('/api/auth/forgot-password', { email: person.user.email })
  const token = await secretFor(person.user.email, 'reset')
  const refused = await visitor.post('/api/auth/reset-password', { token, password: 'password123' })
  expect(refused.json()).toMatchObject({ details: [{ field: 'password' }] })
  expect((await visitor.post('/api/auth/reset-password', { token, password: newPassword })).statusCode).toBe(200)
})

test('changing the password asks for the old one, and signs out everywhere else', async () => {
  const form = { firstName: 'Alex', lastName: 'Example', email: 'changes@mail.test', password: 'the first password of mine' }
  const cookies = async (url: string, body: object) =>
    (await visitor.post(url, body)).cookies.map((it) => `${it.name}=${it.value}`).join('; ')
  const here = await cookies('/api/auth/register', form)
  const there = await cookies('/api/auth/login', form)
  const change = (currentPassword: string) =>
    visitor.call({
      method: 'PUT',
      url: '/api/auth/password',
      payload: { currentPassword, newPassword },
      headers: { cookie: here },
    })
  const wrong = await change('not the password')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ details: [{ field: 'currentPassword', message: 'The current password is wrong.' }] })
  const changed = await change(form.password)
  const renewed = changed.cookies.map((it) => `${it.name}=${it.value}`).join('; ')
  const statusWith = async (cookie: string) =>
    (await visitor.call({ method: 'GET', url: '/api/auth/user', headers: { cookie } })).statusCode
  expect([await statusWith(renewed), await statusWith(here), await statusWith(there)]).toEqual([200, 401, 401])
})

test('expired sessions and links, and old failures, are deleted', async () => {
  const person = await signIn(app, 'physician', { emailVerified: false })
  await person.post('/api/auth/verify-email/resend')
  await visitor.post('/api/auth/login', { email: person.user.email, password: 'a guess' })
  const leftOf = async () => {
    const { rows } = await sql<{ sessions: string; tokens: string; failures: string }>`
      select (select count(*) from sessions where user_id = ${person.user.id}) as sessions,
        (select count(*) from account_tokens where user_id = ${person.user.id}) as tokens,
        (select count(*) from sign_in_failures) as failures`.execute(app.db)
    return Object.values(rows[0] ?? {}).map((it) => Number(it) > 0)
  }
  await enqueueTask(app.db, purgeAccountsTask, {})
  await runTasks(app)
  expect(await leftOf()).toEqual([true, true, true])

  await sql`update sessions set expires_at = now() - interval '1 minute'`.execute(app.db)
  await sql`update account_tokens set expires_at = now() - interval '1 minute'`.execute(app.db)
  await sql`update sign_in_failures set last_at = now() - interval '25 hours'`.execute(app.db)
  await enqueueTask(app.db, purgeAccountsTask, {})
  await runTasks(app)
  expect(await leftOf()).toEqual([false, false, false])
})
