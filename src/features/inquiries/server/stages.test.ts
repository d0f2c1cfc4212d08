import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { app, applied, employer, erase, hiringForFile, job, ours as detail, physician, visitor } from '#test/hiring.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { expirePostings } from '#features/postings/server/tasks.ts'
import { signIn, type Caller } from '#test/sign-in.ts'
import type { Application } from '../contract.ts'
import type { InboxItem } from '../contract-desk.ts'
import { watchSilence } from './service-desk.ts'

hiringForFile()

const apply = (sender: Caller = physician, more: Record<string, unknown> = {}) => applied(more, sender)
const move = (id: string, stage: string, version: number, reason?: string) =>
  employer.put(`/api/inbox/${id}/stage`, { stage, version, reason })
const application = async () =>
  (await physician.get('/api/applications')).json<{ applications: Application[] }>().applications[0] ?? expect.fail()
const decisions = async () =>
  (await mailsTo(app, physician.user.email)).filter((it) => it.subject.startsWith('About your application'))

test('a card moves through the stages, and each move is recorded; the physician sees three', async () => {
  const id = await apply()
  const seen: string[] = [(await application()).progress]
  for (const [version, stage] of ['reviewing', 'interview', 'offer', 'hired'].entries()) {
    expect((await move(id, stage, version)).json()).toEqual({ stage, version: version + 1, toldAt: null })
    seen.push((await application()).progress)
  }
  expect(seen).toEqual(['received', 'review', 'review', 'review', 'decided'])
  expect((await detail(id)).events).toMatchObject(
    ['hired', 'offer', 'interview', 'reviewing'].map((stage) => ({ stage, by: 'Alex Example', reason: null })),
  )
})

test('of two people who move the same card, the second is told where it is', async () => {
  const id = await apply()
  const answers = await Promise.all([move(id, 'interview', 0), move(id, 'offer', 0)])
  expect(answers.map((it) => it.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  const { stage } = await detail(id)
  const refused = answers.find((it) => it.statusCode === 409)?.json<{ error: string; current: unknown }>()
  expect(refused?.current).toEqual({ stage, version: 1 })
  expect(refused?.error).toMatch(/^Somebody else moved this application to (Interview|Offer) in the meantime\.$/)
  expect((await detail(id)).events).toHaveLength(1)
})

test('a rejection has a reason, and is told once, after an hour', async () => {
  const id = await apply()
  expect((await move(id, 'closed', 0)).statusCode).toBe(400)
  expect((await move(id, 'closed', 0, 'others')).statusCode).toBe(200)
  await runTasks(app)
  expect(await decisions()).toEqual([])
  expect(await application()).toMatchObject({ progress: 'received', decision: null })
  await makeTasksDue(app)
  await sql`update inquiries set closed_at = now() where id = ${id}`.execute(app.db)
  await runTasks(app)
  await makeTasksDue(app)
  await runTasks(app)
  expect(await decisions()).toHaveLength(1)
  expect((await decisions())[0]?.text).toContain('The employer goes on with other candidates.')
  expect(await application()).toMatchObject({ progress: 'decided', decision: 'The employer goes on with other candidates.' })
  expect((await employer.post('/api/inbox/replies', { ids: [id], message: 'One more thing.' })).json()).toEqual({ sent: 0 })
})

test('a rejection that is taken back in time is never told', async () => {
  const id = await apply()
  await move(id, 'interview', 0)
  await move(id, 'closed', 1, 'filled')
  expect((await application()).progress).toBe('review')
  expect((await move(id, 'interview', 2)).statusCode).toBe(200)
  await makeTasksDue(app)
  await runTasks(app)
  expect(await decisions()).toEqual([])
  expect(await application()).toMatchObject({ progress: 'review', decision: null })
  expect((await detail(id)).events.map((it) => it.stage)).toEqual(['interview', 'closed', 'interview'])
})

test('‘hired’ is the employer’s claim until the physician confirms it', async () => {
  const id = await apply()
  expect((await physician.post(`/api/applications/${id}/hire`)).statusCode).toBe(409)
  await move(id, 'hired', 0)
  expect(await application()).toMatchObject({ progress: 'decided', hire: 'claimed' })
  expect((await detail(id)).hireConfirmedAt).toBeNull()
  await runTasks(app)
  expect((await mailsTo(app, physician.user.email)).at(-1)?.subject).toMatch(/^The employer marked you as hired/)
  expect((await physician.post(`/api/applications/${id}/hire`)).statusCode).toBe(200)
  expect(await application()).toMatchObject({ hire: 'confirmed' })
  expect((await detail(id)).hireConfirmedAt).toEqual(expect.any(String))
  // It was confirmed for that time only.
  await move(id, 'offer', 1)
  await move(id, 'hired', 2)
  expect(await application()).toMatchObject({ hire: 'claimed' })
})

test('the physician withdraws at any time; notes go, and no rejection follows', async () => {
  const id = await apply()
  await employer.post(`/api/inbox/${id}/notes`, { note: 'Strong letters.' })
  await move(id, 'closed', 0, 'others')
  expect((await physician.post(`/api/applications/${id}/withdrawal`)).statusCode).toBe(200)
  expect((await physician.post(`/api/applications/${id}/withdrawal`)).statusCode).toBe(409)
  expect((await employer.get(`/api/inbox/${id}`)).statusCode).toBe(404)
  expect((await move(id, 'offer', 1)).statusCode).toBe(404)
  await makeTasksDue(app)
  await runTasks(app)
  expect(await decisions()).toEqual([])
  expect((await sql`select from inquiry_notes where inquiry_id = ${id}`.execute(app.db)).rows).toEqual([])
  expect((await application()).progress).toBe('withdrawn')
})

test('the board has the newest of each stage with the number of all', async () => {
  for (let index = 0; index < 22; index += 1) await apply(visitor, { email: `guest-${index}@mail.test`, name: `Guest ${index}` })
  const id = await apply()
  await move(id, 'offer', 0)
  const board = (await employer.get('/api/inbox?view=board')).json<{ inquiries: InboxItem[]; counts: object; unread: number }>()
  expect(board.counts).toEqual({ new: 22, offer: 1 })
  expect(board.unread).toBe(22)
  expect(board.inquiries.filter((it) => it.stage === 'new').map((it) => it.name)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Guest ${21 - index}`),
  )
  expect(board.inquiries.filter((it) => it.stage === 'offer')).toMatchObject([{ id, version: 1, isUnread: false }])
  expect((await employer.get('/api/inbox?view=board&q=guest%207')).json()).toMatchObject({
    inquiries: [{ name: 'Guest 7' }],
    total: 1,
  })
  expect((await (await signIn(app, 'employer')).get('/api/inbox?view=board')).json()).toMatchObject({ inquiries: [], total: 0 })
})

test('one answer goes to several, and to nobody whose application is closed or another’s', async () => {
  const [open, closed] = [await apply(), await apply(visitor, { email: 'guest@mail.test' })]
  await move(closed, 'closed', 0, 'others')
  const rival = await signIn(app, 'employer')
  const message = 'We will write to you next week.'
  expect((await rival.post('/api/inbox/replies', { ids: [open], message })).json()).toEqual({ sent: 0 })
  expect((await employer.post('/api/inbox/replies', { ids: [open, closed, open, job.id], message })).json()).toEqual({ sent: 1 })
  expect(await detail(open)).toMatchObject({ stage: 'reviewing', replies: [{ message, bySender: false }] })
  expect((await detail(closed)).replies).toEqual([])
})

test('notes are for those who hire, and part of what the person can export', async () => {
  const id = await apply()
  await employer.post(`/api/inbox/${id}/notes`, { note: 'Strong letters.' })
  await employer.post(`/api/inbox/${id}/notes`, { note: 'Call on Monday.' })
  const { notes } = await detail(id)
  expect(notes).toMatchObject([{ note: 'Strong letters.', author: 'Alex Example' }, { note: 'Call on Monday.' }])
  expect(JSON.stringify(await application())).not.toContain('letters')
  const other = await apply(visitor, { email: 'guest@mail.test' })
  await employer.delete(`/api/inbox/${other}/notes/${notes[0]?.id}`)
  expect((await detail(id)).notes).toHaveLength(2)
  await employer.delete(`/api/inbox/${id}/notes/${notes[1]?.id}`)
  expect((await detail(id)).notes).toHaveLength(1)
  // With the whole history.
  await sql`insert into inquiry_events (inquiry_id, stage) select ${id}, 'reviewing' from generate_series(1, 250)`.execute(app.db)
  const data = (await physician.get('/api/account/export')).json<object>()
  expect(data).toMatchObject({ inquiries: { kept: { length: 251 } } })
  expect(JSON.stringify(data)).toContain('Strong letters.')
})

test('who waits for an employer that deletes its account is told that the position is gone', async () => {
  const [id, hired] = [await apply(), await apply(visitor, { email: 'guest@mail.test' })]
  await move(hired, 'hired', 0)
  await erase(employer)
  await runTasks(app)
  expect(await application()).toMatchObject({ id, progress: 'decided', decision: 'The position is no longer offered.' })
  expect(await decisions()).toHaveLength(1)
  const { rows } = await sql`select stage from inquiries where id = ${hired}`.execute(app.db)
  expect(rows).toEqual([{ stage: 'hired' }])
})

test('what is older than stages has the one that follows from its times', async () => {
  const ids = [await apply(), await apply(visitor, { email: 'a@mail.test' }), await apply(visitor, { email: 'b@mail.test' })]
  await sql`update inquiries set stage = null where id = any(${ids}::uuid[])`.execute(app.db)
  await sql`update inquiries set answered_at = now() where id = any(${ids.slice(1)}::uuid[])`.execute(app.db)
  await sql`update inquiries set closed_at = now() where id = ${ids[2]}`.execute(app.db)
  expect(await Promise.all(ids.map(async (id) => (await detail(id)).stage))).toEqual(['new', 'reviewing', 'closed'])
  expect((await employer.get('/api/inbox?stage=closed')).json()).toMatchObject({ inquiries: [{ id: ids[2] }] })
})

test('what waits longer than usual is marked, reminded of once, and closed with a sentence after a month', async () => {
  const watch = () => watchSilence({ db: app.db, publicUrl: app.settings.publicUrl })
  const age = (id: string, days: number) =>
    sql`update inquiries set created_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(app.db)
  const reminders = async () => {
    await runTasks(app)
    return (await mailsTo(app, employer.user.email)).filter((it) => it.subject.includes('wait'))
  }
  const [id, old, answered] = [
    await apply(),
    await apply(visitor, { email: 'a@mail.test' }),
    await apply(visitor, { email: 'b@mail.test' }),
  ]
  await sql`update inquiries set stage = null where id = ${old}`.execute(app.db)
  await employer.post('/api/inbox/replies', { ids: [answered], message: 'Please call us.' })
  for (const it of [id, old, answered]) await age(it, 40)
  expect(await detail(id)).toMatchObject({ isLate: true })
  expect(await detail(answered)).toMatchObject({ isLate: false })
  await watch()
  await watch()
  expect(await reminders()).toHaveLength(1)
  expect((await detail(id)).stage).toBe('new')
  await sql`update inquiries set reminded_at = now() - interval '8 days' where id = ${id}`.execute(app.db)
  await watch()
  await watch()
  await runTasks(app)
  expect((await detail(id)).stage).toBe('closed')
  expect((await detail(id)).events).toMatchObject([{ stage: 'closed', by: null, reason: expect.stringContaining('30 days') }])
  expect(await decisions()).toHaveLength(1)
  expect(await application()).toMatchObject({
    progress: 'decided',
    decision: expect.stringContaining('has not answered for 30 days'),
  })
  expect((await detail(old)).stage).toBe('new')
  expect((await detail(answered)).stage).toBe('reviewing')
})

test('who writes again and gets no answer is treated the same in any stage, unless an interview is to come', async () => {
  const watch = () => watchSilence({ db: app.db, publicUrl: app.settings.publicUrl })
  const ids = [await apply(), await apply(visitor, { email: 'a@mail.test' })]
  for (const [index, id] of ids.entries()) {
    await employer.post('/api/inbox/replies', { ids: [id], message: 'Please send us your dates.' })
    await move(id, ['offer', 'interview'][index] ?? '', 1)
  }
  expect(await Promise.all(ids.map(async (id) => (await detail(id)).isLate))).toEqual([false, false])
  await apply(physician, { message: 'I am free from May to July.' })
  await apply(visitor, { email: 'a@mail.test', message: 'I am free from May to July.' })
  await sql`
    update inquiries set reminded_at = now() - interval '50 days', answered_at = now() - interval '45 days',
      created_at = now() - interval '60 days', poster_wrote_at = now() - interval '45 days', sender_wrote_at = now() - interval '40 days'
    where id = any(${ids}::uuid[])
  `.execute(app.db)
  await sql`
    insert into interviews (id, inquiry_id, times, time_zone, minutes, place, state, chosen)
    select gen_random_uuid(), ${ids[1]}, array[day], 'America/Chicago', 30, 'Here', 'accepted', day from (select now() + interval '1 day' as day)
  `.execute(app.db)
  expect(await Promise.all(ids.map(async (id) => (await detail(id)).isLate))).toEqual([true, false])
  const stagesOf = () => Promise.all(ids.map(async (id) => (await detail(id)).stage))
  await watch()
  await watch()
  await runTasks(app)
  expect((await mailsTo(app, employer.user.email)).filter((it) => it.subject.includes('wait'))).toHaveLength(1)
  expect(await stagesOf()).toEqual(['offer', 'interview'])
  await sql`update inquiries set reminded_at = now() - interval '8 days' where reminded_at > now() - interval '1 day'`.execute(
    app.db,
  )
  await watch()
  expect(await stagesOf()).toEqual(['closed', 'interview'])
})

test('the usual time is the median of enough answers', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => apply(visitor, { email: `g${n}@mail.test` })))
  await sql`
    update inquiries set created_at = now() - interval '20 days', answered_at = now() - interval '10 days' where id = any(${ids}::uuid[])
  `.execute(app.db)
  const id = await apply()
  const late = async (days: number) => {
    await sql`update inquiries set created_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(app.db)
    return (await detail(id)).isLate
  }
  expect([await late(9), await late(11)]).toEqual([false, true])
})

test('what became of a posting is asked once it has closed, until somebody says so, and again when it was open since', async () => {
  const asked = async (by = employer) =>
    (await by.get('/api/open-outcomes')).json<{ postings: { id: string }[]; total: number }>()
  const path = `/api/job-postings/${job.id}/outcome`
  expect(await asked()).toEqual({ postings: [], total: 0 })
  await sql`update jobs set expires_at = now() - interval '1 minute', channel = 'account' where id = ${job.id}`.execute(app.db)
  await expirePostings(app.db, { publicUrl: app.settings.publicUrl })
  await runTasks(app)
  const mail = (await mailsTo(app, employer.user.email)).at(-1)
  expect(mail?.text).toMatch(/What became of it\?/)
  expect(mail?.text).toContain(`/employer/jobs/${job.id}`)
  expect(await asked()).toEqual({ postings: [{ id: job.id, title: job.title }], total: 1 })
  expect(await asked(await signIn(app, 'employer'))).toEqual({ postings: [], total: 0 })
  await employer.put(path, { outcome: 'elsewhere', closesOpen: false })
  expect(await asked()).toEqual({ postings: [], total: 0 })

  expect((await employer.post(`/api/job-postings/${job.id}/renew`)).statusCode).toBe(200)
  await employer.put(`/api/job-postings/${job.id}`, { isActive: false })
  expect(await asked()).toMatchObject({ total: 1 })
  expect((await employer.get(path)).json()).toMatchObject({ outcome: null })
})

test('a closed posting’s outcome closes what is open, and each is told', async () => {
  const [id, hired] = [await apply(), await apply(visitor, { email: 'guest@mail.test' })]
  await move(hired, 'hired', 0)
  const path = `/api/job-postings/${job.id}/outcome`
  expect((await employer.get(path)).json()).toEqual({ outcome: null, open: 1 })
  const rival = await signIn(app, 'employer')
  expect((await rival.put(path, { outcome: 'here', closesOpen: true })).statusCode).toBe(404)
  expect((await employer.put(path, { outcome: 'here', closesOpen: true })).json()).toEqual({ closed: 1 })
  expect((await employer.get(path)).json()).toEqual({ outcome: 'here', open: 0 })
  expect((await detail(id)).events).toMatchObject([{ stage: 'closed', reason: 'The position has been filled.' }])
  expect((await detail(hired)).stage).toBe('hired')
  await runTasks(app)
  expect(await decisions()).toEqual([])
  await makeTasksDue(app)
  await runTasks(app)
  expect(await decisions()).toHaveLength(1)
})
