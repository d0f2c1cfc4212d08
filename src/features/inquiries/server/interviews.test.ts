import ICAL from 'ical.js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { selectMails } from '#platform/server/mail/queries.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { app, applied, employer, erase, hiringForFile, job, makeTeam, ours, physician, theirs, visitor } from '#test/hiring.ts'
import { makeTasksDue, runTasks } from '#test/mailbox.ts'
import { signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'
import type { Interview } from '../contract.ts'

hiringForFile()

const apply = (more: Record<string, unknown> = {}, by?: Caller) => applied({ name: 'Ana Sample', ...more }, by)
/** On the clocks of Texas, where it is six hours less than in UTC in January. */
const year = new Date().getUTCFullYear() + 1
const proposal = {
  times: [`${year}-01-12T15:00`, `${year}-01-11T09:30`, ''],
  timeZone: 'America/Chicago',
  minutes: 45,
  place: 'https://meet.test/heart',
  sequence: null as number | null,
}
const first = `${year}-01-11T15:30:00.000Z`
const second = `${year}-01-12T21:00:00.000Z`
const propose = (id: string, more: Partial<typeof proposal> = {}, by = employer) =>
  by.put(`/api/inbox/${id}/interview`, { ...proposal, ...more })
const respond = (id: string, sequence: number, time: string | null, word = '', by = physician) =>
  by.post(`/api/applications/${id}/interview`, { sequence, time, word })
const cancel = (by: SignedIn, id: string, sequence: number, word = '') =>
  by.post(`/api/threads/${id}/interview/cancellation`, { sequence, word })
const shown = async (id: string): Promise<Interview> => (await theirs(id)).interview ?? expect.fail()

const mailsAbout = async (person: SignedIn) =>
  (await selectMails(app.db, { to: person.user.email, limit: 100 })).filter((it) => it.cause.startsWith('interview'))
/** The invitations of somebody's mails, the newest first, as a calendar program reads them. */
async function invitations(person: SignedIn) {
  return (await mailsAbout(person)).flatMap(({ calendar }) => {
    if (calendar === null) return []
    const file = new ICAL.Component(ICAL.parse(calendar) as unknown[])
    const component = file.getFirstSubcomponent('vevent') ?? expect.fail()
    const event = new ICAL.Event(component)
    const { uid, sequence, location } = event
    return [
      { method: file.getFirstPropertyValue('method'), uid, sequence, location, start: event.startDate.toString(), calendar },
    ]
  })
}

test('of three times one is accepted; both get it into their calendars, and neither the other’s address', async () => {
  const id = await apply()
  expect((await propose(id)).statusCode).toBe(200)
  expect(await ours(id)).toMatchObject({ stage: 'interview', timeZone: 'America/Chicago', isUnread: false })
  expect(await theirs(id)).toMatchObject({
    isUnread: true,
    interview: { sequence: 0, state: 'proposed', times: [first, second], chosen: null, minutes: 45, word: null },
  })
  await runTasks(app)
  const [asked, ...others] = await mailsAbout(physician)
  expect(others).toEqual([])
  expect(asked?.text).toMatch(new RegExp(`Jan 11, ${year}, 9:30 AM CST[^]*https://meet.test/heart`))
  expect(asked?.calendar).toBeNull()
  expect(await mailsAbout(employer)).toEqual([])

  expect((await respond(id, 0, second)).statusCode).toBe(200)
  expect((await ours(id)).interview).toMatchObject({ state: 'accepted', chosen: second })
  const [[byEmployer], [byPhysician]] = [await invitations(employer), await invitations(physician)]
  const event = { method: 'REQUEST', sequence: 1, start: `${year}-01-12T21:00:00Z`, location: proposal.place }
  expect(byEmployer).toMatchObject(event)
  expect(byPhysician).toMatchObject({ ...event, uid: byEmployer?.uid })
  expect(byEmployer?.calendar).not.toContain(physician.user.email)
  expect(byPhysician?.calendar).not.toContain(employer.user.email)
  for (const by of [employer, physician]) {
    const file = await by.get(`/api/threads/${id}/interview.ics`)
    expect([file.headers['content-type'], file.body.includes(byEmployer?.uid ?? '-')]).toEqual([
      'text/calendar; charset=utf-8',
      true,
    ])
  }
  expect((await ours(id)).events.map((it) => [it.action, it.stage, it.by])).toEqual([
    ['accepted', 'interview', 'Alex Example'],
    ['proposed', 'interview', 'Alex Example'],
    [null, 'interview', 'Alex Example'],
  ])
})

test('a later version of the event takes back or replaces the earlier one', async () => {
  const id = await apply()
  await propose(id)
  await respond(id, 0, first)
  expect((await propose(id, { sequence: 1, times: [`${year}-01-15T10:00`] })).statusCode).toBe(200)
  await respond(id, 2, `${year}-01-15T16:00:00.000Z`)
  expect((await cancel(physician, id, 3, 'I am on call that day.')).statusCode).toBe(200)
  for (const by of [employer, physician]) {
    const versions = (await invitations(by)).toReversed()
    expect(versions.map((it) => [it.method, it.sequence])).toEqual([
      ['REQUEST', 1],
      ['CANCEL', 2],
      ['REQUEST', 3],
      ['CANCEL', 4],
    ])
    expect(new Set(versions.map((it) => it.uid)).size).toBe(1)
  }
  expect((await ours(id)).interview).toMatchObject({ state: 'canceled', chosen: null, word: 'I am on call that day.' })
  expect((await mailsAbout(employer))[0]?.text).toContain('I am on call that day.')
  expect((await cancel(employer, id, 4)).statusCode).toBe(409)
  expect((await employer.get(`/api/threads/${id}/interview.ics`)).statusCode).toBe(404)
})

test('all times are declined with a word, before and after one was accepted', async () => {
  const id = await apply()
  await propose(id)
  expect((await respond(id, 0, null, 'Any Friday.')).statusCode).toBe(200)
  expect((await ours(id)).interview).toMatchObject({ state: 'declined', word: 'Any Friday.' })
  expect(await invitations(employer)).toEqual([])
  await propose(id, { sequence: 1 })
  await respond(id, 2, first)
  await respond(id, 3, null, 'Something came up.')
  expect((await invitations(employer)).map((it) => it.method)).toEqual(['CANCEL', 'REQUEST'])
  expect(await shown(id)).toMatchObject({ state: 'declined', chosen: null })
})

test('of two at once, the second is told to look again', async () => {
  const id = await apply()
  await propose(id)
  const codes = async (...answers: ReturnType<typeof respond>[]) =>
    (await Promise.all(answers)).map((it) => it.statusCode).toSorted((one, other) => one - other)
  expect(await codes(respond(id, 0, first), respond(id, 0, second))).toEqual([200, 409])
  expect(await codes(propose(id, { sequence: 1 }), cancel(physician, id, 1))).toEqual([200, 409])
  const { sequence } = await shown(id)
  expect(sequence).toBe(2)
  // Proposed again while the applicant accepts what is no longer there.
  await propose(id, { sequence, times: [`${year}-01-20T10:00`] })
  expect((await respond(id, sequence, first)).statusCode).toBe(409)
  expect((await respond(id, sequence + 1, first)).statusCode).toBe(409)
  expect(await shown(id)).toMatchObject({ state: 'proposed', chosen: null })
})

test('a time that has passed is neither proposed nor accepted; after an interview another one begins', async () => {
  const id = await apply()
  expect((await propose(id, { times: ['2020-01-12T15:00'] })).json()).toMatchObject({ details: [{ field: 'times' }] })
  expect((await propose(id, { times: ['', ''] })).statusCode).toBe(400)
  expect((await propose(id, { timeZone: 'Europe/Berlin' })).statusCode).toBe(400)
  await propose(id)
  await sql`update interviews set times = array[now() - interval '1 hour']`.execute(app.db)
  expect((await respond(id, 0, (await shown(id)).times[0] ?? '')).statusCode).toBe(409)
  await sql`update interviews set state = 'accepted', chosen = times[1]`.execute(app.db)
  expect((await cancel(employer, id, 0)).statusCode).toBe(409)
  expect((await propose(id, { sequence: 0 })).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ sequence: 0, state: 'proposed' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from interviews where inquiry_id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ n: 2 }])
  expect((await invitations(physician)).length).toBe(0)
})

test.each(['withdrawal', 'block', 'erasure'])('%s cancels what was agreed', async (how) => {
  const id = await apply()
  await propose(id)
  await respond(id, 0, first)
  if (how === 'withdrawal') await physician.post(`/api/applications/${id}/withdrawal`)
  if (how === 'block') await physician.put(`/api/threads/${id}`, { blocked: true })
  if (how === 'erasure') await erase(physician)
  const [last] = await invitations(employer)
  expect(last?.method).toBe('CANCEL')
  if (how === 'erasure') {
    const mails = await mailsAbout(employer)
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toMatch(/Ana Sample|meet\.test/)
  } else expect((await invitations(physician))[0]?.method).toBe('CANCEL')
  expect([409, 404]).toContain((await propose(id, { sequence: 2 })).statusCode)
  if (how !== 'erasure') expect((await respond(id, 2, second)).statusCode).toBe(409)
})

test('a rejection cancels what was agreed once it is told, and not if it is taken back', async () => {
  const id = await apply()
  await propose(id)
  await respond(id, 0, first)
  const methods = async () => [await invitations(employer), await invitations(physician)].map(([last]) => last?.method)
  const move = async (stage: string, reason?: string) => {
    const { version } = await ours(id)
    expect((await employer.put(`/api/inbox/${id}/stage`, { stage, version, reason })).statusCode).toBe(200)
    await runTasks(app)
  }
  await move('closed', 'filled')
  expect(await methods()).toEqual(['REQUEST', 'REQUEST'])
  await move('interview')
  await makeTasksDue(app)
  await runTasks(app)
  expect(await methods()).toEqual(['REQUEST', 'REQUEST'])
  expect(await shown(id)).toMatchObject({ state: 'accepted', chosen: first })
  await move('closed', 'filled')
  await makeTasksDue(app)
  await runTasks(app)
  expect(await methods()).toEqual(['CANCEL', 'CANCEL'])
  expect((await respond(id, 2, second)).statusCode).toBe(409)
})

test('an address that is not proved gets a notice without words, and no calendar', async () => {
  const guest = await signIn(app, 'physician', { emailVerified: false })
  const id = await apply({ email: guest.user.email }, guest)
  await propose(id)
  await respond(id, 0, first, '', guest)
  for (const mail of await mailsAbout(guest)) {
    expect(mail.calendar).toBeNull()
    expect(mail.text).not.toMatch(/meet\.test/)
    expect(mail.text).not.toContain(job.title)
  }
  expect((await invitations(employer)).map((it) => it.method)).toEqual(['REQUEST'])
})

test('who no longer reaches the posting gets nothing more', async () => {
  const member = await signIn(app, 'recruiter', { firstName: 'Bo' })
  await makeTeam([member, 'recruiter'])
  const id = await apply()
  expect((await propose(id, {}, member)).statusCode).toBe(200)
  await respond(id, 0, first)
  expect(await invitations(member)).toHaveLength(1)
  expect(await invitations(employer)).toEqual([])
  await sql`delete from organization_members where user_id = ${member.user.id}`.execute(app.db)
  expect((await propose(id, { sequence: 1 }, member)).statusCode).toBe(404)
  await cancel(physician, id, 1)
  expect(await invitations(member)).toHaveLength(1)
  expect((await invitations(employer)).map((it) => it.method)).toEqual(['CANCEL'])
})

test('interviews are part of the person’s data, and go with the inquiry', async () => {
  const id = await apply()
  await propose(id)
  const data = (await physician.get('/api/account/export')).body
  expect(data).toContain(proposal.place)
  expect(data).not.toContain(employer.user.id)
})

test('who has one notice a day gets no mail for times, but the invitation', async () => {
  await physician.put('/api/notices', { daily: true })
  const id = await apply()
  await propose(id)
  expect(await mailsAbout(physician)).toEqual([])
  await respond(id, 0, first)
  expect(await invitations(physician)).toHaveLength(1)
})

test('an inquiry that is assigned is in its member’s own inbox, until they leave', async () => {
  const member = await signIn(app, 'recruiter', { firstName: 'Bo' })
  const reader = await signIn(app, 'recruiter', { firstName: 'Cy' })
  await makeTeam([member, 'recruiter'], [reader, 'reader'])
  const [id] = [await apply(), await apply({ email: 'guest@mail.test' }, visitor)]
  const assign = (userId: string | null, by = employer) => by.put(`/api/inbox/${id}/assignee`, { userId })
  expect((await ours(id)).team.map((it) => it.id).toSorted()).toEqual([employer.user.id, member.user.id].toSorted())
  expect((await assign(member.user.id)).statusCode).toBe(200)
  expect((await assign(reader.user.id)).statusCode).toBe(409)
  expect((await assign(physician.user.id)).statusCode).toBe(409)
  expect((await assign(member.user.id, reader)).statusCode).toBe(404)
  expect(await ours(id)).toMatchObject({
    assignee: { id: member.user.id, name: 'Bo Example' },
    events: [{ action: 'assigned', by: 'Alex Example', to: 'Bo Example' }],
  })
  const mine = async (by: SignedIn) => (await by.get('/api/inbox?mine=1')).json<{ total: number }>().total
  expect([await mine(member), await mine(employer)]).toEqual([1, 0])
  expect((await member.get('/api/inbox?view=board&mine=1')).json()).toMatchObject({
    inquiries: [{ id, assignee: { name: 'Bo Example' } }],
  })
  await sql`delete from organization_members where user_id = ${member.user.id}`.execute(app.db)
  expect((await ours(id)).assignee).toBeNull()
  expect(await mine(member)).toBe(0)
})

test('the same telephone number suggests the same person; a press joins, and another parts', async () => {
  const call = 'Please call me at (512) 555-0142 to talk about it.'
  const one = await apply({ message: call })
  const two = await apply({ email: 'guest@mail.test', message: 'My number is +1 512.555.0142, in the evening.' }, visitor)
  const other = await apply({ email: 'other@mail.test', message: 'My number is 512-555-0143, in the evening.' }, visitor)
  expect((await ours(one)).alike).toMatchObject([{ id: two, isSame: false, isSamePosting: true, hasSamePhone: true }])
  const inbox = async () =>
    (await employer.get('/api/inbox')).json<{ inquiries: { id: string }[]; total: number }>().inquiries.map((it) => it.id)
  expect(await inbox()).toEqual([other, two, one])
  const say = (otherId: string, isSame: boolean, by = employer) => by.put(`/api/inbox/${one}/person`, { otherId, isSame })
  const rival = await signIn(app, 'employer')
  expect((await say(two, true, rival)).statusCode).toBe(404)
  expect((await Promise.all([say(two, true), say(two, true)])).map((it) => it.statusCode)).toEqual([200, 200])
  expect(await inbox()).toEqual([other, one])
  expect((await ours(two)).alike).toMatchObject([{ id: one, isSame: true }])
  expect((await ours(one)).events.map((it) => it.action)).toEqual(['joined'])
  // What is decided is for both.
  await employer.put(`/api/inbox/${one}/stage`, { stage: 'offer', version: 0 })
  expect((await ours(two)).stage).toBe('offer')
  expect((await say(two, false)).statusCode).toBe(200)
  expect(await inbox()).toEqual([other, two, one])
  expect([(await ours(one)).alike, (await ours(two)).alike]).toEqual([[], []])
  await employer.put(`/api/inbox/${one}/stage`, { stage: 'hired', version: 1 })
  expect((await ours(two)).stage).toBe('offer')
})

test('what closes an application closes what was joined with it; a withdrawn first one leaves the second', async () => {
  const one = await apply()
  const two = await apply({ email: 'second@mail.test', message: 'I forgot to say that I speak Spanish.' }, visitor)
  await employer.put(`/api/inbox/${one}/person`, { otherId: two, isSame: true })
  const outcome = await employer.put(`/api/job-postings/${job.id}/outcome`, { outcome: 'elsewhere', closesOpen: true })
  expect(outcome.json()).toEqual({ closed: 1 })
  expect([(await ours(one)).stage, (await ours(two)).stage]).toEqual(['closed', 'closed'])
  await physician.post(`/api/applications/${one}/withdrawal`)
  expect((await employer.get('/api/inbox')).json()).toMatchObject({ inquiries: [{ id: two }], total: 1 })
})

test('the same name with the same CV suggests the same person', async () => {
  await upload(physician, pdfFile(), 'cv.pdf')
  const other = await signIn(app, 'physician')
  await upload(other, pdfFile(), 'resume.pdf')
  const one = await apply({ attachCv: true })
  const two = await apply({ attachCv: true, email: other.user.email, name: 'ana sample' }, other)
  expect((await ours(one)).alike).toMatchObject([{ id: two, isSame: false, hasSamePhone: false, cvFileName: 'resume.pdf' }])
  const namesake = await apply({ email: 'third@mail.test' }, visitor)
  expect((await ours(namesake)).alike).toEqual([])
})

test('nothing is suggested across employers, or about who has blocked the employer', async () => {
  const call = 'Please call me at (512) 555-0199 to talk about it.'
  const rival = await signIn(app, 'employer')
  const elsewhere = jobRow({ owner_id: rival.user.id, contact_email: rival.user.email })
  await addJobs(app.db, [elsewhere])
  const one = await apply({ email: 'guest@mail.test', message: call }, visitor)
  await apply({ email: 'other@mail.test', message: call, jobId: elsewhere.id }, visitor)
  expect((await ours(one)).alike).toEqual([])
  const mine = await apply({ message: call })
  expect((await ours(one)).alike).toHaveLength(1)
  await physician.put(`/api/threads/${mine}`, { blocked: true })
  expect((await ours(one)).alike).toEqual([])
})
