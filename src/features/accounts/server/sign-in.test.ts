import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  accountHolders,
  followLink,
  isSignedIn,
  login,
  password,
  signUpForm,
} from '#test/account-holders.ts'
import { auditedOf } from '#test/audit-log.ts'
import { appForFile, appForTest } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { browserOf, copyOf, type Browser } from '#test/browser.ts'
import { production } from '#test/production.ts'
import { answered, asVisitor, signIn } from '#test/sign-in.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })

const { visitor, signUp, slowGuesses } = accountHolders(app)
const register = (overrides: Record<string, unknown>, browser = visitor()) =>
  browser.post('/api/auth/register', signUpForm(overrides))
const whoIs = (browser: Browser) => browser.get('/api/auth/user')
const refusal = (field: string, message: string) => ({ details: [{ field, message }] })
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

const noCompany = refusal(
  'companyName',
  'Company name and organization type are required for employer accounts',
)

describe('signing up', () => {
  const company = {
    companyName: 'Lakeside Clinic',
    organizationType: 'Clinic',
    companySize: '11-50',
  }

  test.each([
    ['physician', {}],
    ['recruiter', {}],
    ['employer', company],
  ])('as a %s, and being signed in', async (role, more) => {
    const browser = visitor()
    const form = { role, ...more, email: ` Mixed.Case-${role}@Mail.Test `, companyWebsite: '' }
    expect((await register(form, browser)).json()).toEqual({ success: true })
    const user = await whoIs(browser)
    const email = `mixed.case-${role}@mail.test`
    const expected = {
      authenticated: true,
      email,
      role,
      firstName: 'Alex',
      emailVerified: false,
      companyWebsite: null,
    }
    expect(user.json()).toMatchObject({ ...expected, ...more })
    expect(user.headers['cache-control']).toBe('private, no-store')
  })

  test('as an employer without an organization is refused', async () => {
    const refused = [400, { error: noCompany.details[0]?.message, ...noCompany }]
    expect(
      await answered(register({ role: 'employer', companyName: 'Lakeside Clinic' })),
    ).toMatchObject(refused)
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
    ['role', 'admin', 'Please choose a role'],
    ['companyWebsite', 'javascript:alert(1)', 'Company website must be a valid URL'],
    ['companySize', 'huge', 'Please choose a company size'],
  ])('%s: %j is refused', async (field, value, message) => {
    const answer = await register({ [field]: value })
    expect([answer.statusCode, answer.json(), answer.cookies]).toMatchObject([
      400,
      refusal(field, message),
      [],
    ])
  })

  test('common passwords, and those of this board’s or the person’s own words, are refused', async () => {
    const person = { firstName: 'Anneliese', lastName: 'Montgomery', email: 'am.dowell@mail.test' }
    const boards = [
      'Physician1',
      'Physícian1',
      'Hospitalist2026',
      'Whitecoat123',
      'Cardiology!',
      'Phys1c1an!!',
      'C@rd10l0gy',
    ]
    const more = [
      '$urgeons2025',
      'Dr.Pediatrics7',
      'internal medicine',
      'Nurse-Practitioner-01',
      'TexasNeurologist',
    ]
    const own = ['Anneliese!!11', 'xx-montgomery-xx', 'am.dowell2026', 'my own WhiteCoat 26']
    for (const [words, passwords] of [
      ['This password is too common.', ['Password123', ...boards, ...more]],
      [
        'Please choose a password without your name, your email address or the name of this site.',
        own,
      ],
      ['Please choose a password with more than one different character.', ['zzzzzzzzzzzz']],
    ] as const)
      for (const chosen of passwords)
        expect((await register({ ...person, password: chosen })).json(), chosen).toMatchObject({
          details: [{ field: 'password', message: expect.stringContaining(words) }],
        })
  })

  test.each([
    'cardiology gives me heartache',
    'Physician Xylophone',
    '94127738',
    'aqtzwkrp',
    '𝒸łøñğ𝓁𝓎ťřůě',
  ])('a password of more than this board’s words is accepted: %j', async (chosen) =>
    expect((await register({ password: chosen })).json()).toEqual({ success: true }),
  )

  test('an address has one account, even when it is asked for twice at once', async () => {
    const form = signUpForm()
    const answers = await Promise.all([register(form), register(form)])
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
      details: [{ field: 'email' }],
    })
  })

  test('a filled trap looks like success and does nothing', async () => {
    const form = signUpForm()
    const answer = await register({ ...form, website: 'https://spam.test' })
    expect([answer.json(), answer.cookies]).toEqual([{ success: true }, []])
    expect((await register({ ...form, website: '' })).statusCode).toBe(200)
    const entered = await visitor().post('/api/auth/login', {
      email: form.email,
      password,
      website: 'x',
    })
    expect([entered.json(), entered.cookies]).toEqual([{ success: true }, []])
  })
})

describe('signing in', () => {
  test('with the right password, in any case of the address', async () => {
    const form = signUpForm()
    await register(form)
    const browser = visitor()
    const answer = await login(browser, form.email.toUpperCase())
    expect(answer.json()).toEqual({ success: true })
    const cookie = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }
    expect(answer.cookies.find((cookie) => cookie.name === '__Host-session')).toMatchObject(cookie)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const { id, email } = await signUp()
    // From a network of its own, because only so many refusals of one are recorded each minute.
    const [wrong, unknown] = await Promise.all(
      [email, 'unknown@mail.test'].map(async (address) => {
        const answer = await login(visitor('203.0.113.9'), address, 'not the password')
        return [
          answer.statusCode,
          answer.cookies,
          { ...answer.json<Record<string, unknown>>(), requestId: '' },
        ]
      }),
    )
    expect(wrong?.slice(0, 2)).toEqual([401, []])
    expect(wrong).toEqual(unknown)
    expect(await auditedOf(app, id)).toEqual(['sign-in-refused'])
  })

  test('who guesses must wait, on whichever node, and the owner still gets in from their own browser', async () => {
    const { browser, email } = await signUp()
    const node = await app.anotherNode()
    // Many at once are many.
    const guessers = times(14, (index) => (index % 2 ? visitor() : browserOf(node)))
    const guesses = await Promise.all(
      guessers.map((guesser, index) => login(guesser, email, `guess number ${index}`)),
    )
    expect(guesses.filter((guess) => guess.statusCode === 401).length).toBeLessThanOrEqual(11)
    const refused = guesses.find((guess) => guess.statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    await slowGuesses()
    expect((await login(visitor(), email)).statusCode).toBe(429)
    expect((await login(browser, email)).statusCode).toBe(200)
    // Somebody else's mark does not help.
    const other = await signUp()
    expect((await login(other.browser, email)).statusCode).toBe(429)
  })

  test('many people behind one address sign in at the same moment', async () => {
    const people = await Promise.all(times(30, () => signUp()))
    const answers = await Promise.all(
      people.map(({ email }) => login(visitor(), email, 'not the password')),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(times(30, () => 401))
  })

  test('after a flood from one address others come next, and what is beyond the queue is told when to try again', async () => {
    const processors = availableParallelism()
    const token = 'x'.repeat(43)
    const [flooding, neighbor] = ['2001:db8:f::1', '203.0.113.77']
    const turns: string[] = []
    const semaphore = app.app.semaphores.password
    const run = semaphore.run.bind(semaphore)
    vi.spyOn(semaphore, 'run').mockImplementation((network, work) =>
      run(network, () => {
        turns.push(network)
        return work()
      }),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    let refused = 0
    const lock = await app.db.startTransaction().execute()
    // Until this ends, no mailed link is found, and the flood holds every place.
    await sql`lock table account_tokens`.execute(lock)
    const flood = times(40 * processors, async () => {
      const answer = await followLink(visitor(flooding), 'sign-in', token)
      if (answer.statusCode === 503) refused++
      return answer
    })
    await expect.poll(() => refused).toBe(7 * processors)
    const other = followLink(visitor(neighbor), 'sign-in', token)
    await expect.poll(() => refused).toBe(7 * processors + 1)
    await lock.rollback().execute()
    expect((await other).statusCode).toBe(400)
    expect(turns.indexOf(neighbor)).toBe(processors)
    const told = (await Promise.all(flood)).find((answer) => answer.statusCode === 503)
    expect([told?.headers['retry-after'], told?.json()]).toMatchObject([
      '2',
      { code: 'UNAVAILABLE' },
    ])
  })

  test('a sign-in that is under way while the account is suspended comes to nothing', async () => {
    const { email } = await signUp()
    const suspension = sql`update users set suspended_at = now() where email = ${email}`
    const [answer] = await atOnce(app, [() => login(visitor(), email)], suspension)
    expect([answer?.statusCode, answer?.cookies]).toEqual([403, []])
  })

  test('sample accounts open nothing in production', async () => {
    const other = await appForTest({ env: production })
    const { email } = await accountHolders(other).signUp()
    await sql`update users set is_demo = true`.execute(other.db)
    expect((await asVisitor(other).post('/api/auth/login', { email, password })).statusCode).toBe(
      401,
    )
  })
})

test('a role is chosen, under a new token; an employer says for whom, too', async () => {
  const choose = (body: object, browser = newcomer) => browser.put('/api/auth/user/role', body)
  const newcomer = visitor()
  newcomer.cookies.set('__Host-session', (await signIn(app, null)).cookie.split('=')[1] ?? '')
  const before = copyOf(app, newcomer)
  expect((await choose({ role: 'admin' })).statusCode).toBe(400)
  expect(
    await answered(choose({ role: 'employer', companyName: 'Lakeside Clinic' })),
  ).toMatchObject([400, noCompany])
  const company = { companyName: 'Lakeside Clinic', organizationType: 'Clinic' }
  expect((await choose({ role: 'employer', ...company })).statusCode).toBe(200)
  expect((await whoIs(newcomer)).json()).toMatchObject({ role: 'employer', ...company })
  expect(await isSignedIn(before)).toBe(false)
})

test('the audit log tells of sign-ups, sign-ins, sign-outs and of doors that somebody tried, and holds no secret', async () => {
  const form = signUpForm()
  const browser = visitor()
  await register(form, browser)
  await login(browser, form.email)
  const { id } = (await whoIs(browser)).json<{ id: string }>()
  for (let attempt = 0; attempt < 3; attempt++)
    await browser.put('/api/auth/user/role', { role: 'physician' })
  await browser.get('/api/logout')
  const { rows } =
    await sql`select action from audit_log where actor_id = ${id} order by id`.execute(app.db)
  const expected = [
    'accounts.registered',
    'accounts.signed-in',
    'access.refused',
    'accounts.signed-out',
  ]
  expect(rows).toEqual(expected.map((action) => ({ action })))
  const all = await sql<{ line: string }>`select audit_log::text as line from audit_log`.execute(
    app.db,
  )
  expect(
    all.rows.filter(({ line }) => line.includes(password) || line.includes(form.email)),
  ).toEqual([])
})
