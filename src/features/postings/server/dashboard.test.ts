import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import type { PostingDetail, PostingSummary } from '../contract.ts'
import { posting } from '../postings.fixture.ts'
import type { PostingsTables } from './tables.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
let employer: SignedIn
beforeAll(async () => {
  visitor = asVisitor(board)
  employer = await signIn(board, 'employer', { companyName: 'Mile High Hospital' })
})

const create = async (overrides: object = {}, caller: Caller = employer): Promise<PostingDetail> =>
  (await caller.post('/api/job-postings', posting(overrides))).json()
const urlOf = ({ id }: { id: string }) => `/api/job-postings/${id}`
const isPublic = async ({ id }: { id: string }) => (await visitor.get(`/api/jobs/${id}`)).statusCode === 200
const setJob = (id: string, columns: object) =>
  board.db.withTables<PostingsTables>().updateTable('jobs').set(columns).where('id', '=', id).execute()
const missing = "Job posting not found or you don't have permission to edit it."

test('a posting is created with the account’s company and read back unchanged', async () => {
  const { company: _, ...form } = posting({ publicEmail: 'office@milehigh.test', benefits: ['CME Allowance'] })
  const created = (await employer.post('/api/job-postings', form)).json()
  expect(created).toMatchObject({
    title: 'Hospitalist',
    company: 'Mile High Hospital',
    location: 'Denver, CO',
    salaryMin: '280000',
    salaryMax: '320000',
    jobType: 'full-time',
    isActive: true,
    status: 'active',
    contactEmail: employer.user.email,
    publicEmail: 'office@milehigh.test',
    benefits: ['CME Allowance'],
    reason: null,
  })
  expect((await employer.get(urlOf(created))).json()).toEqual(created)
})

test('the owner’s list is an array, and can be searched, filtered, sorted and limited', async () => {
  const many = await signIn(board, 'employer', { companyName: 'Many Clinics' })
  for (const [title, location] of [
    ['Zebra Doctor', 'Boise, ID'],
    ['Apple Doctor', 'Austin, TX'],
    ['Mango Doctor', 'Boise, ID'],
  ]) {
    await create({ title, location, company: 'Many Clinics' }, many)
  }
  const titles = async (query: string) =>
    (await many.get(`/api/job-postings${query}`)).json<PostingSummary[]>().map((it) => it.title.split(' ')[0])
  expect(await titles('')).toEqual(['Mango', 'Apple', 'Zebra'])
  expect(await titles('?sort=title')).toEqual(['Apple', 'Mango', 'Zebra'])
  expect(await titles('?q=boise doctor&sort=title')).toEqual(['Mango', 'Zebra'])
  expect(await titles('?q=100%25')).toEqual([])
  expect(await titles('?sort=title&limit=2&page=2')).toEqual(['Zebra'])
  expect(await titles('?status=inactive')).toEqual([])
  expect(await titles('?sort=nonsense&page=0&limit=x&status=y')).toHaveLength(3)
  const [first] = (await many.get('/api/job-postings?sort=title')).json<PostingSummary[]>()
  await many.put(urlOf(first as PostingSummary), { isActive: false })
  expect((await many.get('/api/job-postings/counts?q=boise')).json()).toMatchObject({
    total: 3,
    active: 2,
    draft: 1,
    found: 2,
  })
})

test('an edit changes the named fields and everything derived from them, and the history names them', async () => {
  const created = await create()
  const answer = await employer.put(urlOf(created), {
    updatedAt: created.updatedAt,
    title: 'Nocturnist',
    location: 'Boise, Idaho',
    salaryMin: '$150 an hour',
    salaryMax: '',
    description: '<p>Nights only, by the river, with a team.</p>',
    setting: ['Telemedicine'],
  })
  expect(answer.json()).toMatchObject({
    title: 'Nocturnist',
    location: 'Boise, ID',
    salaryMin: '150 an hour',
    salaryMax: '150 an hour',
    description: 'Nights only, by the river, with a team.',
    company: 'Mile High Hospital',
  })
  const stored = await board.db
    .withTables<PostingsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    lat: expect.closeTo(43.6, 0),
    comp_unit: 'HOUR',
    pay_annual: 285_000,
    telehealth: true,
    snippet: 'Nights only, by the river, with a team.',
  })
  const [edit] = (await employer.get(`${urlOf(created)}/history`)).json<PostingHistory>()
  expect(edit).toMatchObject({ action: 'edit', actor: 'owner', by: 'Alex Example' })
  expect(edit?.changed.toSorted()).toEqual(['description', 'location', 'salaryMax', 'salaryMin', 'setting', 'title'])
  const untouched = await employer.put(urlOf(created), { ...answer.json<PostingDetail>(), title: 'Nocturnist' })
  expect(untouched.json()).toEqual(answer.json())
})

test('of two tabs, the second gets the first one’s changes and overwrites nothing', async () => {
  const read = await create()
  const first = await employer.put(urlOf(read), { updatedAt: read.updatedAt, title: 'First Tab' })
  expect(first.statusCode).toBe(200)
  const second = await employer.put(urlOf(read), { updatedAt: read.updatedAt, title: 'Second Tab' })
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({
    error: 'Someone else changed this in the meantime.',
    code: 'CONFLICT',
    current: { title: 'First Tab', updatedAt: first.json().updatedAt },
  })
  expect((await employer.put(urlOf(read), { title: 'No Time' })).statusCode).toBe(400)
  expect((await employer.get(urlOf(read))).json()).toMatchObject({ title: 'First Tab' })
  const both = await Promise.all(
    ['A', 'B'].map((title) => employer.put(urlOf(read), { updatedAt: first.json().updatedAt, title })),
  )
  expect(both.map((it) => it.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('a posting is deactivated and activated; visitors see it only while it is active', async () => {
  const created = await create()
  await expect.poll(() => isPublic(created)).toBe(true)
  const down = await employer.put(urlOf(created), { isActive: false })
  expect(down.json()).toMatchObject({ isActive: false, status: 'inactive' })
  await expect.poll(() => isPublic(created)).toBe(false)
  expect((await employer.put(urlOf(created), { isActive: false })).statusCode).toBe(200)
  expect((await employer.put(urlOf(created), { isActive: true })).json()).toMatchObject({ status: 'active' })
  await expect.poll(() => isPublic(created)).toBe(true)
  const history = (await employer.get(`${urlOf(created)}/history`)).json<PostingHistory>()
  expect(history.map((it) => [it.action, it.actor])).toEqual([
    ['activate', 'owner'],
    ['deactivate', 'owner'],
    ['publish', 'policy'],
    ['submit', 'owner'],
  ])
})

test('a deleted posting is gone except for its history', async () => {
  const created = await create()
  expect((await employer.delete(urlOf(created))).json()).toEqual({ success: true })
  await expect.poll(() => isPublic(created)).toBe(false)
  expect((await employer.get(urlOf(created))).statusCode).toBe(404)
  expect((await employer.delete(urlOf(created))).statusCode).toBe(404)
  expect((await employer.get('/api/job-postings')).body).not.toContain(created.id)
  const admin = await signIn(board, 'admin')
  expect((await admin.get(`${urlOf(created)}/history`)).json<PostingHistory>()[0]).toMatchObject({
    action: 'remove',
  })
})

test('a posting is renewed near its end and after it, not before', async () => {
  const created = await create()
  const early = await employer.post(`${urlOf(created)}/renew`)
  expect(early.statusCode).toBe(409)
  expect(early.json()).toMatchObject({ error: 'This posting can be renewed shortly before it ends.' })
  await setJob(created.id, { expires_at: new Date(Date.now() + 5 * 86_400_000) })
  const renewed = (await employer.post(`${urlOf(created)}/renew`)).json<PostingDetail>()
  expect((Date.parse(renewed.expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(60, 1)
  const [event] = (await employer.get(`${urlOf(created)}/history`)).json<PostingHistory>()
  expect(event).toMatchObject({ action: 'renew' })
  await setJob(created.id, { status: 'expired' })
  expect((await employer.put(urlOf(created), { isActive: true })).json()).toMatchObject({ status: 'active' })
})

test('many postings change in one call, which lists the refused ones', async () => {
  const [one, other] = [await create(), await create()]
  const foreign = await create({}, await signIn(board, 'employer', { companyName: 'Elsewhere' }))
  const ids = [one.id, other.id, foreign.id, 'nonsense']
  const answer = await employer.post('/api/job-postings/bulk', { ids, action: 'deactivate' })
  expect(answer.json()).toEqual({
    changed: [one.id, other.id],
    failed: [
      { id: foreign.id, error: missing },
      { id: 'nonsense', error: missing },
    ],
  })
  expect(await isPublic(foreign)).toBe(true)
  expect((await employer.post('/api/job-postings/bulk', { ids: [one.id], action: 'renew' })).json()).toMatchObject({
    failed: [{ id: one.id, error: "A posting that is 'Draft' does not allow this." }],
  })
  await employer.post('/api/job-postings/bulk', { ids: [one.id, other.id], action: 'delete' })
  expect((await employer.get(urlOf(one))).statusCode).toBe(404)
  expect((await employer.post('/api/job-postings/bulk', { ids: [], action: 'delete' })).statusCode).toBe(400)
})

test('another owner finds nothing of it, and no id is found that is none', async () => {
  const created = await create()
  const other = await signIn(board, 'employer')
  for (const id of [created.id, 'nonsense', '01900000-0000-7000-8000-000000000000', "' or 1=1"]) {
    const url = `/api/job-postings/${id}`
    const answers = [
      await other.get(url),
      await other.put(url, { isActive: false }),
      await other.delete(url),
      await other.get(`${url}/history`),
      await other.post(`${url}/renew`),
      await other.post(`${url}/duplicate`),
    ]
    for (const answer of answers) expect([answer.statusCode, answer.json().error]).toEqual([404, missing])
  }
  expect((await employer.get(urlOf(created))).json()).toEqual(created)
})

test('an administrator reaches every posting by its id, including imports, and acts as administrator', async () => {
  const admin = await signIn(board, 'admin')
  const imported = jobRow({ status: 'pending' })
  await addJobs(board.db, [imported])
  const read = (await admin.get(`/api/job-postings/${imported.id}`)).json<PostingDetail>()
  expect(read).toMatchObject({ status: 'pending', channel: 'import' })
  await admin.put(`/api/job-postings/${imported.id}`, { updatedAt: read.updatedAt, title: 'Edited by Admin' })
  const history = (await admin.get(`/api/job-postings/${imported.id}/history`)).json<PostingHistory>()
  expect(history.map((it) => [it.action, it.actor, it.by])).toEqual([
    ['edit', 'administrator', 'Alex Example'],
    ['import', 'operator', null],
  ])
  expect((await admin.get('/api/job-postings')).json()).toEqual([])
})
