import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accountHolders,
  addPasskey,
  enterCode,
  isSignedIn,
  login,
  passkeyOptions,
  password,
  presentPasskey,
  type Holder,
} from '#test/account-holders.ts'
import { auditedOf } from '#test/audit-log.ts'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { publicUrl, appForFile } from '#test/app.ts'
import { copyOf, type Browser } from '#test/browser.ts'
import { runTasks, writtenTo } from '#test/mailbox.ts'
import { softwarePasskey } from '#test/passkey.ts'
import { answered } from '#test/sign-in.ts'
import { enforceRetentionTask } from '#platform/server/retention.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'on' } })
beforeEach(async () => {
  await sql`delete from sign_in_failures`.execute(app.db)
})

const { visitor, signUp, anotherBrowser, subjectsTo, enterByLink, acceptCodesAgain } =
  accountHolders(app)

const enter = (browser: Browser, code: string | undefined) =>
  browser.post('/api/auth/two-factor', { code })

describe('an authenticator app', () => {
  test('is a second step, by a code that is accepted once', async () => {
    const person = await signUp()
    const elsewhere = await anotherBrowser(person)
    const { secret, uri, qr, recoveryCodes } = await addAuthenticator(person)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Whitecoat:holder-.*secret=/)
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect([await isSignedIn(elsewhere), await isSignedIn(person.browser)]).toEqual([false, true])

    const browser = visitor()
    expect((await login(browser, person.email)).json()).toEqual({ success: true, twoFactor: true })
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.get('/api/auth/two-factor')).json()).toEqual({
      pending: true,
      passkey: false,
      code: true,
    })
    const code = codeOf(secret, 1)
    for (const wrong of [
      '000000',
      codeOf(secret, -1),
      codeOf(secret, 5),
      'AAAA-BBBB-CCCC-DDDD',
      '0',
    ])
      expect([wrong, await enterCode(browser, wrong)]).toEqual([wrong, 400])
    expect((await enter(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).json()).toEqual({
      success: true,
    })
    expect(await isSignedIn(browser)).toBe(true)
    expect(await enterCode(await anotherBrowser(person), code)).toBe(400)
    const recorded = ['second-step-added', 'second-step-refused', 'signed-in']
    expect(await auditedOf(app, person.id)).toEqual(expect.arrayContaining(recorded))
  })

  test('one code opens one of several concurrent sign-ins, and one recovery code, too', async () => {
    const person = await signUp()
    const { secret, recoveryCodes } = await addAuthenticator(person)
    // People type recovery codes as they like: in lower case, with blanks.
    const typed = recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')
    for (const code of [codeOf(secret, 1), typed]) {
      const browsers = await Promise.all([1, 2, 3, 4, 5].map(() => anotherBrowser(person)))
      const statuses = await Promise.all(browsers.map((browser) => enterCode(browser, code)))
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    }
    expect((await person.browser.get('/api/account/security')).json()).toMatchObject({
      recoveryCodes: 9,
    })
    const { rows } = await sql<{ stored: string }>`
      select encode(code_hash, 'escape') as stored from recovery_codes where user_id = ${person.id}
      union all select sealed_secret from authenticators where user_id = ${person.id}
    `.execute(app.db)
    for (const plain of [secret, ...recoveryCodes])
      expect(JSON.stringify(rows)).not.toContain(plain)
  })

  describe('guessed by somebody who knows the password', () => {
    async function guessFrom(network: string, person: Holder, guesses: number) {
      const guesser = await anotherBrowser(person, network)
      const answers = []
      for (let left = guesses; left > 0; left--) answers.push(await enter(guesser, '000000'))
      return answers
    }
    const setFailures = (failures: number) =>
      sql`update sign_in_failures set failures = ${failures} where key like 'code:%'`.execute(
        app.db,
      )
    /** In a network that the account has not been in. */
    const newBrowser = (person: Holder) => anotherBrowser(person, '198.51.100.7')

    test('from one network leaves the owner in from another', async () => {
      const person = await signUp()
      const { secret } = await addAuthenticator(person)
      await acceptCodesAgain()
      const answers = await guessFrom('203.0.113.9', person, 12)
      expect(answers.map((answer) => answer.statusCode)).toEqual([
        ...Array.from({ length: 10 }, () => 400),
        429,
        429,
      ])
      const told =
        'Too many attempts. Please wait 15 seconds, use a recovery code, or ask for a sign-in link by email.'
      expect(answers[10]?.json<{ error: string }>().error.replace(/\d+/, '15')).toBe(told)
      expect(await enterCode(await newBrowser(person), codeOf(secret))).toBe(200)
      const warnings = (await subjectsTo(person.email)).filter((subject) =>
        subject.startsWith('Someone may know'),
      )
      expect(warnings).toEqual(['Someone may know your Whitecoat password'])
    })

    test('from many networks leaves a known browser, a mailed link and a recovery code', async () => {
      const person = await signUp()
      const { secret, recoveryCodes } = await addAuthenticator(person)
      await guessFrom('203.0.113.9', person, 1)
      await setFailures(99)
      expect(
        (await guessFrom('203.0.114.9', person, 2)).map((answer) => answer.statusCode),
      ).toEqual([400, 429])
      const blocked = await newBrowser(person)
      expect(await enterCode(blocked, '000000')).toBe(429)
      expect(await enterCode(blocked, recoveryCodes[0])).toBe(200)
      const stranger = await newBrowser(person)
      expect((await enterByLink(stranger, 'sign-in', person.email)).json()).toMatchObject({
        twoFactor: true,
      })
      await person.browser.get('/api/logout')
      await login(person.browser, person.email)
      for (const browser of [stranger, person.browser]) {
        await acceptCodesAgain()
        expect(await enterCode(browser, codeOf(secret))).toBe(200)
      }
    })

    test('is remembered for a month, and becomes one guess a day', async () => {
      const person = await signUp()
      await addAuthenticator(person)
      await guessFrom('203.0.113.9', person, 1)
      // As after some days of trying.
      await setFailures(30)
      const wait = (hours: number) =>
        sql`update sign_in_failures set last_at = last_at - ${hours} * interval '1 hour'`.execute(
          app.db,
        )
      const statuses = async () =>
        (await guessFrom('203.0.113.9', person, 2)).map((answer) => answer.statusCode)
      await wait(23)
      expect(await statuses()).toEqual([429, 429])
      await wait(2)
      await enqueueTask(app.db, enforceRetentionTask, {})
      await runTasks(app)
      expect(await statuses()).toEqual([400, 429])
    })
  })

  test('without a waiting sign-in a code opens nothing', async () => {
    const person = await signUp()
    const { secret } = await addAuthenticator(person)
    const browser = visitor()
    expect((await browser.get('/api/auth/two-factor')).json()).toEqual({
      pending: false,
      passkey: false,
      code: false,
    })
    expect(await enterCode(browser, codeOf(secret, 1))).toBe(400)
    browser.cookies.set('__Host-second-step', 'forged')
    expect(await enterCode(browser, codeOf(secret, 1))).toBe(400)
  })
})

describe('a passkey', () => {
  const present = (browser: Browser, response: object) =>
    browser.post('/api/auth/passkey', { response })

  test('signs in by itself, and counts as the second step', async () => {
    const person = await signUp()
    const { passkey, answer } = await addPasskey(person.browser)
    expect(answer.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    for (const first of [false, true]) {
      const browser = visitor()
      if (first)
        expect((await login(browser, person.email)).json()).toEqual({
          success: true,
          twoFactor: true,
        })
      const options = await passkeyOptions(browser)
      // Only who has taken the first step learns of passkeys.
      expect(options.allowCredentials).toHaveLength(first ? 1 : 0)
      const response = passkey.get(options)
      const thief = copyOf(app, browser)
      expect((await present(browser, response)).json()).toEqual({ success: true })
      expect(await isSignedIn(browser)).toBe(true)
      expect((await present(thief, response)).statusCode).toBe(400)
    }
    const { passkeys } = (await person.browser.get('/api/account/security')).json<{
      passkeys: { lastUsedAt: string }[]
    }>()
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) as string }])
  })

  test('is refused from another site, of another account, with a count that goes back, and without a challenge', async () => {
    const person = await signUp()
    const { passkey } = await addPasskey(person.browser)
    const other = await signUp()
    await addPasskey(other.browser)
    const forged = softwarePasskey(publicUrl)
    const ofOther = {
      get: (options: Parameters<typeof forged.get>[0]) => ({
        ...forged.get(options),
        id: passkey.id,
        rawId: passkey.id,
      }),
    }
    expect(await presentPasskey(visitor(), passkey)).toBe(200)
    for (const changed of [{ challenge: 'c29tZXRoaW5nIGVsc2U' }, { rpId: 'evil.test' }])
      expect(await presentPasskey(visitor(), passkey, changed)).toBe(400)
    expect(await presentPasskey(await anotherBrowser(other), passkey)).toBe(400)
    expect(await presentPasskey(visitor(), ofOther)).toBe(400)
    passkey.setCounter(1)
    expect(await presentPasskey(visitor(), passkey)).toBe(400)
    expect(
      (await present(visitor(), passkey.get({ challenge: 'x', rpId: 'board.test' }))).statusCode,
    ).toBe(400)
    expect((await addPasskey(person.browser, 'https://evil.test')).answer.statusCode).toBe(400)
  })
})

test('old recovery codes end with new ones, all with the last second step, and the owner hears of it', async () => {
  const person = await signUp()
  const { recoveryCodes } = await addAuthenticator(person)
  const { passkey } = await addPasskey(person.browser)
  const renewed = (await person.browser.post('/api/account/recovery-codes')).json<{
    recoveryCodes: string[]
  }>().recoveryCodes
  expect(renewed).toHaveLength(10)
  expect(await enterCode(await anotherBrowser(person), recoveryCodes[0])).toBe(400)
  const remove = async (id: string, { browser } = person) =>
    (await browser.delete(`/api/account/second-steps/${id}`)).statusCode
  expect(await remove(passkey.id, await signUp())).toBe(404)
  expect(await remove(passkey.id)).toBe(200)
  expect([await remove('authenticator'), await remove('authenticator')]).toEqual([200, 404])
  const left = { passkeys: [], authenticatorSince: null, recoveryCodes: 0, suppression: null }
  expect((await person.browser.get('/api/account/security')).json()).toMatchObject(left)
  expect((await login(visitor(), person.email)).json()).toEqual({ success: true })
  const told = ['added to', 'removed from'].map(
    (change) => `A second step was ${change} your Whitecoat account`,
  )
  expect(await subjectsTo(person.email)).toEqual(expect.arrayContaining(told))
})

test('administrators have no rights before they set one up, and cannot remove the last one', async () => {
  const { browser, id } = await signUp()
  await sql`update users set role = 'admin' where id = ${id}`.execute(app.db)
  const error = 'Administrators and moderators need a second step. Please set it up first.'
  expect(await answered(browser.get('/api/admin/users'))).toMatchObject([403, { error }])
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({
    role: 'admin',
    lacksTwoFactor: true,
  })
  await addAuthenticator({ browser })
  expect((await browser.get('/api/admin/users')).statusCode).toBe(200)
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({ lacksTwoFactor: false })
  expect((await browser.delete('/api/account/second-steps/authenticator')).json()).toMatchObject({
    error: 'Administrators and moderators need a second step. Add another one first.',
  })
})

test('a sign-in in a browser that the account has not been in is mailed, in a known one not', async () => {
  const person = await signUp()
  await login(person.browser, person.email)
  expect(await subjectsTo(person.email)).toEqual([])
  const other = visitor('203.0.113.20')
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }
  await other.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.email, password },
    headers,
  })
  await login(other, person.email)
  const mails = await writtenTo(app, person.email)
  expect(mails).toMatchObject([{ subject: expect.stringMatching(/^New sign-in/) as string }])
  expect(mails[0]?.text).toContain('Browser: Firefox on Windows\nIP address: 203.0.113.20\nTime: ')
})
