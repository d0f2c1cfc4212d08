import { expect, test } from 'vitest'
import { publicPost } from '#test/posting-forms.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runLaterTasks, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import { mailServer } from './smtp.ts'

/** What people send while the mail server is down is accepted, stored, and mailed once later. */

const board = appForFile({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' } })

test('inquiry, report, subscription, alert and posting survive a mail server that is down', async () => {
  const visitor = asVisitor(board)
  const employer = await signIn(board, 'employer')
  const job = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(board.db, [job])
  const about = { name: 'Alex Example', jobId: job.id, jobTitle: job.title }
  const sent = [
    await visitor.post('/api/job-inquiry', {
      ...about,
      email: 'inquiry@mail.test',
      message: 'Is the position still open?',
    }),
    await visitor.post('/api/job-report', {
      ...about,
      email: 'report@mail.test',
      reason: 'The link leads to something else.',
    }),
    await visitor.post('/api/subscribe', { email: 'reader@mail.test' }),
    await visitor.post('/api/alerts', {
      email: 'alert@mail.test',
      search: { state: 'TX' },
      frequency: 'daily',
    }),
    await visitor.post('/employers/post', publicPost({ contactEmail: 'author@mail.test' })),
  ]
  expect(sent.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
  await runTasks(board)
  expect((await employer.get('/api/inbox')).json()).toMatchObject({
    total: 1,
    inquiries: [{ name: 'Alex Example' }],
  })

  const server = await mailServer()
  const mended = { ...board, settings: { ...board.settings, smtpUrl: server.url } }
  await runLaterTasks(mended)
  const recipients = () =>
    server.accepted
      .map(({ mail }) => mail.to?.[0]?.address ?? '')
      .toSorted((one, other) => one.localeCompare(other))
  expect(recipients()).toEqual(
    expect.arrayContaining([
      'alert@mail.test',
      'author@mail.test',
      employer.user.email,
      'reader@mail.test',
      'report@mail.test',
    ]),
  )
  const all = recipients()
  await runLaterTasks(mended)
  expect(recipients()).toEqual(all)
  expect(new Set(all).size).toBe(all.length)
})
