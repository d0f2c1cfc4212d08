import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import { signIn } from '#test/sign-in.ts'
import type { PostingDetail, PostingSummary } from '../contract.ts'
import { posting } from '#test/posting-forms.ts'

board.openForFile()

const isPublic = async (id: string) => (await board.shown(id)).statusCode === 200
const setActive = (id: string, isActive: boolean) =>
  board.employer.put(board.urlOf(id), { isActive })
const missing = "Job posting not found or you don't have permission to edit it."

test('a posting is created with the account’s company and read back; another owner finds nothing of it, nor of what is no id', async () => {
  const { company: _, ...form } = posting({
    publicEmail: 'office@milehigh.test',
    benefits: ['CME Allowance'],
  })
  const created = (await board.employer.post('/api/job-postings', form)).json()
  expect(created).toMatchObject({
    ...form,
    company: 'Mile High Hospital',
    isActive: true,
    status: 'active',
    contactEmail: board.employer.user.email,
    reason: null,
  })
  const other = await signIn(board.app, 'employer')
  for (const id of [created.id, 'nonsense', '01900000-0000-7000-8000-000000000000', "' or 1=1"]) {
    const url = board.urlOf(id)
    const gets = ['', '/history'].map((path) => other.get(url + path))
    const posts = ['/renew', '/duplicate'].map((path) => other.post(url + path))
    const answers = await Promise.all([
      other.put(url, { isActive: false }),
      other.delete(url),
      ...gets,
      ...posts,
    ])
    for (const answer of answers)
      expect([answer.statusCode, answer.json().error]).toEqual([404, missing])
  }
  expect(await board.read(created.id)).toEqual(created)
})

test('the owner’s list is an array, and can be searched, filtered, sorted and limited', async () => {
  const many = await signIn(board.app, 'employer', { companyName: 'Many Clinics' })
  for (const title of ['Zebra Doctor', 'Apple Doctor', 'Mango Doctor'])
    await board.create(
      {
        title,
        location: title.startsWith('Apple') ? 'Austin, TX' : 'Boise, ID',
        company: 'Many Clinics',
      },
      many,
    )
  const list = async (query: string) =>
    (await many.get(`/api/job-postings${query}`)).json<PostingSummary[]>()
  const titles = async (query: string) =>
    (await list(query)).map((candidate) => candidate.title.split(' ')[0])
  expect(await titles('')).toEqual(['Mango', 'Apple', 'Zebra'])
  expect(await titles('?sort=title')).toEqual(['Apple', 'Mango', 'Zebra'])
  expect(await titles('?q=boise doctor&sort=title')).toEqual(['Mango', 'Zebra'])
  expect(await titles('?q=100%25')).toEqual([])
  expect(await titles('?sort=title&limit=2&page=2')).toEqual(['Zebra'])
  expect(await titles('?status=inactive')).toEqual([])
  expect(await titles('?sort=nonsense&page=0&limit=x&status=y')).toHaveLength(3)
  const [first] = await list('?sort=title')
  expect(await titles(`?q=${first?.referenceId}`)).toEqual(['Apple'])
  await many.put(board.urlOf(first?.id ?? ''), { isActive: false })
  const counts = (await many.get('/api/job-postings/counts?q=boise')).json()
  expect(counts).toMatchObject({ total: 3, active: 2, draft: 1, rejected: 0, found: 2 })
})

test('small figures without a unit stay the words that they are', async () => {
  const { id } = await board.create()
  const pay = { salaryMin: '300-350', salaryMax: '' }
  expect((await board.change(id, pay)).json()).toMatchObject({ ...pay, pay: '300-350' })
  expect(await board.stored(id)).toMatchObject({ comp_min: null, pay_annual: null })
})

test('an edit changes the named fields and everything derived from them, and the history names them', async () => {
  const { id } = await board.create()
  const answer = await board.change(id, {
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
    salaryMin: '$150 an hour',
    salaryMax: '',
    description: 'Nights only, by the river, with a team.',
    company: 'Mile High Hospital',
  })
  expect(await board.stored(id)).toMatchObject({
    lat: expect.closeTo(43.6, 0),
    comp_unit: 'HOUR',
    pay_annual: 285_000,
    telehealth: true,
    snippet: 'Nights only, by the river, with a team.',
  })
  const [edit] = await board.historyOf(id)
  expect(edit).toMatchObject({ action: 'edit', actor: 'owner', by: 'Alex Example' })
  expect(edit?.changed.toSorted()).toEqual([
    'description',
    'location',
    'salaryMax',
    'salaryMin',
    'setting',
    'title',
  ])
  const untouched = await board.employer.put(board.urlOf(id), {
    ...answer.json<PostingDetail>(),
    title: 'Nocturnist',
  })
  expect(untouched.json()).toEqual(answer.json())
})

test.each([
  ['about 250K', 'around 300K', 250_000, 300_000],
  ['250,000', '', 250_000, null],
  ['$150/hr', '$200/hr', 150, 200],
  ['280k–320k', '', 280_000, 320_000],
  ['320,000', '280,000', null, null],
  ['$150/hr', '300,000', null, null],
  ['Competitive', 'up to 300K', null, 300_000],
])(
  'pay of %j and %j is shown as typed, and read from each alone',
  async (salaryMin, salaryMax, min, max) => {
    const { id } = await board.create({ salaryMin, salaryMax })
    expect(
      await board.change(id, { title: 'Nocturnist' }).then((answer) => answer.json()),
    ).toMatchObject({ salaryMin, salaryMax })
    expect((await board.visitor.get(`/api/jobs/${id}`)).json()).toMatchObject({
      compMin: min,
      compMax: max,
    })
    const next = await board.change(id, { salaryMax: '330,000' })
    expect(next.json()).toMatchObject({ salaryMin, salaryMax: '330,000' })
  },
)

test('of two tabs, the second gets the first one’s changes and overwrites nothing', async () => {
  const { id, updatedAt } = await board.create()
  const save = (changes: object) => board.employer.put(board.urlOf(id), changes)
  expect((await save({ title: 'No Time' })).statusCode).toBe(400)
  const answers = await Promise.all(['A', 'B'].map((title) => save({ updatedAt, title })))
  const [first, second] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
  const error = 'Someone else changed this in the meantime.'
  expect([first?.statusCode, second?.json()]).toEqual([
    200,
    expect.objectContaining({ code: 'CONFLICT', error, current: first?.json() }),
  ])
  expect(await board.read(id)).toEqual(first?.json())
})

test('a posting is activated and deactivated once each, and renewed near its end and after it, not before', async () => {
  const { id } = await board.create({ isActive: false })
  for (const isActive of [true, true, false, false, true])
    expect((await setActive(id, isActive)).statusCode).toBe(200)
  const renew = async () =>
    (await board.employer.post(`${board.urlOf(id)}/renew`)).json<PostingDetail>()
  expect(await renew()).toMatchObject({
    code: 'CONFLICT',
    error: 'This posting can be renewed shortly before it ends.',
  })
  await sql`update jobs set expires_at = now() + interval '5 days' where id = ${id}`.execute(
    board.app.db,
  )
  expect(board.daysUntil((await renew()).expiresAt)).toBeCloseTo(60, 1)
  await sql`update jobs set status = 'expired' where id = ${id}`.execute(board.app.db)
  expect((await setActive(id, true)).json()).toMatchObject({ status: 'active' })
  const actions = (await board.historyOf(id)).map((event) => event.action).toReversed()
  expect(actions.join(' ')).toBe(
    'submit publish deactivate activate deactivate activate renew renew',
  )
})

test('many postings change in one call, which lists the refused ones', async () => {
  const [one, other] = [(await board.create()).id, (await board.create()).id]
  const foreign = (
    await board.create({}, await signIn(board.app, 'employer', { companyName: 'Elsewhere' }))
  ).id
  const bulk = (ids: string[], action: string) =>
    board.employer.post('/api/job-postings/bulk', { ids, action })
  expect((await bulk([one, other, foreign, 'nonsense'], 'deactivate')).json()).toEqual({
    changed: [one, other],
    failed: [foreign, 'nonsense'].map((id) => ({ id, error: missing })),
  })
  expect(await isPublic(foreign)).toBe(true)
  expect((await bulk([one], 'renew')).json()).toMatchObject({
    failed: [{ id: one, error: "A posting that is 'Draft' does not allow this." }],
  })
  const edit = { ids: [one, foreign], action: 'edit', changes: { applyUntil: 'never' } }
  const changes = { contactEmail: 'desk@example.com' }
  expect((await board.employer.post('/api/job-postings/bulk', edit)).statusCode).toBe(400)
  expect(
    (await board.employer.post('/api/job-postings/bulk', { ...edit, changes })).json(),
  ).toMatchObject({ changed: [one], failed: [{ id: foreign }] })
  expect((await board.employer.get(board.urlOf(one))).json()).toMatchObject(changes)
  await bulk([one, other], 'delete')
  expect((await board.employer.get(board.urlOf(one))).statusCode).toBe(404)
  expect((await bulk([], 'delete')).statusCode).toBe(400)
})

test('an administrator reaches every posting by its id, including imports, and acts as administrator', async () => {
  const { id } = jobRow()
  await addJobs(board.app.db, [jobRow({ id, status: 'pending' })])
  expect(await board.read(id, board.admin)).toMatchObject({ status: 'pending', channel: 'import' })
  await board.change(id, { title: 'Edited by Admin' }, board.admin)
  const edit = { action: 'edit', actor: 'administrator', by: 'Alex Example' }
  expect(await board.historyOf(id, board.admin)).toMatchObject([
    edit,
    { action: 'import', actor: 'operator', by: null },
  ])
  expect((await board.admin.get('/api/job-postings')).json()).toEqual([])
})

test('the poster reads the reason of a rejection, and cannot activate the posting', async () => {
  const id = await board.postPublic({}, board.employer)
  const reason = 'This is no position for a physician.'
  await board.decide(id, 'reject', { reason })
  expect(await board.read(id)).toMatchObject({ status: 'rejected', reason })
  expect((await setActive(id, true)).statusCode).toBe(409)
})

test('a posting that went live at once is read later, and again after its poster changed it', async () => {
  const { id, updatedAt } = await board.create()
  const waits = async () => (await board.inQueue(id, '?kind=unread')) !== undefined
  const summary = (await board.admin.get('/api/admin/summary')).json<{ unreadJobs: number }>()
  expect([await waits(), summary.unreadJobs > 0]).toEqual([true, true])
  // What its poster changed since the moderator saw it is not read with it.
  const edited = (await board.change(id, { title: 'Nocturnist' })).json<PostingDetail>()
  expect((await board.decide(id, 'read', { version: updatedAt })).statusCode).toBe(409)
  expect(await waits()).toBe(true)
  expect((await board.decide(id, 'read', { version: edited.updatedAt })).statusCode).toBe(200)
  expect(await waits()).toBe(false)
  await setActive(id, false)
  await board.change(id, { title: 'Changed while nobody saw it' })
  expect(await waits()).toBe(false)
  await setActive(id, true)
  expect(await waits()).toBe(true)
})
