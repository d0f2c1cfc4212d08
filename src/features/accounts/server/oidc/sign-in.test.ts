import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { freePort } from '#test/free-port.ts'
import { choose, providerBrowser, providersSetting, startProvider } from '#test/provider-sign-in.ts'
import type { TestProvider } from '#test/provider-sign-in.ts'

/** Signing in with a provider, over a real one: what works, and every way in which an answer is refused. */

const ada = { subject: 'ada', givenName: 'Ada', familyName: 'Sample', email: 'Ada@Mail.test', emailVerified: true, about: '' }
const nameless = { subject: 'nameless', givenName: '', familyName: '', about: '' }

let first: TestProvider
let second: TestProvider
let app: TestApp

beforeAll(async () => {
  first = await startProvider('first', [ada, nameless])
  second = await startProvider('second', [ada])
  const away = { id: 'away', label: 'Away', issuer: `http://127.0.0.1:${await freePort()}`, clientId: 'x' }
  const providers = JSON.stringify([...(JSON.parse(providersSetting(first, second)) as object[]), away])
  app = await testApp({ env: { OIDC_PROVIDERS: providers, RATE_LIMITS: 'off' } })
})

afterAll(() => Promise.all([app.close(), first.stop(), second.stop()]))

test('the providers are listed by id and label, and nothing else of them is told', async () => {
  const answer = await app.get('/api/auth/providers')
  expect(answer.json()).toEqual({
    providers: [
      { id: 'first', label: 'Provider first' },
      { id: 'second', label: 'Provider second' },
      { id: 'away', label: 'Away' },
    ],
  })
  expect(answer.body).not.toContain(first.provider.clientSecret)
})

test('somebody new signs in, and has an account without a role, whose address counts as confirmed', async () => {
  const browser = providerBrowser(app)
  const back = await browser.signIn('provider=first&returnTo=%2Fjobs%3Fstate%3DOR', 'ada')
  expect(back.statusCode).toBe(302)
  expect(back.headers.location).toBe('/jobs?state=OR')
  expect(back.headers['cache-control']).toBe('no-store')
  const user = (await browser.open('/api/auth/user')).json()
  expect(user).toMatchObject({
    email: 'ada@mail.test',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Sample',
    role: null,
    hasPassword: false,
  })
  expect(await lastAudit()).toMatchObject({ action: 'accounts.signed-in', actor_id: user.id, detail: { by: 'oidc:first' } })
})

test('the same person comes back to the same account; the first provider is taken where none is named', async () => {
  const before = await countUsers()
  const browser = providerBrowser(app)
  await browser.signIn('', 'ada')
  expect((await browser.open('/api/auth/user')).json()).toMatchObject({ email: 'ada@mail.test' })
  expect(await countUsers()).toBe(before)
})

test('somebody without an address and a name gets an account all the same', async () => {
  const browser = providerBrowser(app)
  await browser.signIn('provider=first', 'nameless')
  expect((await browser.open('/api/auth/user')).json()).toMatchObject({
    email: null,
    emailVerified: false,
    firstName: null,
    lastName: null,
  })
})

test('what is sent to the provider: code flow, PKCE, state, nonce, and our own address to come back to', async () => {
  const url = new URL(await providerBrowser(app).begin('provider=first'))
  const wanted = Object.fromEntries(url.searchParams)
  expect(wanted).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: 'https://board.test/api/login/callback/first',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(wanted[name]).toMatch(/^[\w-]{43}$/)
})

test('the attempt is kept in a cookie that scripts cannot read, and nobody else either', async () => {
  const { cookies, headers } = await providerBrowser(app).open('/api/login?provider=first')
  expect(cookies).toEqual([
    expect.objectContaining({ name: '__Host-sign-in', httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: 600 }),
  ])
  const state = new URL(String(headers.location)).searchParams.get('state') ?? ''
  expect(Buffer.from(cookies[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain(state)
})

const elsewhere = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/api/logout',
]

test.each([...elsewhere.map((it) => `returnTo=${encodeURIComponent(it)}`), 'returnTo=/jobs&returnTo=//evil.example'])(
  'after signing in nobody is led off the site: %s',
  async (query) => {
    expect((await providerBrowser(app).signIn(`provider=first&${query}`, 'ada')).headers.location).toBe('/')
  },
)

describe('refused, with a word about it at /auth, and an entry in the audit log', () => {
  test('cancelled at the provider', async () => {
    const back = await providerBrowser(app).signIn('provider=first&returnTo=/jobs', 'nobody')
    await expectRefusal(back, 'cancelled', '&returnTo=%2Fjobs')
  })

  test('the same answer twice', async () => {
    const browser = providerBrowser(app)
    const path = await choose(await browser.begin('provider=first'), 'ada')
    const cookie = new Map(browser.cookies)
    expect((await browser.open(path)).headers.location).toBe('/')
    await expectRefusal(await browser.open(path), 'expired')
    // And with the cookie that was there the first time.
    await expectRefusal(await browser.open(path, { cookie: `__Host-sign-in=${cookie.get('__Host-sign-in')}` }), 'expired')
  })

  test('the same answer twice at once: one session', async () => {
    const browser = providerBrowser(app)
    const path = await choose(await browser.begin('provider=first'), 'ada')
    const answers = await Promise.all([browser.open(path), browser.open(path)])
    expect(new Set(answers.map((it) => it.headers.location))).toEqual(new Set(['/', '/auth?error=expired']))
    expect(answers.filter((it) => it.cookies.some((cookie) => cookie.name === '__Host-session'))).toHaveLength(1)
  })

  test('an answer without a sign-in that is under way, as when another site leads here', async () => {
    const path = await choose(await providerBrowser(app).begin('provider=first'), 'ada')
    await expectRefusal(await providerBrowser(app).open(path), 'expired')
  })

  test('an answer to somebody else’s sign-in, and one’s own goes on', async () => {
    const victim = providerBrowser(app)
    const own = await choose(await victim.begin('provider=first'), 'ada')
    const others = await choose(await providerBrowser(app).begin('provider=first'), 'nameless')
    await expectRefusal(await victim.open(others), 'expired')
    expect((await victim.open(own)).headers.location).toBe('/')
  })

  test('somebody else’s code under one’s own state', async () => {
    const victim = providerBrowser(app)
    const state = new URL(await victim.begin('provider=first')).searchParams.get('state') ?? ''
    const stolen = await choose(await providerBrowser(app).begin('provider=first'), 'nameless')
    await expectRefusal(await victim.open(withParameter(stolen, 'state', state)), 'refused')
  })

  test('an ID token for another nonce', async () => {
    const browser = providerBrowser(app)
    const url = new URL(await browser.begin('provider=first'))
    url.searchParams.set('nonce', 'another')
    await expectRefusal(await browser.open(await choose(url.href, 'ada')), 'refused')
  })

  test('a code for another PKCE challenge', async () => {
    const browser = providerBrowser(app)
    const url = new URL(await browser.begin('provider=first'))
    url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
    await expectRefusal(await browser.open(await choose(url.href, 'ada')), 'refused')
  })

  test('an answer that says it is from another issuer, or from none', async () => {
    for (const issuer of [second.provider.issuer, undefined]) {
      const browser = providerBrowser(app)
      const path = await choose(await browser.begin('provider=first'), 'ada')
      await expectRefusal(await browser.open(withParameter(path, 'iss', issuer)), 'refused')
    }
  })

  test('one provider’s answer at another one’s address', async () => {
    const browser = providerBrowser(app)
    const path = await choose(await browser.begin('provider=first'), 'ada')
    await expectRefusal(await browser.open(path.replace('/first?', '/second?')), 'expired')
  })

  test('a cookie that somebody has tampered with', async () => {
    const browser = providerBrowser(app)
    const path = await choose(await browser.begin('provider=first'), 'ada')
    const sealed = browser.cookies.get('__Host-sign-in') ?? ''
    browser.cookies.set('__Host-sign-in', sealed.slice(0, 30) + (sealed[30] === 'A' ? 'B' : 'A') + sealed.slice(31))
    await expectRefusal(await browser.open(path), 'expired')
  })

  test('a provider that nobody configured', async () => {
    await expectRefusal(await providerBrowser(app).open('/api/login?provider=none'), 'unknown-provider')
    await expectRefusal(await providerBrowser(app).open('/api/login/callback/none?code=x&state=y'), 'expired')
  })

  test('a provider that is down', async () => {
    await expectRefusal(
      await providerBrowser(app).open('/api/login?provider=away&returnTo=/jobs'),
      'unavailable',
      '&returnTo=%2Fjobs',
    )
  })

  test('a suspended account', async () => {
    await providerBrowser(app).signIn('provider=first', 'nameless')
    await sql`update users set suspended_at = now() where email is null`.execute(app.db)
    await expectRefusal(await providerBrowser(app).signIn('provider=first', 'nameless'), 'suspended')
    await sql`update users set suspended_at = null`.execute(app.db)
  })
})

test('an account with a second step is asked for it after the provider, too', async () => {
  const person = browserOf(app)
  const atProvider = providerBrowser(app)
  await atProvider.signIn('provider=first', 'nameless')
  for (const [name, value] of atProvider.cookies) person.cookies.set(name, value)
  const { secret } = await addAuthenticator({ browser: person })
  const elsewhere = providerBrowser(app)
  const back = await elsewhere.signIn('provider=first&returnTo=%2Ffavorites', 'nameless')
  expect(back.headers.location).toBe('/auth/second-step?returnTo=%2Ffavorites')
  expect(elsewhere.cookies.has('__Host-session')).toBe(false)
  expect((await elsewhere.open('/api/auth/user')).statusCode).toBe(401)
  const browser = browserOf(app)
  for (const [name, value] of elsewhere.cookies) browser.cookies.set(name, value)
  expect((await browser.post('/api/auth/two-factor', { code: '000000' })).statusCode).toBe(400)
  expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
  expect((await browser.post('/api/auth/two-factor', { code: codeOf(secret, 1) })).json()).toEqual({ success: true })
  expect((await browser.get('/api/auth/user')).statusCode).toBe(200)
})

test('a provider that comes up after us is talked to from then on, and one that goes down in between ends no server', async () => {
  const port = await freePort()
  const { startDemoIdentityProvider } = await import('#demo/identity-provider/start.ts')
  const start = () => startDemoIdentityProvider({ port, publicUrl: 'https://board.test', id: 'late', people: [ada] })
  const early = await start()
  await early.stop()
  const other = await testApp({ env: { OIDC_PROVIDERS: JSON.stringify([early.provider]) } })
  try {
    expect(await providerBrowser(other).begin('')).toBe('/auth?error=unavailable')
    const late = await start()
    const browser = providerBrowser(other)
    const url = await browser.begin('')
    expect(url).toMatch(`http://127.0.0.1:${port}/auth?`)
    const path = await choose(url, 'ada')
    await late.stop()
    expect((await browser.open(path)).headers.location).toBe('/auth?error=unavailable')
  } finally {
    await other.close()
  }
})

test.each(['cross-site', 'same-site'])(
  'a link on another site (%s) leads to the sign-in page, and not to the provider',
  async (site) => {
    const headers = { 'sec-fetch-site': site }
    const answer = await app.get('/api/login?returnTo=%2Fabout', headers)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/auth?returnTo=%2Fabout'])
    expect(answer.cookies).toEqual([])
  },
)

test('after ten minutes a sign-in is too old', async () => {
  const browser = providerBrowser(app)
  const path = await choose(await browser.begin('provider=first'), 'ada')
  const realNow = Date.now
  Date.now = () => realNow() + 10 * 60_000 + 1000
  try {
    await expectRefusal(await browser.open(path), 'expired')
  } finally {
    Date.now = realNow
  }
})

test('who typed another name of the same machine is led to the public address first', async () => {
  const local = await testApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000', OIDC_PROVIDERS: providersSetting(first) } })
  try {
    const open = async (host: string) =>
      (await local.app.inject({ method: 'GET', url: '/api/login?returnTo=/jobs', headers: { host } })).headers.location
    expect(await open('localhost:3000')).toBe('http://127.0.0.1:3000/api/login?returnTo=/jobs')
    expect(await open('127.0.0.1:3000')).toMatch(first.provider.issuer)
    expect(await open('localhost.evil.example:3000')).toMatch(first.provider.issuer)
    expect(await open('proxied:8080')).toMatch(first.provider.issuer)
  } finally {
    await local.close()
  }
})

async function expectRefusal(answer: { headers: Record<string, unknown>; cookies: unknown[] }, reason: string, rest = '') {
  expect(answer.headers['location']).toBe(`/auth?error=${reason}${rest}`)
  expect(answer.cookies.filter((it) => (it as { name: string }).name === '__Host-session')).toEqual([])
  expect(await lastAudit()).toMatchObject({ action: 'accounts.sign-in-refused', detail: { reason } })
}

function withParameter(path: string, name: string, value: string | undefined): string {
  const url = new URL(path, 'https://board.test')
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.pathname + url.search
}

const lastAudit = async () => (await sql`select * from audit_log order by id desc limit 1`.execute(app.db)).rows[0]

const countUsers = async () => (await sql<{ n: number }>`select count(*)::int as n from users`.execute(app.db)).rows[0]?.n
