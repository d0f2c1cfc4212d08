import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePosting } from '#test/factories.ts'
import {
  applicationsOf,
  applied,
  appliedBy,
  inboxOf,
  mailed,
  move,
  ours as detail,
  setDaysAgo,
  write,
} from '#test/applications.ts'
import { statusesOf } from '#test/at-once.ts'
import { anotherJob, app, employer, erase, hiringForFile, job, physician } from '#test/hiring.ts'
import { makeTasksDue, runLaterTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import { expirePostings } from '#features/postings/server/tasks.ts'
import { watchSilence } from './stages.ts'
import { replyTo } from '#test/press.ts'

hiringForFile()

const application = async () => (await applicationsOf())[0] ?? expect.fail()
const reply = (ids: string[]) =>
  employer.post('/api/presses', replyTo(ids, 'Please call us next week.'))
const stagesOf = (ids: string[]) => Promise.all(ids.map(async (id) => (await detail(id)).stage))
const areLate = (ids: string[]) => Promise.all(ids.map(async (id) => (await detail(id)).isLate))

const mailsAbout = async (words: string, reader = physician) =>
  (await mailed(reader)).filter((mail) => mail.subject.includes(words))
const decisions = () => mailsAbout('About your application')
const reminders = () => mailsAbout('wait', employer)

test('a card moves through the stages, and each move is recorded; the physician sees two', async () => {
  const id = await applied()
  const seen: string[] = [(await application()).progress]
  for (const [version, stage] of ['reviewing', 'interview', 'offer', 'hired'].entries()) {
    const toldAt = stage === 'hired' ? expect.any(String) : null
    expect((await move(id, stage, version)).json()).toEqual({ stage, version: version + 1, toldAt })
    seen.push((await application()).progress)
  }
  expect(seen).toEqual(['received', 'review', 'review', 'review', 'review'])
  expect((await detail(id)).events).toMatchObject(
    ['hired', 'offer', 'interview', 'reviewing'].map((stage) => ({
      stage,
      by: 'Alex Example',
      reason: null,
    })),
  )
})

test('a rejection is never told if it is taken back; else it has a reason, and is told once, after an hour', async () => {
  const id = await applied()
  await move(id, 'interview', 0)
  await move(id, 'closed', 1, 'filled')
  expect((await application()).progress).toBe('review')
  expect((await move(id, 'interview', 2)).statusCode).toBe(200)
  await runLaterTasks(app)
  expect(await decisions()).toEqual([])
  expect(await application()).toMatchObject({ progress: 'review', decision: null })
  expect((await detail(id)).events.map((event) => event.stage)).toEqual([
    'interview',
    'closed',
    'interview',
  ])

  expect((await move(id, 'closed', 3)).statusCode).toBe(400)
  expect((await move(id, 'closed', 3, 'others')).statusCode).toBe(200)
  expect(await decisions()).toEqual([])
  // The thread closes for the sender only then.
  expect((await write(employer, id, 'One more thing.')).statusCode).toBe(409)
  expect((await write(physician, id, 'Is there any news?')).statusCode).toBe(200)
  await setDaysAgo([id], { closed_at: 0 })
  await runLaterTasks(app)
  const decision = 'The employer is moving forward with other candidates.'
  expect(await decisions()).toMatchObject([{ text: expect.stringContaining(decision) }])
  expect(await application()).toMatchObject({ progress: 'decided', decision })
  expect((await write(physician, id, 'Is there any news?')).statusCode).toBe(409)
})

test('the physician withdraws at any time: no rejection follows, and the same inquiry can be sent again', async () => {
  const id = await applied()
  await move(id, 'closed', 0, 'others')
  const withdraw = async () =>
    (await physician.post(`/api/applications/${id}/withdrawal`)).statusCode
  expect([await withdraw(), await withdraw()]).toEqual([200, 409])
  expect((await inboxOf()).total).toBe(0)
  expect((await move(id, 'offer', 1)).statusCode).toBe(404)
  expect((await reply([id])).json()).toMatchObject({ changed: 0 })
  await runLaterTasks(app)
  expect(await decisions()).toEqual([])
  expect((await application()).progress).toBe('withdrawn')
  expect(await applied()).not.toBe(id)
})

test('the board has the newest of each stage with the number of all', async () => {
  await sql`
    insert into inquiries (id, job_id, job_title, name, email, message, created_at)
    select gen_random_uuid(), ${job.id}, ${job.title}, 'Guest ' || n, n || '@mail.test', 'Is it open?', now() + n * interval '1 second'
    from generate_series(0, 21) n
  `.execute(app.db)
  const id = await applied()
  await setDaysAgo([id], { created_at: 9 })
  await move(id, 'offer', 0)
  await sql`update inquiry_events set at = at - interval '3 days' where inquiry_id = ${id}`.execute(
    app.db,
  )
  const { inquiries, ...board } = await inboxOf('?view=board')
  expect(board).toMatchObject({ counts: { new: 22, offer: 1 }, unread: 22 })
  expect(
    inquiries.filter((inquiry) => inquiry.stage === 'new').map((inquiry) => inquiry.name),
  ).toEqual(Array.from({ length: 20 }, (_, index) => `Guest ${21 - index}`))
  expect(inquiries.filter((inquiry) => inquiry.stage === 'offer')).toMatchObject([
    { id, version: 1, isUnread: false, daysInStage: 3 },
  ])
  expect(await inboxOf('?view=board&q=guest%207')).toMatchObject({
    inquiries: [{ name: 'Guest 7' }],
    total: 1,
  })
})

test('one answer goes to several, and to nobody whose application is closed or another’s', async () => {
  const [open, closed] = [await applied(), await appliedBy('guest')]
  await move(closed, 'closed', 0, 'others')
  expect((await reply([open, closed, open, job.id])).json()).toMatchObject({ changed: 1 })
  const replies = [{ message: 'Please call us next week.', bySender: false }]
  expect(await detail(open)).toMatchObject({ stage: 'reviewing', replies })
  expect((await detail(closed)).replies).toEqual([])
})

test('notes are for those who hire, and part of what the person can export', async () => {
  const [id, other] = [await applied(), await appliedBy('guest')]
  for (const note of ['Strong letters.', 'Call on Monday.'])
    await employer.post(`/api/inbox/${id}/notes`, { note })
  const { notes } = await detail(id)
  expect(notes).toMatchObject([
    { note: 'Strong letters.', author: 'Alex Example' },
    { note: 'Call on Monday.' },
  ])
  expect(JSON.stringify(await application())).not.toContain('letters')
  for (const either of [other, id]) {
    expect((await detail(id)).notes).toHaveLength(2)
    await employer.delete(`/api/inbox/${either}/notes/${notes[1]?.id}`)
  }
  expect((await detail(id)).notes).toHaveLength(1)
  // With the whole history.
  await sql`insert into inquiry_events (inquiry_id, stage) select ${id}, 'reviewing' from generate_series(1, 250)`.execute(
    app.db,
  )
  const data = (await physician.get('/api/account/export')).json<object>()
  expect(data).toMatchObject({ inquiries: { kept: { length: 251 } } })
  expect(JSON.stringify(data)).toContain('Strong letters.')
})

test('who waits for an employer that deletes its account is told that the position is gone', async () => {
  const [id, hired] = [await applied(), await appliedBy('guest')]
  await move(hired, 'hired', 0)
  await erase(employer)
  expect(await decisions()).toHaveLength(1)
  expect(await application()).toMatchObject({
    id,
    progress: 'decided',
    decision: 'The position is no longer offered.',
  })
  expect((await sql`select stage from inquiries where id = ${hired}`.execute(app.db)).rows).toEqual(
    [{ stage: 'hired' }],
  )
})

test('what is older than stages has the one that follows from its times', async () => {
  const ids = [await applied(), await appliedBy('a'), await appliedBy('b')]
  await sql`
    update inquiries set stage = null, answered_at = case when id <> ${ids[0]} then now() end,
      closed_at = case when id = ${ids[2]} then now() end
    where id = any(${ids}::uuid[])
  `.execute(app.db)
  expect(await stagesOf(ids)).toEqual(['new', 'reviewing', 'closed'])
  expect(await inboxOf('?stage=closed')).toMatchObject({ inquiries: [{ id: ids[2] }] })
})

const watch = async () => {
  for (const _ of [1, 2]) await watchSilence({ db: app.db, ...app.settings })
}

test('what waits longer than usual is marked, reminded of once, and closed with a sentence after a month, in any stage', async () => {
  const [id, old, answered] = [await applied(), await appliedBy('old'), await appliedBy('answered')]
  const [again, interviewed] = [await appliedBy('again'), await appliedBy('interviewed')]
  const ids = [id, old, answered, again, interviewed]
  await sql`update inquiries set stage = null where id = ${old}`.execute(app.db)
  await reply([answered, again, interviewed])
  await move(again, 'offer', 1)
  await move(interviewed, 'interview', 1)
  for (const who of ['again', 'interviewed'])
    await appliedBy(who, { message: 'I am free from May to July.' })
  await setDaysAgo(ids, { created_at: 60 })
  await setDaysAgo([answered, again, interviewed], { answered_at: 45, poster_wrote_at: 45 })
  await setDaysAgo([id, old, again, interviewed], { sender_wrote_at: 40 })
  await setDaysAgo([again, interviewed], { reminded_at: 50 })
  // An interview that is to come is no silence.
  await sql`
    insert into interviews (id, inquiry_id, times, time_zone, minutes, place, state, chosen)
    select gen_random_uuid(), ${interviewed}, array[day], 'America/Chicago', 30, 'Here', 'accepted', day
    from (select now() + interval '1 day' as day)
  `.execute(app.db)
  expect(await areLate([id, answered, again, interviewed])).toEqual([true, false, true, false])
  const late = await inboxOf('?late=1')
  expect(late.late).toBe(late.inquiries.length)
  expect(late.inquiries.map((item) => item.id).toSorted()).toEqual([id, old, again].toSorted())
  await watch()
  expect(await reminders()).toMatchObject([{ subject: '2 applications wait for your answer' }])
  expect(await stagesOf(ids)).toEqual(['new', 'new', 'reviewing', 'offer', 'interview'])
  await setDaysAgo([id, again], { reminded_at: 8 })
  await watch()
  expect(await stagesOf(ids)).toEqual(['closed', 'new', 'reviewing', 'closed', 'interview'])
  expect((await detail(id)).events).toMatchObject([
    { stage: 'closed', by: null, reason: expect.stringContaining('30 days') },
  ])
  expect(await decisions()).toHaveLength(1)
  const decision = expect.stringContaining('has not answered for 30 days')
  expect(await application()).toMatchObject({ progress: 'decided', decision })
})

test('a poster who has not proved an address is not counted as reminded until there is a mail; a month’s silence ends all the same', async () => {
  const [id, old] = [await applied(), await appliedBy('old')]
  const remindedAt = async () =>
    (
      await sql`select id from inquiries where reminded_at is not null and job_id = ${job.id}`.execute(
        app.db,
      )
    ).rows
  await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(
    app.db,
  )
  await setDaysAgo([id], { created_at: 5 })
  await setDaysAgo([old], { created_at: 40 })
  await watch()
  expect([await remindedAt(), await reminders(), await stagesOf([id, old])]).toEqual([
    [],
    [],
    ['new', 'closed'],
  ])
  await sql`update users set email_verified_at = now() where id = ${employer.user.id}`.execute(
    app.db,
  )
  await watch()
  expect([await remindedAt(), await reminders()]).toMatchObject([
    [{ id }],
    [{ subject: 'An application waits for your answer' }],
  ])
})

test('one poster who cannot be mailed, and one application that cannot be closed, hold up no others', async () => {
  const colleague = await signIn(app, 'employer')
  const second = await anotherJob({ owner_id: colleague.user.id })
  const [mine, late, ofOther, stuck] = [
    await appliedBy('mine'),
    await appliedBy('late'),
    await appliedBy('other', { jobId: second.id }),
    await appliedBy('stuck'),
  ]
  await setDaysAgo([mine, ofOther], { created_at: 5 })
  await setDaysAgo([late, stuck], { created_at: 60, reminded_at: 8 })
  await sql`update users set email = 'no address' where id = ${employer.user.id}`.execute(app.db)
  await sql`update inquiries set email = 'no address' where id = ${stuck}`.execute(app.db)
  await expect(watch()).rejects.toThrow(
    /^2 failed, first reminders: AggregateError: 1 failed, first /,
  )
  expect(await mailsAbout('An application waits', colleague)).toHaveLength(1)
  expect(await stagesOf([late, stuck])).toEqual(['closed', 'new'])
})

test('at most fifty replies are saved, also at once', async () => {
  const save = () =>
    employer.post('/api/saved-replies', { title: 'Monday', message: 'Please call us.' })
  const statuses = await statusesOf(Array.from({ length: 55 }, save))
  expect(statuses).toEqual([
    ...Array.from({ length: 50 }, () => 200),
    ...Array.from({ length: 5 }, () => 409),
  ])
})

test('the usual time is the median of enough answers', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => appliedBy(`g${n}`)))
  await setDaysAgo(ids, { created_at: 20, answered_at: 10 })
  const id = await applied()
  for (const days of [9, 11]) {
    await setDaysAgo([id], { created_at: days })
    expect(await areLate([id])).toEqual([days === 11])
  }
})

const outcomeOf = () => employer.get(`/api/job-postings/${job.id}/outcome`)
const setOutcome = (outcome: string, closesOpen: boolean) =>
  employer.put(`/api/job-postings/${job.id}/outcome`, { outcome, closesOpen })

test('what became of a posting is asked once it has closed, until somebody says so, and again when it was open since', async () => {
  const asked = async () => (await employer.get('/api/open-outcomes')).json<object>()
  const none = { postings: [], total: 0 }
  expect(await asked()).toEqual(none)
  await sql`update jobs set expires_at = now() - interval '1 minute', channel = 'account' where id = ${job.id}`.execute(
    app.db,
  )
  await expirePostings(app.db, { publicUrl: app.settings.publicUrl })
  await makeTasksDue(app)
  const text = (await mailed(employer)).at(-1)?.text
  expect(text).toContain('say on its page whether it was filled here')
  expect(text).toContain(`/employer/jobs/${job.id}`)
  expect(await asked()).toEqual({ postings: [{ id: job.id, title: job.title }], total: 1 })
  await setOutcome('elsewhere', false)
  expect(await asked()).toEqual(none)

  expect((await employer.post(`/api/job-postings/${job.id}/renew`)).statusCode).toBe(200)
  await employer.put(`/api/job-postings/${job.id}`, { isActive: false })
  expect(await asked()).toMatchObject({ total: 1 })
  expect((await outcomeOf()).json()).toMatchObject({ outcome: null })
})

test('a closed posting’s outcome closes what is open, and each is told', async () => {
  const [id, hired] = [await applied(), await appliedBy('guest')]
  await move(hired, 'hired', 0)
  expect((await outcomeOf()).json()).toEqual({ outcome: null, open: 1 })
  // Somebody has renewed it meanwhile.
  expect((await setOutcome('here', true)).statusCode).toBe(409)
  expect(await stagesOf([id])).toEqual(['new'])
  await movePosting(app.db, job.id, 'deactivate', 'owner')
  expect((await setOutcome('here', true)).json()).toEqual({ closed: 1 })
  expect((await outcomeOf()).json()).toEqual({ outcome: 'here', open: 0 })
  expect((await detail(id)).events).toMatchObject([
    { stage: 'closed', reason: 'The position has been filled.' },
  ])
  expect(await stagesOf([hired])).toEqual(['hired'])
  expect(await decisions()).toEqual([])
  await runLaterTasks(app)
  expect(await decisions()).toHaveLength(1)
})
