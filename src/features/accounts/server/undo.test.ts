import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accountHolders,
  addPasskey,
  enterCode,
  followLink,
  isSignedIn,
  login,
  newAddress,
  newPassword,
  password,
  presentPasskey,
  signUpForm,
  type Holder,
} from '#test/account-holders.ts'
import { auditedOf } from '#test/audit-log.ts'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { appForFile } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import type { Browser } from '#test/browser.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'on' } })
beforeEach(async () => {
  await sql`delete from sign_in_failures`.execute(app.db)
})

const {
  visitor,
  signUp,
  anotherBrowser,
  tokenIn,
  tokensIn,
  subjectsTo,
  enterByLink,
  guessOften,
  acceptCodesAgain,
} = accountHolders(app)

const askForAddress = (browser: Browser, email: string) =>
  browser.post('/api/account/address', { email })
async function changeAddress(browser: Browser, email: string) {
  expect((await askForAddress(browser, email)).statusCode).toBe(200)
  expect(
    (await followLink(browser, 'change-email', await tokenIn(email, 'change-email'))).json(),
  ).toEqual({ success: true })
}
const takeBack = async (token: string) => (await followLink(visitor(), 'undo', token)).statusCode

/** With the newest link that sets a password. */
const resetPassword = async (email: string, browser = visitor()) =>
  followLink(browser, 'reset-password', await tokenIn(email, 'reset-password'), newPassword)

/** What a query of one column finds. */
async function column(query: ReturnType<typeof sql<Record<string, string>>>): Promise<string[]> {
  return (await query.execute(app.db)).rows.flatMap((row) => Object.values(row))
}
const emailOf = async ({ id }: Holder) =>
  (await column(sql`select email from users where id = ${id}`))[0]

describe('a new address', () => {
  test('counts once it is confirmed where the account is signed in, and both mailboxes hear of it', async () => {
    const person = await signUp()
    const address = newAddress()
    expect((await askForAddress(person.browser, address)).statusCode).toBe(200)
    const token = await tokenIn(address, 'change-email')
    const statuses = []
    for (const browser of [(await signUp()).browser, visitor(), person.browser])
      statuses.push((await followLink(browser, 'change-email', token)).statusCode)
    expect(statuses).toEqual([409, 401, 200])
    expect((await person.browser.get('/api/auth/user')).json()).toMatchObject({
      email: address,
      emailVerified: true,
    })
    expect((await login(visitor(), person.email)).statusCode).toBe(401)
    expect((await login(visitor(), address)).statusCode).toBe(200)
    const told = ['is about to change', 'has changed'].map(
      (change) => `Your Whitecoat email address ${change}`,
    )
    expect(await subjectsTo(person.email)).toEqual(expect.arrayContaining(told))
    expect(await subjectsTo(address)).toContain('Your Whitecoat account now uses this address')
    expect(await auditedOf(app, person.id)).toEqual(
      expect.arrayContaining(['email-change-asked', 'email-changed']),
    )
  })

  test('that two accounts confirm at once goes to one, and the other one is told', async () => {
    const address = newAddress()
    const people = [await signUp(), await signUp()]
    const calls = []
    for (const { browser } of people) {
      await askForAddress(browser, address)
      const token = await tokenIn(address, 'change-email')
      calls.push(() => followLink(browser, 'change-email', token))
    }
    const answers = await atOnce(app, calls)
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('that another account has confirmed gets no link, and the answer does not say so', async () => {
    const [person, holder] = [await signUp(), await signUp()]
    expect((await askForAddress(person.browser, holder.email)).json()).toEqual({ success: true })
    expect(await tokenIn(holder.email, 'change-email')).toBe('')
  })
})

describe('an undone change of the address', () => {
  test('removes what was added within a week before it, and leaves what is older', async () => {
    const person = await signUp()
    const thief = await anotherBrowser(person)
    // The owner once began to set up an app, and linked an identity; the thief finishes the first,
    // with a key of their own.
    await person.browser.post('/api/account/authenticator')
    await sql`update authenticators set created_at = now() - interval '30 days'`.execute(app.db)
    await sql`insert into user_identities (provider, subject, user_id, created_at)
      values ('work', ${person.id}, ${person.id}, now() - interval '30 days'), ('evil', ${person.id}, ${person.id}, now())
    `.execute(app.db)
    await addAuthenticator({ browser: thief })
    const { passkey } = await addPasskey(thief)
    const codes = (await thief.post('/api/account/recovery-codes')).json<{
      recoveryCodes: string[]
    }>().recoveryCodes
    const pending = await anotherBrowser(person)
    await sql`update passkeys set created_at = now() - interval '6 days' where user_id = ${person.id}`.execute(
      app.db,
    )
    await changeAddress(thief, newAddress())
    const squatter = visitor()
    await squatter.post('/api/auth/register', signUpForm({ email: person.email }))

    expect(await takeBack(await tokenIn(person.email, 'undo-address'))).toBe(200)
    expect([await isSignedIn(thief), await isSignedIn(squatter)]).toEqual([false, false])
    expect(
      await column(sql`select email from users where id = ${person.id} and password_hash is null`),
    ).toEqual([person.email])
    expect(await auditedOf(app, person.id)).toContain('email-restored')
    expect([await presentPasskey(visitor(), passkey), await enterCode(pending, codes[0])]).toEqual([
      400, 400,
    ])
    expect(
      await column(sql`select provider from user_identities where user_id = ${person.id}`),
    ).toEqual(['work'])
    expect((await resetPassword(person.email)).json()).toEqual({ success: true })
    expect((await login(visitor(), person.email, newPassword)).json()).toEqual({ success: true })
  })

  test('takes job alerts and inquiries back to the old address, as the change took them along, but for those that go elsewhere', async () => {
    const person = await signUp()
    const [theirs, office] = [newAddress(), newAddress()]
    await person.browser.post('/api/alerts', { search: { state: 'TX' } })
    await person.browser.post('/api/alerts', { search: { state: 'CA' } })
    await addJobs(
      app.db,
      [person.email, office].map((contact_email) => jobRow({ owner_id: person.id, contact_email })),
    )
    const addresses = () =>
      column(sql`select email from job_alerts where user_id = ${person.id}
        union all select contact_email from jobs where owner_id = ${person.id}`)
    await changeAddress(person.browser, theirs)
    expect((await addresses()).toSorted()).toEqual([theirs, theirs, theirs, office].toSorted())
    await takeBack(await tokenIn(person.email, 'undo-address'))
    expect((await addresses()).toSorted()).toEqual(
      [person.email, person.email, person.email, office].toSorted(),
    )
  })

  test('leaves a second step from before, with its recovery codes', async () => {
    const person = await signUp()
    const { recoveryCodes } = await addAuthenticator(person)
    await sql`update recovery_codes set created_at = now() - interval '8 days' where user_id = ${person.id}`.execute(
      app.db,
    )
    const before = sql`now() - interval '8 days'`
    await sql`update authenticators set created_at = ${before}, confirmed_at = ${before} where user_id = ${person.id}`.execute(
      app.db,
    )
    await changeAddress(person.browser, newAddress())
    await takeBack(await tokenIn(person.email, 'undo-address'))
    const owner = visitor()
    expect((await resetPassword(person.email, owner)).json()).toEqual({
      success: true,
      twoFactor: true,
    })
    expect(await enterCode(owner, recoveryCodes[0])).toBe(200)
  })

  test('the owner who changes it back by themselves leaves no link to the thief', async () => {
    const person = await signUp()
    const theirs = newAddress()
    await changeAddress(person.browser, theirs)
    await changeAddress(person.browser, person.email)
    expect(await tokensIn(theirs, 'undo-address')).toHaveLength(1)
    expect((await subjectsTo(theirs)).at(-1)).toBe('Your Whitecoat email address has changed back')
    // The owner's link still closes what the thief may have left.
    expect(await takeBack(await tokenIn(person.email, 'undo-address'))).toBe(400)
    const [undo = ''] = await tokensIn(person.email, 'undo-address')
    expect(await takeBack(undo)).toBe(200)
    expect([await emailOf(person), await isSignedIn(person.browser)]).toEqual([person.email, false])
  })

  test.each([
    ['the newer link first', ['200 200']],
    ['the older link first', ['200 400']],
    ['both at once', ['200 400', '200 200']],
    ['back from the second by hand', ['200 400']],
  ])('of two changes: %s, and the first address has the account', async (order, outcomes) => {
    const person = await signUp()
    const second = newAddress()
    await changeAddress(person.browser, second)
    await changeAddress(person.browser, newAddress())
    const [older, newer] = [
      await tokenIn(person.email, 'undo-address'),
      await tokenIn(second, 'undo-address'),
    ]
    if (order.startsWith('back')) await changeAddress(person.browser, person.email)
    const [first, last] = order.startsWith('the newer') ? [newer, older] : [older, newer]
    const statuses =
      order === 'both at once'
        ? await Promise.all([first, last].map(takeBack))
        : [await takeBack(first), await takeBack(last)]
    expect(outcomes).toContain(statuses.join(' '))
    expect(await emailOf(person)).toBe(person.email)
    expect(await takeBack(older)).toBe(400)
  })
})

describe('a mailed link about a new second step', () => {
  test('removes it by POST and once; the mailbox then gets what a reset gives', async () => {
    const person = await signUp()
    const thief = await anotherBrowser(person)
    await addAuthenticator({ browser: thief })
    const { passkey } = await addPasskey(thief)
    const [token = '', later = ''] = await tokensIn(person.email, 'undo-two-factor')
    expect((await person.browser.get(`/account/second-step?token=${token}`)).body).toContain(
      'Remove the second step</',
    )
    expect((await login(visitor(), person.email)).json()).toMatchObject({ twoFactor: true })

    expect([await takeBack(token), await takeBack(token), await takeBack(later)]).toEqual([
      200, 400, 400,
    ])
    expect(await isSignedIn(thief)).toBe(false)
    // Nobody has a session by it, and the password that the thief knows opens nothing.
    expect([
      (await login(thief, person.email)).statusCode,
      await presentPasskey(visitor(), passkey),
    ]).toEqual([401, 400])
    expect((await resetPassword(person.email)).json()).toEqual({ success: true })
  })

  test('of the second of two removes that one alone, and the first link goes on working', async () => {
    const person = await signUp()
    await addPasskey(person.browser)
    const first = await tokenIn(person.email, 'undo-two-factor')
    await addAuthenticator(person)
    expect(await takeBack(await tokenIn(person.email, 'undo-two-factor'))).toBe(200)
    expect((await resetPassword(person.email)).json()).toEqual({ success: true, twoFactor: true })
    expect(await takeBack(first)).toBe(200)
    expect((await resetPassword(person.email)).json()).toEqual({ success: true })
  })

  test('opens nothing after a week, after a change of the address, and does not void the link that undoes that one', async () => {
    const person = await signUp()
    const theirs = newAddress()
    await addPasskey(person.browser)
    await changeAddress(person.browser, theirs)
    expect(await takeBack(await tokenIn(person.email, 'undo-two-factor'))).toBe(400)
    await addAuthenticator(person)
    expect(await takeBack(await tokenIn(theirs, 'undo-two-factor'))).toBe(200)
    expect(await takeBack(await tokenIn(person.email, 'undo-address'))).toBe(200)
    expect(await emailOf(person)).toBe(person.email)
    const late = await signUp()
    const later = newAddress()
    await changeAddress(late.browser, later)
    await addPasskey(late.browser)
    await sql`update account_tokens set expires_at = expires_at - interval '7 days'`.execute(app.db)
    expect([
      await takeBack(await tokenIn(later, 'undo-two-factor')),
      await takeBack(await tokenIn(late.email, 'undo-address')),
    ]).toEqual([400, 400])
  })

  test('goes to confirmed addresses only, and not to administrators', async () => {
    const [stranger, admin, promoted] = [
      await signUp({ confirmed: false }),
      await signUp(),
      await signUp(),
    ]
    const promote = ({ id }: Holder) =>
      sql`update users set role = 'admin' where id = ${id}`.execute(app.db)
    await promote(admin)
    for (const { browser } of [stranger, admin, promoted]) await addPasskey(browser)
    expect([
      await tokenIn(stranger.email, 'undo-two-factor'),
      await tokenIn(admin.email, 'undo-two-factor'),
    ]).toEqual(['', ''])
    expect(await subjectsTo(admin.email)).toContain(
      'A second step was added to your Whitecoat account',
    )
    await promote(promoted)
    expect(await takeBack(await tokenIn(promoted.email, 'undo-two-factor'))).toBe(409)
  })
})

const changePassword = ({ browser }: Holder) =>
  browser.put('/api/auth/password', { currentPassword: password, newPassword })

describe('a new password', () => {
  test.each([
    [
      'a reset',
      ({ email }: Holder) => enterByLink(visitor(), 'reset-password', email, newPassword),
    ],
    ['a change', changePassword],
  ])('by %s ends pending sign-ins, and marks minted before it', async (_by, change) => {
    const person = await signUp()
    const marked = await anotherBrowser(person)
    const { secret, recoveryCodes } = await addAuthenticator(person)
    const stranger = await anotherBrowser(person)
    await acceptCodesAgain()
    expect((await change(person)).statusCode).toBe(200)
    for (const code of [codeOf(secret), recoveryCodes[0]])
      expect(await enterCode(stranger, code)).toBe(400)
    // Counted with everybody's.
    await guessOften(person.email)
    expect((await login(marked, person.email, newPassword)).statusCode).toBe(429)
  })

  test('ends marks also when the first second step is added, but for the browser that adds it', async () => {
    const person = await signUp()
    const marked = await anotherBrowser(person)
    await addAuthenticator(person)
    await guessOften(person.email)
    expect((await login(marked, person.email)).statusCode).toBe(429)
    expect((await login(person.browser, person.email)).statusCode).toBe(200)
  })

  test('set in a known browser is not mailed as a sign-in in a new one, and in an unknown one it is', async () => {
    const person = await signUp()
    for (const browser of [person.browser, visitor()])
      await enterByLink(browser, 'reset-password', person.email, newPassword)
    expect(
      (await subjectsTo(person.email)).filter((subject) => subject.startsWith('New sign-in')),
    ).toHaveLength(1)
  })

  test('cancels a change of the address that waits', async () => {
    const person = await signUp()
    const address = newAddress()
    await person.browser.post('/api/account/address', { email: address })
    await changePassword(person)
    expect(
      (await followLink(person.browser, 'change-email', await tokenIn(address, 'change-email')))
        .statusCode,
    ).toBe(400)
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
    ['a sign-in', ({ email }: Holder) => login(visitor(), email)],
    ['a new passkey', async ({ browser }: Holder) => (await addPasskey(browser)).answer],
    ['a new password', changePassword],
    [
      'a new address',
      ({ browser }: Holder) => browser.post('/api/account/address', { email: newAddress() }),
    ],
    ['a deletion', ({ browser }: Holder) => browser.delete('/api/account', { password })],
  ] as const)('%s comes to nothing', async (_name, call) => {
    const person = await signUp()
    expect(await during(person, () => call(person))).toBe(401)
    const left = sql<
      Record<string, string>
    >`select 'session' from sessions where user_id = ${person.id}
      union all select 'passkey' from passkeys where user_id = ${person.id}`
    expect(await column(left)).toEqual([])
    expect((await login(visitor(), person.email)).statusCode).toBe(200)
  })
})
