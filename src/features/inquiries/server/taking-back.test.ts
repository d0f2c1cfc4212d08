import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePosting } from '#test/factories.ts'
import {
  applicationsOf,
  applied,
  appliedBy,
  mailed,
  mailedTo,
  move,
  ours,
  setDaysAgo,
} from '#test/applications.ts'
import { atOnce, statusesOf } from '#test/at-once.ts'
import { anotherJob, app, employer, hiringForFile, job, physician } from '#test/hiring.ts'
import { makeTasksDue, runLaterTasks } from '#test/mailbox.ts'
import { replyTo } from '#test/press.ts'

/** Whatever mails an applicant about a move can be taken back for an hour. */

hiringForFile()

const application = async () => {
  const { progress, hire } = (await applicationsOf())[0] ?? expect.fail()
  return [progress, hire].filter(Boolean).join(' ')
}
const version = async (id: string) => (await ours(id)).version
const moveTo = async (stage: string, ...ids: string[]) => {
  for (const id of ids)
    expect((await move(id, stage, await version(id), 'others')).statusCode).toBe(200)
}
/** The hour passes. */
const passHour = async (...ids: string[]) => {
  await setDaysAgo(ids, { told_at: 0 })
  await sql`update inquiries set closed_at = now() where closed_at is not null`.execute(app.db)
  await runLaterTasks(app)
}
const subjectsOf = (mails: { subject: string }[]) =>
  mails.flatMap(
    ({ subject }) =>
      /^(About your application|The employer marked you|You are no longer)/.exec(subject)?.[0] ??
      [],
  )
const told = async () => subjectsOf(await mailed(physician))
const hired = 'The employer marked you'
const ended = 'You are no longer'
const confirm = async (id: string) =>
  (await physician.post(`/api/applications/${id}/hire`)).statusCode

test('a hire is mailed and shown an hour later; taken back before, nobody hears of it', async () => {
  const id = await applied()
  for (const stage of ['hired', 'offer', 'hired']) await moveTo(stage, id)
  expect([await application(), await confirm(id), (await ours(id)).toldAt]).toEqual([
    'review',
    409,
    expect.any(String),
  ])
  expect(await told()).toEqual([])
  await passHour(id)
  expect([await application(), await told(), await confirm(id)]).toEqual([
    'decided claimed',
    [hired],
    200,
  ])
  expect([await application(), (await ours(id)).hireConfirmedAt]).toEqual([
    'decided confirmed',
    expect.any(String),
  ])
})

test('the end of a hire is told an hour later, too, and not if it is taken back', async () => {
  const id = await applied()
  await moveTo('hired', id)
  await passHour(id)
  await confirm(id)
  await moveTo('offer', id)
  // Until the mail, it is as it was; but nobody confirms what has ended.
  expect([await application(), await confirm(id), (await ours(id)).hireConfirmedAt]).toEqual([
    'decided confirmed',
    409,
    null,
  ])
  await moveTo('hired', id)
  await passHour(id)
  expect([await application(), await told()]).toEqual(['decided confirmed', [hired]])

  await moveTo('offer', id)
  await passHour(id)
  expect([await application(), await told()]).toEqual(['review', [hired, ended]])
  // It was confirmed for that time only.
  await moveTo('hired', id)
  await passHour(id)
  expect([await application(), await told()]).toEqual(['decided claimed', [hired, ended, hired]])
  await moveTo('closed', id)
  expect(await application()).toBe('decided claimed')
  await passHour(id)
  expect((await told()).slice(3)).toEqual(['About your application'])
})

test('an answer within the hour does not lose what waits', async () => {
  const id = await applied()
  await moveTo('hired', id)
  await passHour(id)
  await moveTo('new', id)
  await employer.post('/api/presses', replyTo([id], 'Please call us.'))
  expect([(await ours(id)).stage, await application()]).toEqual(['reviewing', 'decided claimed'])
  await moveTo('hired', id)
  await passHour(id)
  expect([await application(), await told()]).toEqual(['decided claimed', [hired]])
})

test.each([
  ['withdraws', (id: string) => physician.post(`/api/applications/${id}/withdrawal`)],
  ['blocks the employer', (id: string) => physician.put(`/api/threads/${id}`, { blocked: true })],
])('who %s within the hour hears no more of it', async (_what, leave) => {
  const [one, other] = [await applied(), await applied({ jobId: (await anotherJob()).id })]
  await moveTo('hired', one)
  await moveTo('closed', other)
  expect((await leave(one)).statusCode).toBe(200)
  await leave(other)
  await runLaterTasks(app)
  expect(await told()).toEqual([])
})

test('what was mailed although the clock was put back is taken back by a mail', async () => {
  const id = await applied()
  await moveTo('hired', id)
  await runLaterTasks(app)
  await moveTo('offer', id)
  await runLaterTasks(app)
  expect(await told()).toEqual([hired, ended])
})

test('of two people who move the same card, one is told; a person’s joined inquiries go together', async () => {
  const [one, other] = [await applied(), await appliedBy('guest')]
  await employer.put(`/api/inbox/${one}/person`, { otherId: other, isSame: true })
  const at = await version(one)
  expect(await statusesOf(['hired', 'offer'].map((stage) => move(one, stage, at)))).toEqual([
    200, 409,
  ])
  await moveTo('interview', one)
  await moveTo('hired', one)
  await passHour(one, other)
  await moveTo('offer', one)
  await passHour(one, other)
  expect([await told(), subjectsOf(await mailedTo('guest@mail.test'))]).toEqual([
    [hired, ended],
    [hired, ended],
  ])
})

const close = (closesOpen = true) =>
  employer.put(`/api/job-postings/${job.id}/outcome`, { outcome: 'elsewhere', closesOpen })
const open = async () =>
  (await employer.put(`/api/job-postings/${job.id}`, { isActive: true })).json<object>()
const stageOf = async (id: string) => (await ours(id)).stage

test('a posting that is activated within the hour takes its outcome’s rejections back, and says how many', async () => {
  const [offered, fresh, single, joined] = [
    await applied(),
    await appliedBy('fresh'),
    await appliedBy('single'),
    await appliedBy('joined'),
  ]
  await moveTo('offer', offered)
  await moveTo('closed', single)
  await employer.put(`/api/inbox/${fresh}/person`, { otherId: joined, isSame: true })
  await movePosting(app.db, job.id, 'deactivate', 'owner')
  expect((await close()).json()).toEqual({ closed: 2 })
  expect(await open()).toMatchObject({ status: 'active', rejectionsTakenBack: 2 })
  await runLaterTasks(app)
  const stages = await Promise.all([offered, fresh, joined, single].map(stageOf))
  expect(stages).toEqual(['offer', 'new', 'new', 'closed'])
  expect([await told(), subjectsOf(await mailedTo('fresh@mail.test'))]).toEqual([[], []])
  expect(subjectsOf(await mailedTo('single@mail.test'))).toEqual(['About your application'])
  expect(await open()).not.toHaveProperty('rejectionsTakenBack')
})

test('one who was told, or whom somebody has moved since, stays; many postings say it in one answer', async () => {
  const [early, moved, late] = [await applied(), await appliedBy('moved'), await appliedBy('late')]
  const expired = await anotherJob({ status: 'expired' })
  const elsewhere = await appliedBy('elsewhere')
  await sql`update inquiries set job_id = ${expired.id} where id = ${elsewhere}`.execute(app.db)
  for (const id of [job.id, expired.id]) {
    if (id === job.id) await movePosting(app.db, id, 'deactivate', 'owner')
    await employer.put(`/api/job-postings/${id}/outcome`, {
      outcome: 'withdrawn',
      closesOpen: true,
    })
  }
  await sql`update inquiries set closed_at = now() where id = ${early}`.execute(app.db)
  await moveTo('offer', moved)
  await moveTo('closed', moved)
  const answer = await employer.post('/api/job-postings/bulk', {
    ids: [job.id, expired.id],
    action: 'activate',
  })
  expect(answer.json()).toMatchObject({ changed: [job.id, expired.id], rejectionsTakenBack: 2 })
  expect(await Promise.all([early, moved, late, elsewhere].map(stageOf))).toEqual([
    'closed',
    'closed',
    'new',
    'new',
  ])
})

test('who says what became of a posting while another opens it leaves nobody rejected', async () => {
  const id = await applied()
  await movePosting(app.db, job.id, 'deactivate', 'owner')
  const activate = () => employer.put(`/api/job-postings/${job.id}`, { isActive: true })
  const [said, opened] = await atOnce(
    app,
    [() => close(), activate],
    sql`select from jobs where id = ${job.id} for update`,
  )
  expect(opened?.json()).toMatchObject({
    status: 'active',
    ...(said?.statusCode === 200 && { rejectionsTakenBack: 1 }),
  })
  await makeTasksDue(app)
  expect([await stageOf(id), await told()]).toEqual(['new', []])
})

test('an application that was closed without a reason says that the employer closed it', async () => {
  const id = await applied()
  await sql`update inquiries set stage = 'closed', closed_at = now() where id = ${id}`.execute(
    app.db,
  )
  expect((await applicationsOf())[0]?.decision).toBe('The employer closed it.')
})
