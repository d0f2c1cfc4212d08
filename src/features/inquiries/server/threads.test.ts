import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { hashPassword } from '#features/accounts/server/secrets.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import {
  anotherJob,
  app,
  applied,
  apply,
  employer,
  erase,
  hiringForFile,
  job,
  makeTeam,
  message,
  ours,
  physician,
  theirs,
  visitor,
  write,
} from '#test/hiring.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { storedKeys, upload } from '#test/upload-cv.ts'
import type { Application } from '../contract.ts'
import type { InboxDetail, InboxItem } from '../contract-desk.ts'
import { sendDailyNotices } from './service-threads.ts'

hiringForFile()

const cv = pdfFile()
const isUnread = async () => {
  const { applications } = (await physician.get('/api/applications')).json<{ applications: Application[] }>()
  const { inquiries, unread } = (await employer.get('/api/inbox')).json<{ inquiries: InboxItem[]; unread: number }>()
  expect(unread).toBe(inquiries.filter((it) => it.isUnread).length)
  return { physician: applications[0]?.isUnread, employer: inquiries[0]?.isUnread }
}

test('both sides read one thread, and see what is new', async () => {
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
  await runTasks(app)
  expect((await mailsTo(app, physician.user.email)).at(-1)?.text).toContain(`/applications/${id}`)
  expect((await mailsTo(app, employer.user.email)).at(-1)?.text).toContain(`/employer/inbox/${id}`)
})

test('addresses are hidden from page, mail and file until their owner shows them', async () => {
  const id = await applied()
  await write(employer, id, 'Yes. Please come by on Monday.')
  await runTasks(app)
  const mails = [...(await mailsTo(app, employer.user.email)), ...(await mailsTo(app, physician.user.email))]
  expect(mails.map((it) => it.replyTo ?? null)).toEqual(mails.map(() => null))
  const seen = async () => [
    (await employer.get(`/api/inbox/${id}`)).body + (await employer.get('/api/inbox.csv')).body,
    (await physician.get(`/api/applications/${id}`)).body,
  ]
  expect((await mailsTo(app, employer.user.email)).some((it) => it.text.includes(physician.user.email))).toBe(false)
  let [byEmployer, byPhysician] = await seen()
  expect(byEmployer).not.toContain(physician.user.email)
  expect(byPhysician).not.toContain(employer.user.email)
  await physician.put(`/api/threads/${id}`, { showsEmail: true })
  await employer.put(`/api/threads/${id}`, { showsEmail: true })
  ;[byEmployer, byPhysician] = await seen()
  expect(byEmployer).toContain(physician.user.email)
  expect(byPhysician).toContain(employer.user.email)
  await physician.put(`/api/threads/${id}`, { showsEmail: false })
  expect((await ours(id)).email).toBeNull()
})

test('a file is checked as a CV is, and opened by the two sides only', async () => {
  const id = await applied()
  const refused = await write(physician, id, 'My license.', { name: 'license.exe', content: cv })
  expect(refused.json()).toMatchObject({ details: [{ field: 'cv' }] })
  expect((await write(physician, id, '', { name: 'license.pdf', content: cv })).statusCode).toBe(400)
  expect((await theirs(id)).replies).toEqual([])
  expect((await write(physician, id, 'My license.', { name: 'license.pdf', content: cv })).statusCode).toBe(200)
  const [sent] = (await ours(id)).replies
  expect(sent?.fileName).toBe('license.pdf')
  const [inbox, own] = [`/api/threads/${id}/files/${sent?.id}`, `/api/threads/${id}/files/${sent?.id}`]
  const opened = await employer.get(inbox)
  expect(opened.rawPayload).toEqual(cv)
  expect(opened.headers['content-disposition']).toContain('attachment')
  expect((await physician.get(own)).rawPayload).toEqual(cv)
  expect((await (await signIn(app, 'employer')).get(inbox)).statusCode).toBe(404)
  expect((await (await signIn(app, 'physician')).get(own)).statusCode).toBe(404)
  expect((await employer.get(`/api/threads/${id}/files/${id}`)).statusCode).toBe(404)
})

test.each(['withdrawal', 'erasure'])('%s removes files, messages and notes', async (how) => {
  const before = await storedKeys(app)
  const id = await applied()
  await write(physician, id, 'My license.', { name: 'license.pdf', content: cv })
  await write(employer, id, 'Our contract.', { name: 'contract.pdf', content: cv })
  await employer.post(`/api/inbox/${id}/notes`, { note: 'Strong letters.' })
  if (how === 'withdrawal') await physician.post(`/api/applications/${id}/withdrawal`)
  else await erase(physician)
  await runTasks(app)
  expect(await storedKeys(app)).toEqual(before)
  expect((await employer.get(`/api/inbox/${id}`)).statusCode).toBe(404)
  expect((await write(employer, id, 'Too late.')).statusCode).toBe(404)
  if (how === 'withdrawal') expect((await write(physician, id, 'Too late.')).statusCode).toBe(409)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from inquiry_notes where inquiry_id = ${id}
  `.execute(app.db)
  expect(rows).toEqual([{ n: 0 }])
})

test('who blocks the employer gets nothing more of it, and shows it nothing', async () => {
  await upload(physician, cv, 'cv.pdf')
  const other = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(app.db, [other])
  const id = await applied({ attachCv: true })
  const second = await applied({ jobId: other.id })
  await write(physician, id, 'My license.', { name: 'license.pdf', content: cv })
  await physician.put(`/api/threads/${id}`, { showsEmail: true })
  await runTasks(app)
  const mails = (await mailsTo(app, physician.user.email)).length
  expect((await physician.put(`/api/threads/${id}`, { blocked: true })).statusCode).toBe(200)

  const detail = await ours(id)
  expect(detail).toMatchObject({ blockedBy: 'sender', email: null, cvFileName: null })
  const refused = await Promise.all([
    write(employer, id, 'Please answer.'),
    write(employer, second, 'Please answer.'),
    employer.get(`/api/inbox/${id}/cv`),
    employer.get(`/api/threads/${id}/files/${detail.replies[0]?.id}`),
    employer.put(`/api/threads/${id}`, { blocked: false }),
  ])
  expect(refused.map((it) => it.statusCode)).toEqual([403, 403, 404, 404, 200])
  expect((await ours(id)).blockedBy).toBe('sender')
  await employer.put(`/api/inbox/${id}/stage`, { stage: 'hired', version: 0 })
  await runTasks(app)
  expect(await mailsTo(app, physician.user.email)).toHaveLength(mails)
  expect((await apply({ message: 'Another question altogether.' })).statusCode).toBe(403)
  await physician.put(`/api/threads/${id}`, { blocked: false })
  expect((await write(employer, second, 'Please answer.')).statusCode).toBe(200)
})

test('whom the employer blocks writes to none of its postings', async () => {
  const other = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(app.db, [other])
  const id = await applied()
  await employer.put(`/api/threads/${id}`, { blocked: true })
  expect((await write(physician, id, 'Please answer.')).statusCode).toBe(403)
  const refused = await apply({ jobId: other.id })
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
    403,
    'This employer does not take messages from you.',
  ])
  const stranger = await apply({ email: 'another@mail.test' }, visitor)
  expect(stranger.statusCode).toBe(200)
})

test('whoever typed an address that is not proved is blocked alone, and blocks for nobody else', async () => {
  const insult = await apply({ message: 'Nobody in their right mind works for you.' }, visitor)
  const own = await applied()
  await employer.put(`/api/threads/${insult.json<{ id: string }>().id}`, { blocked: true })
  expect((await theirs(own)).blockedBy).toBeNull()
  expect((await write(physician, own, 'May I visit on Monday?')).statusCode).toBe(200)
  expect((await apply({ message: 'Nobody at all in their right mind.' }, visitor)).statusCode).toBe(403)
  await app.db.transaction().execute((trx) => accountHooks.emailConfirmed(trx, { userId: physician.user.id, ...physician.user }))
  const other = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(app.db, [other])
  expect((await apply({ jobId: other.id })).statusCode).toBe(200)

  const impostor = await signIn(app, 'physician', { emailVerified: false })
  const guest = await apply({ email: impostor.user.email }, visitor)
  const { id } = guest.json<{ id: string }>()
  await sql`update inquiries set sender_confirmed = true where id = ${id}`.execute(app.db)
  const theirOwn = await apply({ email: impostor.user.email, jobId: other.id }, impostor)
  await impostor.put(`/api/threads/${theirOwn.json<{ id: string }>().id}`, { blocked: true })
  expect((await ours(id)).blockedBy).toBeNull()
})

test('what somebody sends signed out from the address of their account is theirs at the next sign-in', async () => {
  const id = await applied({ name: 'Guest' }, visitor)
  const own = await applied({ message: 'May I bring my family?' })
  expect(own).not.toBe(id)
  const listed = async () =>
    (await physician.get('/api/applications')).json<{ applications: Application[] }>().applications.map((it) => it.id)
  expect(await listed()).toEqual([own])
  const password = 'Long enough for anybody 7'
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${physician.user.id}`.execute(app.db)
  expect((await visitor.post('/api/auth/login', { email: physician.user.email, password })).statusCode).toBe(200)
  expect((await listed()).toSorted()).toEqual([own, id].toSorted())

  // The account is not blocked with it, because anybody could have typed the address; the account itself blocks for all of its own.
  await employer.put(`/api/threads/${id}`, { blocked: true })
  expect((await theirs(own)).blockedBy).toBeNull()
  await employer.put(`/api/threads/${id}`, { blocked: false })
  await physician.put(`/api/threads/${id}`, { blocked: true })
  expect((await ours(own)).blockedBy).toBe('sender')
  expect((await apply({ jobId: (await anotherJob()).id })).statusCode).toBe(403)

  const unproved = await signIn(app, 'physician', { emailVerified: false })
  await applied({ email: unproved.user.email, jobId: job.id, message: 'Is it still open today?' }, visitor)
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${unproved.user.id}`.execute(app.db)
  expect((await visitor.post('/api/auth/login', { email: unproved.user.email, password })).statusCode).toBe(200)
  expect((await unproved.get('/api/applications')).json()).toEqual({ applications: [] })
})

test('a block holds for all postings of the organization, whatever seat their owners have', async () => {
  const colleague = await signIn(app, 'recruiter')
  await makeTeam([colleague, 'assigned'])
  const other = jobRow({ owner_id: colleague.user.id, contact_email: colleague.user.email })
  await addJobs(app.db, [other])
  const id = await applied()
  await employer.put(`/api/threads/${id}`, { blocked: true })
  expect((await apply({ jobId: other.id })).statusCode).toBe(403)
})

test('two blocks at once about two postings both hold', async () => {
  const jobs = [1, 2].map(() => jobRow({ owner_id: employer.user.id, contact_email: employer.user.email }))
  await addJobs(app.db, jobs)
  const ids = [await applied(), ...(await Promise.all(jobs.map((it) => applied({ jobId: it.id }))))].toSorted()
  const waiting = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(app.db)
    ).rows[0]?.n
  // Held until each of the two has locked the one that the other waits for.
  const held = await app.db.startTransaction().execute()
  await sql`select from inquiries where id = ${ids[1]} for update`.execute(held)
  const block = (id: string | undefined) => employer.put(`/api/threads/${id}`, { blocked: true })
  const first = block(ids[0])
  await expect.poll(waiting).toBe(1)
  const last = block(ids[2])
  await expect.poll(waiting).toBe(2)
  await held.commit().execute()
  expect((await Promise.all([first, last])).map((it) => it.statusCode)).toEqual([200, 200])
})

test('a rejection closes the thread for its sender only once they are told', async () => {
  const id = await applied()
  await employer.put(`/api/inbox/${id}/stage`, { stage: 'closed', version: 0, reason: 'others' })
  expect((await write(employer, id, 'One more thing.')).statusCode).toBe(409)
  expect((await write(physician, id, 'Is there any news?')).statusCode).toBe(200)
  await sql`update inquiries set closed_at = now() where id = ${id}`.execute(app.db)
  expect((await write(physician, id, 'Is there any news?')).statusCode).toBe(409)
})

test('notices come once a day to those who want it so, if there is something new', async () => {
  const id = await applied()
  await physician.put('/api/notices', { daily: true })
  expect((await physician.get('/api/notices')).json()).toEqual({ daily: true })
  await runTasks(app)
  const before = (await mailsTo(app, physician.user.email)).length
  await write(employer, id, 'Yes. Please come by on Monday.')
  await write(employer, id, 'Or on Tuesday.')
  await runTasks(app)
  expect(await mailsTo(app, physician.user.email)).toHaveLength(before)
  const tomorrow = Date.now() + 24 * 60 * 60_000
  const notice = { db: app.db, publicUrl: app.settings.publicUrl }
  await Promise.all([sendDailyNotices(notice, tomorrow), sendDailyNotices(notice, tomorrow)])
  await runTasks(app)
  const mails = await mailsTo(app, physician.user.email)
  expect(mails).toHaveLength(before + 1)
  expect(mails.at(-1)?.subject).toBe('New messages in one conversation')
  await physician.put(`/api/threads/${id}/read`)
  await sql`update daily_notices set noticed_at = now() - interval '2 days'`.execute(app.db)
  await sendDailyNotices(notice)
  await runTasks(app)
  expect(await mailsTo(app, physician.user.email)).toHaveLength(before + 1)
})

test('who gets an inquiry assigned by somebody else is told, as their notices say', async () => {
  const colleague = await signIn(app, 'employer')
  await makeTeam([colleague, 'owner'])
  const assign = async (by: SignedIn, to: SignedIn | null) =>
    expect((await by.put(`/api/inbox/${id}/assignee`, { userId: to?.user.id ?? null })).statusCode).toBe(200)
  const notices = async (to: SignedIn) => {
    await runTasks(app)
    return (await mailsTo(app, to.user.email)).filter((it) => it.subject.startsWith('An inquiry was assigned to you'))
  }
  const id = await applied()
  await assign(employer, colleague)
  await assign(employer, colleague)
  const [mail, ...more] = await notices(colleague)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`/employer/inbox/${id}`)
  expect(mail?.text).not.toContain('Alex Example')
  await assign(colleague, employer)
  await assign(employer, null)
  await assign(employer, employer)
  expect([(await notices(colleague)).length, (await notices(employer)).length]).toEqual([1, 1])

  await employer.put(`/api/threads/${id}/read`)
  await colleague.put('/api/notices', { daily: true })
  await assign(employer, colleague)
  expect(await notices(colleague)).toHaveLength(1)
  await sendDailyNotices({ db: app.db, publicUrl: app.settings.publicUrl }, Date.now() + 24 * 60 * 60_000)
  await runTasks(app)
  expect((await mailsTo(app, colleague.user.email)).at(-1)?.subject).toBe('New messages in one conversation')
})

test('a report reaches the moderators beside the posting', async () => {
  const id = await applied()
  expect((await physician.post(`/api/threads/${id}/report`, { reason: 'short' })).statusCode).toBe(400)
  expect((await physician.post(`/api/threads/${id}/report`, { reason: 'They ask for money.' })).statusCode).toBe(200)
  expect((await employer.post(`/api/threads/${id}/report`, { reason: 'They insult our staff.' })).statusCode).toBe(200)
  const { rows } = await sql<{ reason: string }>`select reason from job_reports where job_id = ${job.id} order by id`.execute(
    app.db,
  )
  expect(rows.map((it) => it.reason)).toEqual([
    'About the employer’s messages: They ask for money.',
    `About the applicant of inquiry ${id}: They insult our staff.`,
  ])
})

test('a long thread comes by pages', async () => {
  const id = await applied()
  await sql`
    insert into inquiry_replies (id, inquiry_id, by_sender, message, created_at)
    select gen_random_uuid(), ${id}, n % 2 = 0, 'Message ' || n, now() + n * interval '1 second' from generate_series(1, 10000) n
  `.execute(app.db)
  const latest = await theirs(id)
  expect(latest.replies.map((it) => it.message)).toEqual(Array.from({ length: 50 }, (_, index) => `Message ${9951 + index}`))
  const page = (await employer.get(`/api/inbox/${id}?before=${latest.earlier}`)).json<InboxDetail>()
  expect([page.replies[0]?.message, page.replies.at(-1)?.message]).toEqual(['Message 9901', 'Message 9950'])
})

test('the page of a mailed notice shows no address that its owner hides', async () => {
  await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(app.db)
  await applied()
  await runTasks(app)
  const text = (await mailsTo(app, employer.user.email)).at(-1)?.text ?? ''
  const token = decodeURIComponent(/\/inquiry\?token=([\w.%-]+)/.exec(text)?.[1] ?? '')
  const opened = await visitor.post('/api/mailed-inquiry', { token })
  expect(opened.json()).toMatchObject({ reader: 'poster', message, email: null })
  expect(opened.body).not.toContain(physician.user.email)
})
