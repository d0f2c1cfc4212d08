import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { roles } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, addTeam, jobRow } from '#test/factories.ts'
import { callerOf, signIn, type Caller } from '#test/sign-in.ts'

/** Who signed up as something else than they are. */

const app = appForFile({ env: { RATE_LIMITS: 'off' } })

const company = { companyName: 'Lakeside Clinic', organizationType: 'Clinic' }
const choose = (by: Caller, role: string, more: object = {}) =>
  by.put('/api/auth/user/role', { role, ...more })
const may = async (by: Caller) =>
  (await by.get('/api/account/security')).json<{ mayChooseRole: boolean }>().mayChooseRole

/** The same account, by the token that the choice has given it. */
async function chosen(by: Caller, role: string, more: object = {}): Promise<Caller> {
  const answer = await choose(by, role, more)
  expect(answer.statusCode, answer.body).toBe(200)
  return callerOf(app.app, {
    cookie: [answer.headers['set-cookie']]
      .flat()
      .map((set) => set?.split(';')[0])
      .join('; '),
  })
}
const organizationsOf = async ({ id }: { id: string }) =>
  (await sql`select from organization_members where user_id = ${id}`.execute(app.db)).rows.length

test('chooses again, once, and the organization that was started for them goes', async () => {
  const employer = await signIn(app, 'employer', { companyName: 'Wrong Clinic', trusted: false })
  await app.db.transaction().execute((trx) => accountHooks.startsHiring(trx, employer.user.id))
  expect([await may(employer), (await choose(employer, 'employer', company)).statusCode]).toEqual([
    true,
    403,
  ])
  const physician = await chosen(employer, 'physician')
  expect((await physician.get('/api/auth/user')).json()).toMatchObject({
    role: 'physician',
    companyName: null,
  })
  expect(await organizationsOf(employer.user)).toBe(0)
  expect([await may(physician), (await choose(physician, 'employer', company)).statusCode]).toEqual(
    [false, 403],
  )

  const newcomer = await signIn(app, 'physician')
  const recruiter = await chosen(newcomer, 'recruiter', { companyName: 'Right Search' })
  expect((await recruiter.get('/api/organization')).json()).toMatchObject({
    name: 'Right Search',
    seat: 'owner',
  })
})

test('not once something hangs on it: a colleague, an invitation, a suspension, a draft, a saved job; nor a moderator', async () => {
  const [owner, colleague, inviting, suspended, poster] = [
    await signIn(app, 'employer', { trusted: false }),
    await signIn(app, 'employer', { trusted: false }),
    await signIn(app, 'recruiter', { trusted: false }),
    await signIn(app, 'employer', { trusted: false }),
    await signIn(app, 'employer', { trusted: false }),
  ]
  await addTeam(app.db, [owner, 'owner'], [colleague, 'reader'])
  await inviting.post('/api/organization/invitations', { email: 'guest@mail.test', seat: 'reader' })
  await addTeam(app.db, [suspended, 'owner'])
  await sql`
    update organizations set suspended_at = now(), suspension_reason = 'fraud'
    where id = (select organization_id from organization_members where user_id = ${suspended.user.id})
  `.execute(app.db)
  await poster.post('/api/posting-drafts', { kind: 'posting', form: { title: 'Typed' } })
  const [saver, job] = [await signIn(app, 'physician'), jobRow()]
  await addJobs(app.db, [job])
  await saver.post('/api/favorites', { jobId: job.id })
  const people = {
    named: await signIn(app, 'employer', { companyName: 'Known Clinic' }),
    owner,
    colleague,
    inviting,
    suspended,
    poster,
    saver,
    moderator: await signIn(app, 'moderator'),
  }
  for (const [who, person] of Object.entries(people)) {
    const answers = [
      (await choose(person, 'recruiter')).statusCode,
      (await choose(person, 'physician')).statusCode,
    ]
    expect([who, await may(person), ...answers]).toEqual([who, false, 403, 403])
  }
})

test('the database takes the roles of the code, and no others', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'users_role_check'
  `.execute(app.db)
  const taken = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, role]) => role)
  expect(taken).toEqual([...roles])
})
