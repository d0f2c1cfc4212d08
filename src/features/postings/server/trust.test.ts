import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as board from '#test/postings.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { accountPost, posting } from '#test/posting-forms.ts'

/** Nothing of an employer that nobody knows goes live before a moderator has read it. */

board.openForFile()

const review =
  'Your job posting will be reviewed and published within 24 hours. It waits for a moderator because'
const waits = (because: string) => ({
  message: `${review} ${because}.`,
  job: { status: 'pending' },
})
const unconfirmed = waits('the email address is not confirmed yet')
const first = waits('it is the first posting of the organization')
const otherEmployer = waits('it is the first posting of the organization for this employer')
const live = {
  message: 'Your job posting is now live and visible to physicians.',
  job: { status: 'active' },
}

const untrusted = (who: Parameters<typeof signIn>[2] = {}) =>
  signIn(board.app, 'employer', { ...who, trusted: false })
const post = async (employer: SignedIn, overrides: object = {}) =>
  (await employer.post('/api/jobs', accountPost(overrides))).json<{
    message: string
    job: { id: string; status: string }
  }>()

test.each([
  [
    'an address that nobody confirmed',
    { emailVerified: false },
    unconfirmed,
    'unconfirmed-address',
  ],
  // What the account says about itself counts for nothing, wherever its address is.
  [
    'a new account that names its domain as its site',
    { email: 'b@lakeside.test' },
    first,
    'first-posting',
  ],
])('%s', async (_name, who, expected, hold) => {
  const employer = await untrusted(who)
  const profile = {
    firstName: 'Alex',
    lastName: 'Example',
    companyName: 'Lakeside',
    companyWebsite: 'https://lakeside.test',
  }
  expect((await employer.put('/api/account/profile', profile)).statusCode).toBe(200)
  expect(await post(employer)).toMatchObject(expected)
  expect((await employer.get('/api/posting-policy/own')).json()).toEqual({ policy: 'review', hold })
})

test('every way of an account to post waits, and says why', async () => {
  const recruiter = await signIn(board.app, 'recruiter', { trusted: false })
  expect(await board.create({}, recruiter)).toMatchObject({ status: 'pending' })
  expect((await recruiter.post('/api/job-postings', posting({ isActive: false }))).statusCode).toBe(
    400,
  )
  const csv =
    'Title;Specialty;Location;Description;Job type;Company\nSurgeon;General Surgery;Boise, ID;A long description of the job.;locums;Mile High'
  const mapping = ['title', 'specialty', 'location', 'description', 'jobType', 'company']
  expect((await recruiter.post('/api/job-postings/csv', { csv, mapping })).json()).toMatchObject({
    created: [{}],
  })
  const { rows } =
    await sql`select distinct status from jobs where owner_id = ${recruiter.user.id}`.execute(
      board.app.db,
    )
  expect(rows).toEqual([{ status: 'pending' }])
  const texts = (await board.mailed(recruiter.user.email)).map((mail) => mail.text)
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(text).toContain('first posting of the organization')
})

test('a name that a moderator accepted is the organization’s until none of its accepted postings is left', async () => {
  const employer = await untrusted()
  const { job } = await post(employer)
  expect(await board.inQueue(job.id, '?source=manual&kind=pending')).toMatchObject({
    hold: 'first-posting',
  })
  await board.decide(job.id, 'approve')
  const next = await post(employer)
  expect(next).toMatchObject(live)
  expect(await post(employer, { company: 'BOISE  Heart.' })).toMatchObject(live)
  expect(await post(employer, { company: 'Mayo Clinic' })).toMatchObject(otherEmployer)
  // One removal does not make an organization with accepted postings a stranger.
  await board.decide(next.job.id, 'remove', { reason: 'There is no such job.' })
  expect(await post(employer)).toMatchObject(live)
  const { decisionId } = (await board.decide(job.id, 'remove', { reason: 'Nor this.' })).json<{
    decisionId: string
  }>()
  expect(await post(employer)).toMatchObject(first)
  expect((await board.admin.post(`/api/admin/decisions/${decisionId}/undo`)).statusCode).toBe(200)
  expect(await post(employer)).toMatchObject(live)
})

test('an accepted posting that its poster closed counts again after a suspension of the organization', async () => {
  const employer = await untrusted()
  const { job } = await post(employer)
  await board.decide(job.id, 'approve')
  await employer.put(`/api/job-postings/${job.id}`, { isActive: false })
  const { organization } = (await board.admin.get(`/api/admin/users/${employer.user.id}`)).json<{
    organization: { id: string }
  }>()
  const url = `/api/admin/organizations/${organization.id}`
  await board.admin.post(`${url}/suspend`, { reason: 'fraud' })
  expect((await board.admin.post(`${url}/reinstate`, {})).statusCode).toBe(200)
  expect(await post(employer)).toMatchObject(live)
})

test('an administrator lets an organization post for an employer, and withdraws that', async () => {
  const employer = await untrusted()
  const names = async () =>
    (await board.admin.get(`/api/admin/users/${employer.user.id}`)).json<{
      names: { id: string }[]
    }>().names
  const grant = { name: 'Boise Heart', kind: 'client', to: { userId: employer.user.id } }
  expect((await board.admin.post('/api/admin/names', grant)).statusCode).toBe(200)
  const [given] = await names()
  expect(given).toMatchObject({ name: 'Boise Heart', kind: 'client', authority: 'administrator' })
  expect(await post(employer)).toMatchObject(live)
  expect(await post(employer, { company: 'Mercy Hospital' })).toMatchObject(otherEmployer)
  const withdraw = async () =>
    (await board.admin.delete(`/api/admin/names/${given?.id}`)).statusCode
  expect([await withdraw(), await withdraw(), await names()]).toEqual([200, 404, []])
  expect(await post(employer)).toMatchObject(first)
  const physician = await signIn(board.app, 'physician')
  const refused = await board.admin.post('/api/admin/names', {
    ...grant,
    to: { userId: physician.user.id },
  })
  expect(refused.statusCode).toBe(404)
})

type Listed = { id: string; name: string; domain: string | null; by: string | null }
const grantDomain = async (domain: string, name: string) =>
  (await board.admin.post('/api/admin/names', { name, to: { domain } })).statusCode
const listed = async () =>
  (await board.admin.get('/api/admin/names')).json<{ names: Listed[] }>().names

test('an administrator lets a mail domain speak for one employer, and withdraws that', async () => {
  const employer = await untrusted({ email: 'jobs@boise-heart.test' })
  const { job } = await post(employer)
  const offer = { domain: 'boise-heart.test', employer: 'Boise Heart' }
  expect(await board.inQueue(job.id, '?source=manual&kind=pending')).toMatchObject({ vouch: offer })

  expect(await grantDomain(offer.domain, offer.employer)).toBe(200)
  expect(await grantDomain(offer.domain.toUpperCase(), offer.employer)).toBe(200)
  const [pair, ...more] = (await listed()).filter((grant) => grant.domain === offer.domain)
  expect([pair, more]).toMatchObject([{ name: offer.employer, by: 'Alex Example' }, []])
  // What waits goes on waiting.
  expect(await board.read(job.id, employer)).toMatchObject({ status: 'pending' })
  expect(await post(employer)).toMatchObject(live)
  expect(await post(employer, { company: 'Mercy Hospital' })).toMatchObject(first)
  for (const who of [
    { email: 'a@hr.boise-heart.test' },
    { email: 'a@boise-heart.example' },
    { email: 'b@boise-heart.test', emailVerified: false },
  ])
    expect(await post(await untrusted(who))).toMatchObject({ job: { status: 'pending' } })

  expect((await board.admin.delete(`/api/admin/names/${pair?.id}`)).statusCode).toBe(200)
  expect(await post(employer)).toMatchObject(first)
  const { rows } =
    await sql`select action from audit_log where subject = 'domain:boise-heart.test' order by id`.execute(
      board.app.db,
    )
  expect(rows).toEqual([{ action: 'names.granted' }, { action: 'names.withdrawn' }])
})

test.each(
  'web.de yopmail.com gmail.com comcast.net sub.mailinator.com com co.uk github.io 10.0.0.1'.split(
    ' ',
  ),
)(
  'nobody lets %s speak for an employer: a public suffix, or a domain at which anyone gets an address',
  async (domain) => {
    expect(await grantDomain(domain, 'Mercy Hospital')).toBe(400)
    expect((await listed()).map((grant) => grant.domain)).not.toContain(domain)
  },
)
