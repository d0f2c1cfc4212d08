import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { hashSecret } from '#features/accounts/server/public.ts'
import { accountPost, publicPost } from '#test/posting-forms.ts'
import { sendWaitingMailsTask } from '#platform/server/mail/delivery.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, letSpeak, signInForFile, type Caller } from '#test/sign-in.ts'
import { replyTo } from '#test/press.ts'

/**
 * Nobody has the site mail their words to an address that has not proved itself here, nor flood a
 * mailbox with its mails.
 */

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
const admin = signInForFile(board, 'admin')
let visitor: Caller
beforeAll(() => void (visitor = asVisitor(board)))

const words = 'Zyxwords'
const message = `${words} please sign in at https://zyxwords.example/login`

let count = 0
const newVictim = () => `victim-${count++}@mail.test`

/** Everything that was mailed to an address, in every part. */
async function allTo(address: string): Promise<string[]> {
  await makeTasksDue(board)
  await runTasks(board)
  const mails = await findMails(board.db, { to: address, limit: 1000 })
  return mails.map((mail) =>
    JSON.stringify([mail.subject, mail.html, mail.text, mail.reply_to, mail.headers]),
  )
}

const liveJob = async (overrides: object = {}) => {
  const job = jobRow({ title: `${words} physician`, employer: `${words} clinic`, ...overrides })
  await addJobs(board.db, [job])
  return job
}

const inquire = async (jobId: string, email: string) => {
  const body = { name: words, email, message, jobId, jobTitle: words }
  return (await visitor.post('/api/job-inquiry', body)).json<{ id: string }>().id
}

const attacks: Record<string, (victim: string) => Promise<void>> = {
  'an inquiry that the employer wrote itself, and its answer': async (victim) => {
    const employer = await signIn(board, 'employer')
    const job = await liveJob({ owner_id: employer.user.id, contact_email: employer.user.email })
    const id = await inquire(job.id, victim)
    expect((await employer.post('/api/presses', replyTo([id], message))).statusCode).toBe(200)
  },
  'an inquiry about an own posting with another contact address': async (victim) => {
    const employer = await signIn(board, 'employer')
    const job = await liveJob({ owner_id: employer.user.id, contact_email: victim })
    await inquire(job.id, 'somebody@mail.test')
  },
  'an inquiry about a posting without an account': async (victim) => {
    const job = await liveJob({ channel: 'public', contact_email: victim })
    await inquire(job.id, 'somebody@mail.test')
  },
  'a posting, its rejection and its end': async (victim) => {
    const body = publicPost({
      title: words,
      company: words,
      city: words,
      description: message,
      contactEmail: victim,
    })
    const { job } = (await visitor.post('/employers/post', body)).json<{ job: { id: string } }>()
    const reason = 'We cannot publish it.'
    expect(
      (await admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'reject', reason }))
        .statusCode,
    ).toBe(200)
  },
  'a report, its decision and its return': async (victim) => {
    const job = await liveJob()
    await visitor.post('/api/job-report', {
      name: words,
      email: victim,
      reason: message,
      jobId: job.id,
    })
    const decided = await admin.post(`/api/admin/postings/${job.id}/decision`, {
      action: 'dismiss',
    })
    await makeTasksDue(board)
    await runTasks(board)
    const { decisionId } = decided.json<{ decisionId: string }>()
    expect((await admin.post(`/api/admin/decisions/${decisionId}/undo`)).statusCode).toBe(200)
  },
  'an invitation to a team of that name': async (victim) => {
    const employer = await signIn(board, 'employer', { companyName: message })
    expect(
      (await employer.post('/api/organization/invitations', { email: victim, seat: 'reader' }))
        .statusCode,
    ).toBe(200)
  },
  'a message by the contact page': async (victim) => {
    await visitor.post('/api/contact', { name: words, email: victim, message })
  },
  'an alert': async (victim) => {
    const asked = await visitor.post('/api/alerts', { email: victim, search: { keyword: message } })
    expect(asked.statusCode).toBe(200)
  },
  'a sign-up, resets, sign-in links and sign-ins': async (victim) => {
    const password = 'sparrow-lantern-42'
    const company = { companyName: words, organizationType: 'Hospital' }
    const form = {
      firstName: words,
      lastName: words,
      email: victim,
      password,
      role: 'employer',
      ...company,
    }
    const registered = await visitor.post('/api/auth/register', form)
    expect(registered.json()).toEqual({ success: true })
    await visitor.post('/api/auth/links', { purpose: 'reset-password', email: victim })
    await visitor.post('/api/auth/links', { purpose: 'sign-in', email: victim })
    await visitor.call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: victim, password },
      headers: { 'user-agent': message },
    })
  },
  'a new address of an account': async (victim) => {
    const employer = await signIn(board, 'employer', { firstName: words, lastName: words })
    await employer.post('/api/account/address', { email: victim })
  },
}

test.each(Object.entries(attacks))('%s: none of its words', async (_name, attack) => {
  const victim = newVictim()
  await attack(victim)
  const mails = await allTo(victim)
  expect(mails.length).toBeGreaterThan(0)
  for (const mail of mails) expect(mail.toLowerCase()).not.toContain(words.toLowerCase())
})

const tokenIn = (text = '') =>
  decodeURIComponent(/\/inquiry\?token=([\w.%-]+)/.exec(text)?.[1] ?? '')

test('the sender reads the answer behind the link, which proves the address: the next answer is mailed', async () => {
  const employer = await signIn(board, 'employer')
  const job = await liveJob({ owner_id: employer.user.id, contact_email: employer.user.email })
  const sender = newVictim()
  const id = await inquire(job.id, sender)
  await employer.post('/api/presses', replyTo([id], 'Please call us on Monday.'))
  await runTasks(board)
  const [receipt, notice] = await mailsTo(board, sender)
  for (const mail of [receipt, notice]) expect(mail?.text).not.toContain('Monday')
  expect(receipt?.text).not.toContain(message)
  const token = tokenIn(notice?.text)
  expect((await visitor.get(`/inquiry?token=${token}`)).statusCode).toBe(200)
  expect((await employer.get(`/api/inbox/${id}`)).json()).toMatchObject({ emailConfirmed: false })

  const opened = await visitor.post('/api/mailed-inquiry', { token })
  expect(opened.json()).toMatchObject({
    reader: 'sender',
    message,
    replies: [{ message: 'Please call us on Monday.' }],
  })
  expect((await employer.get(`/api/inbox/${id}`)).json()).toMatchObject({ emailConfirmed: true })
  await employer.post('/api/presses', replyTo([id], 'Or call on Tuesday.'))
  await runTasks(board)
  expect((await mailsTo(board, sender)).at(-1)?.text).toContain('Tuesday')
  expect((await visitor.post('/api/mailed-inquiry', { token: `${token}x` })).statusCode).toBe(404)
})

test('the poster reads the inquiry behind the link; a new contact address ends it', async () => {
  const owner = await signIn(board, 'employer')
  const contact = newVictim()
  const job = await liveJob({ owner_id: owner.user.id, contact_email: contact })
  await letSpeak(board, owner.user.id, `${words} clinic`)
  await inquire(job.id, 'doctor@mail.test')
  await runTasks(board)
  const token = tokenIn((await mailsTo(board, contact))[0]?.text)
  expect((await visitor.post('/api/mailed-inquiry', { token })).json()).toMatchObject({
    reader: 'poster',
    email: 'doctor@mail.test',
    message,
    replies: [],
  })
  await inquire(job.id, 'other@mail.test')
  await runTasks(board)
  expect((await mailsTo(board, contact)).at(-1)).toMatchObject({
    replyTo: { address: 'other@mail.test' },
  })

  const other = newVictim()
  const { updatedAt } = (await owner.get(`/api/job-postings/${job.id}`)).json<{
    updatedAt: string
  }>()
  const changes = { contactEmail: other, updatedAt }
  expect((await owner.put(`/api/job-postings/${job.id}`, changes)).json()).toMatchObject({
    contactEmail: other,
  })
  expect((await visitor.post('/api/mailed-inquiry', { token })).statusCode).toBe(404)
  await inquire(job.id, 'third@mail.test')
  await runTasks(board)
  const [mail, ...more] = await mailsTo(board, other)
  expect([mail?.replyTo, more]).toEqual([null, []])
})

test('what a moderator has accepted is quoted', async () => {
  const poster = newVictim()
  const body = publicPost({ title: 'Hospitalist by the lake', contactEmail: poster })
  const { job } = (await visitor.post('/employers/post', body)).json<{ job: { id: string } }>()
  await admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'approve' })
  const [received = '', approved = ''] = (await allTo(poster)).toReversed()
  expect(received).not.toContain('by the lake')
  expect(approved).toContain('by the lake')
})

test('a confirmed account is told its own words', async () => {
  const employer = await signIn(board, 'employer')
  await employer.post('/api/jobs', accountPost({ title: 'Cardiologist in the hills' }))
  expect((await allTo(employer.user.email)).join()).toContain('in the hills')
})

/** Tags and letter case do not make another mailbox. */
const spellings = (address: string) => (index: number) =>
  [address, address.toUpperCase(), address.replace('@', `+${index}@`)][index % 3] ?? address

test('of 25 links for one account at once five are mailed, one of each kind waits, and every link that works is in a mail', async () => {
  const { user } = await signIn(board, 'employer')
  const purposes = ['reset-password', 'sign-in']
  await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      visitor.post('/api/auth/links', { purpose: purposes[index % 2], email: user.email }),
    ),
  )
  const mails = await allTo(user.email)
  expect(mails.length).toBeGreaterThan(5)
  expect(mails.length).toBeLessThan(8)
  const tokens = mails.flatMap(
    (mail) => /\/auth\/(?:reset|link)\?token=([\w%-]+)/.exec(mail)?.[1] ?? [],
  )
  const { rows } = await sql<{
    token_hash: Buffer
  }>`select token_hash from account_tokens where user_id = ${user.id}`.execute(board.db)
  const mailed = tokens.map((token) => hashSecret(token).toString('hex'))
  expect(rows.length).toBeGreaterThan(0)
  for (const { token_hash: hash } of rows) expect(mailed).toContain(hash.toString('hex'))
})

test('receipts and confirmations to one mailbox share a limit; what is above comes in one mail, however it is spelled', async () => {
  const victim = newVictim()
  const spelled = spellings(victim)
  const job = await liveJob()
  const calls = Array.from({ length: 24 }, (_, index) => {
    const email = spelled(index)
    const report = {
      name: 'Alex Example',
      email,
      reason: `Reason number ${index} is this.`,
      jobId: job.id,
    }
    return index % 2
      ? visitor.post('/api/contact', {
          name: 'Alex Example',
          email,
          message: `A message, number ${index}.`,
        })
      : visitor.post('/api/job-report', report)
  })
  for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(200)
  await runTasks(board)
  const sent = async () =>
    (await findMails(board.db, { limit: 10_000 })).filter(
      (mail) => mail.mailbox === victim && mail.state === 'sent',
    )
  expect(await sent()).toHaveLength(5)
  await sql`update mails set created_at = created_at - interval '1 hour'`.execute(board.db)
  await enqueueTask(board.db, sendWaitingMailsTask, {})
  await runTasks(board)
  const subjects = (await sent()).map((mail) => mail.subject)
  expect([subjects.length, subjects[0]]).toEqual([
    6,
    expect.stringMatching(/^19 more receipts since/),
  ])
})
