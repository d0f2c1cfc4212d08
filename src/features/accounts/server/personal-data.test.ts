import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordBounce } from '#platform/server/mail/bounces.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { accountHolders, followLink, login, password } from '#test/account-holders.ts'
import { statusesOf } from '#test/at-once.ts'
import { runTasks } from '#test/mailbox.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { answered, asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import { tracesOf } from '#test/traces.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const { signUp, tokenIn } = accountHolders(app)

/** Without a mailbox page, which keeps what was sent. */
const deliverAsInProduction = () =>
  runTasks({ ...app, settings: { ...app.settings, appMode: 'production' } })

async function postingOf(employer: SignedIn) {
  const { id: owner_id, email } = employer.user
  const job = jobRow({
    owner_id,
    contact_email: email,
    public_email: email,
    apply_url: `mailto:${email}`,
  })
  await addJobs(app.db, [job])
  return job
}

const inquiryAbout = (jobId: string, person: SignedIn) => ({
  name: 'Alex Example',
  email: person.user.email,
  message: 'A question that only I could ask.',
  jobId,
})

test('a physician gets everything that is kept, and nothing of anybody else', async () => {
  const [employer, me, other] = [
    await signIn(app, 'employer'),
    await signIn(app, 'physician'),
    await signIn(app, 'physician'),
  ]
  const job = await postingOf(employer)
  await me.post('/api/job-inquiry', inquiryAbout(job.id, me))
  await other.post('/api/job-inquiry', {
    ...inquiryAbout(job.id, other),
    message: 'Something of somebody else.',
  })
  await me.post('/api/favorites', { jobId: job.id })
  const answer = await me.get('/api/account/export')
  expect(answer.headers['content-disposition']).toContain('my-data.json')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.json()).toMatchObject({
    account: { id: me.user.id, email: me.user.email, sessions: [{}] },
    favorites: [{ jobId: job.id }],
    inquiries: { sent: [{ jobTitle: job.title, message: 'A question that only I could ask.' }] },
  })
  expect(answer.body).not.toContain('somebody else')
  expect(answer.body).not.toContain('password_hash')
  expect((await employer.get('/api/account/export')).json()).toMatchObject({
    postings: [{ id: job.id }],
  })
})

test('deleting leaves no trace of a physician, nor of an employer, whose postings go', async () => {
  const [employer, me] = [await signIn(app, 'employer'), await signIn(app, 'physician')]
  const job = await postingOf(employer)
  await me.post('/api/job-inquiry', inquiryAbout(job.id, me))
  await me.post('/api/job-report', {
    ...inquiryAbout(job.id, me),
    reason: 'The link leads to something else.',
  })
  await me.post('/api/favorites', { jobId: job.id })
  await me.post('/api/alerts', { search: { state: 'TX' } })
  await asVisitor(app).post('/api/subscribe', { email: me.user.email })
  await runTasks(app)
  const [mail] = await findMails(app.db, { to: me.user.email, limit: 1 })
  await recordBounce(app.db, { mailId: mail?.id ?? '', kind: 'hard', reason: '' })
  const traces = [
    'job_alerts',
    'job_reports',
    'mail_bounces',
    'mail_suppressions',
    'newsletter_subscribers',
    'users',
  ]
  expect(await tracesOf(app, me.user.email)).toEqual(expect.arrayContaining(traces))
  expect((await me.delete('/api/account', {})).json()).toEqual({ success: true })
  // But for the mail that tells of it.
  expect(await tracesOf(app, me.user.email)).toEqual(['mails'])
  await deliverAsInProduction()
  expect(await tracesOf(app, me.user.email)).toEqual([])
  expect((await me.get('/api/auth/user')).statusCode).toBe(401)
  expect((await employer.get('/api/inbox')).json()).toMatchObject({ total: 0 })
  const { rows } =
    await sql`select reason, name, email from job_reports where job_id = ${job.id}`.execute(app.db)
  expect(rows).toEqual([{ reason: 'The link leads to something else.', name: '', email: '' }])
  expect((await employer.delete('/api/account', {})).statusCode).toBe(200)
  expect((await app.get(`/api/jobs/${job.id}`)).statusCode).toBe(404)
  await deliverAsInProduction()
  expect(await tracesOf(app, employer.user.email)).toEqual([])
})

test('who has a password says it again', async () => {
  const { browser, email } = await signUp()
  const details = [{ field: 'password', message: 'The password is wrong.' }]
  for (const payload of [{}, { password: 'not the password' }])
    expect(await answered(browser.delete('/api/account', payload))).toMatchObject([
      400,
      { details },
    ])
  expect((await browser.delete('/api/account', { password })).statusCode).toBe(200)
  expect((await login(browser, email)).statusCode).toBe(401)
})

describe('a deletion', () => {
  const mailsIn = async (address: string) => {
    const { rows } = await sql<{ subject: string; state: string }>`
      select subject, state from mails where to_address = ${address} order by id`.execute(app.db)
    return rows
  }

  const queued = (subject: string) => ({ subject, state: 'queued' })

  test('is told to the confirmed address and to the one that could undo its change, and what waits for either goes', async () => {
    const person = await signUp({ email: 'old.one@mail.test' })
    await person.browser.post('/api/account/address', { email: 'new.one@mail.test' })
    await followLink(
      person.browser,
      'change-email',
      await tokenIn('new.one@mail.test', 'change-email'),
    )
    expect((await mailsIn('old.one@mail.test')).at(-1)).toEqual(
      queued('Your Whitecoat email address has changed'),
    )
    expect((await person.browser.delete('/api/account', { password })).statusCode).toBe(200)
    for (const address of ['old.one@mail.test', 'new.one@mail.test']) {
      const waiting = (await mailsIn(address)).filter((mail) => mail.state === 'queued')
      expect(waiting).toEqual([queued('Your Whitecoat account was deleted')])
    }
    await deliverAsInProduction()
    expect(await mailsIn('new.one@mail.test')).toEqual([])
  })

  test('of an account whose address was never confirmed tells nobody, and takes back only mails of that account', async () => {
    const person = await signUp({ confirmed: false })
    await asVisitor(app).post('/api/subscribe', { email: person.email })
    await person.browser.delete('/api/account', { password })
    const left = [queued('Confirm your subscription to the Whitecoat newsletter')]
    expect(await mailsIn(person.email)).toEqual(left)
  })
})

test('of two administrators who leave at once, one stays', async () => {
  await sql`update users set role = 'employer' where role = 'admin'`.execute(app.db)
  const admins = [await signIn(app, 'admin'), await signIn(app, 'admin')]
  expect(await statusesOf(admins.map((admin) => admin.delete('/api/account', {})))).toEqual([
    200, 409,
  ])
})
