import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import { accountPost, publicPost } from '../postings.fixture.ts'
import { approvePosting } from './public.ts'
import { expirePostings, remindOfExpiry } from './tasks.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
let employer: SignedIn
beforeAll(async () => {
  visitor = asVisitor(board)
  employer = await signIn(board, 'employer')
})

const post = async (): Promise<string> => (await employer.post('/api/jobs', accountPost())).json().job.id
const endIn = (id: string, days: number) =>
  sql`update jobs set expires_at = now() + ${days} * interval '1 day' where id = ${id}`.execute(board.db)
const actions = async (id: string) =>
  (await employer.get(`/api/job-postings/${id}/history`)).json<PostingHistory>().map((it) => `${it.actor} ${it.action}`)
const subjectsTo = async (address: string) => {
  await runTasks(board)
  return (await mailsTo(board, address)).map((it) => it.subject)
}

test('an expired posting closes once, its poster gets a mail, and search no longer finds it', async () => {
  const [over, open] = [await post(), await post()]
  await endIn(over, -0.001)
  await endIn(open, 30)
  expect(await expirePostings(board.db, board.settings)).toBe(1)
  expect(await expirePostings(board.db, board.settings)).toBe(0)
  await expect.poll(async () => (await visitor.get(`/api/jobs/${over}`)).statusCode).toBe(410)
  expect((await visitor.get(`/api/jobs/${open}`)).statusCode).toBe(200)
  expect(await actions(over)).toEqual(['clock expire', 'policy publish', 'owner submit'])
  const closed = (await subjectsTo(employer.user.email)).filter((it) => it.startsWith('Your job posting has closed'))
  expect(closed).toEqual(['Your job posting has closed: Cardiologist'])
})

test('two nodes at once close each posting once', async () => {
  const ids = await Promise.all([post(), post(), post()])
  for (const id of ids) await endIn(id, -1)
  const counts = await Promise.all([expirePostings(board.db, board.settings), expirePostings(board.db, board.settings)])
  expect(counts[0] + counts[1]).toBe(3)
  for (const id of ids) expect((await actions(id)).filter((it) => it === 'clock expire')).toHaveLength(1)
})

test('another node finishes what a crashed node began', async () => {
  const id = await post()
  await endIn(id, -1)
  await sql`alter table mails rename to mails_away`.execute(board.db)
  await expect(expirePostings(board.db, board.settings)).rejects.toThrow(/mails/)
  await sql`alter table mails_away rename to mails`.execute(board.db)
  expect(await actions(id)).toEqual(['policy publish', 'owner submit'])
  expect(await expirePostings(board.db, board.settings)).toBe(1)
})

test('a reminder is sent a week before the end, once per period', async () => {
  const [early, due] = [await post(), await post()]
  await endIn(early, 7.1)
  await endIn(due, 6.9)
  expect(await remindOfExpiry(board.db, board.settings)).toBe(1)
  expect(await remindOfExpiry(board.db, board.settings)).toBe(0)
  expect((await actions(due))[0]).toBe('clock remind')
  expect((await employer.post(`/api/job-postings/${due}/renew`)).statusCode).toBe(200)
  expect(await remindOfExpiry(board.db, board.settings)).toBe(0)
  // The first reminder belongs to an earlier period.
  await sql`alter table posting_events disable trigger posting_events_fixed`.execute(board.db)
  await sql`update posting_events set at = at - interval '60 days' where job_id = ${due} and action = 'remind'`.execute(board.db)
  await sql`alter table posting_events enable trigger posting_events_fixed`.execute(board.db)
  await endIn(due, 3)
  expect(await remindOfExpiry(board.db, board.settings)).toBe(1)
  const reminders = (await subjectsTo(employer.user.email)).filter((it) => it.startsWith('Your job posting closes'))
  expect(reminders).toHaveLength(2)
})

test('an author without an account renews by the reminder’s link', async () => {
  const { job } = (await visitor.post('/employers/post', publicPost({ contactEmail: 'renewing@mail.test' }))).json()
  await approvePosting(board.db, board.settings, job.id, { actorId: (await signIn(board, 'admin')).user.id })
  await endIn(job.id, 2)
  await makeTasksDue(board)
  await runTasks(board)
  await remindOfExpiry(board.db, board.settings)
  await runTasks(board)
  const mails = await mailsTo(board, 'renewing@mail.test')
  expect(mails.map((it) => it.subject)).toEqual([
    expect.stringMatching(/^We received your job posting: WC-\w{6}$/),
    'Your job posting is live: Family Physician',
    'Your job posting closes soon: Family Physician',
  ])
  const token = /manage\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  const renewed = (await visitor.post(`/api/manage-posting/renew?token=${token}`)).json()
  expect((Date.parse(renewed.posting.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(60, 1)
})

test('an import closes at its source’s end date, without a mail', async () => {
  const imported = jobRow({ expires_at: new Date(Date.now() - 1000), contact_email: 'scraped@mail.test' })
  await addJobs(board.db, [imported])
  expect(await remindOfExpiry(board.db, board.settings)).toBe(0)
  expect(await expirePostings(board.db, board.settings)).toBe(1)
  expect(await subjectsTo('scraped@mail.test')).toEqual([])
})
