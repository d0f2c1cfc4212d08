import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { pdfFile } from '#test/cv-files.ts'
import { publicPost } from '#test/posting-forms.ts'
import {
  applicationsOf,
  applied,
  appliedBy,
  apply,
  applyByForm,
  inboxOf,
  mailed,
  mailedTo,
  mailedToken,
  move,
  ours,
  theirs,
  write,
} from '#test/applications.ts'
import { addTeam, movePosting } from '#test/factories.ts'
import {
  anotherJob,
  app,
  block,
  decide,
  employer,
  erase,
  hiringForFile,
  job,
  makeTeam,
  physician,
  proveAddress,
  suspend,
  visitor,
} from '#test/hiring.ts'
import { makeTasksDue, runLaterTasks, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { sendDailyNotices } from './notices.ts'

/** The ways around a block, a removal and a suspension. */

hiringForFile()

const file = { name: 'license.pdf', content: pdfFile() }
const guest = () => `guest-${job.id}@mail.test`
const cvToken = (email = guest()) => mailedToken(email, '/inquiry/confirm')
const confirm = async (token: string) =>
  (await visitor.post('/api/waiting-inquiry', { token })).statusCode

test('a posting without an account shows nothing behind its links once its sender blocks it or a moderator removes it', async () => {
  const contactEmail = `author-${job.id}@mail.test`
  const { job: posted } = (
    await visitor.post('/employers/post', publicPost({ contactEmail }))
  ).json<{ job: { id: string } }>()
  await decide('approve', posted.id)
  const token = await mailedToken(contactEmail, 'manage')
  await visitor.post(`/api/manage-posting/confirmation?token=${token}`)
  const id = await applied({ jobId: posted.id, name: 'Zq Applicant' })
  const list = async () => (await visitor.post('/api/manage-posting/inquiries', { token })).body
  expect(await list()).toContain('Zq Applicant')
  await block(physician, id)
  expect(await list()).not.toContain('Zq Applicant')
  await block(physician, id, false)
  expect(await list()).toContain('Zq Applicant')
  const undo = await decide('remove', posted.id)
  expect(await list()).not.toContain('Zq Applicant')
  await undo()
  expect(await list()).toContain('Zq Applicant')
})

test('who blocks the employer gets nothing more of it, and shows it nothing', async () => {
  const id = await applied()
  const second = await applied({ jobId: (await anotherJob()).id })
  await physician.put(`/api/threads/${id}`, { showsEmail: true })
  const mails = (await mailed(physician)).length
  expect((await block(physician, id)).statusCode).toBe(200)
  for (const each of [id, second]) {
    expect((await employer.get(`/api/inbox/${each}`)).statusCode).toBe(404)
    expect((await write(employer, each, 'Please answer.')).statusCode).toBe(404)
  }
  expect(await inboxOf()).toMatchObject({ inquiries: [], total: 0 })
  expect((await block(employer, id, false)).statusCode).toBe(404)
  expect((await move(id, 'hired', 0)).statusCode).toBe(404)
  expect(await mailed(physician)).toHaveLength(mails)
  expect((await apply({ message: 'Another question altogether.' })).statusCode).toBe(403)
  await block(physician, id, false)
  expect((await write(employer, second, 'Please answer.')).statusCode).toBe(200)
})

test('whom the employer blocks writes to no posting of the organization, whatever seat its owner has', async () => {
  const colleague = await signIn(app, 'recruiter')
  await makeTeam([colleague, 'assigned'])
  const others = [
    await anotherJob(),
    await anotherJob({ owner_id: colleague.user.id, contact_email: colleague.user.email }),
  ]
  const id = await applied()
  await block(employer, id)
  expect((await write(physician, id, 'Please answer.')).statusCode).toBe(403)
  for (const { id: jobId } of others) {
    const refused = await apply({ jobId })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error: 'This employer does not take messages from you.' },
    ])
  }
  await appliedBy('another')
})

test('a sender whose address is not proved is blocked alone, and blocks for nobody else', async () => {
  const insult = await applied({ message: 'Nobody in their right mind works for you.' }, visitor)
  const own = await applied()
  await block(employer, insult)
  expect((await theirs(own)).blockedBy).toBeNull()
  expect((await write(physician, own, 'May I visit on Monday?')).statusCode).toBe(200)
  await applied({ message: 'Nobody at all in their right mind.' }, visitor)
  expect((await inboxOf()).inquiries.map(({ message }) => message)).not.toContain(
    'Nobody at all in their right mind.',
  )
  await app.db
    .transaction()
    .execute((trx) =>
      accountHooks.emailConfirmed(trx, { userId: physician.user.id, ...physician.user }),
    )
  const other = await anotherJob()
  await applied({ jobId: other.id })

  const impostor = await signIn(app, 'physician', { emailVerified: false })
  const { email } = impostor.user
  const id = await applied({ email }, visitor)
  await sql`update inquiries set proof = 'link' where id = ${id}`.execute(app.db)
  await block(impostor, await applied({ email, jobId: other.id }, impostor))
  expect((await ours(id)).blockedBy).toBeNull()
})

test('whom an employer blocks stays blocked signed out, at another address, and with another account', async () => {
  const account = await signIn(app, 'physician', { email: guest() })
  const other = await anotherJob()
  await block(employer, await applied({ email: guest() }, account))
  const refused = async (email: string, jobId = other.id) => {
    await applyByForm({ email, jobId }, file)
    return confirm(await cvToken(email))
  }
  expect(await refused(guest())).toBe(403)
  const before = (await inboxOf()).total
  expect((await apply({ email: guest(), jobId: other.id }, visitor)).statusCode).toBe(200)
  expect((await inboxOf()).total).toBe(before)
  const moved = `moved-${guest()}`
  await proveAddress(account, moved, guest())
  expect(await refused(moved)).toBe(403)
  await erase({ ...account, user: { ...account.user, email: moved } })
  const again = await signIn(app, 'physician', { email: moved, emailVerified: false })
  await proveAddress(again, moved)
  expect((await apply({ email: moved, jobId: other.id }, again)).statusCode).toBe(403)
})

test('a guest who is blocked is blocked as the account that later proves the address; a typed address alone is nobody', async () => {
  await applyByForm({ email: guest() }, file)
  expect(await confirm(await cvToken())).toBe(200)
  const [sent] = (await inboxOf()).inquiries
  await block(employer, sent?.id ?? '')
  const account = await signIn(app, 'physician', { email: guest(), emailVerified: false })
  await proveAddress(account, guest())
  expect((await apply({ email: guest() }, account)).statusCode).toBe(403)
  // A stranger learns nothing of it.
  expect((await apply({ email: guest(), name: 'A Stranger' }, visitor)).statusCode).toBe(200)
})

test('a stranger does not learn that an employer blocks an address: the answer is the same, and only the mailbox is told', async () => {
  await block(employer, await applied({ email: guest() }, visitor))
  const others = await anotherJob()
  const before = (await inboxOf()).total
  const send = async (email: string) => {
    const start = Date.now()
    const answer = await apply({ name: 'A Stranger', jobId: others.id, email }, visitor)
    const { id, ...rest } = answer.json<{ id: string }>()
    return {
      status: answer.statusCode,
      rest,
      hasId: id.length === 36,
      isSlow: Date.now() - start >= 149,
    }
  }
  expect(await send(guest())).toEqual(await send(`other-${guest()}`))
  expect((await inboxOf()).total).toBe(before + 1)
  expect((await mailedTo(guest())).at(-1)?.subject).toContain('was not passed on')
})

test('who says to have written what was blocked is blocked', async () => {
  const id = await applied({ email: guest() }, visitor)
  await block(employer, id)
  const token = await mailedToken(guest(), '/inquiry')
  expect((await visitor.post('/api/mailed-inquiry', { token })).json()).toMatchObject({
    canWrite: false,
  })
  await applyByForm({ email: guest(), jobId: (await anotherJob()).id }, file)
  expect(await confirm(await cvToken())).toBe(403)
})

test('nothing is mailed in the name of an employer to who blocks it, whoever typed the address', async () => {
  await block(physician, await applied())
  const typed = await applied({ name: 'A Stranger' }, visitor)
  const before = (await mailed(physician)).length
  expect((await write(employer, typed, 'Please come by.')).statusCode).toBe(403)
  await move(typed, 'closed', 0, 'filled')
  await runLaterTasks(app)
  expect(await mailed(physician)).toHaveLength(before)
})

test('a block stays with the organization that set it, and goes along with a lone account that joins another one', async () => {
  const colleague = await signIn(app, 'recruiter')
  await makeTeam([colleague, 'recruiter'])
  const theirJob = await anotherJob({
    owner_id: colleague.user.id,
    contact_email: colleague.user.email,
  })
  await block(employer, await applied())
  await sql`delete from organization_members where user_id = ${colleague.user.id}`.execute(app.db)
  expect((await apply({ jobId: theirJob.id })).statusCode).toBe(200)
  expect((await apply({ message: 'Another question altogether.' })).statusCode).toBe(403)

  const lone = await signIn(app, 'employer')
  const lonesJob = await anotherJob({ owner_id: lone.user.id, contact_email: lone.user.email })
  const id = await applied({ jobId: lonesJob.id })
  await block(physician, id)
  await addTeam(app.db, [await signIn(app, 'employer'), 'owner'], [lone, 'recruiter'])
  expect((await lone.get(`/api/inbox/${id}`)).statusCode).toBe(404)
})

test('between two who both hire, each block is about what the blocked person sends', async () => {
  const rival = await signIn(app, 'employer')
  const rivalsJob = await anotherJob({ owner_id: rival.user.id, contact_email: rival.user.email })
  const mine = { email: employer.user.email, jobId: rivalsJob.id }
  await block(employer, await applied({ email: rival.user.email }, rival))
  expect(
    (await apply({ email: rival.user.email, message: 'Another question altogether.' }, rival))
      .statusCode,
  ).toBe(403)
  await applied(mine, employer)
})

test('a block concerns the person whom it names, not the person’s organization, also when the person changes it', async () => {
  const rival = await signIn(app, 'employer')
  const rivalsJob = await anotherJob({ owner_id: rival.user.id, contact_email: rival.user.email })
  await addTeam(app.db, [rival, 'owner'])
  const colleague = await signIn(app, 'recruiter')
  await makeTeam([colleague, 'recruiter'])
  const write = (by: SignedIn, message: string) =>
    apply({ email: by.user.email, jobId: rivalsJob.id, message }, by).then(
      (answer) => answer.statusCode,
    )
  const id = await applied({ email: colleague.user.email, jobId: rivalsJob.id }, colleague)
  await block(rival, id)
  expect([
    await write(colleague, 'Is it still open?'),
    await write(employer, 'Is it still open?'),
  ]).toEqual([403, 200])
  // In the team that blocks them they read what others sent, and what they sent themselves.
  await sql`
    update organization_members set organization_id = organization_of(${rival.user.id}) where user_id = ${colleague.user.id}
  `.execute(app.db)
  expect((await colleague.get('/api/inbox')).json()).toMatchObject({ total: 2 })
  expect(await write(colleague, 'May I visit?')).toBe(403)
  expect((await block(colleague, id, false)).statusCode).toBe(200)
  expect(await write(colleague, 'May I visit now?')).toBe(200)
})

test('applicants are told once of a removal, and of its end; of one that is undone in time they hear nothing', async () => {
  const id = await applied()
  await runTasks(app)
  const before = (await mailed(physician)).length
  const told = async () => {
    await makeTasksDue(app)
    return (await mailed(physician)).slice(before).map((mail) => mail.subject.replace(/:.*/, ''))
  }
  const undo = await decide('remove')
  await undo()
  expect(await told()).toEqual([])
  const later = await decide('remove')
  expect(await told()).toEqual(['We removed a posting'])
  expect(await told()).toEqual(['We removed a posting'])
  expect(await applicationsOf()).toMatchObject([{ id, isTakenDown: true }])
  await later()
  expect(await told()).toEqual(['We removed a posting', 'The posting is back'])
  expect((await ours(id)).message).toContain('may I visit')
})

test('removing the posting oneself keeps the inbox, but not from an accepted report', async () => {
  const id = await applied()
  await visitor.post('/api/job-report', {
    name: 'Alex',
    email: guest(),
    reason: 'They ask for money.',
    jobId: job.id,
  })
  await movePosting(app.db, job.id, 'remove', 'owner')
  expect((await employer.get(`/api/inbox/${id}`)).statusCode).toBe(200)
  await decide('accept')
  expect((await employer.get(`/api/inbox/${id}`)).statusCode).toBe(404)
  await runLaterTasks(app)
  expect((await mailed(physician)).at(-1)?.subject).toContain('We removed a posting')
})

test('a suspended account gets no daily notice, and a link of its mailbox sends nothing', async () => {
  await write(physician, await applied(), 'Is it still open?')
  for (const by of [employer, physician]) await by.put('/api/notices', { daily: true })
  await applyByForm({ email: physician.user.email }, file)
  await suspend(physician)
  expect(await confirm(await cvToken(physician.user.email))).toBe(403)
  await suspend(employer)
  const before = [(await mailed(employer)).length, (await mailed(physician)).length]
  await sendDailyNotices(
    { db: app.db, publicUrl: app.settings.publicUrl },
    Date.now() + 2 * 86_400_000,
  )
  expect([(await mailed(employer)).length, (await mailed(physician)).length]).toEqual(before)
})

test('the address of a confidential employer is in nothing before it shows it; a guest answers by the page of the link', async () => {
  const hidden = await anotherJob({ employer: 'Confidential employer' })
  await applyByForm({ email: guest(), jobId: hidden.id }, file)
  expect(await confirm(await cvToken())).toBe(200)
  const [sent] = (await inboxOf()).inquiries
  const id = sent?.id ?? ''
  expect((await write(employer, id, 'Please come by.')).statusCode).toBe(200)
  const [answer] = (await mailedTo(guest())).slice(-1)
  expect([answer?.replyTo, answer?.text.includes(employer.user.email)]).toEqual([null, false])
  const token = await mailedToken(guest(), '/inquiry')
  expect((await visitor.post('/api/mailed-inquiry', { token })).body).not.toContain(
    employer.user.email,
  )
  expect(
    (await visitor.post('/api/mailed-inquiry/messages', { token, message: 'On Monday.' }))
      .statusCode,
  ).toBe(200)
  expect((await ours(id)).replies.at(-1)).toMatchObject({ bySender: true, message: 'On Monday.' })
  await employer.put(`/api/threads/${id}`, { showsEmail: true })
  await write(employer, id, 'Good.')
  expect((await mailedTo(guest())).at(-1)?.replyTo).toMatchObject({ address: employer.user.email })
})
