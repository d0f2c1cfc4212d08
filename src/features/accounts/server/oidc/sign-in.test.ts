import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isSignedIn } from '#test/account-holders.ts'
import { lastAudit } from '#test/audit-log.ts'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { appForTest } from '#test/app.ts'
import { copyOf } from '#test/browser.ts'
import { freePort } from '#test/free-port.ts'
import { appWithProviders, choose, providerBrowser } from '#test/provider-sign-in.ts'

/**
 * Signing in with a provider, over a real one: what works, and every way in which an answer is
 * refused.
 */

const ada = {
  subject: 'ada',
  givenName: 'Ada',
  familyName: 'Sample',
  email: 'Ada@Mail.test',
  emailVerified: true,
  about: '',
}
const nameless = { subject: 'nameless', givenName: '', familyName: '', about: '' }

const away = {
  id: 'away',
  label: 'Away',
  issuer: `http://127.0.0.1:${await freePort()}`,
  clientId: 'x',
}
const app = appWithProviders([ada, nameless], away)
const providerCalled = (id: string) =>
  app.settings.oidcProviders.find((provider) => provider.id === id) ?? expect.fail(id)

test('the providers are listed by id and label, and nothing else of them is told', async () => {
  const answer = await app.get('/api/auth/providers')
  expect(answer.json()).toEqual({
    providers: [
      { id: 'first', label: 'Provider first' },
      { id: 'second', label: 'Provider second' },
      { id: 'away', label: 'Away' },
    ],
  })
  expect(answer.body).not.toContain(providerCalled('first').clientSecret)
})

test('somebody new signs in, and has an account without a role, whose address counts as confirmed, and comes back to it', async () => {
  const browser = providerBrowser(app)
  const back = await browser.signIn('provider=first&returnTo=%2Fjobs%3Fstate%3DOR', 'ada')
  expect([back.statusCode, back.headers.location, back.headers['cache-control']]).toEqual([
    302,
    '/jobs?state=OR',
    'no-store',
  ])
  const user = (await browser.get('/api/auth/user')).json<{ id: string }>()
  const ada = { email: 'ada@mail.test', emailVerified: true, firstName: 'Ada', lastName: 'Sample' }
  expect(user).toMatchObject({ ...ada, role: null, hasPassword: false })
  const entry = { action: 'accounts.signed-in', actor_id: user.id, detail: { by: 'oidc:first' } }
  expect(await lastAudit(app)).toMatchObject(entry)
  // Where none is named, the first provider is taken.
  const later = providerBrowser(app)
  await later.signIn('', 'ada')
  expect((await later.get('/api/auth/user')).json()).toMatchObject({ id: user.id })
})

test('somebody without an address and a name gets an account all the same', async () => {
  const browser = providerBrowser(app)
  await browser.signIn('provider=first', 'nameless')
  const nobody = { email: null, emailVerified: false, firstName: null, lastName: null }
  expect((await browser.get('/api/auth/user')).json()).toMatchObject(nobody)
})

test('the provider is asked for a code with PKCE, state and nonce; the attempt is in a cookie that scripts cannot read', async () => {
  const { cookies, headers } = await providerBrowser(app).get('/api/login?provider=first')
  const wanted = Object.fromEntries(new URL(String(headers.location)).searchParams)
  const flow = {
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  }
  expect(wanted).toMatchObject({
    ...flow,
    redirect_uri: 'https://board.test/api/login/callback/first',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(wanted[name]).toMatch(/^[\w-]{43}$/)
  const cookie = {
    name: '__Host-sign-in',
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 600,
  }
  expect(cookies).toMatchObject([cookie])
  expect(Buffer.from(cookies[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain(
    wanted['state'],
  )
})

// The forms of such addresses are in paths.test.ts.
test.each(['returnTo=https%3A%2F%2Fevil.example%2F', 'returnTo=/jobs&returnTo=//evil.example'])(
  'after signing in nobody is led off the site: %s',
  async (query) => {
    expect(
      (await providerBrowser(app).signIn(`provider=first&${query}`, 'ada')).headers.location,
    ).toBe('/')
  },
)

/** A sign-in as far as the provider's answer; `wanted` of it is asked otherwise. */
async function chosen(person = 'ada', wanted: Record<string, string> = {}) {
  const browser = providerBrowser(app)
  const url = new URL(await browser.begin('provider=first'))
  const state = url.searchParams.get('state') ?? ''
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
  return { browser, state, path: await choose(url.href, person) }
}
/** Returns to us, at a changed address. */
async function back(change = (path: string) => path, wanted: Record<string, string> = {}) {
  const { browser, path } = await chosen('ada', wanted)
  return browser.get(change(path))
}
const withParameter = (path: string, name: string, value: string) =>
  path.replace(new RegExp(`(?<=[?&]${name}=)[^&]*`), value)

describe('refused, with a word about it at /auth, and an entry in the audit log', () => {
  const open = (path: string) => providerBrowser(app).get(path)
  const toJobs = '&returnTo=%2Fjobs'
  const cancel = () => providerBrowser(app).signIn('provider=first&returnTo=/jobs', 'nobody')
  const issuer = () => encodeURIComponent(providerCalled('second').issuer)
  const anotherChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

  test.each<[string, string, () => ReturnType<typeof open>, string?]>([
    ['canceled at the provider', 'canceled', cancel, toJobs],
    [
      'without a sign-in under way, as when another site leads here',
      'expired',
      async () => open((await chosen()).path),
    ],
    ['an ID token for another nonce', 'refused', () => back(undefined, { nonce: 'another' })],
    [
      'a code for another challenge',
      'refused',
      () => back(undefined, { code_challenge: anotherChallenge }),
    ],
    [
      'an answer of another issuer',
      'refused',
      () => back((path) => withParameter(path, 'iss', issuer())),
    ],
    [
      'an answer that says it is from no issuer',
      'refused',
      () => back((path) => path.replace(/&iss=[^&]*/, '')),
    ],
    [
      'one provider’s answer at another one’s address',
      'expired',
      () => back((path) => path.replace('/first?', '/second?')),
    ],
    [
      'a provider that nobody configured',
      'unknown-provider',
      () => open('/api/login?provider=none'),
    ],
    [
      'the answer of such a provider',
      'expired',
      () => open('/api/login/callback/none?code=x&state=y'),
    ],
    [
      'a provider that is down',
      'unavailable',
      () => open('/api/login?provider=away&returnTo=/jobs'),
      toJobs,
    ],
  ])('%s', async (_what, reason, attempt, rest) => {
    await expectRefusal(await attempt(), reason, rest)
  })

  test('somebody else’s code under one’s own state', async () => {
    const { browser, state } = await chosen()
    await expectRefusal(
      await browser.get(withParameter((await chosen('nameless')).path, 'state', state)),
      'refused',
    )
  })

  test('a cookie that somebody has tampered with', async () => {
    const { browser, path } = await chosen()
    const encrypted = browser.cookies.get('__Host-sign-in') ?? ''
    browser.cookies.set(
      '__Host-sign-in',
      encrypted.slice(0, 30) + (encrypted[30] === 'A' ? 'B' : 'A') + encrypted.slice(31),
    )
    await expectRefusal(await browser.get(path), 'expired')
  })

  test('the same answer twice, also at once: one session', async () => {
    const { browser, path } = await chosen()
    const later = copyOf(app, browser)
    const answers = await Promise.all([browser.get(path), browser.get(path)])
    const outcomes = answers.map(
      ({ headers, cookies }) => `${headers.location} ${cookies.some(isSession)}`,
    )
    expect(outcomes.toSorted()).toEqual(['/ true', '/auth?error=expired false'])
    await expectRefusal(await later.get(path), 'expired')
  })

  test('an answer to somebody else’s sign-in, and one’s own goes on', async () => {
    const { browser, path } = await chosen()
    await expectRefusal(await browser.get((await chosen('nameless')).path), 'expired')
    expect((await browser.get(path)).headers.location).toBe('/')
  })

  test('a suspended account', async () => {
    await providerBrowser(app).signIn('provider=first', 'nameless')
    await sql`update users set suspended_at = now() where email is null`.execute(app.db)
    await expectRefusal(
      await providerBrowser(app).signIn('provider=first', 'nameless'),
      'suspended',
    )
    await sql`update users set suspended_at = null`.execute(app.db)
  })
})

test('an account with a second step is asked for it after the provider, too', async () => {
  const [owner, browser] = [providerBrowser(app), providerBrowser(app)]
  await owner.signIn('provider=first', 'nameless')
  const { secret } = await addAuthenticator({ browser: owner })
  const { location } = (await browser.signIn('provider=first&returnTo=%2Ffavorites', 'nameless'))
    .headers
  expect(location).toBe('/auth/second-step?returnTo=%2Ffavorites')
  expect((await browser.post('/api/auth/two-factor', { code: '000000' })).statusCode).toBe(400)
  expect([browser.cookies.has('__Host-session'), await isSignedIn(browser)]).toEqual([false, false])
  expect((await browser.post('/api/auth/two-factor', { code: codeOf(secret, 1) })).json()).toEqual({
    success: true,
  })
  expect(await isSignedIn(browser)).toBe(true)
})

test('a provider that comes up after us is talked to from then on, and one that goes down in between ends no server', async () => {
  const port = await freePort()
  const { startDemoIdentityProvider } = await import('#demo/identity-provider/start.ts')
  const start = () =>
    startDemoIdentityProvider({ port, publicUrl: 'https://board.test', id: 'late', people: [ada] })
  const early = await start()
  await early.stop()
  const other = await appForTest({ env: { OIDC_PROVIDERS: JSON.stringify([early.provider]) } })
  expect(await providerBrowser(other).begin('')).toBe('/auth?error=unavailable')
  const late = await start()
  const browser = providerBrowser(other)
  const url = await browser.begin('')
  expect(url).toMatch(`http://127.0.0.1:${port}/auth?`)
  const path = await choose(url, 'ada')
  await late.stop()
  expect((await browser.get(path)).headers.location).toBe('/auth?error=unavailable')
})

test.each(['cross-site', 'same-site'])(
  'a link that is %s leads to the sign-in page, and not to the provider',
  async (site) => {
    const { statusCode, headers, cookies } = await app.get('/api/login?returnTo=%2Fabout', {
      'sec-fetch-site': site,
    })
    expect([statusCode, headers.location, cookies]).toEqual([302, '/auth?returnTo=%2Fabout', []])
  },
)

test('after ten minutes a sign-in is too old', async () => {
  const { browser, path } = await chosen()
  const realNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 10 * 60_000 + 1000)
  onTestFinished(() => void vi.restoreAllMocks())
  await expectRefusal(await browser.get(path), 'expired')
})

test('who typed another name of the same machine is led to the public address first', async () => {
  const { app: local } = await appForTest({
    env: {
      PUBLIC_URL: 'http://127.0.0.1:3000',
      OIDC_PROVIDERS: JSON.stringify([providerCalled('first')]),
    },
  })
  const open = async (host: string) =>
    (await local.inject({ method: 'GET', url: '/api/login?returnTo=/jobs', headers: { host } }))
      .headers.location
  expect(await open('localhost:3000')).toBe('http://127.0.0.1:3000/api/login?returnTo=/jobs')
  for (const host of ['127.0.0.1:3000', 'localhost.evil.example:3000', 'proxied:8080'])
    expect(await open(host)).toMatch(providerCalled('first').issuer)
})

const isSession = (cookie: { name: string }) => cookie.name === '__Host-session'

type Answer = { headers: Record<string, unknown>; cookies: { name: string }[] }
async function expectRefusal(answer: Answer, reason: string, rest = '') {
  expect(answer.headers['location']).toBe(`/auth?error=${reason}${rest}`)
  expect(answer.cookies.filter(isSession)).toEqual([])
  expect(await lastAudit(app)).toMatchObject({
    action: 'accounts.sign-in-refused',
    detail: { reason },
  })
}
