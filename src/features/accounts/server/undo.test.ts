import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import * as holders from '#test/account-holders.ts'
import { addPasskey, isSignedIn, login, newAddress, password, type Holder } from '#test/account-holders.ts'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { appForFile } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { browserOf, type Browser } from '#test/browser.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'on' } })
beforeEach(async () => {
  await sql`delete from sign_in_failures`.execute(app.db)
})

const newPassword = 'a wholly new phrase'

const signUp = (options = {}) => holders.signUp(app, options)
const tokensIn = (to: string, page: string) => holders.tokensIn(app, to, page)
const tokenIn = async (to: string, page: string) => (await tokensIn(to, page)).at(-1) ?? ''

async function changeAddress(browser: Browser, email: string) {
  expect((await browser.post('/api/account/address', { email })).statusCode).toBe(200)
  const answer = await browser.put('/api/auth/links', { purpose: 'change-email', token: await tokenIn(email, 'account/address') })
  expect(answer.json()).toEqual({ success: true })
}
const takeBack = (token: string) => browserOf(app).put('/api/auth/links', { purpose: 'undo', token })

/** With the newest link that sets a password. */
async function resetPassword(email: string, browser = browserOf(app)) {
  const token = await tokenIn(email, 'auth/reset')
  return browser.put('/api/auth/links', { purpose: 'reset-password', token, password: newPassword })
}
const emailOf = async (id: string) => {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${id}`.execute(app.db)
  return rows[0]?.email
}

describe('an undone change of the address', () => {
  test('removes what was added within a week before it, and leaves what is older', async () => {
    const person = await signUp()
    const thief = browserOf(app)
    await login(thief, person.email)
    // The owner once began to set up an app, and linked an identity; the thief finishes the first, with a key of their own.
    await person.browser.post('/api/account/authenticator')
    await sql`update authenticators set created_at = now() - interval '30 days'`.execute(app.db)
    await sql`insert into user_identities (provider, subject, user_id, created_at)
      values ('work', ${person.id}, ${person.id}, now() - interval '30 days'), ('evil', ${person.id}, ${person.id}, now())`.execute(
      app.db,
    )
    const pending = browserOf(app)
    await addAuthenticator({ browser: thief })
    const { passkey } = await addPasskey(thief)
    const codes = (await thief.post('/api/account/recovery-codes')).json<{ recoveryCodes: string[] }>().recoveryCodes
    expect((await login(pending, person.email)).json()).toMatchObject({ twoFactor: true })
    await sql`update passkeys set created_at = now() - interval '6 days' where user_id = ${person.id}`.execute(app.db)
    await changeAddress(thief, newAddress())

    expect((await takeBack(await tokenIn(person.email, 'account/address'))).statusCode).toBe(200)
    expect(await isSignedIn(thief)).toBe(false)
    const visitor = browserOf(app)
    const options = (await visitor.post('/api/auth/passkey/options')).json<{ challenge: string }>()
    expect((await visitor.post('/api/auth/passkey', { response: passkey.get(options as never) })).statusCode).toBe(400)
    expect((await pending.post('/api/auth/two-factor', { code: codes[0] })).statusCode).toBe(400)
    const { rows } = await sql`select provider from user_identities where user_id = ${person.id}`.execute(app.db)
    expect(rows).toEqual([{ provider: 'work' }])
    expect((await resetPassword(person.email)).json()).toEqual({ success: true })
    expect((await login(browserOf(app), person.email, newPassword)).json()).toEqual({ success: true })
  })

  test('takes the job alerts back to the old address, as the change took them along', async () => {
    const person = await signUp()
    const theirs = newAddress()
    await person.browser.post('/api/alerts', { search: { state: 'TX' } })
    await person.browser.post('/api/alerts', { search: { state: 'CA' } })
    const addresses = async () =>
      (await sql<{ email: string }>`select email from job_alerts where user_id = ${person.id}`.execute(app.db)).rows.map(
        (it) => it.email,
      )
    await changeAddress(person.browser, theirs)
    expect(await addresses()).toEqual([theirs, theirs])
    await takeBack(await tokenIn(person.email, 'account/address'))
    expect(await addresses()).toEqual([person.email, person.email])
  })

  test('takes inquiries back to the old address, and leaves those that go elsewhere', async () => {
    const person = await signUp()
    const [theirs, office] = [newAddress(), newAddress()]
    await addJobs(app.db, [
      jobRow({ owner_id: person.id, contact_email: person.email }),
      jobRow({ owner_id: person.id, contact_email: office }),
    ])
    const contacts = async () =>
      (await sql<{ to: string }>`select contact_email as to from jobs where owner_id = ${person.id} `.execute(app.db)).rows.map(
        (it) => it.to,
      )
    await changeAddress(person.browser, theirs)
    expect((await contacts()).toSorted()).toEqual([theirs, office].toSorted())
    await takeBack(await tokenIn(person.email, 'account/address'))
    expect((await contacts()).toSorted()).toEqual([person.email, office].toSorted())
  })

  test('leaves a second step from before, with its recovery codes', async () => {
    const person = await signUp()
    const { recoveryCodes } = await addAuthenticator(person)
    for (const table of ['authenticators', 'recovery_codes'])
      await sql`update ${sql.table(table)} set created_at = now() - interval '8 days' where user_id = ${person.id}`.execute(
        app.db,
      )
    await sql`update authenticators set confirmed_at = created_at where user_id = ${person.id}`.execute(app.db)
    await changeAddress(person.browser, newAddress())
    await takeBack(await tokenIn(person.email, 'account/address'))
    const owner = browserOf(app)
    expect((await resetPassword(person.email, owner)).json()).toEqual({ success: true, twoFactor: true })
    expect((await owner.post('/api/auth/two-factor', { code: recoveryCodes[0] })).statusCode).toBe(200)
  })

  test('the owner who changes it back by themselves leaves no link to the thief', async () => {
    const person = await signUp()
    const theirs = newAddress()
    await changeAddress(person.browser, theirs)
    await changeAddress(person.browser, person.email)
    expect(await tokensIn(theirs, 'account/address')).toHaveLength(1)
    expect((await mailsTo(app, theirs)).at(-1)?.subject).toBe('Your Whitecoat email address has changed back')
    // The owner's link still closes what the thief may have left.
    expect((await takeBack(await tokenIn(person.email, 'account/address'))).statusCode).toBe(400)
    const [undo = ''] = await tokensIn(person.email, 'account/address')
    expect((await takeBack(undo)).statusCode).toBe(200)
    expect([await emailOf(person.id), await isSignedIn(person.browser)]).toEqual([person.email, false])
  })

  test.each(['the newer link first', 'the older link first', 'both at once', 'back from the second by hand'])(
    'of two changes: %s, and the first address has the account',
    async (order) => {
      const person = await signUp()
      const [second, third] = [newAddress(), newAddress()]
      await changeAddress(person.browser, second)
      await changeAddress(person.browser, third)
      const [older, newer] = [await tokenIn(person.email, 'account/address'), await tokenIn(second, 'account/address')]
      if (order.startsWith('back')) await changeAddress(person.browser, person.email)
      const attempts = order.startsWith('the newer') ? [newer, older] : [older, newer]
      if (order === 'both at once') {
        const statuses = (await Promise.all(attempts.map(takeBack))).map((it) => it.statusCode)
        expect([
          [200, 400],
          [200, 200],
        ]).toContainEqual(statuses)
      } else {
        const statuses = [await takeBack(attempts[0] ?? ''), await takeBack(attempts[1] ?? '')].map((it) => it.statusCode)
        expect(statuses).toEqual([200, order.startsWith('the newer') ? 200 : 400])
      }
      expect(await emailOf(person.id)).toBe(person.email)
      expect((await takeBack(older)).statusCode).toBe(400)
    },
  )
})

describe('a mailed link about a new second step', () => {
  const linkIn = (to: string) => tokenIn(to, 'account/second-step')

  test('removes it by POST and once; the mailbox then gets what a reset gives', async () => {
    const person = await signUp()
    const thief = browserOf(app)
    await login(thief, person.email)
    await addAuthenticator({ browser: thief })
    const { passkey } = await addPasskey(thief)
    const [token = '', later = ''] = await tokensIn(person.email, 'account/second-step')
    expect((await person.browser.get(`/account/second-step?token=${token}`)).statusCode).toBe(200)
    expect((await login(browserOf(app), person.email)).json()).toMatchObject({ twoFactor: true })

    expect((await takeBack(token)).json()).toEqual({ success: true })
    expect([await isSignedIn(thief), (await takeBack(token)).statusCode, (await takeBack(later)).statusCode]).toEqual([
      false,
      400,
      400,
    ])
    // Nobody has a session by it, and the password that the thief knows opens nothing.
    expect((await login(thief, person.email)).statusCode).toBe(401)
    const options = (await thief.post('/api/auth/passkey/options')).json<{ challenge: string }>()
    expect((await thief.post('/api/auth/passkey', { response: passkey.get(options as never) })).statusCode).toBe(400)
    expect((await resetPassword(person.email)).json()).toEqual({ success: true })
  })

  test('of the second of two removes that one alone, and the first link goes on working', async () => {
    const person = await signUp()
    await addPasskey(person.browser)
    const first = await linkIn(person.email)
    await addAuthenticator(person)
    expect((await takeBack(await linkIn(person.email))).statusCode).toBe(200)
    expect((await resetPassword(person.email)).json()).toEqual({ success: true, twoFactor: true })
    expect((await takeBack(first)).statusCode).toBe(200)
    expect((await resetPassword(person.email)).json()).toEqual({ success: true })
  })

  test('opens nothing after a week, after a change of the address, and does not void the link that undoes that one', async () => {
    const person = await signUp()
    const thief = await signUp()
    await addPasskey(person.browser)
    const link = await linkIn(person.email)
    const theirs = newAddress()
    await changeAddress(person.browser, theirs)
    expect((await takeBack(link)).statusCode).toBe(400)
    await addAuthenticator(person)
    expect((await takeBack(await linkIn(theirs))).statusCode).toBe(200)
    expect((await takeBack(await tokenIn(person.email, 'account/address'))).statusCode).toBe(200)
    expect(await emailOf(person.id)).toBe(person.email)
    await addPasskey(thief.browser)
    await sql`update account_tokens set expires_at = expires_at - interval '7 days'`.execute(app.db)
    expect((await takeBack(await linkIn(thief.email))).statusCode).toBe(400)
  })

  test('goes to confirmed addresses only, and not to administrators', async () => {
    const person = await signUp({ confirmed: false })
    await addPasskey(person.browser)
    expect(await linkIn(person.email)).toBe('')
    const admin = await signIn(app, 'admin')
    const browser = browserOf(app)
    browser.cookies.set('__Host-session', admin.cookie.split('=')[1] ?? '')
    await addPasskey(browser)
    expect(await linkIn(admin.user.email)).toBe('')
    expect((await mailsTo(app, admin.user.email)).map((it) => it.subject)).toContain(
      'A second step was added to your Whitecoat account',
    )
    const promoted = await signUp()
    await addPasskey(promoted.browser)
    await sql`update users set role = 'admin' where id = ${promoted.id}`.execute(app.db)
    expect((await takeBack(await linkIn(promoted.email))).statusCode).toBe(409)
  })
})

describe('a new password', () => {
  const changes = {
    'a reset': async ({ email }: Holder) => {
      await browserOf(app).post('/api/auth/links', { purpose: 'reset-password', email })
      return resetPassword(email)
    },
    'a change': ({ browser }: Holder) => browser.put('/api/auth/password', { currentPassword: password, newPassword }),
  }

  test.each(['a reset', 'a change'] as const)('by %s ends pending sign-ins, and marks minted before it', async (by) => {
    const person = await signUp()
    const marked = browserOf(app)
    await login(marked, person.email)
    const { secret, recoveryCodes } = await addAuthenticator(person)
    const stranger = browserOf(app)
    await login(stranger, person.email)
    await sql`update authenticators set last_step = 0`.execute(app.db)
    expect((await changes[by](person)).statusCode).toBe(200)
    expect((await stranger.post('/api/auth/two-factor', { code: codeOf(secret) })).statusCode).toBe(400)
    expect((await stranger.post('/api/auth/two-factor', { code: recoveryCodes[0] })).statusCode).toBe(400)
    // Counted with everybody's.
    for (let guess = 0; guess < 10; guess++) await login(browserOf(app), person.email, 'a guess')
    expect((await login(marked, person.email, newPassword)).statusCode).toBe(429)
  })

  test('ends marks also when the first second step is added, but for the browser that adds it', async () => {
    const person = await signUp()
    const marked = browserOf(app)
    await login(marked, person.email)
    await addAuthenticator(person)
    for (let guess = 0; guess < 10; guess++) await login(browserOf(app), person.email, 'a guess')
    expect((await login(marked, person.email)).statusCode).toBe(429)
    expect((await login(person.browser, person.email)).statusCode).toBe(200)
  })

  test('set in a known browser is not mailed as a sign-in in a new one, and in an unknown one it is', async () => {
    const person = await signUp()
    for (const browser of [person.browser, browserOf(app)]) {
      await browser.post('/api/auth/links', { purpose: 'reset-password', email: person.email })
      await resetPassword(person.email, browser)
    }
    await runTasks(app)
    expect((await mailsTo(app, person.email)).filter((it) => it.subject.startsWith('New sign-in'))).toHaveLength(1)
  })

  test('cancels a change of the address that waits', async () => {
    const person = await signUp()
    const address = newAddress()
    await person.browser.post('/api/account/address', { email: address })
    const token = await tokenIn(address, 'account/address')
    await changes['a change'](person)
    expect((await person.browser.put('/api/auth/links', { purpose: 'change-email', token })).statusCode).toBe(400)
  })
})

describe('a call that is under way while the ways in are closed', () => {
  /** The call waits for the account's row. */
  async function during({ id }: Holder, call: () => Promise<{ statusCode: number }>) {
    const closed = sql`
      with ended as (delete from sessions where user_id = ${id}) update users set device_epoch = device_epoch + 1 where id = ${id}`
    const [answer] = await atOnce(app, [call], closed)
    return answer?.statusCode
  }

  test.each([
    ['a sign-in', ({ email }: Holder) => login(browserOf(app), email)],
    ['a new passkey', async ({ browser }: Holder) => (await addPasskey(browser)).answer],
    ['a new password', ({ browser }: Holder) => browser.put('/api/auth/password', { currentPassword: password, newPassword })],
    ['a new address', ({ browser }: Holder) => browser.post('/api/account/address', { email: newAddress() })],
    ['a deletion', ({ browser }: Holder) => browser.delete('/api/account', { password })],
  ] as const)('%s comes to nothing', async (_name, call) => {
    const person = await signUp()
    expect(await during(person, () => call(person))).toBe(401)
    const { rows } = await sql`select (select count(*)::int from sessions where user_id = ${person.id}) as sessions,
      (select count(*)::int from passkeys where user_id = ${person.id}) as passkeys`.execute(app.db)
    expect(rows).toEqual([{ sessions: 0, passkeys: 0 }])
    expect((await login(browserOf(app), person.email)).statusCode).toBe(200)
  })
})
