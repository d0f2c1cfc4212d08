import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findMails } from '#platform/server/mail/queries.ts'
import { slugOf } from '#shared/paths.ts'
import { appForTest } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { production } from '#test/production.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import { organizationOf, statusOf } from '#test/team.ts'

/**
 * A seat at an employer that no account here has spoken for: asked for from its mail domain,
 * granted, and taken a week later.
 */

team.openForFile()

const imported = (employer: string, domain: string) =>
  jobRow({ employer, channel: 'import', contact_website: `https://careers.${domain}/jobs` })
beforeAll(async () => {
  await addJobs(team.app.db, [imported('Northgate Medical Center', 'northgate-medical.com')])
  await addJobs(team.app.db, [imported('Westgate Clinic', 'westgate-clinic.com')])
})

const colleague = (domain = 'northgate-medical.com', more: object = {}) =>
  signIn(team.app, 'employer', { email: `dr-${crypto.randomUUID()}@${domain}`, ...more })
const ask = (person: SignedIn, employer = 'Northgate Medical Center') =>
  statusOf(person.post(`/api/employers/${slugOf(employer)}/seat-requests`))
const requests = async (person: SignedIn) =>
  (await person.get('/api/seat-requests')).json<{ id: string; status: string; isOwn: boolean }[]>()
const own = async (person: SignedIn) =>
  (await requests(person)).find((request) => request.isOwn)?.id ?? ''
const decide = (person: SignedIn, id: string, decision: string) =>
  statusOf(person.put(`/api/seat-requests/${id}`, { decision }))
const weekLater = () =>
  sql`
    with lost as (update name_grants set withdrawn_at = withdrawn_at - interval '7 days')
    update seat_requests set decided_at = decided_at - interval '7 days'
  `.execute(team.app.db)
const mailed = async ({ user }: SignedIn) =>
  (await findMails(team.app.db, { to: user.email, limit: 10 })).map((mail) => mail.subject)

test('it is asked for with a confirmed address of its mail domain only, and begins a week after it was granted', async () => {
  for (const person of [
    await colleague(undefined, { emailVerified: false }),
    await colleague('gmail.com'),
    await colleague('northgate-medical.org'),
  ])
    expect(await ask(person)).toBe(409)
  const { admin } = team
  expect(await requests(admin)).toEqual([])

  const [person, outsider] = [await colleague(), await colleague('other-clinic.com')]
  expect([await ask(person), await ask(person)]).toEqual([200, 409])
  expect(await mailed(admin)).toContain('Somebody asks for a seat at Northgate Medical Center')
  expect(await requests(outsider)).toEqual([])
  const id = await own(person)
  expect([await decide(outsider, id, 'grant'), await decide(person, id, 'grant')]).toEqual([
    404, 403,
  ])
  expect([await decide(person, id, 'take'), await decide(admin, id, 'grant')]).toEqual([409, 200])
  expect(await mailed(person)).toContain('A seat at Northgate Medical Center begins in a week')
  expect(await decide(person, id, 'take')).toBe(409)
  await weekLater()
  expect(await decide(person, id, 'take')).toBe(200)
  expect(await organizationOf(person)).toMatchObject({
    name: 'Northgate Medical Center',
    seat: 'recruiter',
    isVerified: true,
  })
  // An owner decides about the next one.
  expect(await decide(admin, id, 'own')).toBe(200)
  expect(await mailed(person)).toContain('Northgate Medical Center has an owner')
  const second = await colleague()
  await ask(second)
  const next = await own(second)
  expect(await decide(person, next, 'grant')).toBe(200)
  // The objection is mailed to everybody who was told of the seat.
  expect(await decide(person, next, 'refuse')).toBe(200)
  for (const told of [second, person, admin])
    expect(await mailed(told)).toContain('No seat at Northgate Medical Center')
  await weekLater()
  expect(await decide(second, next, 'take')).toBe(409)
})

test('a team can be left without an owner, and then makes nobody one', async () => {
  const seated = async () => {
    const person = await colleague('westgate-clinic.com')
    expect(await ask(person, 'Westgate Clinic')).toBe(200)
    const id = await own(person)
    expect(await decide(team.admin, id, 'grant')).toBe(200)
    await weekLater()
    expect(await decide(person, id, 'take')).toBe(200)
    return { person, id }
  }
  const [first, last] = [await seated(), await seated()]
  const { id } = await team.post(first.person)
  expect(await team.remove(first.person, first.person)).toBe(200)
  expect(await statusOf(team.read(last.person, id))).toBe(200)
  expect(await team.remove(last.person, last.person)).toBe(200)
  expect(await organizationOf(last.person)).toMatchObject({ seat: 'owner', isVerified: false })
  for (const left of [first, last]) {
    await left.person.put('/api/organization', { name: 'Own Practice' })
    expect((await requests(team.admin)).map((request) => request.id)).not.toContain(left.id)
    expect(await decide(team.admin, left.id, 'own')).toBe(404)
    expect(await mailed(left.person)).not.toContain('Westgate Clinic has an owner')
  }
})

test.each([
  ['an owner granted it, and lost', false],
  ['an administrator granted it, and took', true],
])('where %s the name meanwhile, no other organization begins with it', async (_, byAdmin) => {
  const name = `Eastgate ${byAdmin} Hospital`
  const owner = await team.clinic(name)
  expect(await team.verify(owner)).toBe(200)
  expect(await team.describeAs(owner, name, { site: 'https://eastgate.example' })).toBe(200)
  await team.post(owner, { company: name })
  const person = await colleague('eastgate.example', { companyName: 'Alone', trusted: false })
  expect(await ask(person, name)).toBe(200)
  const id = await own(person)
  expect(await decide(byAdmin ? team.admin : owner, id, 'grant')).toBe(200)
  expect(await team.verify(owner, false)).toBe(200)
  await weekLater()
  expect(await decide(person, id, 'take')).toBe(409)
  expect(await organizationOf(person)).toMatchObject({ name: 'Alone', isVerified: false })
  // A seat that the former owner granted does not block a request to the next owner.
  const heir = await team.clinic(name)
  expect(await team.verify(heir)).toBe(200)
  expect(await team.describeAs(heir, name, { site: 'https://eastgate.example' })).toBe(200)
  expect([await ask(person, name), await ask(person, name)]).toEqual([200, 409])
  const all = await requests(person)
  expect(all.map(({ status }) => status)).toEqual(['refused', 'open'])
  expect(await decide(heir, all[1]?.id ?? '', 'grant')).toBe(200)
  await weekLater()
  expect(await decide(person, all[1]?.id ?? '', 'take')).toBe(200)
})

test.each([
  ['become an administrator', sql`role = 'admin'`],
  ['left that mail domain', sql`email = 'gone@elsewhere.test'`],
])('it is not for who has %s in the meantime', async (_, change) => {
  const person = await colleague()
  await ask(person)
  const id = await own(person)
  expect(await decide(team.admin, id, 'grant')).toBe(200)
  await weekLater()
  await sql`update users set ${change} where id = ${person.user.id}`.execute(team.app.db)
  expect(await decide(person, id, 'take')).toBe(409)
  expect(await organizationOf(person)).toMatchObject({
    seat: 'owner',
    members: [{ id: person.user.id }],
  })
})

test('outside a demo, no mail goes to sample accounts', async () => {
  const site = await appForTest({ env: { RATE_LIMITS: 'off', ...production } })
  await addJobs(site.db, [imported('Northgate Medical Center', 'northgate-medical.com')])
  const [admin, sample] = [await signIn(site, 'admin'), await signIn(site, 'admin')]
  await sql`update users set is_demo = true where id = ${sample.user.id}`.execute(site.db)
  const person = await signIn(site, 'employer', { email: 'dr@northgate-medical.com' })
  expect(await ask(person)).toBe(200)
  const mails = async ({ user }: SignedIn) =>
    (await findMails(site.db, { to: user.email, limit: 10 })).length
  expect([await mails(admin), await mails(sample)]).toEqual([1, 0])
})
