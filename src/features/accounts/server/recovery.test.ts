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

type Purpose = 'verify-email' | 'reset-password' | 'sign-in'
const pages = { 'verify-email': 'verify', 'reset-password': 'reset', 'sign-in': 'link' }

const askFor = (purpose: Purpose, email: string) => visitor.post('/api/auth/links', { purpose, email })
const follow = (purpose: Purpose, token: string, password?: string, caller = visitor) =>
  caller.put('/api/auth/links', { purpose, token, ...(password !== undefined && { password }) })

/** The secret in the link of the newest mail to an address. */
async function secretFor(address: string, purpose: Purpose): Promise<string> {
  await runTasks(app)
  const mails = await mailsTo(app, address)
  const link = mails.map((mail) => new RegExp(`/auth/${pages[purpose]}\\?token=([\\w-]+)`).exec(mail.text)?.[1]).findLast(Boolean)
  if (link === undefined) throw new Error(`No mail to ${address} has such a link`)
  return link
}

test('an address is confirmed by its newest link, once, where the account is signed in', async () => {
  const person = await signIn(app, 'physician', { emailVerified: false })
  const { email } = person.user
  await person.post('/api/auth/verify-email/resend')
  const first = await secretFor(email, 'verify-email')
  await person.post('/api/auth/verify-email/resend')
  expect((await follow('verify-email', first, undefined, person)).statusCode).toBe(400)
  const token = await secretFor(email, 'verify-email')
  expect((await follow('verify-email', token, undefined, person)).json()).toEqual({ success: true })
  expect((await person.get('/api/auth/user')).json()).toMatchObject({ emailVerified: true })
  const again = await follow('verify-email', token)
  expect(again.statusCode).toBe(400)
  expect(again.json()).toMatchObject({ error: 'This link has expired or was already used. Please ask for a new one.' })
  await person.post('/api/auth/verify-email/resend')
  await runTasks(app)
  expect(await mailsTo(app, email)).toHaveLength(2)
})

const registration = (email: string) => ({ firstName: 'Alex', lastName: 'Example', email, password: 'the phrase of a stranger' })
const cookiesOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map((it) => `${it.name}=${it.value}`).join('; ')
const statusWith = async (cookie: string) =>
  (await visitor.call({ method: 'GET', url: '/api/auth/user', headers: { cookie } })).statusCode

test('who registers with another person’s address keeps no way in once that person follows the link', async () => {
  const form = registration('dr.owner@mail.test')
  const stranger = cookiesOf(await visitor.post('/api/auth/register', form))
  const token = await secretFor(form.email, 'verify-email')
  // Without a password of the owner's nothing happens, and the link goes on working, also for somebody else who is signed in.
  const other = await signIn(app, 'physician')
  for (const caller of [visitor, other]) {
    const asked = await follow('verify-email', token, undefined, caller)
    expect(asked.statusCode).toBe(409)
    expect(asked.json()).toMatchObject({ error: expect.stringContaining('set a password of your own') })
  }
  expect(await statusWith(stranger)).toBe(200)
  const taken = await follow('verify-email', token, newPassword)
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

test.each(['reset-password', 'sign-in'] as const)(
  '%s takes an unconfirmed account from the stranger who made it',
  async (purpose) => {
    const form = registration(`${purpose}.owner@mail.test`)
    const stranger = cookiesOf(await visitor.post('/api/auth/register', form))
    await askFor(purpose, form.email)
    const answer = await follow(purpose, await secretFor(form.email, purpose), newPassword)
    expect(answer.statusCode).toBe(200)
    expect([await statusWith(cookiesOf(answer)), await statusWith(stranger)]).toEqual([200, 401])
    expect((await visitor.post('/api/auth/login', form)).statusCode).toBe(401)
  },
)

test.each(['reset-password', 'sign-in'] as const)(
  '%s lets the owner in past a pause, and strangers stay slowed',
  async (purpose) => {
    const person = await signIn(app, 'physician')
    const { email } = person.user
    await sql`update users set password_hash = (select password_hash from users where email = 'dr.owner@mail.test') where email = ${email}`.execute(
      app.db,
    )
    const login = (password: string, cookie = '') =>
      visitor.call({ method: 'POST', url: '/api/auth/login', payload: { email, password }, headers: { cookie } })
    for (let guess = 0; guess < 11; guess++) await login('a guess')
    expect((await login(newPassword)).statusCode).toBe(429)
    await askFor(purpose, email)
    const owner = cookiesOf(await follow(purpose, await secretFor(email, purpose), newPassword))
    expect(await statusWith(owner)).toBe(200)
    expect((await login(newPassword, owner)).statusCode).toBe(200)
    expect((await login(newPassword)).statusCode).toBe(429)
  },
)

test.each([
  ['sign-in', 200],
  ['reset-password', 401],
] as const)(
  '%s: mailed to known addresses only, with one answer for all; works once; elsewhere the account gets %i',
  async (purpose, elsewhere) => {
    const person = await signIn(app, 'physician')
    const { email } = person.user
    const [known, unknown] = await Promise.all([email, 'nobody@mail.test'].map((it) => askFor(purpose, it)))
    expect([known?.statusCode, known?.body]).toEqual([unknown?.statusCode, unknown?.body])
    const token = await secretFor(email, purpose)
    expect(await mailsTo(app, 'nobody@mail.test')).toEqual([])
    if (purpose === 'reset-password') {
      // Without spending the link.
      for (const password of ['password123', undefined])
        expect((await follow(purpose, token, password)).json()).toMatchObject({ details: [{ field: 'password' }] })
    }
    const uses = await Promise.all([1, 2].map(() => follow(purpose, token, newPassword)))
    expect(uses.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await person.get('/api/auth/user')).statusCode).toBe(elsewhere)
    if (elsewhere === 200) return
    expect((await visitor.post('/api/auth/login', { email, password: newPassword })).statusCode).toBe(200)
    await runTasks(app)
    expect((await mailsTo(app, email)).map((it) => it.subject)).toContain('Your Whitecoat password was changed')
  },
)

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

test.each([
  ['sign-in', 9, 200],
  ['sign-in', 11, 400],
  ['reset-password', 59, 200],
  ['reset-password', 61, 400],
] as const)('a link of %s after %i minutes: %i', async (purpose, minutes, status) => {
  const { email } = (await signIn(app, 'physician')).user
  await askFor(purpose, email)
  const token = await secretFor(email, purpose)
  await sql`update account_tokens set expires_at = expires_at - ${minutes} * interval '1 minute'`.execute(app.db)
  expect((await follow(purpose, token, newPassword)).statusCode).toBe(status)
})

test('changing the password asks for the old one, and signs out everywhere else', async () => {
  const form = { firstName: 'Alex', lastName: 'Example', email: 'changes@mail.test', password: 'the first password of mine' }
  const here = cookiesOf(await visitor.post('/api/auth/register', form))
  const there = cookiesOf(await visitor.post('/api/auth/login', form))
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
  const renewed = cookiesOf(changed)
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
