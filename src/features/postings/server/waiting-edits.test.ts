import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { QueueItem } from '#features/moderation/contract.ts'
import { appForFile } from '#test/app.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import type { PostingDetail } from '../contract.ts'
import { accountPost, publicPost } from '../postings.fixture.ts'

/** Until somebody vouches for a poster, what the poster says anew waits, while the version that a moderator accepted stays public. */

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let admin: SignedIn
let visitor: Caller
let employer: SignedIn
let id: string

beforeAll(async () => {
  admin = await signIn(board, 'admin')
  visitor = asVisitor(board)
})

beforeEach(async () => {
  employer = await signIn(board, 'employer', { email: `${crypto.randomUUID()}@heart.test`, trusted: false })
  id = (await employer.post('/api/jobs', accountPost())).json<{ job: { id: string } }>().job.id
  await admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })
})

const own = async () => (await employer.get(`/api/job-postings/${id}`)).json<PostingDetail>()
const shown = async () => (await visitor.get(`/api/jobs/${id}`)).json<{ title: string; employer: string }>()
async function change(changes: object, by: SignedIn = employer) {
  const { updatedAt } = await own()
  return by.put(`/api/job-postings/${id}`, { ...changes, updatedAt })
}
const waiting = async (postingId = id) => {
  const { items } = (await admin.get('/api/admin/queue?kind=edit')).json<{ items: QueueItem[] }>()
  return items.find((it) => it.posting.id === postingId)
}
const decide = async (action: 'approve-edit' | 'reject-edit', body: object = {}) =>
  admin.post(`/api/admin/postings/${id}/decision`, { action, version: (await waiting())?.edit?.version, ...body })
const mailed = async (address: string) => {
  await makeTasksDue(board)
  await runTasks(board)
  return mailsTo(board, address)
}

const phishing = { company: 'Mayo Clinic', applyUrl: 'https://mayo-apply.example/login' }

test('an accepted posting is not turned into another employer’s at once; a moderator sees both versions', async () => {
  const before = await shown()
  const answer = (await change(phishing)).json<PostingDetail>()
  expect(answer).toMatchObject({
    ...phishing,
    status: 'active',
    waitingEdit: { changed: ['company', 'applyUrl'], isShown: true },
  })
  expect(await shown()).toEqual(before)
  expect((await employer.get('/api/job-postings')).json()).toMatchObject([
    { company: 'Boise Heart', waitingEdit: { changed: ['company', 'applyUrl'] } },
  ])
  expect((await admin.get(`/api/job-postings/${id}`)).json()).toMatchObject({
    company: 'Boise Heart',
    waitingEdit: { isShown: false },
  })
  expect(await waiting()).toMatchObject({
    posting: { company: 'Boise Heart' },
    edit: {
      changes: [
        { label: 'Company', before: 'Boise Heart', after: 'Mayo Clinic' },
        { before: 'https://heart.example/apply', after: phishing.applyUrl },
      ],
    },
    // A press too early would make the poster speak for an employer that nobody has accepted.
    vouch: null,
  })
  expect((await decide('reject-edit')).statusCode).toBe(400)
  expect((await decide('reject-edit', { reason: 'You do not speak for them.' })).statusCode).toBe(200)
  expect(await own()).toMatchObject({ company: 'Boise Heart', waitingEdit: null })
  expect((await mailed(employer.user.email)).at(-1)).toMatchObject({
    subject: expect.stringContaining('Your changes were not published') as string,
    text: expect.stringContaining('You do not speak for them.') as string,
  })
  expect(await waiting()).toBeUndefined()
  // The next posting waits, too.
  expect((await employer.post('/api/jobs', accountPost())).json()).toMatchObject({ job: { status: 'pending' } })
})

test('approving publishes it, tells the poster, and is on record', async () => {
  await change({ description: 'Join four cardiologists in a practice that grows.' })
  expect(await waiting()).toMatchObject({ vouch: { domain: 'heart.test', employer: 'Boise Heart' } })
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({ description: 'Join four cardiologists in a practice that grows.', waitingEdit: null })
  expect((await mailed(employer.user.email)).at(-1)?.subject).toContain('Your changes are published')
  const history = (await employer.get(`/api/job-postings/${id}/history`)).json<{ action: string; changed: string[] }[]>()
  expect(history.slice(0, 2)).toMatchObject([
    { action: 'approveEdit', changed: ['description'] },
    { action: 'proposeEdit', changed: ['description'] },
  ])
  const { items } = (await admin.get('/api/admin/decisions')).json<{ items: object[] }>()
  expect(items[0]).toMatchObject({ action: 'approve-edit', canUndo: false })
})

test.each<[string, object, boolean]>([
  ['title', { title: 'Call 555 0100' }, true],
  ['text', { teamNotes: 'Write to evil@mail.test' }, true],
  ['contact', { contactEmail: 'victim@mail.test' }, true],
  ['public address', { publicEmail: 'evil@mail.test' }, true],
  ['picture', { logoUrl: 'https://evil.example/logo.png' }, true],
  ['words as pay', { salaryMin: 'see evil.example', salaryMax: '' }, true],
  ['a place that nobody knows', { location: 'Call 555 0100, ID' }, true],
  ['figures of pay', { salaryMin: '410000', salaryMax: '460000' }, false],
  ['a known place', { location: 'Denver, CO' }, false],
  ['choices', { visaSupport: 'H1B', schedule: ['Days'] }, false],
])('%s: %j waits: %s', async (_name, changes, waits) => {
  const answer = await change(changes)
  expect(answer.json<PostingDetail>().waitingEdit !== null).toBe(waits)
  expect((await waiting()) !== undefined).toBe(waits)
})

test('a second edit joins the first; going back to what is public leaves nothing to wait', async () => {
  const { updatedAt } = await own()
  await change({ title: 'Cardiologist, noninvasive' })
  const first = await waiting()
  // A form that was opened before the first edit is stale, and gets the poster's own version.
  const stale = await employer.put(`/api/job-postings/${id}`, { title: 'Other', updatedAt })
  expect([stale.statusCode, stale.json<{ current: PostingDetail }>().current.title]).toEqual([409, 'Cardiologist, noninvasive'])
  await change({ applyUrl: 'https://heart.example/new', jobType: 'part-time' })
  const second = await waiting()
  expect(second?.edit?.changes.map((it) => it.after)).toEqual([
    'Cardiologist, noninvasive',
    'part-time',
    'https://heart.example/new',
  ])
  expect(second?.since).toBe(first?.since)
  // What the moderator saw is not what waits by now.
  const late = await admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve-edit', version: first?.edit?.version })
  expect(late.statusCode).toBe(409)
  expect(await shown()).toMatchObject({ title: 'Cardiologist' })

  await change({ title: 'Cardiologist', applyUrl: 'https://heart.example/apply', jobType: 'full-time' })
  expect([await waiting(), (await own()).waitingEdit]).toEqual([undefined, null])
})

test('of an approval and another edit at once, nothing unseen is published', async () => {
  await change({ title: 'First' })
  const version = (await waiting())?.edit?.version
  const { updatedAt } = await own()
  const [approved, edited] = await Promise.all([
    admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve-edit', version }),
    employer.put(`/api/job-postings/${id}`, { title: 'Second', updatedAt }),
  ])
  expect([approved, edited].map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await shown()).title).toBe(approved.statusCode === 200 ? 'First' : 'Cardiologist')
})

test('a pending posting that was edited since a moderator read it is not approved', async () => {
  const { job } = (await signIn(board, 'employer', { trusted: false }).then((it) => it.post('/api/jobs', accountPost()))).json<{
    job: { id: string }
  }>()
  const version = '2026-01-01T00:00:00.000Z'
  expect((await admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'approve', version })).statusCode).toBe(409)
  const several = await admin.post('/api/admin/decisions', { action: 'approve', ids: [job.id], versions: { [job.id]: version } })
  expect(several.json()).toMatchObject({ decisionIds: [], failed: [{ id: job.id }] })
})

test('the poster takes it back', async () => {
  await change(phishing)
  expect((await change({ withdrawsEdit: true })).json()).toMatchObject({ company: 'Boise Heart', waitingEdit: null })
  expect(await waiting()).toBeUndefined()
})

test('it outlives taking down, end and renewal, and waits for nobody who deletes the posting', async () => {
  await change(phishing)
  await employer.put(`/api/job-postings/${id}`, { isActive: false })
  expect(await waiting()).toMatchObject({ posting: { status: 'inactive', company: 'Boise Heart' } })
  // Nor does an edit go around the moderator while the posting is down.
  await change({ title: 'Changed while nobody looks' })
  await employer.put(`/api/job-postings/${id}`, { isActive: true })
  expect(await shown()).toMatchObject({ title: 'Cardiologist', employer: 'Boise Heart' })

  await sql`update jobs set status = 'expired', expires_at = now() - interval '1 hour' where id = ${id}`.execute(board.db)
  expect(await waiting()).toMatchObject({ posting: { status: 'expired' } })
  expect((await employer.post(`/api/job-postings/${id}/renew`)).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ employer: 'Boise Heart' })
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({ title: 'Changed while nobody looks', company: 'Mayo Clinic', waitingEdit: null })

  await change({ title: 'Another' })
  await employer.delete(`/api/job-postings/${id}`)
  expect(await waiting()).toBeUndefined()
  const { rows } = await sql`select from waiting_edits where job_id = ${id}`.execute(board.db)
  expect(rows).toEqual([])
})

test('an administrator’s own edit is public at once, and the other one waits on top of it', async () => {
  await change({ title: 'Cardiologist, noninvasive' })
  const { updatedAt } = (await admin.get(`/api/job-postings/${id}`)).json<PostingDetail>()
  const corrected = await admin.put(`/api/admin/postings/${id}`, { changes: { duration: 'Permanent', updatedAt } })
  expect(corrected.statusCode).toBe(200)
  expect((await waiting())?.edit?.changes).toEqual([
    { label: 'Job title', before: 'Cardiologist', after: 'Cardiologist, noninvasive' },
  ])
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({ title: 'Cardiologist, noninvasive', duration: 'Permanent' })
})

test('once somebody vouches for the poster, the next edit goes live with the one that waits', async () => {
  await change({ title: 'Cardiologist, noninvasive' })
  await admin.post('/api/admin/vouched-employers', { domain: 'heart.test', employer: 'Boise Heart' })
  expect(await waiting()).toBeDefined()
  expect((await change({ applyUrl: 'https://heart.example/new' })).json()).toMatchObject({ waitingEdit: null })
  expect(await shown()).toMatchObject({ title: 'Cardiologist, noninvasive' })
  // Not as somebody else.
  expect((await change({ company: 'Mayo Clinic' })).json()).toMatchObject({ waitingEdit: { changed: ['company'] } })
  await sql`delete from vouched_employers`.execute(board.db)
  expect((await change({ title: 'Back to waiting' })).json()).toMatchObject({
    waitingEdit: { changed: ['title', 'company'] },
  })
})

test('by a manage link it waits, too, and moves into the account that claims the posting', async () => {
  const contactEmail = `${crypto.randomUUID()}@mail.test`
  const { job } = (await visitor.post('/employers/post', publicPost({ contactEmail }))).json<{ job: { id: string } }>()
  await admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'approve' })
  const token = /manage\?token=([\w-]+)/.exec((await mailed(contactEmail)).at(-1)?.text ?? '')?.[1] ?? ''
  const url = `/api/manage-posting?token=${token}`
  const { posting } = (await visitor.get(url)).json<{ posting: PostingDetail }>()
  const edited = await visitor.put(url, { ...phishing, updatedAt: posting.updatedAt })
  expect(edited.json()).toMatchObject({ posting: { company: 'Mayo Clinic', waitingEdit: { isShown: true } } })
  expect((await visitor.get(`/api/jobs/${job.id}`)).json()).toMatchObject({ employer: 'Lakeside Clinic' })
  const claimer = await signIn(board, 'employer', { email: contactEmail, trusted: false })
  const claimed = await claimer.post(`/api/manage-posting/claim?token=${token}`)
  expect(claimed.json()).toMatchObject({ company: 'Mayo Clinic', waitingEdit: { changed: ['company', 'applyUrl'] } })
  expect(await waiting(job.id)).toMatchObject({ posting: { company: 'Lakeside Clinic' } })
})
