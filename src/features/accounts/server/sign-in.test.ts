import type { LightMyRequestResponse } from 'fastify'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { publicUrl, appForFile, testApp } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { production } from '#test/production.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { Caller } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
let count = 0

beforeAll(async () => {
  visitor = asVisitor(app)
})

const password = 'correct horse battery staple'

const signUp = (overrides: Record<string, unknown> = {}) => ({
  firstName: 'Alex',
  lastName: 'Example',
  email: `new-${count++}@mail.test`,
  password,
  role: 'physician',
  website: '',
  ...overrides,
})

const cookiesOf = (answer: LightMyRequestResponse): string => answer.cookies.map((it) => `${it.name}=${it.value}`).join('; ')

const whoIs = (cookie: string) => visitor.call({ method: 'GET', url: '/api/auth/user', headers: { cookie } })

const login = (email: string, secret: string, cookie?: string) =>
  visitor.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: secret, website: '' },
    ...(cookie !== undefined && { headers: { cookie } }),
  })

describe('signing up', () => {
  test.each(['physician', 'recruiter'] as const)('as a %s, and being signed in', async (role) => {
    const form = signUp({ role, email: ` Mixed.Case-${count++}@Mail.Test ` })
    const answer = await visitor.post('/api/auth/register', form)
    expect(answer.json()).toEqual({ success: true })
    const user = await whoIs(cookiesOf(answer))
    expect(user.json()).toMatchObject({
      authenticated: true,
      email: form.email.trim().toLowerCase(),
      role,
      firstName: 'Alex',
      emailVerified: false,
    })
    expect(user.headers['cache-control']).toBe('private, no-store')
  })

  test('an employer says for whom', async () => {
    const refused = await visitor.post('/api/auth/register', signUp({ role: 'employer', companyName: 'Lakeside Clinic' }))
    const message = 'Company name and organization type are required for employer accounts'
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ error: message, details: [{ field: 'companyName', message }] })
    const company = { companyName: 'Lakeside Clinic', organizationType: 'Clinic', companySize: '11-50', companyWebsite: '' }
    const answer = await visitor.post('/api/auth/register', signUp({ role: 'employer', ...company }))
    expect((await whoIs(cookiesOf(answer))).json()).toMatchObject({ ...company, companyWebsite: null })
  })

  test.each([
    ['firstName', '', 'First name is required'],
    ['firstName', 'x'.repeat(51), 'First name is too long'],
    ['lastName', ' ', 'Last name is required'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['email', `${'x'.repeat(250)}@mail.test`, 'Please enter a valid email address'],
    ['email', 7, 'Please enter a valid email address'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['password', 'Password123', 'This password is too common. Please choose another one.'],
    ['role', 'admin', 'Please choose a role'],
    ['companyWebsite', 'javascript:alert(1)', 'Company website must be a valid URL'],
    ['companySize', 'huge', 'Please choose a company size'],
  ])('%s: %j is refused', async (field, value, message) => {
    const answer = await visitor.post('/api/auth/register', signUp({ [field]: value }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ details: [{ field, message }] })
    expect(answer.cookies).toEqual([])
  })

  test.each([
    'Physician1',
    'Physícian1',
    'Hospitalist2026',
    'Whitecoat123',
    'Cardiology!',
    'Phys1c1an!!',
    'C@rd10l0gy',
    '$urgeons2025',
    'Dr.Pediatrics7',
    'internal medicine',
    'Nurse-Practitioner-01',
    'TexasNeurologist',
  ])('a password of this board’s own words is refused like a common one: %j', async (chosen) => {
    const answer = await visitor.post('/api/auth/register', signUp({ password: chosen }))
    expect(answer.statusCode).toBe(400)
    const message = 'This password is too common. Please choose another one.'
    expect(answer.json()).toMatchObject({ details: [{ field: 'password', message }] })
  })

  test.each(['cardiology gives me heartache', 'Physician Xylophone', '94127738', 'aqtzwkrp', '𝒸łøñğ𝓁𝓎ťřůě'])(
    'a password of more than this board’s words is accepted: %j',
    async (chosen) => {
      expect((await visitor.post('/api/auth/register', signUp({ password: chosen }))).json()).toEqual({ success: true })
    },
  )

  test('an address has one account, even when it is asked for twice at once', async () => {
    const form = signUp()
    const answers = await Promise.all([visitor.post('/api/auth/register', form), visitor.post('/api/auth/register', form)])
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((it) => it.statusCode === 409)?.json()).toMatchObject({ details: [{ field: 'email' }] })
  })

  test('a filled trap looks like success and does nothing', async () => {
    const form = signUp({ website: 'https://spam.test' })
    const answer = await visitor.post('/api/auth/register', form)
    expect(answer.json()).toEqual({ success: true })
    expect(answer.cookies).toEqual([])
    expect((await visitor.post('/api/auth/register', { ...form, website: '' })).statusCode).toBe(200)
    const login = await visitor.post('/api/auth/login', { email: form.email, password, website: 'x' })
    expect([login.json(), login.cookies]).toEqual([{ success: true }, []])
  })
})

describe('signing in', () => {
  test('with the right password, in any case of the address', async () => {
    const form = signUp()
    await visitor.post('/api/auth/register', form)
    const answer = await login(form.email.toUpperCase(), password)
    expect(answer.json()).toEqual({ success: true })
    expect(answer.cookies.find((it) => it.name === '__Host-session')).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
    })
    expect((await whoIs(cookiesOf(answer))).statusCode).toBe(200)
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const form = signUp()
    await visitor.post('/api/auth/register', form)
    const answers = [await login(form.email, 'not the password'), await login('unknown@mail.test', 'not the password')]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.cookies).toEqual([])
    }
    const [wrong, unknown] = answers.map((it) => ({ ...it.json<Record<string, unknown>>(), requestId: '' }))
    expect(wrong).toEqual(unknown)
  })

  test('who guesses must wait, and the owner still gets in from their own browser', async () => {
    const form = signUp()
    const known = cookiesOf(await visitor.post('/api/auth/register', form))
    // Many at once are many.
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, index) => login(form.email, `guess number ${index}`)))
    const statuses = guesses.map((it) => it.statusCode)
    expect(statuses.filter((it) => it === 401).length).toBeLessThanOrEqual(11)
    const refused = guesses.find((it) => it.statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(form.email, password)).statusCode).toBe(429)
    expect((await login(form.email, password, known)).statusCode).toBe(200)
    // Somebody else's mark does not help.
    const others = cookiesOf(await visitor.post('/api/auth/register', signUp()))
    expect((await login(form.email, password, others)).statusCode).toBe(429)
  })

  test('many people behind one address sign in at the same moment', async () => {
    const logins = Array.from({ length: 30 }, (_, index) => login(`colleague-${index}@mail.test`, 'not the password'))
    const statuses = (await Promise.all(logins)).map((it) => it.statusCode)
    expect(statuses).toEqual(Array.from({ length: 30 }, () => 401))
  })

  test('a flood from one address delays others by a few hashes, and what is beyond the queue is told when to try again', async () => {
    const form = signUp()
    await visitor.post('/api/auth/register', form)
    let hashed = 0
    // Each hashes a password, and is refused after it.
    const flood = Array.from({ length: 40 * availableParallelism() }, async () => {
      const payload = { purpose: 'reset-password', token: 'x'.repeat(43), password }
      const answer = await visitor.call({ method: 'PUT', url: '/api/auth/links', remoteAddress: '2001:db8:f::1', payload })
      if (answer.statusCode === 400) hashed++
      return answer
    })
    const payload = { email: form.email, password }
    const owner = visitor.call({ method: 'POST', url: '/api/auth/login', remoteAddress: '203.0.113.77', payload })
    expect((await owner).statusCode).toBe(200)
    // Those that run, and one round of turns.
    expect(hashed).toBeLessThanOrEqual(3 * availableParallelism())
    const refused = (await Promise.all(flood)).filter((it) => it.statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toBe('2')
    expect(refused[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('a sign-in that is under way while the account is suspended comes to nothing', async () => {
    const form = signUp()
    await visitor.post('/api/auth/register', form)
    const suspension = sql`update users set suspended_at = now() where email = ${form.email}`
    const [answer] = await atOnce(app, [() => login(form.email, password)], suspension)
    expect([answer?.statusCode, answer?.cookies]).toEqual([403, []])
  })

  test('a suspended account stays outside, and so do its sessions', async () => {
    const form = signUp()
    const cookie = cookiesOf(await visitor.post('/api/auth/register', form))
    await sql`update users set suspended_at = now() where email = ${form.email}`.execute(app.db)
    expect((await whoIs(cookie)).statusCode).toBe(401)
    expect((await login(form.email, password)).statusCode).toBe(403)
  })

  test('sample accounts open nothing in production', async () => {
    const other = await testApp({ env: production })
    const form = signUp()
    await asVisitor(other).post('/api/auth/register', form)
    await sql`update users set is_demo = true`.execute(other.db)
    expect((await asVisitor(other).post('/api/auth/login', { email: form.email, password })).statusCode).toBe(401)
    await other.close()
  })
})

describe('sessions', () => {
  test('sign-out ends the session for good', async () => {
    const cookie = cookiesOf(await visitor.post('/api/auth/register', signUp()))
    const answer = await visitor.call({ method: 'GET', url: '/api/logout', headers: { cookie } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
    expect((await whoIs(cookie)).statusCode).toBe(401)
  })

  test('signing in again ends the session that the browser had', async () => {
    const form = signUp()
    const before = cookiesOf(await visitor.post('/api/auth/register', form))
    const after = cookiesOf(await login(form.email, password, before))
    expect([(await whoIs(before)).statusCode, (await whoIs(after)).statusCode]).toEqual([401, 200])
  })

  test.each<[string, Record<string, string>]>([
    ['on another site', { 'sec-fetch-site': 'cross-site' }],
    ['on a neighboring host', { 'sec-fetch-site': 'same-site' }],
    ['on another site in an old browser', { referer: 'https://evil.test/' }],
    ['that says nothing about itself', {}],
  ])('a link %s signs nobody out', async (_, headers) => {
    const { get, cookie } = await signIn(app, 'physician')
    await app.app.inject({ url: '/api/logout', headers: { cookie, ...headers } })
    expect((await get('/api/auth/user')).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['typed', { 'sec-fetch-site': 'none' }],
    ['on our pages in an old browser', { referer: `${publicUrl}/account` }],
  ])('an address %s signs out', async (_, headers) => {
    const { get, cookie } = await signIn(app, 'physician')
    await app.app.inject({ url: '/api/logout', headers: { cookie, ...headers } })
    expect((await get('/api/auth/user')).statusCode).toBe(401)
  })

  test.each([
    ['has run out', sql`expires_at = now()`],
    ['has rested too long', sql`seen_at = now() - interval '8 days'`],
  ])('a session that %s opens nothing', async (_, change) => {
    const { get, user } = await signIn(app, 'physician')
    await sql`update sessions set ${change} where user_id = ${user.id}`.execute(app.db)
    expect((await get('/api/auth/user')).statusCode).toBe(401)
  })

  test('the token is nowhere in the database', async () => {
    const { cookie } = await signIn(app, 'physician')
    const token = cookie.split('=')[1] ?? ''
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from sessions where sessions::text like ${`%${Buffer.from(token).toString('hex')}%`} or sessions::text like ${`%${token}%`}) as found
    `.execute(app.db)
    expect(rows[0]?.found).toBe(false)
  })

  test('one sees where one is signed in, and ends it there', async () => {
    const form = signUp()
    const here = cookiesOf(await visitor.post('/api/auth/register', form))
    const there = cookiesOf(await login(form.email, password))
    const list = await visitor.call({ method: 'GET', url: '/api/account/security', headers: { cookie: here } })
    const { sessions } = list.json<{ sessions: { id: string; current: boolean }[] }>()
    expect(sessions.filter((it) => it.current)).toHaveLength(1)
    const other = sessions.find((it) => !it.current)?.id ?? ''
    // Somebody else cannot.
    expect((await (await signIn(app, 'physician')).delete(`/api/account/sessions/${other}`)).statusCode).toBe(404)
    expect((await whoIs(there)).statusCode).toBe(200)
    await visitor.call({ method: 'DELETE', url: `/api/account/sessions/${other}`, headers: { cookie: here } })
    expect((await whoIs(there)).statusCode).toBe(401)
    expect((await whoIs(here)).statusCode).toBe(200)
  })

  test('an employer says for whom also after signing in with a provider', async () => {
    const { put, cookie } = await signIn(app, null)
    const refused = await put('/api/auth/user/role', { role: 'employer', companyName: 'Lakeside Clinic' })
    expect(refused.statusCode).toBe(400)
    const message = 'Company name and organization type are required for employer accounts'
    expect(refused.json()).toMatchObject({ details: [{ field: 'companyName', message }] })
    const company = { companyName: 'Lakeside Clinic', organizationType: 'Clinic' }
    const renewed = cookiesOf(await put('/api/auth/user/role', { role: 'employer', ...company }))
    expect((await whoIs(renewed)).json()).toMatchObject({ role: 'employer', ...company })
    expect((await whoIs(cookie)).statusCode).toBe(401)
  })

  test('a role is chosen once, under a new token', async () => {
    const { put, cookie } = await signIn(app, null)
    expect((await put('/api/auth/user/role', { role: 'admin' })).statusCode).toBe(400)
    const answer = await put('/api/auth/user/role', { role: 'physician' })
    expect(answer.statusCode).toBe(200)
    expect((await whoIs(cookie)).statusCode).toBe(401)
    const renewed = cookiesOf(answer)
    expect((await whoIs(renewed)).json()).toMatchObject({ role: 'physician' })
    const again = await visitor.call({
      method: 'PUT',
      url: '/api/auth/user/role',
      payload: { role: 'recruiter' },
      headers: { cookie: renewed },
    })
    expect(again.statusCode).toBe(403)
  })
})

describe('the audit log', () => {
  const actionsOf = async (userId: string) => {
    const { rows } = await sql<{ action: string }>`select action from audit_log where actor_id = ${userId} order by id`.execute(
      app.db,
    )
    return rows.map((it) => it.action)
  }

  test('tells of sign-ups, sign-ins, sign-outs and of doors that somebody tried, and holds no secret', async () => {
    const form = signUp()
    const first = cookiesOf(await visitor.post('/api/auth/register', form))
    const cookie = cookiesOf(await login(form.email, password, first))
    const { id } = (await whoIs(cookie)).json<{ id: string }>()
    for (let attempt = 0; attempt < 3; attempt++) {
      await visitor.call({ method: 'PUT', url: '/api/auth/user/role', payload: { role: 'recruiter' }, headers: { cookie } })
    }
    await visitor.call({ method: 'GET', url: '/api/logout', headers: { cookie } })
    expect(await actionsOf(id)).toEqual(['accounts.registered', 'accounts.signed-in', 'access.refused', 'accounts.signed-out'])
    const { rows } = await sql<{ line: string }>`select audit_log::text as line from audit_log`.execute(app.db)
    expect(rows.filter(({ line }) => line.includes(password) || line.includes(form.email))).toEqual([])
  })

  test('tells of wrong passwords', async () => {
    const form = signUp()
    const { id } = (await whoIs(cookiesOf(await visitor.post('/api/auth/register', form)))).json<{ id: string }>()
    // From an address of its own, because only so many of one network are recorded each minute.
    const payload = { email: form.email, password: 'not the password', website: '' }
    await visitor.call({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '203.0.113.9' })
    const { rows } = await sql`select action from audit_log where subject = ${`user:${id}`} and actor_id is null`.execute(app.db)
    expect(rows).toEqual([{ action: 'accounts.sign-in-refused' }])
  })
})
