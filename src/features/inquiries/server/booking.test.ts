import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findMails } from '#platform/server/mail/queries.ts'
import { mailedInquiryPath } from '#shared/paths.ts'
import { applied, appliedBy, mailedToken, ours, theirs } from '#test/applications.ts'
import { statusesOf } from '#test/at-once.ts'
import { movePosting } from '#test/factories.ts'
import {
  app,
  block,
  employer,
  erase,
  hiringForFile,
  job,
  makeTeam,
  physician,
  proveAddress,
  visitor,
} from '#test/hiring.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn, type Caller } from '#test/sign-in.ts'
import type { Interview } from '../contract.ts'
import { remindOfInterview } from './interview-notices.ts'

hiringForFile()

/** Windows to book from, guests who answer by a mailed link, moves of either side, reminders. */

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const day = dayIn(60)
const timeZone = 'America/Phoenix'
const at = (time: string, on = day) =>
  new Date(Date.parse(`${on}T${time}:00.000Z`) + 7 * 3_600_000).toISOString()
const proposal = { act: 'propose', timeZone, minutes: 30, place: 'We call you.', sequence: null }
const change = (by: Caller, id: string, body: object) =>
  by.post(`/api/threads/${id}/interview`, body)
const offer = (id: string, more: object = {}) =>
  change(employer, id, { ...proposal, windows: [{ day, from: '09:00', to: '10:00' }], ...more })
const propose = (id: string, more: object = {}, by: Caller = employer) =>
  change(by, id, { ...proposal, times: [`${day}T09:00`], ...more })
const accept = (id: string, time: string, sequence = 0, by: Caller = physician) =>
  change(by, id, { act: 'accept', sequence, time })

const guest = 'guest@mail.test'
/** What a guest does by the link of the last mail. */
const byLink = async (body: object, token?: string) =>
  visitor.post('/api/mailed-inquiry/interview', {
    token: token ?? (await mailedToken(guest, mailedInquiryPath)),
    ...body,
  })
const interviewOf = (answer: { json: <T>() => T }) =>
  answer.json<{ interview: Interview }>().interview
const mailsAbout = async (address: string, cause = 'interview') =>
  (await findMails(app.db, { to: address, limit: 100 })).filter((mail) =>
    mail.cause.startsWith(cause),
  )

test('a guest chooses a time by the link of the mail, which opens nothing by itself', async () => {
  const id = await appliedBy('guest')
  await propose(id, { times: [`${day}T09:00`, `${day}T15:00`] })
  await runTasks(app)
  const token = await mailedToken(guest, mailedInquiryPath)
  const page = await visitor.get(`${mailedInquiryPath}?token=${token}&reader=sender`)
  expect(page.body).not.toContain(proposal.place)
  expect((await ours(id)).emailConfirmed).toBe(false)

  const opened = await visitor.post('/api/mailed-inquiry', { token })
  expect(interviewOf(opened)).toMatchObject({
    state: 'proposed',
    times: [at('09:00'), at('15:00')],
  })
  const zone = 'America/New_York'
  const chosen = { act: 'accept', sequence: 0, time: at('15:00'), zone }
  const answer = await byLink(chosen, token)
  expect(interviewOf(answer)).toMatchObject({ state: 'accepted', chosen: at('15:00') })
  expect((await ours(id)).interview).toMatchObject({ state: 'accepted', chosen: at('15:00') })
  // The address is proved by now, so the mail has the event, without the link.
  const [mail] = await mailsAbout(guest)
  expect(mail?.text).toMatch(/3:00 PM MST \(.* (5|6):00 PM E[DS]T where you are\)/)
  expect(mail?.calendar).toContain('METHOD:REQUEST')
  expect(mail?.calendar).not.toContain('token')

  // A second press changes nothing, and a link says what has become of it since.
  expect((await byLink(chosen, token)).statusCode).toBe(200)
  expect(await mailsAbout(guest)).toHaveLength(2)
  await change(employer, id, { act: 'cancel', sequence: 1 })
  expect((await byLink({ ...chosen, time: at('09:00') }, token)).json()).toMatchObject({
    error: 'The interview was changed in the meantime. Please look at it again.',
  })
  expect(interviewOf(await visitor.post('/api/mailed-inquiry', { token }))).toMatchObject({
    state: 'canceled',
  })
})

test('a guest declines with a word, cancels, and answers after joining', async () => {
  const id = await appliedBy('guest')
  await propose(id)
  await byLink({ act: 'decline', sequence: 0, word: 'I work then.' })
  expect((await ours(id)).interview).toMatchObject({ state: 'declined', word: 'I work then.' })
  await propose(id, { sequence: 1 })
  const token = await mailedToken(guest, mailedInquiryPath)
  const joined = await signIn(app, 'physician')
  await proveAddress(joined, guest)
  expect((await byLink({ act: 'accept', sequence: 2, time: at('09:00') }, token)).statusCode).toBe(
    200,
  )
  const own = await joined.get(`/api/applications/${id}`)
  expect(interviewOf(own)).toMatchObject({ state: 'accepted' })
  expect((await byLink({ act: 'cancel', sequence: 3 }, token)).statusCode).toBe(200)
  await joined.post(`/api/applications/${id}/withdrawal`)
  expect((await byLink({ act: 'cancel', sequence: 4 }, token)).json()).toMatchObject({
    error: expect.stringContaining('This link no longer works: the inquiry was withdrawn'),
  })
})

test('a link of the poster, or an invented one, changes no interview', async () => {
  const id = await appliedBy('guest')
  await propose(id)
  const body = { act: 'cancel', sequence: 0 }
  for (const token of ['x', (await mailedToken(guest, mailedInquiryPath)).slice(1)])
    expect((await byLink(body, token)).statusCode).toBe(404)
  expect((await ours(id)).interview).toMatchObject({ state: 'proposed' })
})

test('a slot stays one applicant’s after the account is gone that offered it', async () => {
  const colleague = await signIn(app, 'employer')
  await makeTeam([colleague, 'recruiter'])
  const ids = [await applied(), await appliedBy('guest')]
  const windows = [{ day, from: '09:00', to: '10:00' }]
  for (const id of ids) await change(colleague, id, { ...proposal, windows })
  await runTasks(app)
  const token = await mailedToken(guest, mailedInquiryPath)
  await erase(colleague)
  const choice = { act: 'accept', sequence: 0, time: at('09:00') }
  expect(await statusesOf([accept(ids[0] ?? '', at('09:00')), byLink(choice, token)])).toEqual([
    200, 409,
  ])
  await runTasks(app)
  expect(await mailsAbout(employer.user.email)).toHaveLength(1)
})

test('of two who book one slot at once, one gets it, and the other is told and shown what is left', async () => {
  const [one, two] = [await applied(), await appliedBy('guest')]
  for (const id of [one, two]) expect((await offer(id)).statusCode).toBe(200)
  const [mail] = await mailsAbout(physician.user.email)
  expect(mail?.text).toMatch(/9:00\s–\s10:00\sAM MST/)
  const token = await mailedToken(guest, mailedInquiryPath)
  const choice = { act: 'accept', sequence: 0, time: at('09:00') }
  expect(await statusesOf([accept(one, at('09:00')), byLink(choice, token)])).toEqual([200, 409])
  const states = [await theirs(one), await ours(two)].map(({ interview }) => interview)
  const loser = states.find((interview) => interview?.state === 'proposed')
  expect(loser?.times).toEqual([at('09:30')])
  expect((await byLink(choice, token)).json()).toMatchObject(
    loser === states[1]
      ? { error: 'Somebody else took this time. Please choose another one.' }
      : {},
  )
  // A canceled one is free again.
  const [sequence, id] = [1, loser === states[1] ? one : two]
  await change(employer, id, { act: 'cancel', sequence })
  expect((await ours(id === one ? two : one)).interview?.times).toHaveLength(2)
})

test('a slot that overlaps what the same person agreed on elsewhere is taken; another’s time is not', async () => {
  const [one, two] = [await applied(), await appliedBy('guest')]
  await propose(one, { times: [`${day}T09:10`], minutes: 15 })
  await accept(one, at('09:10'))
  await offer(two)
  expect((await ours(two)).interview?.times).toEqual([at('09:30')])
  await sql`update interviews set proposed_by = null where inquiry_id = ${one}`.execute(app.db)
  expect((await ours(two)).interview?.times).toHaveLength(2)
})

test('slots that have passed are not offered, and a list without any says so', async () => {
  const id = await applied()
  await offer(id)
  await sql`update interviews set times = array[now() - interval '1 minute', times[2]]`.execute(
    app.db,
  )
  expect((await theirs(id)).interview?.times).toEqual([at('09:30')])
  await sql`update interviews set times = array[now() - interval '1 minute']`.execute(app.db)
  expect((await theirs(id)).interview).toMatchObject({ state: 'proposed', times: [] })
})

test.each<[string, number, object]>([
  [
    '100 windows',
    400,
    { windows: Array.from({ length: 100 }, () => ({ day, from: '09:00', to: '10:00' })) },
  ],
  ['an end before the start', 400, { windows: [{ day, from: '10:00', to: '09:00' }] }],
  ['a zone that nobody knows', 400, { timeZone: 'Mars/Olympus' }],
  ['no time at all', 400, { windows: [] }],
  ['no place', 400, { place: '' }],
  ['a reader’s zone that nobody knows', 200, { zone: 'Mars/Olympus' }],
])('%s is answered with %i', async (_, status, more) => {
  const answer = await offer(await applied(), more)
  expect(answer.statusCode, answer.body).toBe(status)
})

test('either side moves what is agreed: the calendars keep the event, and the time stays until then', async () => {
  const id = await applied()
  expect((await propose(id, {}, physician)).statusCode).toBe(409)
  await propose(id)
  await accept(id, at('09:00'))
  // The applicant asks, and cannot change where or how long.
  const asked = {
    sequence: 1,
    times: [`${day}T11:00`],
    minutes: 240,
    place: 'My house',
    word: 'A shift.',
  }
  expect((await propose(id, asked, physician)).statusCode).toBe(200)
  const moving = {
    state: 'proposed',
    bySender: true,
    chosen: at('09:00'),
    minutes: 30,
    place: proposal.place,
  }
  expect((await ours(id)).interview).toMatchObject(moving)
  expect((await accept(id, at('11:00'), 2)).statusCode).toBe(409)
  expect((await accept(id, at('11:00'), 2, employer)).statusCode).toBe(200)
  for (const { user } of [employer, physician]) {
    const [last, before] = (await mailsAbout(user.email)).flatMap(({ calendar }) => calendar ?? [])
    const facts = [last, before].map((file) => [
      /UID:(.*)/.exec(file ?? '')?.[1],
      Number(/SEQUENCE:(\d+)/.exec(file ?? '')?.[1]),
      /METHOD:(\w+)/.exec(file ?? '')?.[1],
    ])
    expect(facts).toEqual([
      [facts[1]?.[0], 3, 'REQUEST'],
      [facts[1]?.[0], 1, 'REQUEST'],
    ])
  }
  const told = (await mailsAbout(employer.user.email)).find((mail) =>
    mail.text.includes('A shift.'),
  )
  expect(told?.text).toContain('Until another time is accepted, the interview is at')

  // The employer takes the proposal back, and the agreed time stays.
  await propose(id, { sequence: 3, times: [`${day}T15:00`] })
  expect((await change(employer, id, { act: 'decline', sequence: 4 })).statusCode).toBe(200)
  expect((await theirs(id)).interview).toMatchObject({ state: 'accepted', chosen: at('11:00') })
  // Another place counts at once, in both calendars.
  await propose(id, { sequence: 5, times: [`${day}T15:00`], place: 'Room 4' })
  const [calendar] = (await mailsAbout(physician.user.email)).flatMap((mail) => mail.calendar ?? [])
  expect(calendar).toContain('Room 4')
})

test.each<[string, (id: string) => Promise<unknown>, number, RegExp]>([
  ['withdrawn', (id) => physician.post(`/api/applications/${id}/withdrawal`), 404, /./],
  ['blocked by the applicant', (id) => block(physician, id), 404, /./],
  ['blocked by the employer', (id) => block(employer, id), 409, /You have blocked them/],
  ['about a closed posting', () => movePosting(app.db, job.id, 'deactivate', 'owner'), 200, /./],
  [
    'about a removed posting',
    () => movePosting(app.db, job.id, 'remove', 'owner'),
    409,
    /was removed/,
  ],
])('an application that is %s', async (_, happens, status, words) => {
  const id = await applied()
  await offer(id)
  await happens(id)
  await runTasks(app)
  const { sequence = 0 } = (await theirs(id)).interview ?? {}
  const answer = await offer(id, { sequence })
  expect([answer.statusCode, answer.body]).toEqual([status, expect.stringMatching(words)])
})

const remind = (id: string, hours: number, minutesBefore = hours * 60, start = at('09:00')) =>
  remindOfInterview(
    { db: app.db, ...app.settings },
    { id, at: start, hours },
    Date.parse(start) - minutesBefore * 60_000,
  )
const reminders = async () => [
  await mailsAbout(employer.user.email, 'interview-reminder'),
  await mailsAbout(physician.user.email, 'interview-reminder'),
]
const due = async (id: string) => {
  const { rows } = await sql<{ hours: number; at: Date }>`
    select (data ->> 'hours')::integer as hours, start_after as at from pgboss.job
    where name = 'remind-of-interview' and data ->> 'id' = ${id} order by start_after
  `.execute(app.db)
  await sql`delete from pgboss.job where name = 'remind-of-interview'`.execute(app.db)
  return rows.map(({ hours, at }) => [hours, at.toISOString()])
}

test('both are reminded a day and an hour before, once each, in both time zones', async () => {
  const id = await applied()
  await propose(id)
  await change(physician, id, {
    act: 'accept',
    sequence: 0,
    time: at('09:00'),
    zone: 'America/New_York',
  })
  const day24 = new Date(Date.parse(at('09:00')) - 86_400_000).toISOString()
  expect(await due(id)).toEqual([
    [24, day24],
    [1, at('08:00')],
  ])
  for (const hours of [24, 24, 1, 1]) await remind(id, hours)
  const [poster, sender] = await reminders()
  expect([poster?.length, sender?.length]).toEqual([2, 2])
  expect(sender?.[0]?.text).toMatch(/9:00 AM MST \(.* 1[12]:00 AM E[DS]T where you are\)/)
  expect(poster?.[0]?.text).toMatch(/9:00 AM MST\n/)
  expect(poster?.[0]?.calendar).toBeNull()
})

test('nobody is reminded of what is canceled, moved, past, or agreed later than the reminder', async () => {
  const id = await applied()
  // Too early, too late for a day before, and after the start.
  await propose(id)
  await accept(id, at('09:00'))
  for (const minutes of [25 * 60, 59, -1]) await remind(id, 24, minutes)
  await remind(id, 1, -1)
  await due(id)
  await propose(id, { sequence: 1, times: [`${day}T11:00`] })
  await accept(id, at('11:00'), 2)
  expect(await due(id)).toHaveLength(2)
  await remind(id, 24)
  await change(physician, id, { act: 'cancel', sequence: 3 })
  await remind(id, 24, 24 * 60, at('11:00'))
  expect(await reminders()).toEqual([[], []])
  // In half a day: the day before has passed. The same time twice has one reminder.
  const soon = new Date(Date.now() + 12 * 3_600_000)
  const text = new Date(soon.getTime() - 7 * 3_600_000).toISOString().slice(0, 16)
  const start = `${soon.toISOString().slice(0, 16)}:00.000Z`
  for (const sequence of [4, 7]) {
    await propose(id, { sequence, times: [text] })
    await accept(id, start, sequence + 1)
    if (sequence === 4) await change(physician, id, { act: 'cancel', sequence: 6 })
  }
  expect((await due(id)).map(([hours]) => hours)).toEqual([1])
})
