import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { pdfFile } from '#test/cv-files.ts'
import { atOnce } from '#test/at-once.ts'
import {
  applicationsOf,
  applied,
  appliedBy,
  inboxOf,
  mailed,
  mailedTo,
  mailedToken,
  ours,
  theirs,
  write,
} from '#test/applications.ts'
import {
  anotherJob,
  app,
  block,
  employer,
  erase,
  hiringForFile,
  job,
  makeTeam,
  physician,
  visitor,
} from '#test/hiring.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { storedKeys } from '#test/upload-cv.ts'
import type { InboxDetail } from '../contract-inbox.ts'
import { sendDailyNotices } from './notices.ts'

hiringForFile()

const license = { name: 'license.pdf', content: pdfFile() }
const tomorrow = () => Date.now() + 24 * 60 * 60_000
const noticeAt = (now?: number) =>
  sendDailyNotices({ db: app.db, publicUrl: app.settings.publicUrl }, now)
const assign = (id: string, to: SignedIn | null, by = employer) =>
  by.put(`/api/inbox/${id}/assignee`, { userId: to?.user.id ?? null })
const show = (by: SignedIn, id: string, showsEmail = true) =>
  by.put(`/api/threads/${id}`, { showsEmail })

const isUnread = async () => {
  const { inquiries, unread } = await inboxOf()
  expect(unread).toBe(inquiries.filter((inquiry) => inquiry.isUnread).length)
  return { physician: (await applicationsOf())[0]?.isUnread, employer: inquiries[0]?.isUnread }
}

test('both sides read one thread, see what is new, and no address until its owner shows it', async () => {
  const id = await applied()
  expect(await isUnread()).toEqual({ physician: false, employer: true })
  await employer.put(`/api/threads/${id}/read`)
  expect((await write(employer, id, 'Yes. Please come by on Monday.')).statusCode).toBe(200)
  expect(await isUnread()).toEqual({ physician: true, employer: false })
  await physician.put(`/api/threads/${id}/read`)
  expect((await write(physician, id, 'Monday is fine.')).statusCode).toBe(200)
  expect(await isUnread()).toEqual({ physician: false, employer: true })
  const replies = [
    { bySender: false, message: 'Yes. Please come by on Monday.', fileName: null },
    { bySender: true, message: 'Monday is fine.', fileName: null },
  ]
  expect(await theirs(id)).toMatchObject({ replies, earlier: null })
  expect(await ours(id)).toMatchObject({ replies, stage: 'reviewing' })
  const [toEmployer, toPhysician] = [await mailed(employer), await mailed(physician)]
  expect(toPhysician.at(-1)?.text).toContain(`/applications/${id}`)
  expect(toEmployer.at(-1)?.text).toContain(`/employer/inbox/${id}`)

  for (const mail of [...toEmployer, ...toPhysician]) expect(mail.replyTo).toBeNull()
  expect(toEmployer.some((mail) => mail.text.includes(physician.user.email))).toBe(false)
  const seen = async () => ({
    employer: `${(await employer.get(`/api/inbox/${id}`)).body}${(await employer.get('/api/inbox.csv')).body}`,
    physician: (await physician.get(`/api/applications/${id}`)).body,
  })
  const shown = {
    employer: expect.stringContaining(physician.user.email),
    physician: expect.stringContaining(employer.user.email),
  }
  expect(await seen()).not.toMatchObject({ employer: shown.employer })
  expect(await seen()).not.toMatchObject({ physician: shown.physician })
  for (const by of [physician, employer]) await show(by, id)
  expect(await seen()).toEqual(shown)
  await show(physician, id, false)
  expect((await ours(id)).email).toBeNull()
})

test('the page of a mailed notice shows no address that its owner hides, or whose owner has blocked the employer', async () => {
  await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(
    app.db,
  )
  const id = await applied()
  const token = await mailedToken(employer.user.email, '/inquiry')
  const open = () => visitor.post('/api/mailed-inquiry', { token })
  const opened = await open()
  expect(opened.json()).toMatchObject({
    reader: 'poster',
    message: expect.stringContaining('may I visit'),
    email: null,
  })
  expect(opened.body).not.toContain(physician.user.email)
  await show(physician, id)
  expect((await open()).json()).toMatchObject({ email: physician.user.email })
  await block(physician, id)
  expect((await open()).statusCode).toBe(404)
})

test('a file is checked as a CV is, and opened by the two sides only', async () => {
  const id = await applied()
  const program = await write(physician, id, 'My license.', { ...license, name: 'license.exe' })
  expect(program.json()).toMatchObject({ details: [{ field: 'cv' }] })
  expect((await write(physician, id, '', license)).statusCode).toBe(400)
  expect((await theirs(id)).replies).toEqual([])
  expect((await write(physician, id, 'My license.', license)).statusCode).toBe(200)
  const [sent] = (await ours(id)).replies
  expect(sent?.fileName).toBe('license.pdf')
  for (const by of [employer, physician]) {
    const opened = await by.get(`/api/threads/${id}/files/${sent?.id}`)
    expect(opened.rawPayload).toEqual(license.content)
    expect(opened.headers['content-disposition']).toContain('attachment')
  }
  expect((await employer.get(`/api/threads/${id}/files/${id}`)).statusCode).toBe(404)
})

test.each(['withdrawal', 'erasure'])('%s removes files, messages and notes', async (how) => {
  const before = await storedKeys(app)
  const id = await applied()
  for (const by of [physician, employer]) await write(by, id, 'My license, our contract.', license)
  await employer.post(`/api/inbox/${id}/notes`, { note: 'Strong letters.' })
  if (how === 'withdrawal') await physician.post(`/api/applications/${id}/withdrawal`)
  else await erase(physician)
  await runTasks(app)
  expect(await storedKeys(app)).toEqual(before)
  expect((await employer.get(`/api/inbox/${id}`)).statusCode).toBe(404)
  expect((await write(employer, id, 'Too late.')).statusCode).toBe(404)
  if (how === 'withdrawal') expect((await write(physician, id, 'Too late.')).statusCode).toBe(409)
  expect(
    (await sql`select from inquiry_notes where inquiry_id = ${id}`.execute(app.db)).rows,
  ).toEqual([])
})

test('what somebody sends signed out from the address of their account is theirs, if the account has proved it', async () => {
  const id = await applied({ name: 'Guest' }, visitor)
  const own = await applied({ message: 'May I bring my family?' })
  expect((await applicationsOf()).map((application) => application.id).toSorted()).toEqual(
    [own, id].toSorted(),
  )
  // The account blocks for all of its own, whether they are proved or not.
  await block(physician, id)
  for (const each of [id, own])
    expect((await employer.get(`/api/inbox/${each}`)).statusCode).toBe(404)

  const unproved = await signIn(app, 'physician', { emailVerified: false })
  await applied({ email: unproved.user.email, message: 'Is it still open today?' }, visitor)
  expect(await applicationsOf(unproved)).toEqual([])
})

test('an account that changes its address gets answers at the new one, also to what was sent from both', async () => {
  const { id: userId, email: before } = physician.user
  const email = `new-${before}`
  const [id] = [await applied(), await applied({ email }, visitor)]
  await sql`update users set email = ${email} where id = ${userId}`.execute(app.db)
  await app.db
    .transaction()
    .execute((trx) => accountHooks.emailConfirmed(trx, { userId, email, before }))
  const earlier = (await mailedTo(before)).length
  await write(employer, id, 'Yes. Please come by on Monday.')
  expect(await mailedTo(before)).toHaveLength(earlier)
  expect((await mailedTo(email)).at(-1)?.text).toContain(`/applications/${id}`)
})

test('two blocks at once about two postings both hold', async () => {
  const others = [await anotherJob(), await anotherJob()]
  const [first = '', middle, last = ''] = [
    await applied(),
    ...(await Promise.all(others.map((other) => applied({ jobId: other.id })))),
  ].toSorted()
  // Held until each of the two has locked the one that the other waits for.
  const held = sql`select from inquiries where id = ${middle} for update`
  const answers = await atOnce(
    app,
    [() => block(employer, first), () => block(employer, last)],
    held,
  )
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
})

test('notices come once a day to those who want it so, if there is something new', async () => {
  const id = await applied()
  await physician.put('/api/notices', { daily: true })
  expect((await physician.get('/api/notices')).json()).toEqual({ daily: true })
  const before = (await mailed(physician)).length
  await write(employer, id, 'Yes. Please come by on Monday.')
  await write(employer, id, 'Or on Tuesday.')
  expect(await mailed(physician)).toHaveLength(before)
  await Promise.all([noticeAt(tomorrow()), noticeAt(tomorrow())])
  const mails = await mailed(physician)
  expect(mails).toHaveLength(before + 1)
  expect(mails.at(-1)?.subject).toBe('New messages in one conversation')
  await physician.put(`/api/threads/${id}/read`)
  await sql`update daily_notices set noticed_at = now() - interval '2 days'`.execute(app.db)
  await noticeAt()
  expect(await mailed(physician)).toHaveLength(before + 1)
})

test('who gets an inquiry assigned is told by others, as their notices say, and has it in an own inbox, until they leave', async () => {
  const [member, reader] = [
    await signIn(app, 'employer', { firstName: 'Bo' }),
    await signIn(app, 'recruiter'),
  ]
  await makeTeam([member, 'owner'], [reader, 'reader'])
  const id = await applied()
  await appliedBy('guest')
  expect((await ours(id)).team.map((candidate) => candidate.id).toSorted()).toEqual(
    [employer.user.id, member.user.id].toSorted(),
  )
  expect((await assign(id, member)).statusCode).toBe(200)
  expect((await assign(id, reader)).statusCode).toBe(409)
  const events = [{ action: 'assigned', by: 'Alex Example', to: 'Bo Example' }]
  expect(await ours(id)).toMatchObject({
    assignee: { id: member.user.id, name: 'Bo Example' },
    events,
  })
  expect(await inboxOf('?view=board&mine=1', member)).toMatchObject({
    inquiries: [{ id, assignee: { name: 'Bo Example' } }],
  })
  const mine = async (by: SignedIn) => (await inboxOf('?mine=1', by)).total
  expect([await mine(member), await mine(employer)]).toEqual([1, 0])

  const notices = async (to: SignedIn) =>
    (await mailed(to)).filter((mail) => mail.subject.startsWith('An inquiry was assigned to you'))
  await assign(id, member)
  const [mail, ...more] = await notices(member)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`/employer/inbox/${id}`)
  expect(mail?.text).not.toContain('Alex Example')
  await assign(id, employer, member)
  for (const to of [null, employer]) await assign(id, to)
  expect([(await notices(member)).length, (await notices(employer)).length]).toEqual([1, 1])
  for (const { id: each } of (await inboxOf()).inquiries)
    await employer.put(`/api/threads/${each}/read`)
  await member.put('/api/notices', { daily: true })
  await assign(id, member)
  expect(await notices(member)).toHaveLength(1)
  await noticeAt(tomorrow())
  expect((await mailed(member)).at(-1)?.subject).toBe('New messages in one conversation')

  await sql`delete from organization_members where user_id = ${member.user.id}`.execute(app.db)
  expect([(await ours(id)).assignee, await mine(member)]).toEqual([null, 0])
})

test('who cannot be mailed holds up nobody’s daily notice', async () => {
  const id = await applied()
  for (const by of [employer, physician]) await by.put('/api/notices', { daily: true })
  await write(employer, id, 'Monday is fine.')
  const another = await signIn(app, 'physician')
  for (const message of ['Is it open?', 'I am free in May.'])
    await applied({ email: another.user.email, message }, another)
  await sql`update users set email = 'no address' where id = ${employer.user.id}`.execute(app.db)
  await expect(noticeAt(tomorrow())).rejects.toThrow(`1 failed, first ${employer.user.id}`)
  expect((await mailed(physician)).at(-1)?.subject).toBe('New messages in one conversation')
})

test('a report reaches the moderators beside the posting', async () => {
  const id = await applied()
  const report = async (by: SignedIn, reason: string) =>
    (await by.post(`/api/threads/${id}/report`, { reason })).statusCode
  expect(await report(physician, 'short')).toBe(400)
  expect(await report(physician, 'They ask for money.')).toBe(200)
  expect(await report(employer, 'They insult our staff.')).toBe(200)
  expect(
    (await sql`select reason from job_reports where job_id = ${job.id} order by id`.execute(app.db))
      .rows,
  ).toEqual([
    { reason: 'About the employer’s messages: They ask for money.' },
    { reason: `About the applicant of inquiry ${id}: They insult our staff.` },
  ])
})

test('a long thread comes by pages', async () => {
  const id = await applied()
  await sql`
    insert into inquiry_replies (id, inquiry_id, by_sender, message, created_at)
    select gen_random_uuid(), ${id}, n % 2 = 0, 'Message ' || n, now() + n * interval '1 second' from generate_series(1, 200) n
  `.execute(app.db)
  const latest = await theirs(id)
  expect(latest.replies.map((reply) => reply.message)).toEqual(
    Array.from({ length: 50 }, (_, index) => `Message ${151 + index}`),
  )
  const page = (await employer.get(`/api/inbox/${id}?before=${latest.earlier}`)).json<InboxDetail>()
  expect([page.replies[0]?.message, page.replies.at(-1)?.message]).toEqual([
    'Message 101',
    'Message 150',
  ])
})
