import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as board from '#test/postings.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import type { PostingDetail } from '../contract.ts'

/**
 * Until somebody vouches for a poster, what the poster says anew waits, while the version that a
 * moderator accepted stays public.
 */

board.openForFile()
let newcomer: SignedIn
let id: string

beforeEach(async () => {
  newcomer = await signIn(board.app, 'employer', {
    email: `${crypto.randomUUID()}@heart.test`,
    trusted: false,
  })
  id = await board.post({}, newcomer)
  await board.decide(id, 'approve')
})

const own = () => board.read(id, newcomer)
const job = async () => (await board.shown(id)).json<{ title: string; employer: string }>()
const change = (changes: object) => board.change(id, changes, newcomer)
const waiting = (postingId = id) => board.inQueue(postingId, '?kind=edit')
const decide = async (action: 'approve-edit' | 'reject-edit', more: object = {}) =>
  board.decide(id, action, { version: (await waiting())?.edit?.version, ...more })

const phishing = { company: 'Mayo Clinic', applyUrl: 'https://mayo-apply.example/login' }

test('an accepted posting is not turned into another employer’s at once; a moderator sees both versions', async () => {
  const before = await job()
  const answer = (await change(phishing)).json<PostingDetail>()
  const changed = ['company', 'applyUrl']
  expect(answer).toMatchObject({
    ...phishing,
    status: 'active',
    waitingEdit: { changed, isShown: true },
  })
  expect(await job()).toEqual(before)
  const list = (await newcomer.get('/api/job-postings')).json()
  expect(list).toMatchObject([{ company: 'Boise Heart', waitingEdit: { changed } }])
  expect(await board.read(id, board.admin)).toMatchObject({
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
  expect((await decide('reject-edit', { reason: 'You do not speak for them.' })).statusCode).toBe(
    200,
  )
  expect(await own()).toMatchObject({ company: 'Boise Heart', waitingEdit: null })
  const mail = (await board.mailed(newcomer.user.email)).at(-1)
  expect(mail?.subject).toContain('Your changes were not published')
  expect(mail?.text).toContain('You do not speak for them.')
  expect(await waiting()).toBeUndefined()
  // What a moderator accepted stays accepted.
  expect(await board.read(await board.post({}, newcomer), newcomer)).toMatchObject({
    status: 'active',
  })
})

test('approving publishes it, tells the poster, and is on record', async () => {
  const description = 'Join four cardiologists in a practice that grows.'
  await change({ description })
  expect(await waiting()).toMatchObject({
    vouch: { domain: 'heart.test', employer: 'Boise Heart' },
  })
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({ description, waitingEdit: null })
  expect((await board.mailed(newcomer.user.email)).at(-1)?.subject).toContain(
    'Your changes are published',
  )
  expect((await board.historyOf(id, newcomer)).slice(0, 2)).toMatchObject([
    { action: 'approveEdit', changed: ['description'] },
    { action: 'proposeEdit', changed: ['description'] },
  ])
  const { items } = (await board.admin.get('/api/admin/decisions')).json<{ items: object[] }>()
  expect(items[0]).toMatchObject({ action: 'approve-edit', canUndo: false })
})

test('what could mislead waits; figures, known places and choices do not', async () => {
  const edits: [what: string, changes: object, waits: boolean][] = [
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
  ]
  for (const [what, changes, waits] of edits) {
    const { waitingEdit } = (await change(changes)).json<PostingDetail>()
    expect([what, waitingEdit !== null, (await waiting()) !== undefined]).toEqual([
      what,
      waits,
      waits,
    ])
    if (waits) await change({ withdrawsEdit: true })
  }
})

test('a second edit joins the first; going back to what is public leaves nothing to wait', async () => {
  const { updatedAt } = await own()
  await change({ title: 'Cardiologist, noninvasive' })
  const first = await waiting()
  // A form that was opened before the first edit is stale, and gets the poster's own version.
  const stale = await newcomer.put(board.urlOf(id), { title: 'Other', updatedAt })
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    { current: { title: 'Cardiologist, noninvasive' } },
  ])
  await change({ applyUrl: 'https://heart.example/new', jobType: 'part-time' })
  const second = await waiting()
  const after = second?.edit?.changes.map((change) => change.after)
  expect(after).toEqual(['Cardiologist, noninvasive', 'part-time', 'https://heart.example/new'])
  expect(second?.since).toBe(first?.since)
  // What the moderator saw is not what waits by now.
  expect((await decide('approve-edit', { version: first?.edit?.version })).statusCode).toBe(409)
  expect(await job()).toMatchObject({ title: 'Cardiologist' })

  await change({
    title: 'Cardiologist',
    applyUrl: 'https://heart.example/apply',
    jobType: 'full-time',
  })
  expect([await waiting(), (await own()).waitingEdit]).toEqual([undefined, null])
})

test('of an approval and another edit at once, nothing unseen is published', async () => {
  await change({ title: 'First' })
  const version = (await waiting())?.edit?.version
  const { updatedAt } = await own()
  const [approved, edited] = await Promise.all([
    board.decide(id, 'approve-edit', { version }),
    newcomer.put(board.urlOf(id), { title: 'Second', updatedAt }),
  ])
  expect([approved, edited].map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409,
  ])
  expect((await job()).title).toBe(approved.statusCode === 200 ? 'First' : 'Cardiologist')
})

test('a pending posting that was edited since a moderator read it is not approved', async () => {
  const pending = await board.post({}, await signIn(board.app, 'employer', { trusted: false }))
  const version = '2026-01-01T00:00:00.000Z'
  expect((await board.decide(pending, 'approve', { version })).statusCode).toBe(409)
  const several = { action: 'approve', ids: [pending], versions: { [pending]: version } }
  expect((await board.admin.post('/api/admin/decisions', several)).json()).toMatchObject({
    decisionIds: [],
    failed: [{ id: pending }],
  })
})

test('it outlives taking down, end and renewal, and waits for nobody who deletes the posting', async () => {
  await change(phishing)
  await newcomer.put(board.urlOf(id), { isActive: false })
  expect(await waiting()).toMatchObject({ posting: { status: 'inactive', company: 'Boise Heart' } })
  // Nor does an edit go around the moderator while the posting is down.
  await change({ title: 'Changed while nobody looks' })
  await newcomer.put(board.urlOf(id), { isActive: true })
  expect(await job()).toMatchObject({ title: 'Cardiologist', employer: 'Boise Heart' })

  await sql`update jobs set status = 'expired', expires_at = now() - interval '1 hour' where id = ${id}`.execute(
    board.app.db,
  )
  expect(await waiting()).toMatchObject({ posting: { status: 'expired' } })
  expect((await newcomer.post(`${board.urlOf(id)}/renew`)).statusCode).toBe(200)
  expect(await job()).toMatchObject({ employer: 'Boise Heart' })
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({
    title: 'Changed while nobody looks',
    company: 'Mayo Clinic',
    waitingEdit: null,
  })

  await change({ title: 'Another' })
  await newcomer.delete(board.urlOf(id))
  expect(await waiting()).toBeUndefined()
  expect(
    (await sql`select from waiting_edits where job_id = ${id}`.execute(board.app.db)).rows,
  ).toEqual([])
})

test('an edit that is approved after its last day leaves the end of the live posting', async () => {
  const { expiresAt } = await own()
  const company = 'Boise Heart Group'
  await change({ company, applyUntil: board.dayIn(5) })
  await sql`
    update waiting_edits set fields = jsonb_set(fields, '{applyUntil}', to_jsonb(${board.dayIn(-3)}::text)) where job_id = ${id}
  `.execute(board.app.db)
  expect((await waiting())?.edit?.changes.map((change) => change.after)).toEqual([company])
  expect(await own()).toMatchObject({ company, applyUntil: '', expiresAt })
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({ status: 'active', company, applyUntil: '', expiresAt })
})

test('an edit that waits gives up the place to which an administrator moves the posting', async () => {
  await change({ teamNotes: 'Four of us.', furtherLocations: ['Denver, CO', 'Tulsa, OK'] })
  expect((await board.change(id, { location: 'Tulsa, OK' }, board.admin)).statusCode).toBe(200)
  const edited = {
    location: 'Tulsa, OK',
    furtherLocations: ['Denver, CO'],
    teamNotes: 'Four of us.',
  }
  expect(await own()).toMatchObject(edited)
  expect((await waiting())?.edit?.changes.map((change) => change.after)).toEqual([
    'Denver, CO',
    'Four of us.',
  ])
  expect((await change({ title: 'Cardiologist, noninvasive' })).statusCode).toBe(200)
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({
    ...edited,
    title: 'Cardiologist, noninvasive',
    waitingEdit: null,
  })
})

test('an administrator’s own edit is public at once, and the other one waits on top of it', async () => {
  await change({ title: 'Cardiologist, noninvasive' })
  const { updatedAt } = await board.read(id, board.admin)
  const corrected = await board.admin.put(`/api/admin/postings/${id}`, {
    changes: { duration: 'Permanent', updatedAt },
  })
  expect(corrected.statusCode).toBe(200)
  const changes = [
    { label: 'Job title', before: 'Cardiologist', after: 'Cardiologist, noninvasive' },
  ]
  expect((await waiting())?.edit?.changes).toEqual(changes)
  expect((await decide('approve-edit')).statusCode).toBe(200)
  expect(await own()).toMatchObject({ title: 'Cardiologist, noninvasive', duration: 'Permanent' })
})

test('once somebody vouches for the poster, the next edit goes live with the one that waits', async () => {
  await change({ title: 'Cardiologist, noninvasive' })
  await board.admin.post('/api/admin/names', { name: 'Boise Heart', to: { domain: 'heart.test' } })
  expect(await waiting()).toBeDefined()
  expect((await change({ applyUrl: 'https://heart.example/new' })).json()).toMatchObject({
    waitingEdit: null,
  })
  expect(await job()).toMatchObject({ title: 'Cardiologist, noninvasive' })
  // Not as somebody else.
  expect((await change({ company: 'Mayo Clinic' })).json()).toMatchObject({
    waitingEdit: { changed: ['company'] },
  })
  await sql`update name_grants set withdrawn_at = now() where domain = 'heart.test'`.execute(
    board.app.db,
  )
  const unvouched = await change({ title: 'Back to waiting' })
  expect(unvouched.json()).toMatchObject({ waitingEdit: { changed: ['title', 'company'] } })
})

test('by a manage link it waits, too, and moves into the account that claims the posting', async () => {
  const email = `${crypto.randomUUID()}@mail.test`
  const open = await board.postPublic({ contactEmail: email })
  await board.decide(open, 'approve')
  const token = board.tokenIn((await board.mailed(email)).at(-1)?.text)
  const url = `/api/manage-posting?token=${token}`
  const { posting } = (await board.visitor.get(url)).json<{ posting: PostingDetail }>()
  const edited = await board.visitor.put(url, { ...phishing, updatedAt: posting.updatedAt })
  expect(edited.json()).toMatchObject({
    posting: { company: 'Mayo Clinic', waitingEdit: { isShown: true } },
  })
  expect((await board.shown(open)).json()).toMatchObject({ employer: 'Lakeside Clinic' })
  const claimer = await signIn(board.app, 'employer', { email, trusted: false })
  const claimed = await claimer.post(`/api/manage-posting/claim?token=${token}`)
  expect(claimed.json()).toMatchObject({
    company: 'Mayo Clinic',
    waitingEdit: { changed: ['company', 'applyUrl'] },
  })
  expect(await waiting(open)).toMatchObject({ posting: { company: 'Lakeside Clinic' } })
})
