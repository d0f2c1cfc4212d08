import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountHolders, newPassword, signUpForm } from '#test/account-holders.ts'
import { auditedOf } from '#test/audit-log.ts'
import { appWithProviders, choose, providerBrowser } from '#test/provider-sign-in.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import { accountHooks } from '#app/server/account-hooks.ts'
import { loadDemoAccounts } from '#demo/accounts.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { resolveAccount } from './identities.ts'

/** Whose account an identity opens (decision record 9). */

const email = 'ada@mail.test'
const names = { givenName: 'Ada', familyName: 'Sample', about: '' }
const people = [
  { ...names, subject: 'ada', email, emailVerified: true },
  { ...names, subject: 'claims-to-be-ada', email, emailVerified: false },
  { ...names, subject: 'nobody-in-particular' },
]

const app = appWithProviders(people)
beforeEach(async () => {
  await sql`delete from users`.execute(app.db)
})

describe('an address that the provider has verified', () => {
  test('opens the account that has confirmed the same one, and its owner hears of it', async () => {
    const physician = await signIn(app, 'physician', { email })
    await sql`update users set password_hash = 'kept'`.execute(app.db)
    const account = { id: physician.user.id, role: 'physician', hasPassword: true }
    expect(await openedBy('first', 'ada')).toMatchObject(account)
    expect((await physician.get('/api/auth/user')).statusCode).toBe(200)
    expect(await accountHolders(app).subjectsTo(email)).toEqual([
      'You can now sign in with Provider first',
      'New sign-in to your Whitecoat account',
    ])
  })

  test('takes over an account that never confirmed it: password, sessions, identities and links of the other one are gone', async () => {
    const stranger = await signIn(app, 'physician', { email, emailVerified: false })
    await sql`update users set password_hash = 'the stranger’s'`.execute(app.db)
    await link('second', stranger)
    await stranger.post('/api/auth/verify-email/resend')
    const account = { id: stranger.user.id, emailVerified: true, hasPassword: false }
    expect(await openedBy('first', 'ada')).toMatchObject(account)
    expect((await stranger.get('/api/auth/user')).statusCode).toBe(401)
    expect(await identities()).toEqual([{ provider: 'first', subject: 'ada' }])
    expect((await sql`select * from account_tokens`.execute(app.db)).rows).toEqual([])
    expect(await auditedOf(app, stranger.user.id)).toContain('taken-over')
    expect(await accountHolders(app).subjectsTo(email)).toContain(
      'Your account is now linked to Provider first',
    )
  })
})

test('an address that the provider has not verified opens nobody else’s account, is not kept, and not taken from its owner', async () => {
  const physician = await signIn(app, 'physician', { email })
  const user = await openedBy('first', 'claims-to-be-ada')
  expect(user).toMatchObject({ email: null, emailVerified: false, role: null })
  expect(user.id).not.toBe(physician.user.id)
  await sql`delete from users where id = ${physician.user.id}`.execute(app.db)
  const answer = await asVisitor(app).post(
    '/api/auth/register',
    signUpForm({ email, password: newPassword }),
  )
  expect(answer.statusCode).toBe(200)
  expect(await users()).toHaveLength(2)
})

test.each([
  ['one person', ['first', 'first', 'first', 'first', 'first', 'first'], 'nobody-in-particular', 1],
  ['one verified address at two providers', ['first', 'second', 'first', 'second'], 'ada', 2],
])('%s, several times at once: one account', async (_who, providers, person, linked) => {
  const answers = await Promise.all(
    providers.map((provider) => providerBrowser(app).signIn(`provider=${provider}`, person)),
  )
  expect(new Set(answers.map((answer) => answer.headers.location))).toEqual(new Set(['/']))
  expect([(await users()).length, (await identities()).length]).toEqual([1, linked])
})

describe('another way in, wanted by somebody who is signed in', () => {
  const refused = '/account?error=sign-in-first'

  test('is added, listed, opens the account, and is removed again', async () => {
    const physician = await signIn(app, 'physician')
    const back = await providerBrowser(app, physician.cookie).signIn(
      'provider=second&link=1',
      'ada',
    )
    expect(back.headers.location).toBe('/account')
    expect(back.cookies.filter((cookie) => cookie.name === '__Host-session')).toEqual([])
    const linked = [{ provider: 'second', label: 'Provider second' }]
    expect((await physician.get('/api/account/security')).json()).toMatchObject({
      identities: linked,
    })
    const exported = { account: { identities: [{ provider: 'second' }] } }
    expect((await physician.get('/api/account/export')).json()).toMatchObject(exported)
    const { id, email: address } = physician.user
    expect(await openedBy('second', 'ada')).toMatchObject({ id, email: address })
    await sql`update users set password_hash = 'has one'`.execute(app.db)
    expect((await physician.delete('/api/account/identities/second')).statusCode).toBe(200)
    expect((await physician.delete('/api/account/identities/second')).statusCode).toBe(404)
    expect(await identities()).toEqual([])
    const recorded = ['identity-linked', 'identity-unlinked']
    expect(await auditedOf(app, physician.user.id)).toEqual(expect.arrayContaining(recorded))
  })

  test('is not taken from another account', async () => {
    await providerBrowser(app).signIn('provider=first', 'ada')
    const physician = await signIn(app, 'physician')
    const back = await providerBrowser(app, physician.cookie).signIn('provider=first&link=1', 'ada')
    expect(back.headers.location).toBe('/account?error=linked-elsewhere')
    expect((await physician.get('/api/account/security')).json()).toMatchObject({ identities: [] })
  })

  test('is not added to an account whose address is not confirmed', async () => {
    const stranger = await signIn(app, 'physician', { email, emailVerified: false })
    const back = await providerBrowser(app, stranger.cookie).signIn(
      'provider=first&link=1',
      'nobody-in-particular',
    )
    expect(back.headers.location).toBe('/account?error=confirm-email-first')
    expect(await identities()).toEqual([])
  })

  test('is refused if it is not our own page that leads there', async () => {
    const { cookie } = await signIn(app, 'physician')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { referer: 'https://evil.example/' },
      {},
    ])
      expect(
        (await app.get('/api/login?provider=first&link=1', { cookie, ...headers })).headers
          .location,
      ).toBe(refused)
  })

  test('is refused to who is not signed in, or has signed out meanwhile', async () => {
    expect(await providerBrowser(app).begin('provider=first&link=1')).toBe(
      '/auth?error=sign-in-first',
    )
    const browser = providerBrowser(app, (await signIn(app, 'physician')).cookie)
    const url = await browser.begin('provider=first&link=1')
    await sql`delete from sessions`.execute(app.db)
    expect((await browser.get(await choose(url, 'ada'))).headers.location).toBe(refused)
    expect(await identities()).toEqual([])
  })
})

describe('the last way in stays', () => {
  const refusal = {
    code: 'CONFLICT',
    error: 'This is your only way to sign in. Add another one first.',
  }

  test('for who has no password, and for who has one but no address to use it with', async () => {
    const browser = providerBrowser(app)
    await browser.signIn('provider=first', 'nobody-in-particular')
    const remove = () => browser.delete('/api/account/identities/first')
    expect((await remove()).json()).toMatchObject(refusal)
    await sql`update users set password_hash = 'of no use'`.execute(app.db)
    expect((await remove()).json()).toMatchObject(refusal)
    expect(await identities()).toHaveLength(1)
    await sql`insert into user_identities (provider, subject, user_id) select 'second', 'x', id from users`.execute(
      app.db,
    )
    expect((await remove()).statusCode).toBe(200)
  })

  test('and a provider that is not configured any more is none', async () => {
    const physician = await signIn(app, 'physician')
    for (const provider of ['first', 'gone']) await link(provider, physician)
    expect((await physician.delete('/api/account/identities/first')).json()).toMatchObject(refusal)
    expect((await physician.delete('/api/account/identities/gone')).statusCode).toBe(200)
  })
})

test('in production a sample account is never linked, not even to who proves its address', async () => {
  await loadDemoAccounts(app.db, 'x'.repeat(32))
  const provider = { id: 'first', label: 'First' }
  const context = {
    publicUrl: 'https://board.test',
    provider,
    ip: '127.0.0.1',
    hooks: accountHooks,
  }
  const profile = {
    subject: 'demo',
    email: 'admin@demo.example',
    firstName: null,
    lastName: null,
    pictureUrl: null,
  }
  const resolved = (demo: boolean) => resolveAccount(app.db, { ...context, demo }, profile)
  expect(await resolved(false)).toMatchObject({ email: null, role: null, is_demo: false })
  await sql`delete from user_identities`.execute(app.db)
  expect(await resolved(true)).toMatchObject({ email: 'admin@demo.example', is_demo: true })
  // Linked while it was a demo, it still opens nothing in production.
  await expect(resolved(false)).rejects.toMatchObject({ reason: 'suspended' })
})

const link = (provider: string, { user }: SignedIn) =>
  sql`
    insert into user_identities (provider, subject, user_id) values (${provider}, ${`at ${provider}`}, ${user.id})
  `.execute(app.db)

/** The account that signing in with a provider leads to. */
async function openedBy(
  provider: string,
  person: string,
): Promise<ResponseOf<'GET /api/auth/user'>> {
  const browser = providerBrowser(app)
  await browser.signIn(`provider=${provider}`, person)
  return (await browser.get('/api/auth/user')).json()
}

const users = async () => (await sql`select * from users`.execute(app.db)).rows

const identities = async () =>
  (
    await sql`select provider, subject from user_identities order by provider, subject`.execute(
      app.db,
    )
  ).rows
