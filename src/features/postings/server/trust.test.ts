import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { UserDetail } from '#features/admin/contract.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import { appForFile } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { accountPost, posting } from '../postings.fixture.ts'

/** Nothing of an employer that nobody knows goes live before a moderator has read it. */

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn
beforeAll(async () => {
  admin = await signIn(board, 'admin')
})

const review = 'Your job posting will be reviewed and published within 24 hours.'
const unconfirmed = `${review} It waits for a moderator because your email address is not confirmed yet.`
const first = `${review} It waits for a moderator because it is the first posting of your account.`
const otherEmployer = `${review} It waits for a moderator because it is the first posting of your account for this employer.`
const live = 'Your job posting is now live and visible to physicians.'

const website = (employer: SignedIn, companyWebsite: string) =>
  employer.put('/api/account/profile', { firstName: 'Alex', lastName: 'Example', companyName: 'Lakeside', companyWebsite })

const post = async (employer: SignedIn, overrides: object = {}) =>
  (await employer.post('/api/jobs', accountPost(overrides))).json<{ message: string; job: { id: string; status: string } }>()

type Case = [name: string, who: { email?: string; emailVerified?: boolean; site?: string }, status: string, message: string]
const cases: Case[] = [
  ['an address that nobody confirmed', { emailVerified: false }, 'pending', unconfirmed],
  [
    'the same at the domain of the site',
    { email: 'a@lakeside.test', emailVerified: false, site: 'https://lakeside.test' },
    'pending',
    unconfirmed,
  ],
  ['a new account', {}, 'pending', first],
  // What the account says about itself counts for nothing, wherever its address is.
  [
    'a new account that names its domain as its site',
    { email: 'b@lakeside.test', site: 'https://lakeside.test' },
    'pending',
    first,
  ],
  ['a site that is a public suffix', { email: 'c@hospital.com', site: 'https://com' }, 'pending', first],
]
test.each(cases)('%s', async (_name, { site, ...who }, status, message) => {
  const employer = await signIn(board, 'employer', { ...who, trusted: false })
  if (site !== undefined) await website(employer, site)
  expect(await post(employer)).toMatchObject({ message, job: { status } })
  expect((await employer.get('/api/posting-policy/own')).json()).toEqual({
    policy: 'review',
    hold: message === first ? 'first-posting' : 'unconfirmed-address',
  })
})

test('every way of an account to post waits, and says why', async () => {
  const employer = await signIn(board, 'recruiter', { trusted: false })
  expect((await employer.post('/api/job-postings', posting())).json()).toMatchObject({ status: 'pending' })
  expect((await employer.post('/api/job-postings', posting({ isActive: false }))).statusCode).toBe(400)
  const csv =
    'Title;Specialty;Location;Description;Job type;Company\nSurgeon;General Surgery;Boise, ID;A long description of the job.;locums;Mile High'
  const mapping = ['title', 'specialty', 'location', 'description', 'jobType', 'company']
  expect((await employer.post('/api/job-postings/csv', { csv, mapping })).json()).toMatchObject({ created: [{}] })
  const { rows } = await sql`select distinct status from jobs where owner_id = ${employer.user.id}`.execute(board.db)
  expect(rows).toEqual([{ status: 'pending' }])
  await runTasks(board)
  const texts = (await mailsTo(board, employer.user.email)).map((it) => it.text)
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(text).toContain('first posting of your account')
})

test('the queue says why; once a moderator has accepted one, the next goes live, until one is removed', async () => {
  const employer = await signIn(board, 'employer', { trusted: false })
  const { job } = await post(employer)
  const { items } = (await admin.get('/api/admin/queue?source=manual&kind=pending')).json<{ items: QueueItem[] }>()
  expect(items.find((it) => it.posting.id === job.id)).toMatchObject({ hold: 'first-posting' })
  await admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'approve' })
  const next = await post(employer)
  expect(next).toMatchObject({ message: live, job: { status: 'active' } })
  expect(await post(employer, { company: 'BOISE  Heart.' })).toMatchObject({ message: live })
  expect(await post(employer, { company: 'Mayo Clinic' })).toMatchObject({ message: otherEmployer, job: { status: 'pending' } })
  await admin.post(`/api/admin/postings/${next.job.id}/decision`, { action: 'remove', reason: 'There is no such job.' })
  expect(await post(employer)).toMatchObject({ message: first, job: { status: 'pending' } })
})

test('an administrator trusts an account, and takes it back; both are on record', async () => {
  const employer = await signIn(board, 'employer', { trusted: false })
  const url = `/api/admin/users/${employer.user.id}`
  const detail = async () => (await admin.get(url)).json<UserDetail>()
  const trust = async (trusted: boolean) => admin.put(`${url}/trust`, { trusted, revision: (await detail()).revision })

  expect((await trust(true)).statusCode).toBe(200)
  expect((await detail()).trustedAt).not.toBeNull()
  expect(await post(employer)).toMatchObject({ message: live, job: { status: 'active' } })
  expect((await admin.put(`${url}/trust`, { trusted: false, revision: 0 })).statusCode).toBe(409)
  expect((await trust(false)).statusCode).toBe(200)
  expect(await post(employer)).toMatchObject({ message: first })
  expect((await detail()).history.map((it) => it.action)).toEqual(['accounts.untrusted', 'accounts.trusted'])

  const physician = await signIn(board, 'physician')
  const refused = await admin.put(`/api/admin/users/${physician.user.id}/trust`, { trusted: true, revision: 0 })
  expect(refused.statusCode).toBe(409)
})

const vouch = (domain: string, employer: string) => admin.post('/api/admin/vouched-employers', { domain, employer })
const vouched = async () =>
  (await admin.get('/api/admin/vouched-employers')).json<{ employers: { id: string; domain: string; employer: string }[] }>()
    .employers

test('an administrator vouches for a mail domain as that of one employer, and withdraws it', async () => {
  const employer = await signIn(board, 'employer', { email: 'jobs@boise-heart.test', trusted: false })
  const { job } = await post(employer)
  const { items } = (await admin.get('/api/admin/queue?source=manual&kind=pending')).json<{ items: QueueItem[] }>()
  const offer = { domain: 'boise-heart.test', employer: 'Boise Heart' }
  expect(items.find((it) => it.posting.id === job.id)).toMatchObject({ vouch: offer })

  expect((await vouch(offer.domain, offer.employer)).statusCode).toBe(200)
  expect((await vouch(offer.domain.toUpperCase(), offer.employer)).statusCode).toBe(200)
  const [pair, ...more] = (await vouched()).filter((it) => it.domain === offer.domain)
  expect([pair, more]).toMatchObject([{ ...offer, by: 'Alex Example' }, []])
  // What waits goes on waiting.
  expect((await employer.get(`/api/job-postings/${job.id}`)).json()).toMatchObject({ status: 'pending' })
  expect(await post(employer)).toMatchObject({ message: live, job: { status: 'active' } })
  expect(await post(employer, { company: 'Mercy Hospital' })).toMatchObject({ message: first })
  const neighbors = [
    { email: 'a@hr.boise-heart.test' },
    { email: 'a@boise-heart.example' },
    { email: 'b@boise-heart.test', emailVerified: false },
  ]
  for (const who of neighbors) {
    const neighbor = await signIn(board, 'employer', { ...who, trusted: false })
    expect((await post(neighbor)).job.status).toBe('pending')
  }

  expect((await admin.delete(`/api/admin/vouched-employers/${pair?.id}`)).statusCode).toBe(200)
  expect((await admin.delete(`/api/admin/vouched-employers/${pair?.id}`)).statusCode).toBe(404)
  expect(await post(employer)).toMatchObject({ message: first })
  const { rows } = await sql`select action from audit_log where action like 'postings.%' order by id`.execute(board.db)
  expect(rows).toEqual([{ action: 'postings.employer-vouched' }, { action: 'postings.employer-unvouched' }])
})

test('nobody vouches for a public suffix, or a domain at which anyone gets an address', async () => {
  const shared = [
    'web.de',
    'yopmail.com',
    'gmail.com',
    'comcast.net',
    'sub.mailinator.com',
    'com',
    'co.uk',
    'github.io',
    '10.0.0.1',
  ]
  for (const domain of shared) {
    expect([domain, (await vouch(domain, 'Mercy Hospital')).statusCode]).toEqual([domain, 400])
    expect((await vouched()).map((it) => it.domain)).not.toContain(domain)
  }
})
