import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as holders from '#test/account-holders.ts'
import { addPasskey, isSignedIn, login, newAddress, password, type Holder } from '#test/account-holders.ts'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { publicUrl, appForFile } from '#test/app.ts'
import { browserOf, type Browser } from '#test/browser.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { softwarePasskey } from '#test/passkey.ts'
import { runAdmin } from '#test/processes/run-admin.ts'
import { signIn } from '#test/sign-in.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { purgeAccountsTask } from './tasks.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'on' } })
beforeEach(async () => {
  await sql`delete from sign_in_failures`.execute(app.db)
  vi.useRealTimers()
})

const signUp = () => holders.signUp(app)
const tokenIn = async (to: string, page: string) => (await holders.tokensIn(app, to, page)).at(-1) ?? ''

async function audited(id: string): Promise<string[]> {
  const { rows } = await sql<{
    action: string
  }>`select action from audit_log where subject = ${`user:${id}`} order by id`.execute(app.db)
  return rows.map((it) => it.action.replace('accounts.', ''))
}

describe('an authenticator app', () => {
  test('is a second step, by a code that is accepted once', async () => {
    const person = await signUp()
    const elsewhere = browserOf(app)
    await login(elsewhere, person.email)
    const { secret, uri, qr, recoveryCodes } = await addAuthenticator(person)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Whitecoat:holder-.*secret=/)
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(await isSignedIn(person.browser)).toBe(true)

    const browser = browserOf(app)
    expect((await login(browser, person.email)).json()).toEqual({ success: true, twoFactor: true })
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.get('/api/auth/two-factor')).json()).toEqual({ pending: true, passkey: false, code: true })
    const code = codeOf(secret, 1)
    for (const wrong of ['000000', codeOf(secret, -1), codeOf(secret, 5), 'AAAA-BBBB-CCCC-DDDD', '0']) {
      const refused = await browser.post('/api/auth/two-factor', { code: wrong })
      expect([wrong, refused.statusCode]).toEqual([wrong, 400])
    }
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await browser.post('/api/auth/two-factor', { code: typed })).json()).toEqual({ success: true })
    expect(await isSignedIn(browser)).toBe(true)
    const again = browserOf(app)
    await login(again, person.email)
    expect((await again.post('/api/auth/two-factor', { code })).statusCode).toBe(400)
    expect(await audited(person.id)).toEqual(expect.arrayContaining(['second-step-added', 'second-step-refused', 'signed-in']))
  })

  test('one code opens one of several concurrent sign-ins, and one recovery code, too', async () => {
    const person = await signUp()
    const { secret, recoveryCodes } = await addAuthenticator(person)
    for (const code of [codeOf(secret, 1), recoveryCodes[3] ?? '']) {
      const browsers = await Promise.all(
        [1, 2, 3, 4, 5].map(async () => {
          const browser = browserOf(app)
          await login(browser, person.email)
          return browser
        }),
      )
      const answers = await Promise.all(browsers.map((it) => it.post('/api/auth/two-factor', { code })))
      expect(answers.filter((it) => it.statusCode === 200)).toHaveLength(1)
      expect(answers.filter((it) => it.statusCode === 400)).toHaveLength(4)
    }
    expect((await person.browser.get('/api/account/security')).json()).toMatchObject({ recoveryCodes: 9 })
    const { rows } = await sql<{ stored: string }>`
      select encode(code_hash, 'escape') as stored from recovery_codes where user_id = ${person.id}
      union all select sealed_secret from authenticators where user_id = ${person.id}
    `.execute(app.db)
    for (const plain of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(plain)
  })

  describe('guessed by somebody who knows the password', () => {
    const guess = (browser: Browser) => browser.post('/api/auth/two-factor', { code: '000000' })
    async function guessFrom(network: string, person: Holder, guesses: number) {
      const guesser = browserOf(app, network)
      await login(guesser, person.email)
      const answers = []
      for (let left = guesses; left > 0; left--) answers.push(await guess(guesser))
      return answers
    }
    /** With the password alone, in a browser and a network that the account has not been in. */
    async function newBrowser(person: Holder) {
      const browser = browserOf(app, '198.51.100.7')
      await login(browser, person.email)
      return browser
    }

    test('from one network leaves the owner in from another', async () => {
      const person = await signUp()
      const { secret } = await addAuthenticator(person)
      await sql`update authenticators set last_step = 0`.execute(app.db)
      const answers = await guessFrom('203.0.113.9', person, 12)
      expect(answers.map((it) => it.statusCode)).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
      expect(answers.at(-1)?.json()).toMatchObject({
        error: expect.stringMatching(
          /^Too many attempts\. Please wait \d+ seconds, use a recovery code, or ask for a sign-in link by email\.$/,
        ),
      })
      const owner = await newBrowser(person)
      expect((await owner.post('/api/auth/two-factor', { code: codeOf(secret) })).statusCode).toBe(200)
      await runTasks(app)
      const subjects = (await mailsTo(app, person.email)).map((it) => it.subject)
      expect(subjects.filter((it) => it === 'Someone may know your Whitecoat password')).toHaveLength(1)
    })

    test('from many networks leaves a known browser, a mailed link and a recovery code', async () => {
      const person = await signUp()
      const { secret, recoveryCodes } = await addAuthenticator(person)
      for (let network = 0; network < 11; network++) await guessFrom(`203.0.113.${network + 1}`, person, 10)
      const blocked = await newBrowser(person)
      expect((await guess(blocked)).statusCode).toBe(429)
      expect((await blocked.post('/api/auth/two-factor', { code: recoveryCodes[0] })).statusCode).toBe(200)
      const stranger = await newBrowser(person)
      await stranger.post('/api/auth/links', { purpose: 'sign-in', email: person.email })
      const link = await tokenIn(person.email, 'auth/link')
      await stranger.put('/api/auth/links', { purpose: 'sign-in', token: link })
      await sql`update authenticators set last_step = 0`.execute(app.db)
      expect((await stranger.post('/api/auth/two-factor', { code: codeOf(secret) })).statusCode).toBe(200)
      await person.browser.get('/api/logout')
      await login(person.browser, person.email)
      await sql`update authenticators set last_step = 0`.execute(app.db)
      expect((await person.browser.post('/api/auth/two-factor', { code: codeOf(secret) })).statusCode).toBe(200)
    })

    test('is remembered for a month, and becomes one guess a day', async () => {
      const person = await signUp()
      await addAuthenticator(person)
      await guessFrom('203.0.113.9', person, 10)
      // As after some days of trying.
      await sql`update sign_in_failures set failures = 30 where key like 'code:%'`.execute(app.db)
      const wait = (hours: number) =>
        sql`update sign_in_failures set last_at = last_at - ${hours} * interval '1 hour'`.execute(app.db)
      const statuses = async () => (await guessFrom('203.0.113.9', person, 2)).map((it) => it.statusCode)
      await wait(23)
      expect(await statuses()).toEqual([429, 429])
      await wait(2)
      await enqueueTask(app.db, purgeAccountsTask, {})
      await runTasks(app)
      expect(await statuses()).toEqual([400, 429])
    })
  })

  test('every way in asks for it: a mailed link and a reset password', async () => {
    const person = await signUp()
    await addAuthenticator(person)
    const visitor = browserOf(app)
    await visitor.post('/api/auth/links', { purpose: 'sign-in', email: person.email })
    const byLink = await visitor.put('/api/auth/links', { purpose: 'sign-in', token: await tokenIn(person.email, 'auth/link') })
    expect(byLink.json()).toMatchObject({ twoFactor: true })
    await visitor.post('/api/auth/links', { purpose: 'reset-password', email: person.email })
    const reset = await visitor.put('/api/auth/links', {
      purpose: 'reset-password',
      token: await tokenIn(person.email, 'auth/reset'),
      password: 'a wholly new phrase',
    })
    expect(reset.json()).toEqual({ success: true, twoFactor: true })
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('without a waiting sign-in, or after the account’s ways in were closed, a code opens nothing', async () => {
    const person = await signUp()
    const { secret } = await addAuthenticator(person)
    const visitor = browserOf(app)
    expect((await visitor.get('/api/auth/two-factor')).json()).toEqual({ pending: false, passkey: false, code: false })
    expect((await visitor.post('/api/auth/two-factor', { code: codeOf(secret, 1) })).statusCode).toBe(400)
    visitor.cookies.set('__Host-second-step', 'forged')
    expect((await visitor.post('/api/auth/two-factor', { code: codeOf(secret, 1) })).statusCode).toBe(400)
    await login(visitor, person.email)
    await sql`update users set device_epoch = device_epoch + 1 where id = ${person.id}`.execute(app.db)
    expect((await visitor.post('/api/auth/two-factor', { code: codeOf(secret, 1) })).statusCode).toBe(400)
  })
})

describe('a passkey', () => {
  test('signs in by itself, and counts as the second step', async () => {
    const person = await signUp()
    const { passkey, answer } = await addPasskey(person.browser)
    expect(answer.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    for (const first of [false, true]) {
      const browser = browserOf(app)
      if (first) expect((await login(browser, person.email)).json()).toEqual({ success: true, twoFactor: true })
      const options = (await browser.post('/api/auth/passkey/options')).json<{ challenge: string; allowCredentials: unknown[] }>()
      // Only who has taken the first step learns of passkeys.
      expect(options.allowCredentials).toHaveLength(first ? 1 : 0)
      const response = passkey.get(options)
      const { cookies } = browser
      const before = new Map(cookies)
      expect((await browser.post('/api/auth/passkey', { response })).json()).toEqual({ success: true })
      expect(await isSignedIn(browser)).toBe(true)
      // The same answer again, with the cookies of the first time.
      const thief = browserOf(app)
      for (const [name, value] of before) thief.cookies.set(name, value)
      expect((await thief.post('/api/auth/passkey', { response })).statusCode).toBe(400)
    }
    const { passkeys } = (await person.browser.get('/api/account/security')).json<{ passkeys: { lastUsedAt: string }[] }>()
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) as string }])
  })

  test('is refused from another site, of another account, with a count that goes back, and without a challenge', async () => {
    const person = await signUp()
    const { passkey } = await addPasskey(person.browser)
    const use = async (change: (options: Record<string, unknown>) => object, email?: string) => {
      const browser = browserOf(app)
      if (email !== undefined) await login(browser, email)
      const options = (await browser.post('/api/auth/passkey/options')).json<Record<string, unknown>>()
      return (await browser.post('/api/auth/passkey', { response: change(options) })).statusCode
    }
    const asked = (options: Record<string, unknown>) => options as { challenge: string; rpId: string }
    expect(await use((it) => passkey.get(asked(it)))).toBe(200)
    expect(await use((it) => passkey.get({ ...asked(it), challenge: 'c29tZXRoaW5nIGVsc2U' }))).toBe(400)
    expect(await use((it) => passkey.get({ ...asked(it), rpId: 'evil.test' }))).toBe(400)
    const other = await signUp()
    await addPasskey(other.browser)
    expect(await use((it) => passkey.get(asked(it)), other.email)).toBe(400)
    const forged = softwarePasskey(publicUrl)
    expect(await use((it) => ({ ...forged.get(asked(it)), id: passkey.id, rawId: passkey.id }))).toBe(400)
    passkey.setCounter(1)
    expect(await use((it) => passkey.get(asked(it)))).toBe(400)
    const noCeremony = await browserOf(app).post('/api/auth/passkey', {
      response: passkey.get({ challenge: 'x', rpId: 'board.test' }),
    })
    expect(noCeremony.statusCode).toBe(400)
    const { answer } = await addPasskey(person.browser, 'https://evil.test')
    expect(answer.statusCode).toBe(400)
  })
})

describe('removing and renewing', () => {
  test('old recovery codes end with new ones, all with the last second step, and the owner hears of it', async () => {
    const person = await signUp()
    const { recoveryCodes } = await addAuthenticator(person)
    const { passkey } = await addPasskey(person.browser)
    const renewed = (await person.browser.post('/api/account/recovery-codes')).json<{ recoveryCodes: string[] }>().recoveryCodes
    expect(renewed).toHaveLength(10)
    const browser = browserOf(app)
    await login(browser, person.email)
    expect((await browser.post('/api/auth/two-factor', { code: recoveryCodes[0] })).statusCode).toBe(400)
    const stranger = await signUp()
    expect((await stranger.browser.delete(`/api/account/second-steps/${passkey.id}`)).statusCode).toBe(404)
    expect((await person.browser.delete(`/api/account/second-steps/${passkey.id}`)).statusCode).toBe(200)
    expect((await person.browser.delete('/api/account/second-steps/authenticator')).statusCode).toBe(200)
    expect((await person.browser.delete('/api/account/second-steps/authenticator')).statusCode).toBe(404)
    expect((await person.browser.get('/api/account/security')).json()).toMatchObject({
      passkeys: [],
      authenticatorSince: null,
      recoveryCodes: 0,
      suppression: null,
    })
    expect((await login(browserOf(app), person.email)).json()).toEqual({ success: true })
    await runTasks(app)
    const subjects = (await mailsTo(app, person.email)).map((it) => it.subject)
    expect(subjects).toContain('A second step was added to your Whitecoat account')
    expect(subjects).toContain('A second step was removed from your Whitecoat account')
  })
})

describe('administrators', () => {
  test('have no rights before they set one up, and cannot remove the last one', async () => {
    const admin = await signIn(app, 'admin')
    const [name = '', token = ''] = admin.cookie.split('=')
    const browser = browserOf(app)
    browser.cookies.set(name, token)
    const refused = await browser.get('/api/admin/users')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ error: 'Administrators and moderators need a second step. Please set it up first.' })
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ role: 'admin', lacksTwoFactor: true })
    await addAuthenticator({ browser })
    expect((await browser.get('/api/admin/users')).statusCode).toBe(200)
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ lacksTwoFactor: false })
    expect((await browser.delete('/api/account/second-steps/authenticator')).json()).toMatchObject({
      error: 'Administrators and moderators need a second step. Add another one first.',
    })
  })

  test('who lost theirs get it removed by the operator', { timeout: 60_000 }, async () => {
    const person = await signUp()
    await addAuthenticator(person)
    const ended = await runAdmin(app, 'reset-second-step', person.email)
    expect(ended).toMatchObject({ code: 0, stderr: [] })
    expect(await isSignedIn(person.browser)).toBe(false)
    expect((await login(browserOf(app), person.email)).json()).toEqual({ success: true })
    expect(await audited(person.id)).toContain('second-step-reset')
    expect((await runAdmin(app, 'reset-second-step', 'nobody@mail.test')).code).toBe(1)
  })
})

describe('what only the owner may do', () => {
  const ageSession = (id: string) =>
    sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`.execute(app.db)
  const email = { email: 'somewhere-else@mail.test' }

  test.each([
    ['GET', '/api/account/export', undefined],
    ['DELETE', '/api/account/identities/x', undefined],
    ['POST', '/api/account/passkeys/options', undefined],
    ['DELETE', '/api/account/second-steps/x', undefined],
    ['POST', '/api/account/authenticator', undefined],
    ['POST', '/api/account/recovery-codes', undefined],
    ['POST', '/api/account/address', email],
  ] as const)('%s %s asks for re-authentication when the last one is old', async (method, url, payload) => {
    const { browser, id } = await signUp()
    await ageSession(id)
    const refused = await browser.call({ method, url, ...(payload && { payload }) })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED', error: 'Please confirm that it is you.' })
    expect((await browser.post('/api/account/reauthentication', { password })).statusCode).toBe(200)
    expect((await browser.call({ method, url, ...(payload && { payload }) })).json()).not.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    })
  })

  test('changing rights asks, too; so does deleting an account without a password, and adding an identity', async () => {
    const admin = await signIn(app, 'admin')
    await sql`insert into authenticators (user_id, sealed_secret, confirmed_at) values (${admin.user.id}, 'x', now())`.execute(
      app.db,
    )
    const user = await signIn(app, 'physician')
    await ageSession(admin.user.id)
    const body = { role: 'employer', revision: 0 }
    expect((await admin.put(`/api/admin/users/${user.user.id}/role`, body)).json()).toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    })
    await ageSession(user.user.id)
    expect((await user.delete('/api/account', {})).json()).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    expect((await user.put('/api/auth/password', { newPassword: 'a wholly new phrase' })).json()).toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    })
    expect((await user.get('/api/login?link=1')).headers.location).toBe('/account?error=reauthenticate-first')
  })

  test('a wrong password proves nothing; with a second step neither the password nor a code does alone', async () => {
    const person = await signUp()
    await ageSession(person.id)
    const wrong = await person.browser.post('/api/account/reauthentication', { password: 'something else' })
    expect(wrong.json()).toMatchObject({ details: [{ field: 'password' }] })
    expect((await person.browser.get('/api/account/reauthentication')).json()).toEqual({
      recent: false,
      password: true,
      passkey: false,
      code: false,
      link: true,
    })
    await person.browser.post('/api/account/reauthentication', { password })
    const { recoveryCodes } = await addAuthenticator(person)
    await ageSession(person.id)
    expect((await person.browser.post('/api/account/reauthentication', { password })).statusCode).toBe(400)
    expect((await person.browser.post('/api/account/reauthentication', { code: recoveryCodes[0] })).statusCode).toBe(400)
    expect((await person.browser.get('/api/account/reauthentication')).json()).toMatchObject({
      password: true,
      code: true,
      link: false,
    })
    const change = { currentPassword: password, newPassword: 'a wholly new phrase' }
    expect((await person.browser.put('/api/auth/password', change)).json()).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    expect((await person.browser.post('/api/account/reauthentication', { password, code: recoveryCodes[0] })).statusCode).toBe(
      200,
    )
    expect((await person.browser.get('/api/account/export')).statusCode).toBe(200)
    expect((await person.browser.put('/api/auth/password', change)).statusCode).toBe(200)
  })

  test('a passkey proves it, by a new session in place of the old one', async () => {
    const person = await signUp()
    const { passkey } = await addPasskey(person.browser)
    await ageSession(person.id)
    const options = (await person.browser.post('/api/auth/passkey/options')).json()
    expect((await person.browser.post('/api/auth/passkey', { response: passkey.get(options) })).statusCode).toBe(200)
    expect((await person.browser.get('/api/account/reauthentication')).json()).toMatchObject({ recent: true })
    const { sessions } = (await person.browser.get('/api/account/security')).json<{ sessions: unknown[] }>()
    expect(sessions).toHaveLength(1)
  })
})

test('a sign-in in a browser that the account has not been in is mailed, in a known one not', async () => {
  const person = await signUp()
  await login(person.browser, person.email)
  await runTasks(app)
  const about = async () => (await mailsTo(app, person.email)).filter((it) => it.subject.startsWith('New sign-in'))
  expect(await about()).toEqual([])
  const other = browserOf(app, '203.0.113.20')
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }
  await other.call({ method: 'POST', url: '/api/auth/login', payload: { email: person.email, password }, headers })
  await login(other, person.email)
  await runTasks(app)
  const mails = await about()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Browser: Firefox on Windows\nIP address: 203.0.113.20\nTime: ')
})

describe('a new address', () => {
  const page = 'account/address'

  test('counts once it is confirmed where the account is signed in; the old one can undo it for a week', async () => {
    const person = await signUp()
    const address = newAddress()
    expect((await person.browser.post('/api/account/address', { email: address })).statusCode).toBe(200)
    const token = await tokenIn(address, page)
    const stranger = await signUp()
    expect((await stranger.browser.put('/api/auth/links', { purpose: 'change-email', token })).statusCode).toBe(409)
    expect((await browserOf(app).put('/api/auth/links', { purpose: 'change-email', token })).statusCode).toBe(401)
    expect((await person.browser.put('/api/auth/links', { purpose: 'change-email', token })).statusCode).toBe(200)
    expect((await person.browser.get('/api/auth/user')).json()).toMatchObject({ email: address, emailVerified: true })
    expect((await login(browserOf(app), person.email)).statusCode).toBe(401)
    expect((await login(browserOf(app), address)).statusCode).toBe(200)

    const undo = await tokenIn(person.email, page)
    const subjects = async (to: string) => (await mailsTo(app, to)).map((it) => it.subject)
    expect(await subjects(person.email)).toEqual(
      expect.arrayContaining(['Your Whitecoat email address is about to change', 'Your Whitecoat email address has changed']),
    )
    expect(await subjects(address)).toContain('Your Whitecoat account now uses this address')
    // Whoever changed it added a second factor, and registered the old address anew.
    await addAuthenticator(person)
    const squatter = browserOf(app)
    await squatter.post('/api/auth/register', { firstName: 'A', lastName: 'B', email: person.email, password })
    expect((await browserOf(app).put('/api/auth/links', { purpose: 'undo', token: undo })).statusCode).toBe(200)
    expect(await isSignedIn(person.browser)).toBe(false)
    expect(await isSignedIn(squatter)).toBe(false)
    const { rows } = await sql`select email, password_hash from users where id = ${person.id}`.execute(app.db)
    expect(rows).toEqual([{ email: person.email, password_hash: null }])
    const reset = await tokenIn(person.email, 'auth/reset')
    const owner = browserOf(app)
    expect(
      (await owner.put('/api/auth/links', { purpose: 'reset-password', token: reset, password: 'a wholly new phrase' })).json(),
    ).toEqual({
      success: true,
    })
    expect(await isSignedIn(owner)).toBe(true)
    expect((await browserOf(app).put('/api/auth/links', { purpose: 'undo', token: undo })).statusCode).toBe(400)
    expect(await audited(person.id)).toEqual(expect.arrayContaining(['email-change-asked', 'email-changed', 'email-restored']))
  })

  test('that another account has confirmed gets no link, and the answer does not say so', async () => {
    const [person, holder] = [await signUp(), await signUp()]
    const answer = await person.browser.post('/api/account/address', { email: holder.email })
    expect(answer.json()).toEqual({ success: true })
    expect(await tokenIn(holder.email, page)).toBe('')
  })

  test('a link from more than a week ago undoes nothing', async () => {
    const person = await signUp()
    const address = newAddress()
    await person.browser.post('/api/account/address', { email: address })
    await person.browser.put('/api/auth/links', { purpose: 'change-email', token: await tokenIn(address, page) })
    const undo = await tokenIn(person.email, page)
    await sql`update account_tokens set expires_at = expires_at - interval '7 days' where purpose = 'undo-email'`.execute(app.db)
    expect((await browserOf(app).put('/api/auth/links', { purpose: 'undo', token: undo })).statusCode).toBe(400)
  })
})
