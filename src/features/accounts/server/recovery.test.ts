import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { enforceRetentionTask } from '#platform/server/retention.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import {
  accountHolders,
  askForLink,
  followLink,
  isSignedIn,
  login,
  newPassword,
  password,
  signUpForm,
} from '#test/account-holders.ts'
import { appForFile } from '#test/app.ts'
import { statusesOf } from '#test/at-once.ts'
import { copyOf } from '#test/browser.ts'
import { runTasks } from '#test/mailbox.ts'
import { answered, signIn } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
// Every caller here has the same address, and each test guesses for itself.
beforeEach(async () => {
  await sql`delete from sign_in_failures where key like 'address:%'`.execute(app.db)
})

const {
  visitor,
  signUp,
  anotherBrowser,
  tokenIn,
  subjectsTo,
  enterByLink,
  guessOften,
  slowGuesses,
} = accountHolders(app)

test('an address is confirmed by its newest link, once, where the account is signed in', async () => {
  const { browser, email } = await signUp({ confirmed: false })
  const resend = () => browser.post('/api/auth/verify-email/resend')
  await resend()
  const first = await tokenIn(email, 'verify-email')
  await resend()
  expect((await followLink(browser, 'verify-email', first)).statusCode).toBe(400)
  const token = await tokenIn(email, 'verify-email')
  expect((await followLink(browser, 'verify-email', token)).json()).toEqual({ success: true })
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({ emailVerified: true })
  const error = 'This link has expired or was already used. Please ask for a new one.'
  expect(await answered(followLink(visitor(), 'verify-email', token))).toMatchObject([
    400,
    { error },
  ])
  await resend()
  expect(await subjectsTo(email)).toHaveLength(2)
})

test('who registers with another person’s address keeps no way in once that person follows the link', async () => {
  const form = signUpForm()
  const stranger = visitor()
  await stranger.post('/api/auth/register', form)
  const token = await tokenIn(form.email, 'verify-email')
  // Without a password of the owner's nothing happens, and the link goes on working, also for
  // somebody else who is signed in.
  for (const browser of [visitor(), (await signUp()).browser]) {
    const error = expect.stringContaining('set a password of your own')
    expect(await answered(followLink(browser, 'verify-email', token))).toMatchObject([
      409,
      { error },
    ])
  }
  expect(await isSignedIn(stranger)).toBe(true)
  const owner = visitor()
  expect((await followLink(owner, 'verify-email', token, newPassword)).json()).toEqual({
    success: true,
  })
  expect((await owner.get('/api/auth/user')).json()).toMatchObject({ emailVerified: true })
  expect(await isSignedIn(stranger)).toBe(false)
  // Their browser's mark is void, too: their guesses are counted with everybody's.
  await guessOften(form.email)
  expect((await login(stranger, form.email)).statusCode).toBe(429)
})

test.each(['reset-password', 'sign-in'] as const)(
  '%s takes an unconfirmed account from the stranger who made it',
  async (purpose) => {
    const { browser: stranger, email } = await signUp({ confirmed: false })
    const owner = visitor()
    await enterByLink(owner, purpose, email, newPassword)
    expect([await isSignedIn(owner), await isSignedIn(stranger)]).toEqual([true, false])
    expect((await login(visitor(), email)).statusCode).toBe(401)
  },
)

test.each([
  ['reset-password', newPassword],
  ['sign-in', password],
] as const)(
  '%s lets the owner in past a pause, and strangers stay slowed',
  async (purpose, secret) => {
    const { email } = await signUp()
    await guessOften(email)
    expect((await login(visitor(), email)).statusCode).toBe(429)
    const owner = visitor()
    await enterByLink(owner, purpose, email, newPassword)
    expect(await isSignedIn(owner)).toBe(true)
    expect((await login(owner, email, secret)).statusCode).toBe(200)
    expect((await login(visitor(), email, secret)).statusCode).toBe(429)
  },
)

test.each([
  ['sign-in', true],
  ['reset-password', false],
] as const)(
  '%s: mailed to known addresses only, with one answer for all; works once; elsewhere the account stays signed in: %s',
  async (purpose, elsewhere) => {
    const { browser, email } = await signUp()
    const [known, unknown] = await Promise.all(
      [email, 'nobody@mail.test'].map((to) => askForLink(visitor(), purpose, to)),
    )
    expect([known?.statusCode, known?.body]).toEqual([unknown?.statusCode, unknown?.body])
    const token = await tokenIn(email, purpose)
    expect(await subjectsTo('nobody@mail.test')).toEqual([])
    if (purpose === 'reset-password') {
      // Without spending the link.
      for (const chosen of ['password123', undefined])
        expect((await followLink(visitor(), purpose, token, chosen)).json()).toMatchObject({
          details: [{ field: 'password' }],
        })
    }
    expect(
      await statusesOf([1, 2].map(() => followLink(visitor(), purpose, token, newPassword))),
    ).toEqual([200, 400])
    expect(await isSignedIn(browser)).toBe(elsewhere)
    if (elsewhere) return
    expect((await login(visitor(), email, newPassword)).statusCode).toBe(200)
    expect(await subjectsTo(email)).toContain('Your Whitecoat password was changed')
  },
)

test.each([
  [
    'changing the password',
    'PUT',
    '/api/auth/password',
    (secret: string) => ({ currentPassword: secret, newPassword }),
  ],
  ['deleting the account', 'DELETE', '/api/account', (secret: string) => ({ password: secret })],
] as const)('guesses at %s are slowed', async (_name, method, url, payload) => {
  const { browser, email } = await signUp()
  browser.cookies.delete('__Host-device')
  const tried = async (secret: string) =>
    (await browser.call({ method, url, payload: payload(secret) })).statusCode
  expect(await tried('a guess')).toBe(400)
  await slowGuesses()
  expect([
    await tried('a guess'),
    await tried(password),
    (await login(visitor(), email)).statusCode,
  ]).toEqual([429, 429, 429])
})

test.each([
  [
    'one IPv6 /64',
    'address:2001:db8:1:2::/64',
    50,
    (guesses: number) => `2001:db8:1:2::${guesses + 1}`,
  ],
  ['one IPv6 /48', 'address:2001:db8:2::/48', 200, (guesses: number) => `2001:db8:2:${guesses}::1`],
])('guesses from %s are counted together', async (_name, key, free, address) => {
  await sql`insert into sign_in_failures (key, failures, last_at) values (${key}, ${free - 2}, now())`.execute(
    app.db,
  )
  const statuses = []
  for (let count = 0; count < 4; count++)
    statuses.push(
      (await login(visitor(address(count)), `victim-${free}-${count}@mail.test`)).statusCode,
    )
  expect(statuses).toEqual([401, 401, 429, 429])
})

test.each([
  ['sign-in', 9, 200],
  ['sign-in', 11, 400],
  ['reset-password', 59, 200],
  ['reset-password', 61, 400],
] as const)('a link of %s after %i minutes: %i', async (purpose, minutes, status) => {
  const { email } = (await signIn(app, 'physician')).user
  await askForLink(visitor(), purpose, email)
  await sql`update account_tokens set expires_at = expires_at - ${minutes} * interval '1 minute'`.execute(
    app.db,
  )
  expect(
    (await followLink(visitor(), purpose, await tokenIn(email, purpose), newPassword)).statusCode,
  ).toBe(status)
})

test('changing the password asks for the old one, and signs out everywhere else', async () => {
  const person = await signUp()
  const there = await anotherBrowser(person)
  const here = copyOf(app, person.browser)
  const change = (currentPassword: string) =>
    person.browser.put('/api/auth/password', { currentPassword, newPassword })
  const details = [{ field: 'currentPassword', message: 'The current password is wrong.' }]
  expect(await answered(change('not the password'))).toMatchObject([400, { details }])
  await change(password)
  expect(await Promise.all([person.browser, here, there].map(isSignedIn))).toEqual([
    true,
    false,
    false,
  ])
})

test('expired sessions and links, and old failures, are deleted', async () => {
  const { browser, email, id } = await signUp({ confirmed: false })
  await browser.post('/api/auth/verify-email/resend')
  await guessOften(email)
  const leftOf = async () => {
    await enqueueTask(app.db, enforceRetentionTask, {})
    await runTasks(app)
    const { rows } = await sql<Record<string, boolean>>`
      select exists (select from sessions where user_id = ${id}) as sessions,
        exists (select from account_tokens where user_id = ${id}) as tokens,
        exists (select from sign_in_failures) as failures`.execute(app.db)
    return rows
  }
  expect(await leftOf()).toEqual([{ sessions: true, tokens: true, failures: true }])
  await sql`update sessions set expires_at = now() - interval '1 minute'`.execute(app.db)
  await sql`update account_tokens set expires_at = now() - interval '1 minute'`.execute(app.db)
  await sql`update sign_in_failures set last_at = now() - interval '25 hours'`.execute(app.db)
  expect(await leftOf()).toEqual([{ sessions: false, tokens: false, failures: false }])
})
