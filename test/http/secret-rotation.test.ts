import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { addAuthenticator, codeOf } from '#test/authenticator.ts'
import { browserOf, copyOf } from '#test/browser.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { runAdmin } from '#test/processes/run-admin.ts'
import {
  choose,
  providersSetting,
  startProvider,
  type TestProvider,
} from '#test/provider-sign-in.ts'

/** One database under servers with the old secret, with both, and with the new one alone. */

const [oldSecret, newSecret] = ['o'.repeat(32), 'n'.repeat(32)]
const password = 'correct horse battery staple'
const ada = {
  subject: 'ada',
  givenName: 'Ada',
  familyName: 'Sample',
  email: 'ada@mail.test',
  emailVerified: true,
  about: '',
}

let database: TestDatabase
let provider: TestProvider
let before: TestApp
let during: TestApp
let after: TestApp

beforeAll(async () => {
  database = await freshDatabase()
  provider = await startProvider('first', [ada])
  const start = (SECRET: string) =>
    testApp({
      database: { ...database, drop: async () => {} },
      env: { SECRET, RATE_LIMITS: 'off', OIDC_PROVIDERS: providersSetting(provider) },
    })
  before = await start(oldSecret)
  during = await start(`${newSecret},${oldSecret}`)
  after = await start(newSecret)
})
afterAll(async () => {
  await Promise.all([before, during, after].map((it) => it.close()))
  await Promise.all([database.drop(), provider.stop()])
})

async function newestLink(app: TestApp, address: string, path: string): Promise<URL> {
  await runTasks(app)
  const links = (await mailsTo(app, address)).flatMap(
    (mail) => mail.text.match(/https:\/\/board\.test\S+/g) ?? [],
  )
  return new URL(links.findLast((link) => link.includes(path)) ?? 'none:')
}

const confirm = async (app: TestApp, { search }: URL) =>
  (await browserOf(app).post(`/newsletter/confirmation${search}`)).statusCode

test('a mailed link works as long as a server has the secret that signed it', async () => {
  const subscribe = async (app: TestApp, email: string) => {
    await browserOf(app).post('/api/subscribe', { email })
    return newestLink(app, email, 'token=')
  }
  const [oldLink, newLink] = [
    await subscribe(before, 'old@mail.test'),
    await subscribe(during, 'new@mail.test'),
  ]
  expect(await confirm(after, oldLink)).toBe(404)
  expect(await confirm(during, oldLink)).toBe(200)
  expect(await confirm(before, newLink)).toBe(404)
  expect(await confirm(after, newLink)).toBe(200)
})

test('a sign-in that began at the provider before the rotation ends after it', async () => {
  const visitor = browserOf(before)
  const begin = async () =>
    String((await visitor.get('/api/login?provider=first')).headers.location)
  const back = await choose(await begin(), 'ada')
  const finish = async (app: TestApp) => (await copyOf(app, visitor).get(back)).headers.location
  expect(await finish(after)).toBe('/auth?error=expired')
  expect(await finish(during)).toBe('/')
})

test(
  'authenticator apps go on working, and need the old secret no more once their keys are rotated',
  { timeout: 60_000 },
  async () => {
    const browser = browserOf(before)
    const email = 'alex@mail.test'
    await browser.post('/api/auth/register', {
      firstName: 'Alex',
      lastName: 'Example',
      email,
      password,
    })
    const { secret } = await addAuthenticator({ browser })
    const enter = async (app: TestApp, code: string) => {
      const other = browserOf(app)
      expect((await other.post('/api/auth/login', { email, password })).json()).toMatchObject({
        twoFactor: true,
      })
      return (await other.post('/api/auth/two-factor', { code })).statusCode
    }
    expect(await enter(after, codeOf(secret, 1))).toBe(400)
    expect(await enter(during, codeOf(secret, 1))).toBe(200)
    const unopened = ['No value of SECRET opens 1 authenticator apps.']
    expect(await runAdmin(after, 'rotate-keys')).toMatchObject({ code: 1, stderr: unopened })
    const encrypted =
      '1 authenticator apps, 0 addresses of datasets and 0 hooks: encrypted with the first value of SECRET.'
    expect(await runAdmin(during, 'rotate-keys')).toMatchObject({
      code: 0,
      stderr: [],
      stdout: expect.arrayContaining([encrypted]),
    })
    // A code is accepted once; later, others would be.
    await sql`update authenticators set last_step = 0`.execute(during.db)
    expect(await enter(after, codeOf(secret, 1))).toBe(200)
    expect(await enter(before, codeOf(secret, 1))).toBe(400)
  },
)

test('a browser that the account knows stays known', async () => {
  const email = 'known@mail.test'
  const browser = browserOf(before)
  await browser.post('/api/auth/register', {
    firstName: 'Alex',
    lastName: 'Example',
    email,
    password,
  })
  const signIn = async (app: TestApp) => {
    await copyOf(app, browser).post('/api/auth/login', { email, password })
    await runTasks(app)
    return (await mailsTo(app, email)).filter((mail) => mail.subject.startsWith('New sign-in'))
      .length
  }
  await sql`update users set email_verified_at = now() where email = ${email}`.execute(database.db)
  expect(await signIn(during)).toBe(0)
  expect(await signIn(after)).toBe(1)
})
