import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  accountHolders,
  addPasskey,
  newPassword,
  password,
  presentPasskey,
} from '#test/account-holders.ts'
import { addAuthenticator } from '#test/authenticator.ts'
import { appForFile } from '#test/app.ts'
import { type Browser } from '#test/browser.ts'
import { answered, signIn } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'on' } })

const { signUp } = accountHolders(app)

describe('what only the owner may do', () => {
  const ageSession = (id: string) =>
    sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`.execute(
      app.db,
    )
  const asked = { code: 'REAUTHENTICATION_REQUIRED' }
  const prove = (browser: Browser, by: object) => browser.post('/api/account/reauthentication', by)
  const proofs = async (browser: Browser) =>
    (await browser.get('/api/account/reauthentication')).json()

  test('asks for re-authentication when the last one is old', async () => {
    const { browser, id } = await signUp()
    for (const [method, url, payload] of [
      ['GET', '/api/account/export'],
      ['DELETE', '/api/account/identities/x'],
      ['POST', '/api/account/passkeys/options'],
      ['DELETE', '/api/account/second-steps/x'],
      ['POST', '/api/account/authenticator'],
      ['POST', '/api/account/recovery-codes'],
      ['POST', '/api/account/address', { email: 'somewhere-else@mail.test' }],
    ] as const) {
      await ageSession(id)
      const call = () => browser.call({ method, url, ...(payload && { payload }) })
      expect(await answered(call()), url).toMatchObject([
        403,
        { ...asked, error: 'Please confirm that it is you.' },
      ])
      expect((await prove(browser, { password })).statusCode).toBe(200)
      expect((await call()).json()).not.toMatchObject(asked)
    }
  })

  test('changing rights asks, too; so does deleting an account without a password, and adding an identity', async () => {
    const admin = await signIn(app, 'admin')
    const { id } = admin.user
    await sql`insert into authenticators (user_id, sealed_secret, confirmed_at) values (${id}, 'x', now())`.execute(
      app.db,
    )
    const user = await signIn(app, 'physician')
    for (const person of [admin, user]) await ageSession(person.user.id)
    for (const call of [
      admin.put(`/api/admin/users/${user.user.id}/role`, { role: 'employer', revision: 0 }),
      user.delete('/api/account', {}),
      user.put('/api/auth/password', { newPassword }),
    ])
      expect((await call).json()).toMatchObject(asked)
    expect((await user.get('/api/login?link=1')).headers.location).toBe(
      '/account?error=reauthenticate-first',
    )
  })

  test('a wrong password proves nothing; with a second step neither the password nor a code does alone', async () => {
    const person = await signUp()
    const { browser } = person
    await ageSession(person.id)
    expect((await prove(browser, { password: 'something else' })).json()).toMatchObject({
      details: [{ field: 'password' }],
    })
    expect(await proofs(browser)).toEqual({
      recent: false,
      password: true,
      passkey: false,
      code: false,
      link: true,
    })
    await prove(browser, { password })
    const { recoveryCodes } = await addAuthenticator(person)
    const code = recoveryCodes[0]
    await ageSession(person.id)
    for (const half of [{ password }, { code }])
      expect((await prove(browser, half)).statusCode).toBe(400)
    expect(await proofs(browser)).toMatchObject({ password: true, code: true, link: false })
    const change = () =>
      browser.put('/api/auth/password', { currentPassword: password, newPassword })
    expect((await change()).json()).toMatchObject(asked)
    expect((await prove(browser, { password, code })).statusCode).toBe(200)
    expect((await browser.get('/api/account/export')).statusCode).toBe(200)
    expect((await change()).statusCode).toBe(200)
  })

  test('a passkey proves it, by a new session in place of the old one', async () => {
    const { browser, id } = await signUp()
    const { passkey } = await addPasskey(browser)
    await ageSession(id)
    expect(await presentPasskey(browser, passkey)).toBe(200)
    expect(await proofs(browser)).toMatchObject({ recent: true })
    const { sessions } = (await browser.get('/api/account/security')).json<{
      sessions: unknown[]
    }>()
    expect(sessions).toHaveLength(1)
  })
})
