import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { appForFile } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import { purgeAccountsTask } from './tasks.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller

beforeAll(async () => {
  visitor = asVisitor(app)
})
// Every caller here has the same address, and each test guesses for itself.
beforeEach(async () => {
  await sql`delete from sign_in_failures where key like 'address:%'`.execute(app.db)
})

const newPassword = 'a wholly different phrase'

/** The secret in the link of the newest mail to an address. */
async function secretFor(address: string, page: 'verify' | 'reset' | 'link'): Promise<string> {
  await runTasks(app)
  const mails = await mailsTo(app, address)
  const link = mails.map((mail) => new RegExp(`/auth/${page}\\?token=([\\w-]+)`).exec(mail.text)?.[1]).findLast(Boolean)
  if (link === undefined) throw new Error(`No mail to ${address} has such a link`)
  return link
}

test('an address is confirmed by its link, once, where the account is signed in', async () => {
  const person = await signIn(app, 'physician', { emailVerified: false })
  await person.post('/api/auth/verify-email/resend')
  const token = await secretFor(person.user.email, 'verify')
  expect((await person.post('/api/auth/verify-email', { token })).json()).toEqual({ success: true })
  expect((await person.get('/api/auth/user')).json()).toMatchObject({ emailVerified: true })
  const again = await visitor.post('/api/auth/verify-email', { token })
  expect(again.statusCode).toBe(400)
  expect(again.json()).toMatchObject({ error: 'This link has expired or was already used. Please ask for a new one.' })
})

const registration = (email: string) => ({ firstName: 'Alex', lastName: 'Example', email, password: 'the phrase of a stranger' })
const cookiesOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map((it) => `${it.name}=${it.value}`).join('; ')
const statusWith = async (cookie: string) =>
  (await visitor.call({ method: 'GET', url: '/api/auth/user', headers: { cookie } })).statusCode

test('who registers with another person’s address keeps no way in once that person follows the link', async () => {
  const form = registration('dr.owner@mail.test')
  const stranger = cookiesOf(await visitor.post('/api/auth/register', form))
  const token = await secretFor(form.email, 'verify')
  // Without a password of the owner's nothing happens, and the link goes on working, also for somebody else who is signed in.
  const other = await signIn(app, 'physician')
  for (const caller of [visitor, other]) {
    const asked = await caller.post('/api/auth/verify-email', { token })
    expect(asked.statusCode).toBe(409)
    expect(asked.json()).toMatchObject({ error: expect.stringContaining('set a password of your own') })
  }
  expect(await statusWith(stranger)).toBe(200)
  const taken = await visitor.post('/api/auth/verify-email', { token, password: newPassword })
  expect(taken.json()).toEqual({ success: true })
  const owner = cookiesOf(taken)
  expect([await statusWith(owner), await statusWith(stranger)]).toEqual([200, 401])
  const { emailVerified } = (await visitor.call({ method: 'GET', url: '/api/auth/user', headers: { cookie: owner } })).json<{
    emailVerified: boolean
  }>()
  expect(emailVerified).toBe(true)
  // Their browser's mark is void, too: their guesses are counted with everybody's.
  for (let guess = 0; guess < 10; guess++) await visitor.post('/api/auth/login', { email: form.email, password: 'a guess' })
  const guesses = await visitor.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: form,
    headers: { cookie: stranger },
  })
  expect(guesses.statusCode).toBe(429)
})

test.each([
  ['a reset', 'forgot-password', 'reset', 'reset-password'],
  ['a sign-in link', 'sign-in-link', 'link', 'sign-in-link/use'],
] as const)('%s takes an unconfirmed account from the stranger who made it', async (_name, ask, page, use) => {
  const form = registration(`${page}.owner@mail.test`)
  const stranger = cookiesOf(await visitor.post('/api/auth/register', form))
  await visitor.post(`/api/auth/${ask}`, { email: form.email })
  const answer = await visitor.post(`/api/auth/${use}`, { token: await secretFor(form.email, page), password: newPassword })
  expect(answer.statusCode).toBe(200)
  expect([await statusWith(cookiesOf(answer)), await statusWith(stranger)]).toEqual([200, 401])
  expect((await visitor.post('/api/auth/login', form)).statusCode).toBe(401)
})

test.each([
  ['a completed reset', 'forgot-password', 'reset', 'reset-password'],
  ['a sign-in link', 'sign-in-link', 'link', 'sign-in-link/use'],
] as const)('%s lets the owner in past a pause, and strangers stay slowed', async (_name, ask, page, use) => {
  const person = await signIn(app, 'physician')
  const { email } = person.user
  await sql`update users set password_hash = (select password_hash from users where email = 'dr.owner@mail.test') where email = ${email}`.execute(
    app.db,
  )
  const login = (password: string, cookie = '') =>
    visitor.call({ method: 'POST', url: '/api/auth/login', payload: { email, password }, headers: { cookie } })
  for (let guess = 0; guess < 11; guess++) await login('a guess')
  expect((await login(newPassword)).statusCode).toBe(429)
  await visitor.post(`/api/auth/${ask}`, { email })
  const answer = await visitor.post(`/api/auth/${use}`, { token: await secretFor(email, page), password: newPassword })
  const owner = cookiesOf(answer)
  expect(await statusWith(owner)).toBe(200)
  expect((await login(newPassword, owner)).statusCode).toBe(200)
  expect((await login(newPassword)).statusCode).toBe(429)
})

test('a sign-in link works once, is mailed to known addresses only, and gets everybody the same answer', async () => {
  const person = await signIn(app, 'physician')
  const answers = [person.user.email, 'nobody@mail.test'].map((email) => visitor.post('/api/auth/sign-in-link', { email }))
  const [known, unknown] = await Promise.all(answers)
  expect([known?.statusCode, known?.body]).toEqual([unknown?.statusCode, unknown?.body])
  const token = await secretFor(person.user.email, 'link')
  expect(await mailsTo(app, 'nobody@mail.test')).toEqual([])
  const uses = await Promise.all([1, 2].map(() => visitor.post('/api/auth/sign-in-link/use', { token })))
  expect(uses.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  // Nothing was doubtful about this account: elsewhere it stays signed in.
  expect((await person.get('/api/auth/user')).statusCode).toBe(200)
})

test.each([
  ['changing the password', 'PUT', '/api/auth/password', (password: string) => ({ currentPassword: password, newPassword })],
  ['deleting the account', 'DELETE', '/api/account', (password: string) => ({ password })],
] as const)('guesses at %s are slowed', async (_name, method, url, payload) => {
  const form = registration(`guessed-${method.toLowerCase()}@mail.test`)
  const [session = ''] = cookiesOf(await visitor.post('/api/auth/register', form)).split('; ')
  const guess = (password: string) => visitor.call({ method, url, payload: payload(password), headers: { cookie: session } })
  const guesses = []
  for (let count = 0; count < 11; count++) guesses.push((await guess(`guess ${count}`)).statusCode)
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  expect((await guess(form.password)).statusCode).toBe(429)
  expect((await visitor.post('/api/auth/login', form)).statusCode).toBe(429)
})

test.each([
  ['one IPv6 /64', 'address:2001:db8:1:2::/64', 50, (guess: number) => `2001:db8:1:2::${guess + 1}`],
  ['one IPv6 /48', 'address:2001:db8:2::/48', 200, (guess: number) => `2001:db8:2:${guess}::1`],
])('guesses from %s are counted together', async (_name, key, free, address) => {
  await sql`insert into sign_in_failures (key, failures, last_at) values (${key}, ${free - 2}, now())`.execute(app.db)
  const statuses = []
  for (let guess = 0; guess < 4; guess++) {
    const payload = { email: `victim-${free}-${guess}@mail.test`, password: 'a guess' }
    const call = { method: 'POST', url: '/api/auth/login', payload, remoteAddress: address(guess) } as const
    statuses.push((await visitor.call(call)).statusCode)
  }
  expect(statuses).toEqual([401, 401, 429, 429])
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

test.each([
  ['sign-in-link', 'link', 'sign-in-link/use', 9, 200],
  ['sign-in-link', 'link', 'sign-in-link/use', 11, 400],
  ['forgot-password', 'reset', 'reset-password', 59, 200],
  ['forgot-password', 'reset', 'reset-password', 61, 400],
] as const)('a link of %s (%s, %s) after %i minutes: %i', async (ask, page, use, minutes, status) => {
  const person = await signIn(app, 'physician')
  await visitor.post(`/api/auth/${ask}`, { email: person.user.email })
  const token = await secretFor(person.user.email, page)
  await sql`update account_tokens set expires_at = expires_at - ${minutes} * interval '1 minute'`.execute(app.db)
  expect((await visitor.post(`/api/auth/${use}`, { token, password: newPassword })).statusCode).toBe(status)
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
