import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accountHolders, isSignedIn, login } from '#test/account-holders.ts'
import { publicUrl, appForFile } from '#test/app.ts'
import { copyOf } from '#test/browser.ts'
import { signIn } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })

const { signUp, anotherBrowser } = accountHolders(app)

describe('sessions', () => {
  test('signing in again ends the session that the browser had, and no token is in the database', async () => {
    const { browser, email } = await signUp()
    const before = copyOf(app, browser)
    await login(browser, email)
    expect([await isSignedIn(before), await isSignedIn(browser)]).toEqual([false, true])
    const token = browser.cookies.get('__Host-session') ?? expect.fail('no cookie')
    const { rows } = await sql<{
      stored: string
    }>`select sessions::text as stored from sessions`.execute(app.db)
    for (const text of [token, Buffer.from(token).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(text)
  })

  test.each<[string, Record<string, string>, number]>([
    ['a link on another site', { 'sec-fetch-site': 'cross-site' }, 200],
    ['a link on a neighboring host', { 'sec-fetch-site': 'same-site' }, 200],
    ['a link on another site in an old browser', { referer: 'https://evil.test/' }, 200],
    ['a link that says nothing about itself', {}, 200],
    ['a link on our own page', { 'sec-fetch-site': 'same-origin' }, 401],
    ['an address that is typed', { 'sec-fetch-site': 'none' }, 401],
    ['an address on our pages in an old browser', { referer: `${publicUrl}/account` }, 401],
  ])('%s to sign out leaves the session at %3$i', async (_, headers, status) => {
    const { get, cookie } = await signIn(app, 'physician')
    const answer = await app.app.inject({ url: '/api/logout', headers: { cookie, ...headers } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
    expect((await get('/api/auth/user')).statusCode).toBe(status)
  })

  test.each([
    ['has run out', sql`expires_at = now()`],
    ['has rested too long', sql`seen_at = now() - interval '8 days'`],
  ])('a session that %s opens nothing', async (_, change) => {
    const { get, user } = await signIn(app, 'physician')
    await sql`update sessions set ${change} where user_id = ${user.id}`.execute(app.db)
    expect((await get('/api/auth/user')).statusCode).toBe(401)
  })

  test('one sees where one is signed in, and ends it there', async () => {
    const person = await signUp()
    const there = await anotherBrowser(person)
    const list = await person.browser.get('/api/account/security')
    const { sessions } = list.json<{ sessions: { id: string; current: boolean }[] }>()
    expect(sessions.filter((session) => session.current)).toHaveLength(1)
    const url = `/api/account/sessions/${sessions.find((session) => !session.current)?.id}`
    // Somebody else cannot.
    expect((await (await signUp()).browser.delete(url)).statusCode).toBe(404)
    expect(await isSignedIn(there)).toBe(true)
    await person.browser.delete(url)
    expect([await isSignedIn(there), await isSignedIn(person.browser)]).toEqual([false, true])
  })
})
