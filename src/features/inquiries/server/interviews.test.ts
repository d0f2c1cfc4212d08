import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PostingAction, PostingActor } from '#features/postings/state-machine.ts'
import { moveInquiries } from './public.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { placeSpanText } from '#shared/time-zones.ts'
import { statusesOf } from '#test/at-once.ts'
import { movePosting } from '#test/factories.ts'
import { applied, appliedBy, move, ours, theirs } from '#test/applications.ts'
import {
  anotherJob,
  app,
  employer,
  erase,
  hiringForFile,
  job,
  makeTeam,
  physician,
} from '#test/hiring.ts'
import {
  agreed,
  cancel,
  dayIn,
  first,
  invitations,
  invited,
  late,
  mailsAbout,
  methods,
  proposal,
  propose,
  respond,
  second,
  shown,
  timeZone,
} from '#test/interviews.ts'
import { runLaterTasks, runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'

hiringForFile()

test('of three times one is accepted; both get it into their calendars, and neither the other’s address', async () => {
  const id = await invited()
  expect(await ours(id)).toMatchObject({
    stage: 'interview',
    timeZone: 'America/Chicago',
    isUnread: false,
  })
  const interview = {
    sequence: 0,
    state: 'proposed',
    times: [first, second],
    chosen: null,
    minutes: 45,
    word: null,
  }
  expect(await theirs(id)).toMatchObject({ isUnread: true, interview })
  await runTasks(app)
  expect(await mailsAbout(physician)).toMatchObject([
    {
      text: expect.stringMatching(
        new RegExp(
          `${placeSpanText(new Date(first), new Date(first), timeZone)}[^]*https://meet.test/heart`,
        ),
      ),
      calendar: null,
    },
  ])
  expect(await mailsAbout(employer)).toEqual([])

  expect((await respond(id, 0, second)).statusCode).toBe(200)
  expect((await ours(id)).interview).toMatchObject({ state: 'accepted', chosen: second })
  const [[byEmployer], [byPhysician]] = [await invitations(employer), await invitations(physician)]
  const event = {
    method: 'REQUEST',
    sequence: 1,
    start: `${late}T22:00:00Z`,
    location: proposal.place,
  }
  expect(byEmployer).toMatchObject(event)
  expect(byPhysician).toMatchObject({ ...event, uid: byEmployer?.uid })
  expect(byEmployer?.calendar).not.toContain(physician.user.email)
  expect(byPhysician?.calendar).not.toContain(employer.user.email)
  for (const by of [employer, physician]) {
    const file = await by.get(`/api/threads/${id}/interview.ics`)
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(file.body).toContain(byEmployer?.uid)
  }
  expect((await ours(id)).events.map((event) => [event.action, event.stage, event.by])).toEqual(
    ['accepted', 'proposed', null].map((action) => [action, 'interview', 'Alex Example']),
  )

  // What is agreed stays until another time is accepted; a later version of the event replaces it.
  expect((await propose(id, { sequence: 1, times: [`${dayIn(64)}T10:00`] })).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ state: 'proposed', chosen: second })
  await respond(id, 2, `${dayIn(64)}T17:00:00.000Z`)
  expect((await cancel(physician, id, 3, 'I am on call that day.')).statusCode).toBe(200)
  for (const by of [employer, physician]) {
    const versions = (await invitations(by)).toReversed()
    expect(versions.map((version) => version.method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(versions.map((version) => version.sequence)).toEqual([1, 3, 4])
    expect(new Set(versions.map((version) => version.uid)).size).toBe(1)
  }
  expect((await ours(id)).interview).toMatchObject({
    state: 'canceled',
    chosen: null,
    word: 'I am on call that day.',
  })
  expect((await mailsAbout(employer))[0]?.text).toContain('I am on call that day.')
  expect((await cancel(employer, id, 4)).statusCode).toBe(409)
  expect((await employer.get(`/api/threads/${id}/interview.ics`)).statusCode).toBe(404)

  // All times are declined, before one was accepted; after it, the agreed one stays.
  await propose(id, { sequence: 4 })
  expect((await respond(id, 5, null, 'Any Friday.')).statusCode).toBe(200)
  expect((await ours(id)).interview).toMatchObject({ state: 'declined', word: 'Any Friday.' })
  expect(await methods(employer)).toHaveLength(3)
  await propose(id, { sequence: 6 })
  await respond(id, 7, first)
  expect((await respond(id, 8, null)).statusCode).toBe(409)
  await propose(id, { sequence: 8, times: [`${dayIn(65)}T10:00`] })
  expect((await respond(id, 9, null, 'I cannot on that day.')).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ state: 'accepted', chosen: first })
  expect(await methods(employer)).toHaveLength(4)
})

test('of two at once, the second is told to look again', async () => {
  const id = await invited()
  expect(await statusesOf([respond(id, 0, first), respond(id, 0, second)])).toEqual([200, 409])
  expect(await statusesOf([propose(id, { sequence: 1 }), cancel(physician, id, 1)])).toEqual([
    200, 409,
  ])
  const { sequence } = await shown(id)
  expect(sequence).toBe(2)
  // Proposed again while the applicant accepts what is no longer there.
  await propose(id, { sequence, times: [`${dayIn(69)}T10:00`] })
  for (const version of [sequence, sequence + 1])
    expect((await respond(id, version, first)).statusCode).toBe(409)
  expect(await shown(id)).toMatchObject({ state: 'proposed' })
})

test('a time that has passed is neither proposed nor accepted; after an interview another one begins', async () => {
  const id = await applied()
  expect((await propose(id, { times: ['2020-01-12T15:00'] })).json()).toMatchObject({
    details: [{ field: 'times' }],
  })
  for (const wrong of [{ times: ['', ''] }, { timeZone: 'Europe/Berlin' }])
    expect((await propose(id, wrong)).statusCode).toBe(400)
  await propose(id)
  await sql`update interviews set times = array[now() - interval '1 hour']`.execute(app.db)
  expect((await shown(id)).times).toEqual([])
  const { rows } = await sql<{ at: Date }>`select times[1] as at from interviews`.execute(app.db)
  expect((await respond(id, 0, rows[0]?.at.toISOString() ?? '')).statusCode).toBe(409)
  await sql`update interviews set state = 'accepted', chosen = times[1]`.execute(app.db)
  expect((await cancel(employer, id, 0)).statusCode).toBe(409)
  expect((await propose(id, { sequence: 0 })).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ sequence: 0, state: 'proposed' })
  expect(
    (await sql`select from interviews where inquiry_id = ${id}`.execute(app.db)).rows,
  ).toHaveLength(2)
  expect(await invitations(physician)).toEqual([])
})

/** What each side's calendar heard last. */
const latest = async () => [await methods(employer), await methods(physician)].map(([last]) => last)

const becomes = (action: PostingAction, actor: PostingActor) => () =>
  movePosting(app.db, job.id, action, actor)

test.each<[string, string, (id: string) => Promise<unknown>]>([
  [
    'its applicant withdraws',
    'CANCEL',
    (id) => physician.post(`/api/applications/${id}/withdrawal`),
  ],
  [
    'its applicant blocks the employer',
    'CANCEL',
    (id) => physician.put(`/api/threads/${id}`, { blocked: true }),
  ],
  ['its posting is removed', 'CANCEL', becomes('remove', 'owner')],
  ['a moderator removes its posting', 'CANCEL', becomes('remove', 'administrator')],
  [
    'its posting is rejected',
    'CANCEL',
    () => setStatus('pending').then(becomes('reject', 'administrator')),
  ],
  ['its posting expires', 'REQUEST', becomes('expire', 'clock')],
  ['its posting is deactivated', 'REQUEST', becomes('deactivate', 'owner')],
  ['its account is suspended', 'REQUEST', becomes('suspend', 'administrator')],
  ['its posting is merged', 'REQUEST', () => moveAway().then(becomes('merge', 'administrator'))],
])('when %s, the calendars hear %s', async (_, method, happens) => {
  const id = await agreed()
  await sql`update jobs set expires_at = now() where id = ${job.id}`.execute(app.db)
  await happens(id)
  await runLaterTasks(app)
  expect(await latest()).toEqual([method, method])
  const isOver = method === 'CANCEL'
  expect(await shown(id)).toMatchObject({
    state: isOver ? 'canceled' : 'accepted',
    chosen: isOver ? null : first,
  })
  expect((await respond(id, 2, second)).statusCode).toBe(409)
  expect((await propose(id, { sequence: isOver ? 2 : 1 })).statusCode === 200).toBe(!isOver)
})

test('a posting that has lost its account has a link in its mail that needs none', async () => {
  const id = await agreed()
  const address = 'hiring-desk@quillmoor.example'
  await sql`update jobs set owner_id = null, contact_email = ${address} where id = ${job.id}`.execute(
    app.db,
  )
  expect((await cancel(physician, id, 1)).statusCode).toBe(200)
  const mails = await findMails(app.db, { to: address, limit: 9 })
  expect(mails).toEqual([
    expect.objectContaining({ text: expect.stringContaining('&reader=poster') }),
  ])
})

const setStatus = (status: string) =>
  sql`update jobs set status = ${status} where id = ${job.id}`.execute(app.db)
const moveAway = async () =>
  moveInquiries(app.db, { from: job.id, to: (await anotherJob()).id, actorId: employer.user.id })

test('a posting that is taken down says so to both, also to who has one notice a day, and leaves what is proposed about others', async () => {
  await physician.put('/api/notices', { daily: true })
  await invited()
  const elsewhere = await applied({ jobId: (await anotherJob()).id })
  await propose(elsewhere)
  await becomes('remove', 'owner')()
  await runTasks(app)
  const text = expect.stringContaining('The posting was taken down, so the interview is canceled.')
  for (const by of [employer, physician])
    expect(await mailsAbout(by)).toContainEqual(expect.objectContaining({ text }))
  expect(await shown(elsewhere)).toMatchObject({ state: 'proposed' })
})

test('a removal that is undone within a minute leaves the interviews; later they stay canceled, and can be proposed again', async () => {
  const admin = await signIn(app, 'admin')
  const [id, canceled] = [await agreed(), await appliedBy('guest')]
  await propose(canceled)
  await cancel(employer, canceled, 0)
  const decision = { action: 'remove', reason: 'By mistake.' }
  const removedFor = async (run: typeof runLaterTasks) => {
    const removed = await admin.post(`/api/admin/postings/${job.id}/decision`, decision)
    const { decisionId } = removed.json<{ decisionId: string }>()
    await run(app)
    expect((await admin.post(`/api/admin/decisions/${decisionId}/undo`)).statusCode).toBe(200)
  }
  await removedFor(runTasks)
  await runLaterTasks(app)
  expect(await latest()).toEqual(['REQUEST', 'REQUEST'])
  expect(await shown(id)).toMatchObject({ state: 'accepted', chosen: first })

  await removedFor(runLaterTasks)
  expect(await shown(id)).toMatchObject({ state: 'canceled' })
  expect((await propose(id, { sequence: 2 })).statusCode).toBe(200)
  await erase(physician)
  expect(JSON.stringify(await mailsAbout(employer))).not.toContain('Alex Example')
})

test('erasure cancels what was agreed, and names nobody', async () => {
  const id = await agreed()
  await erase(physician)
  expect(await methods(employer)).toEqual(['CANCEL'])
  expect(JSON.stringify(await mailsAbout(employer))).not.toMatch(/Alex Example|meet\.test/)
  expect((await propose(id, { sequence: 2 })).statusCode).toBe(404)
})

test('a rejection cancels what was agreed once it is told, and not if it is taken back', async () => {
  const id = await agreed()
  const moveTo = async (stage: string, reason?: string) => {
    expect((await move(id, stage, (await ours(id)).version, reason)).statusCode).toBe(200)
    await runTasks(app)
  }
  await moveTo('closed', 'filled')
  await moveTo('interview')
  await runLaterTasks(app)
  expect(await latest()).toEqual(['REQUEST', 'REQUEST'])
  expect(await shown(id)).toMatchObject({ state: 'accepted', chosen: first })
  await moveTo('closed', 'filled')
  expect(await latest()).toEqual(['REQUEST', 'REQUEST'])
  await runLaterTasks(app)
  expect(await latest()).toEqual(['CANCEL', 'CANCEL'])
  expect((await respond(id, 2, second)).statusCode).toBe(409)
})

test('an address that is not proved gets a notice without words, and no calendar', async () => {
  const guest = await signIn(app, 'physician', { emailVerified: false })
  const id = await applied({ email: guest.user.email }, guest)
  await propose(id)
  await respond(id, 0, first, '', guest)
  for (const mail of await mailsAbout(guest)) {
    expect(mail.calendar).toBeNull()
    expect(mail.text).not.toMatch(/meet\.test/)
    expect(mail.text).not.toContain(job.title)
  }
  expect(await methods(employer)).toEqual(['REQUEST'])
})

test('who no longer reaches the posting gets nothing more', async () => {
  const member = await signIn(app, 'recruiter', { firstName: 'Bo' })
  await makeTeam([member, 'recruiter'])
  const id = await applied()
  expect((await propose(id, {}, member)).statusCode).toBe(200)
  await respond(id, 0, first)
  expect([await methods(member), await methods(employer)]).toEqual([['REQUEST'], []])
  await sql`delete from organization_members where user_id = ${member.user.id}`.execute(app.db)
  expect((await propose(id, { sequence: 1 }, member)).statusCode).toBe(404)
  await cancel(physician, id, 1)
  expect([await methods(member), await methods(employer)]).toEqual([['REQUEST'], ['CANCEL']])
})

test('who has one notice a day gets no mail for times, but the invitation; the data export has the interview', async () => {
  await physician.put('/api/notices', { daily: true })
  const id = await invited()
  expect(await mailsAbout(physician)).toEqual([])
  await respond(id, 0, first)
  expect(await invitations(physician)).toHaveLength(1)
  const data = (await physician.get('/api/account/export')).body
  expect(data).toContain(proposal.place)
  expect(data).not.toContain(employer.user.id)
})
