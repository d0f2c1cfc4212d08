import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import type { PostingDetail } from '../contract.ts'
import { accountPost, posting, publicPost } from '../postings.fixture.ts'
import * as postings from './public.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
let employer: SignedIn
let moderator: { actorId: string }
beforeAll(async () => {
  visitor = asVisitor(board)
  employer = await signIn(board, 'employer')
  moderator = { actorId: (await signIn(board, 'admin')).user.id }
})

const unread = async () => (await postings.findWaitingKeys(board.db, 'unread', {}, 100)).map((it) => it.id)
const pending = async (filter: postings.WaitingFilter) =>
  (await postings.findWaitingKeys(board.db, 'pending', filter, 100)).map((it) => it.id)
const lastMail = async (address: string) => {
  await makeTasksDue(board)
  await runTasks(board)
  return (await mailsTo(board, address)).at(-1)
}
const postPublic = async (contactEmail: string): Promise<string> =>
  (await visitor.post('/employers/post', publicPost({ contactEmail }))).json().job.id

test('pending postings are listed by source, and approval makes them public', async () => {
  const id = await postPublic('waiting@mail.test')
  const imported = jobRow({ status: 'pending', source: 'Feed' })
  await addJobs(board.db, [imported])
  expect(await pending({ source: 'manual' })).toEqual([id])
  expect(await pending({ source: 'Feed' })).toEqual([imported.id])
  expect(await postings.countToModerate(board.db)).toEqual({ pending: 2, unread: 0, edits: 0 })
  await postings.approvePosting(board.db, board.settings, id, moderator)
  await expect.poll(async () => (await visitor.get(`/api/jobs/${id}`)).statusCode).toBe(200)
  expect((await lastMail('waiting@mail.test'))?.subject).toBe('Your job posting is live: Family Physician')
  expect((await visitor.get('/api/jobs')).json()).toMatchObject({ jobs: [{ id }] })
  await expect(postings.approvePosting(board.db, board.settings, id, moderator)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the poster reads the reason of a rejection, and cannot activate the posting', async () => {
  const { job } = (await employer.post('/employers/post', publicPost())).json()
  await postings.rejectPosting(board.db, board.settings, job.id, { ...moderator, reason: 'This is no position for a physician.' })
  expect((await employer.get(`/api/job-postings/${job.id}`)).json()).toMatchObject({
    status: 'rejected',
    reason: 'This is no position for a physician.',
  })
  expect((await lastMail(employer.user.email))?.text).toContain('This is no position for a physician.')
  expect((await employer.put(`/api/job-postings/${job.id}`, { isActive: true })).statusCode).toBe(409)
  expect((await visitor.get(`/api/jobs/${job.id}`)).statusCode).toBe(404)
})

test('a removed posting is gone, and its poster gets the reason by mail', async () => {
  const { job } = (await employer.post('/api/jobs', accountPost())).json()
  await postings.removePosting(board.db, board.settings, job.id, { ...moderator, reason: 'Reported as a fraud.' })
  await expect.poll(async () => (await visitor.get(`/api/jobs/${job.id}`)).statusCode).toBe(404)
  expect((await employer.get(`/api/job-postings/${job.id}`)).statusCode).toBe(404)
  expect(await lastMail(employer.user.email)).toMatchObject({ subject: 'Your job posting was removed: Cardiologist' })
})

test('a posting that went live at once is read later, and again after its poster changed it', async () => {
  const created = (await employer.post('/api/job-postings', posting())).json() as PostingDetail
  expect(await unread()).toEqual([created.id])
  // What its poster changed since the moderator saw it is not read with it.
  const edited = (
    await employer.put(`/api/job-postings/${created.id}`, { updatedAt: created.updatedAt, title: 'Nocturnist' })
  ).json()
  const readAs = (version: string) => postings.readPosting(board.db, board.settings, created.id, { ...moderator, version })
  await expect(readAs(created.updatedAt)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await unread()).toEqual([created.id])
  await readAs(edited.updatedAt)
  expect(await unread()).toEqual([])
  const url = `/api/job-postings/${created.id}`
  await employer.put(url, { isActive: false })
  const { updatedAt } = (await employer.get(url)).json()
  await employer.put(url, { updatedAt, title: 'Changed while nobody saw it' })
  expect(await unread()).toEqual([])
  await employer.put(url, { isActive: true })
  expect(await unread()).toEqual([created.id])
})

test('inquiries go to the poster’s own address, and only for active postings', async () => {
  const { job } = (await employer.post('/api/jobs', accountPost({ title: 'Contacted' }))).json()
  expect(await postings.contactOf(board.db, job.id)).toEqual({
    title: 'Contacted',
    company: 'Boise Heart',
    ownerId: employer.user.id,
    email: employer.user.email,
    acceptsCv: true,
    isProved: true,
    status: 'active',
  })
  await employer.put(`/api/job-postings/${job.id}`, { isActive: false })
  expect(await postings.contactOf(board.db, job.id)).toBeUndefined()
  expect(await postings.contactOf(board.db, job.id, { anyStatus: true })).toMatchObject({ status: 'inactive' })
  expect(await postings.contactOf(board.db, 'nonsense')).toBeUndefined()
})
