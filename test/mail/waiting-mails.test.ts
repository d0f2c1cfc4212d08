import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publicPost } from '#test/posting-forms.ts'
import { sendWaitingMailsTask } from '#platform/server/mail/delivery.ts'
import { remindOfExpiry } from '#features/postings/server/tasks.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { newPassword } from '#test/account-holders.ts'
import { applied, appliedBy } from '#test/applications.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { app, employer, hiringForFile, physician, visitor } from '#test/hiring.ts'
import { makeTasksDue, runLaterTasks, runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import { mailServer, type MailServer } from './smtp.ts'

/** What features cause for one mailbox, up to a real mail server. */

hiringForFile()

type To = { server: MailServer; address: string }
const siteOf = (server: MailServer) => ({
  ...app,
  settings: { ...app.settings, smtpUrl: server.url },
})

/** What has arrived since the last call. */
async function arrived({ server, address }: To, run = runTasks) {
  await enqueueTask(app.db, sendWaitingMailsTask, {})
  await run(siteOf(server))
  const mails = server.accepted
    .splice(0)
    .map(({ raw, mail }) => ({ ...mail, raw, text: mail.text ?? '' }))
  return mails.filter(({ to }) => to?.[0]?.address === address)
}

async function pass(minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`
  await sql`update mails set created_at = created_at - ${by}, expires_at = expires_at - ${by}`.execute(
    app.db,
  )
  await sql`update account_tokens set created_at = created_at - ${by}, expires_at = expires_at - ${by}`.execute(
    app.db,
  )
}

/** So many mails of users have reached the mailbox within the hour. */
const filled = (address: string, mails: number) =>
  sql`
    insert into mails (id, cause, to_address, mailbox, class, subject, html, text, headers,
      sensitive, delete_once_sent, state, sent_at)
    select gen_random_uuid(), 'earlier:' || gen_random_uuid(), ${address}, ${address}, 'message',
      'Earlier', '', '', '{}', false, false, 'sent', now()
    from generate_series(1, ${mails}::integer)
  `.execute(app.db)

const linksIn = (text: string, path: string) =>
  text.match(new RegExp(`https://board\\.test${path}\\S*`, 'g')) ?? []
const pathOf = (link = '') => link.replace('https://board.test', '')

test('62 inquiries silence nobody: an interview is agreed at once, and the others come in one mail with links', async () => {
  const poster = { server: await mailServer(), address: employer.user.email }
  await filled(poster.address, 58)
  const id = await applied()
  for (const who of ['second', 'third', 'fourth']) await appliedBy(who)
  expect(await arrived(poster)).toHaveLength(2)

  const times = [
    new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) + 'T15:00',
    '',
    '',
  ]
  const proposal = {
    act: 'propose',
    times,
    timeZone: 'America/Chicago',
    minutes: 30,
    place: 'By telephone',
    sequence: null,
  }
  expect((await employer.post(`/api/threads/${id}/interview`, proposal)).statusCode).toBe(200)
  const { interview } = (await physician.get(`/api/applications/${id}`)).json<{
    interview: { times: string[] }
  }>()
  const accepted = { act: 'accept', sequence: 0, time: interview.times[0] }
  expect((await physician.post(`/api/threads/${id}/interview`, accepted)).statusCode).toBe(200)
  expect(await arrived(poster)).toMatchObject([
    {
      subject: expect.stringMatching(/^Your interview/),
      raw: expect.stringContaining('method=REQUEST'),
    },
  ])

  await pass(61)
  const [gathered, ...others] = await arrived(poster)
  expect([gathered?.subject, others]).toEqual([
    expect.stringMatching(/^2 more inquiries since .* E[SD]T$/),
    [],
  ])
  const links = linksIn(gathered?.text ?? '', '/employer/inbox/')
  expect(links).toHaveLength(2)
  for (const link of links) {
    const inquiry = pathOf(link).replace('/employer/inbox/', '/api/inbox/')
    expect((await employer.get(inquiry)).statusCode, link).toBe(200)
  }
})

test('26 approvals at once are one mail, and one that is undone is not in it; 26 reminders of a day are one, too', async () => {
  const poster = { server: await mailServer(), address: employer.user.email }
  const admin = await signIn(app, 'admin')
  const about = {
    owner_id: employer.user.id,
    contact_email: employer.user.email,
    channel: 'account',
  } as const
  const jobs = Array.from({ length: 26 }, (_, n) =>
    jobRow({ ...about, status: 'pending', title: `Surgeon number ${n}.` }),
  )
  await addJobs(app.db, jobs)
  const ids = jobs.map((posting) => posting.id)
  const decided = (await admin.post('/api/admin/decisions', { action: 'approve', ids })).json<{
    decisionIds: string[]
  }>()
  expect(decided.decisionIds).toHaveLength(26)
  await runTasks(app)
  expect((await admin.post(`/api/admin/decisions/${decided.decisionIds[3]}/undo`)).statusCode).toBe(
    200,
  )
  await makeTasksDue(app)
  const [approved, ...others] = await arrived(poster)
  expect([approved?.subject, others]).toEqual(['25 job postings are live', []])
  expect(linksIn(approved?.text ?? '', '/employer/jobs/')).toHaveLength(25)
  expect(approved?.text).not.toContain(`${jobs[3]?.title}\n`)

  await sql`
    update jobs set expires_at = date_trunc('day', now(), 'UTC') + interval '3 days' + random() * interval '23 hours' where id = any(${ids}::uuid[])
  `.execute(app.db)
  expect(await remindOfExpiry(app.db, { publicUrl: 'https://board.test' })).toBe(25)
  const reminders = await arrived(poster, runLaterTasks)
  expect(reminders.map((mail) => mail.subject)).toEqual(['25 job postings close soon'])
  expect(linksIn(reminders[0]?.text ?? '', '/employer/jobs/')).toHaveLength(25)
})

test('a single approval is the mail that it was', async () => {
  const poster = { server: await mailServer(), address: employer.user.email }
  const admin = await signIn(app, 'admin')
  const posting = jobRow({
    owner_id: employer.user.id,
    contact_email: employer.user.email,
    channel: 'account',
    status: 'pending',
  })
  await addJobs(app.db, [posting])
  await admin.post('/api/admin/decisions', { action: 'approve', ids: [posting.id] })
  expect((await arrived(poster, runLaterTasks)).map((mail) => mail.text)).toEqual([
    expect.stringMatching(
      /^Your job posting is live\n=+\n\nA moderator approved it[^]*Manage your posting/,
    ),
  ])
})

test('a reset that waits arrives later, with a link that works; until then the last one does, and the answers are the same', async () => {
  const { email } = physician.user
  const owner = { server: await mailServer(), address: email }
  const ask = () => visitor.post('/api/auth/links', { purpose: 'reset-password', email })
  const answers = []
  for (let n = 0; n < 8; n++) answers.push((await ask()).body)
  expect(new Set(answers).size).toBe(1)
  expect(await arrived(owner)).toHaveLength(5)
  const valid = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from account_tokens
      where user_id = ${physician.user.id} and purpose = 'reset-password' and expires_at > now()
    `.execute(app.db)
    return rows[0]?.n
  }
  // The last one that was mailed, and the newest of those that were to follow.
  expect(await valid()).toBe(2)
  await pass(61)
  const [later, ...others] = await arrived(owner)
  expect([others, await valid()]).toEqual([[], 1])
  const token = /token=([\w-]+)/.exec(later?.text ?? '')?.[1] ?? ''
  expect(
    (
      await visitor.put('/api/auth/links', {
        purpose: 'reset-password',
        token,
        password: newPassword,
      })
    ).statusCode,
  ).toBe(200)
})

test('a manage link that waits arrives later and opens the posting', async () => {
  const address = 'no-account@mail.test'
  const poster = { server: await mailServer(), address }
  for (let n = 0; n < 7; n++)
    expect(
      (
        await visitor.post(
          '/employers/post',
          publicPost({ title: `Job number ${n}.`, contactEmail: address }),
        )
      ).statusCode,
    ).toBe(200)
  const early = await arrived(poster)
  expect(early).toHaveLength(5)
  await pass(61)
  const [gathered, ...others] = await arrived(poster)
  expect([gathered?.subject, others]).toEqual([
    expect.stringMatching(/^2 more confirmations of job postings since /),
    [],
  ])
  const links = linksIn(gathered?.text ?? '', '/employers/manage')
  expect(links).toHaveLength(2)
  for (const link of links) {
    const token = new URL(link).searchParams.get('token')
    expect((await visitor.get(`/api/manage-posting?token=${token}`)).statusCode).toBe(200)
  }
  const { rows } =
    await sql`select from mails where text like '%manage%token%' and state = 'gathered' and not sensitive`.execute(
      app.db,
    )
  expect(rows).toEqual([])
})

test('an administrator sees what waits, and sends it now', async () => {
  const poster = { server: await mailServer(), address: employer.user.email }
  const admin = await signIn(app, 'admin')
  await filled(poster.address, 60)
  for (const who of ['fifth', 'sixth', 'seventh']) await appliedBy(who)
  expect(await arrived(poster)).toEqual([])
  const waiting = async () =>
    (
      await admin.get(`/api/admin/mails?state=waiting&q=${encodeURIComponent(poster.address)}`)
    ).json<ResponseOf<'GET /api/admin/mails'>>().mails
  const ids = (await waiting()).map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect((await admin.get('/admin/deliveries?state=waiting')).body).toContain(poster.address)
  expect((await admin.post('/api/admin/mails/resend', { ids })).json()).toEqual({ resent: 3 })
  expect(await arrived(poster)).toHaveLength(3)
  expect(await waiting()).toEqual([])
})
