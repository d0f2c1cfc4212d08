import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile, appForTest } from '#test/app.ts'
import { production } from '#test/production.ts'
import { asVisitor } from '#test/sign-in.ts'
import { loadDemoAccounts } from './accounts.ts'
import type { DemoAccount } from '#app/server/start.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
let accounts: DemoAccount[]

const secret = 's'.repeat(32)

beforeAll(async () => {
  accounts = await loadDemoAccounts(app.db, secret)
})

test('each role, and each seat in a team, has an account that one can sign in to', async () => {
  expect(accounts.map((account) => account.email.split('@')[0]).join(' ')).toBe(
    'physician employer recruiter moderator admin recruiter.hospital reader.hospital recruiter.recruiting reader.recruiting ' +
      'owner.system recruiter.system reader.system owner.clinic recruiter.clinic reader.clinic',
  )
  for (const { role, email, password } of accounts) {
    const answer = await asVisitor(app).post('/api/auth/login', { email, password })
    const session = answer.cookies.find((cookie) => cookie.name === '__Host-session')
    const user = await app.get('/api/auth/user', { cookie: `__Host-session=${session?.value}` })
    expect(user.json()).toMatchObject({ email, role, firstName: 'Demo', emailVerified: true })
  }
})

test('in production none of them can sign in', async () => {
  const other = await appForTest({ env: production })
  await loadDemoAccounts(other.db, secret)
  for (const { email, password } of accounts) {
    expect((await asVisitor(other).post('/api/auth/login', { email, password })).statusCode).toBe(
      401,
    )
  }
})

test('they are created once; the password is derived from the secret, so installations differ', async () => {
  const ids = () =>
    sql`select id, email from users order by email`.execute(app.db).then(({ rows }) => rows)
  const before = await ids()

  const [again] = await loadDemoAccounts(app.db, secret)
  const [other] = await loadDemoAccounts(app.db, 'o'.repeat(32))

  expect(await ids()).toEqual(before)
  expect(again?.password).toBe(accounts[0]?.password)
  expect(other?.password).not.toBe(again?.password)
  const login = async (password = '') =>
    (await asVisitor(app).post('/api/auth/login', { email: 'physician@demo.example', password }))
      .statusCode
  expect([await login(again?.password), await login(other?.password)]).toEqual([401, 200])
})

test('an account that somebody signed up for is left alone', async () => {
  await sql`update users set is_demo = false, password_hash = 'their own' where email = 'employer@demo.example'`.execute(
    app.db,
  )

  await loadDemoAccounts(app.db, 'n'.repeat(32))

  const { rows } =
    await sql`select password_hash, role from users where email = 'employer@demo.example'`.execute(
      app.db,
    )
  expect(rows).toEqual([{ password_hash: 'their own', role: 'employer' }])
})
