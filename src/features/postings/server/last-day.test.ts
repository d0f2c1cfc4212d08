import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { QueueItem } from '#features/moderation/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { accountPost, posting, publicPost } from '../postings.fixture.ts'
import { expirePostings } from './tasks.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
let employer: SignedIn
let admin: SignedIn
beforeAll(async () => {
  visitor = asVisitor(board)
  employer = await signIn(board, 'employer')
  admin = await signIn(board, 'admin')
})

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const post = async (applyUntil: string): Promise<string> =>
  (await employer.post('/api/jobs', accountPost({ city: 'Austin', state: 'TX', applyUntil }))).json().job.id
const read = async (id: string): Promise<PostingDetail> => (await employer.get(`/api/job-postings/${id}`)).json()
const change = async (id: string, changes: object) =>
  employer.put(`/api/job-postings/${id}`, { ...changes, updatedAt: (await read(id)).updatedAt })
/** In Austin the day of both ends at six in the morning, or five in summer. */
const endOf = (day: string) => expect.stringMatching(new RegExp(`^${nextDay(day)}T0[45]:59:59`))
const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const startPeriodAgo = (id: string, days: number) =>
  sql`
    update jobs set expires_at = expires_at - ${days} * interval '1 day', period_ends_at = period_ends_at - ${days} * interval '1 day',
      apply_until = (apply_until::date - ${days}::integer)::text
    where id = ${id}
  `.execute(board.db)

test('a posting closes at the end of its last day, where the job is, and says so', async () => {
  const day = inDays(20)
  const id = await post(day)
  expect(await read(id)).toMatchObject({ applyUntil: day, expiresAt: endOf(day) })
  const shown = await visitor.get(`/api/jobs/${id}`)
  expect(shown.json()).toMatchObject({ applyUntil: { day, timeZone: 'America/Chicago' }, expiresAt: endOf(day) })
  expect((await visitor.get(`/api/v1/jobs/${id}`)).json()).toMatchObject({ applyUntil: { day, timeZone: 'America/Chicago' } })
  expect((await visitor.get(`/jobs/${id}/deadline.ics`)).body).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`)
  // One more than 21: in the first hours of a day by UTC it is still the day before in Austin.
  await startPeriodAgo(id, 22)
  expect(await expirePostings(board.db, board.settings)).toBe(1)
  await expect.poll(async () => (await visitor.get(`/api/jobs/${id}`)).statusCode).toBe(410)
})

test.each([
  ['yesterday', () => inDays(-2), 'Please choose a day that is not over'],
  ['after the period', () => inDays(60), /^The posting ends on .+\. Please choose a day before that$/],
  ['malformed', () => 'in May', 'Please enter a date, such as 2027-01-31'],
  ['no day of the calendar', () => '2027-02-30', 'Please enter a date, such as 2027-01-31'],
])('every form refuses a last day that is %s', async (_what, day, message) => {
  const refusal = {
    details: [{ field: 'applyUntil', message: typeof message === 'string' ? message : expect.stringMatching(message) }],
  }
  const applyUntil = day()
  for (const answer of [
    await visitor.post('/employers/post', publicPost({ applyUntil })),
    await employer.post('/api/jobs', accountPost({ applyUntil })),
    await employer.post('/api/job-postings', posting({ applyUntil })),
    await change(await post(''), { applyUntil }),
  ]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject(refusal)
  }
})

test('a CSV row has a last day as spreadsheets write it, or an error', async () => {
  const day = inDays(30)
  const [year, month, date] = day.split('-').map(Number)
  const rows = [`${month}/${date}/${year}`, inDays(-2), inDays(90), 'soon'].map(
    (until, index) =>
      `Hospitalist ${index},Internal Medicine,"Denver, CO",Seven on and seven off with a team.,full-time,https://a.example,Mile High,${until}`,
  )
  const csv = ['Title,Specialty,Location,Description,Job type,Apply URL,Company,Closing date', ...rows].join('\n')
  const preview = (await employer.post('/api/job-postings/csv/preview', { csv })).json()
  expect(preview.rows.map((row: { errors: { field: string }[] }) => row.errors.map((it) => it.field))).toEqual([
    [],
    ['applyUntil'],
    ['applyUntil'],
    ['applyUntil'],
  ])
  const { created } = (await employer.post('/api/job-postings/csv', { csv, mapping: preview.mapping })).json()
  expect(created).toHaveLength(1)
  expect((await read(created[0].id)).applyUntil).toBe(day)
})

test('an edit sets, moves and removes the last day, and the period stays', async () => {
  const id = await post('')
  const { expiresAt } = await read(id)
  const [first, second] = [inDays(10), inDays(12)]
  expect((await change(id, { applyUntil: first })).json()).toMatchObject({ applyUntil: first, expiresAt: endOf(first) })
  expect((await change(id, { applyUntil: second })).json()).toMatchObject({ applyUntil: second, expiresAt: endOf(second) })
  // In Hawaii the day ends later.
  expect((await change(id, { location: 'Honolulu, HI' })).json().expiresAt).toBe(`${nextDay(second)}T09:59:59.000Z`)
  expect((await change(id, { applyUntil: '' })).json()).toMatchObject({ applyUntil: '', expiresAt })
  const history = (await employer.get(`/api/job-postings/${id}/history`)).json<PostingHistory>()
  expect(history.filter((it) => it.action === 'edit').map((it) => it.changed)).toEqual([
    ['applyUntil'],
    ['location'],
    ['applyUntil'],
    ['applyUntil'],
  ])
})

test('a renewal removes the last day', async () => {
  const id = await post(inDays(5))
  const renewed = (await employer.post(`/api/job-postings/${id}/renew`)).json<PostingDetail>()
  expect(renewed.applyUntil).toBe('')
  expect((Date.parse(renewed.expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(60, 1)
})

test('who activates a posting after its last day opens it without one', async () => {
  const id = await post(inDays(5))
  await employer.put(`/api/job-postings/${id}`, { isActive: false })
  await startPeriodAgo(id, 10)
  const active = (await employer.put(`/api/job-postings/${id}`, { isActive: true })).json<PostingDetail>()
  expect(active).toMatchObject({ status: 'active', applyUntil: '' })
  expect((Date.parse(active.expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(50, 1)
})

test('a posting that waits gets its end when it is approved, and the mail names the day', async () => {
  const day = inDays(15)
  const form = publicPost({ contactEmail: 'until@mail.test', applyUntil: day })
  const { job } = (await visitor.post('/employers/post', form)).json()
  const waiting = await admin.get(`/api/job-postings/${job.id}`)
  expect(waiting.json()).toMatchObject({ status: 'pending', applyUntil: day, expiresAt: null })
  await admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'approve' })
  expect((await admin.get(`/api/job-postings/${job.id}`)).json()).toMatchObject({ status: 'active', expiresAt: endOf(day) })
  await makeTasksDue(board)
  await runTasks(board)
  const text = (await mailsTo(board, 'until@mail.test')).map((it) => it.text).join('\n')
  const named = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  expect(text).toContain(`It closes on ${named} unless you renew it.`)
})

const daysUntil = (moment: string | null) => (Date.parse(moment ?? '') - Date.now()) / 86_400_000

test('a posting that is approved after its last day runs for the ordinary period', async () => {
  const form = publicPost({ contactEmail: 'late@mail.test', applyUntil: inDays(5) })
  const { id } = (await visitor.post('/employers/post', form)).json().job
  await sql`update jobs set apply_until = ${inDays(-3)} where id = ${id}`.execute(board.db)
  await admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })
  const live = (await admin.get(`/api/job-postings/${id}`)).json<PostingDetail>()
  expect(live).toMatchObject({ status: 'active', applyUntil: '' })
  expect(daysUntil(live.expiresAt)).toBeCloseTo(60, 1)
  expect(await expirePostings(board.db, board.settings)).toBe(0)
})

test('an edit that is approved after its last day leaves the end of the live posting', async () => {
  const newcomer = await signIn(board, 'employer', { trusted: false })
  const { id } = (await newcomer.post('/api/jobs', accountPost())).json().job
  await admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve' })
  const { updatedAt, expiresAt } = (await newcomer.get(`/api/job-postings/${id}`)).json<PostingDetail>()
  const wanted = { company: 'Boise Heart Group', applyUntil: inDays(5), updatedAt }
  expect((await newcomer.put(`/api/job-postings/${id}`, wanted)).json()).toMatchObject({ waitingEdit: { isShown: true } })
  await sql`
    update waiting_edits set fields = jsonb_set(fields, '{applyUntil}', to_jsonb(${inDays(-3)}::text)) where job_id = ${id}
  `.execute(board.db)
  const { items } = (await admin.get('/api/admin/queue?kind=edit')).json<{ items: QueueItem[] }>()
  const edit = items.find((it) => it.posting.id === id)?.edit
  expect(edit?.changes.map((it) => it.after)).toEqual(['Boise Heart Group'])
  expect(
    (await admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve-edit', version: edit?.version })).statusCode,
  ).toBe(200)
  expect((await admin.get(`/api/job-postings/${id}`)).json()).toMatchObject({
    status: 'active',
    company: 'Boise Heart Group',
    applyUntil: '',
    expiresAt,
  })
})

test('an imported job ends when its source says', async () => {
  const imported = jobRow({ expires_at: new Date(Date.now() + 9 * 86_400_000) })
  await addJobs(board.db, [imported])
  const { updatedAt } = (await admin.get(`/api/job-postings/${imported.id}`)).json()
  const answer = await admin.put(`/api/job-postings/${imported.id}`, { applyUntil: inDays(3), updatedAt })
  expect(answer.json()).toMatchObject({ details: [{ field: 'applyUntil' }] })
})

test('a copy does not keep the last day', async () => {
  const copy = (await employer.post(`/api/job-postings/${await post(inDays(9))}/duplicate`)).json()
  expect(copy.form).toMatchObject({ applyUntil: '' })
})
