import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import type { ManagedPosting } from '../contract.ts'
import { publicPost } from '../postings.fixture.ts'
import { approvePosting, contactOf } from './public.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
beforeAll(async () => {
  visitor = asVisitor(board)
})

let count = 0
/** Posts without an account and opens the mail's link. */
async function postAndOpenMail(): Promise<{ id: string; token: string; url: string; email: string }> {
  const email = `author${++count}@mail.test`
  const { job } = (await visitor.post('/employers/post', publicPost({ contactEmail: email }))).json()
  await runTasks(board)
  const token = tokenIn((await mailsTo(board, email)).at(-1)?.text)
  return { id: job.id, token, url: `/api/manage-posting?token=${token}`, email }
}
const tokenIn = (text = '') => /manage\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const admin = async () => ({ actorId: (await signIn(board, 'admin')).user.id })

test('the link shows the posting with every field, and no cache may store it', async () => {
  const { id, url, email } = await postAndOpenMail()
  const answer = await visitor.get(url)
  expect(answer.json()).toMatchObject({ posting: { id, status: 'pending', contactEmail: email }, claimableBy: email })
  expect(answer.headers['cache-control']).toContain('no-store')
})

test('its author edits, deactivates, activates and deletes it', async () => {
  const { id, url } = await postAndOpenMail()
  await approvePosting(board.db, board.settings, id, await admin())
  const { posting } = (await visitor.get(url)).json() as ManagedPosting
  const edited = await visitor.put(url, { updatedAt: posting.updatedAt, title: 'Family Doctor' })
  expect(edited.json()).toMatchObject({ posting: { title: 'Family Doctor', status: 'active' } })
  expect((await visitor.put(url, { updatedAt: posting.updatedAt, title: 'Stale' })).json()).toMatchObject({
    code: 'CONFLICT',
    current: { title: 'Family Doctor' },
  })
  expect((await visitor.put(url, { isActive: false })).json()).toMatchObject({ posting: { status: 'inactive' } })
  expect((await visitor.get(`/api/jobs/${id}`)).statusCode).toBe(410)
  expect((await visitor.put(url, { isActive: true })).json()).toMatchObject({ posting: { status: 'active' } })
  expect((await visitor.delete(url)).json()).toEqual({ success: true })
  expect((await visitor.get(url)).statusCode).toBe(404)
  expect((await visitor.get(`/api/jobs/${id}`)).statusCode).toBe(404)
  const history = (await (await signIn(board, 'admin')).get(`/api/job-postings/${id}/history`)).json() as PostingHistory
  expect(history.map((it) => `${it.actor} ${it.action}`)).toEqual([
    'author remove',
    'author activate',
    'author deactivate',
    'author proposeEdit',
    'administrator approve',
    'author submit',
  ])
})

test('the contact address cannot be changed', async () => {
  const { url, email } = await postAndOpenMail()
  const { posting } = (await visitor.get(url)).json() as ManagedPosting
  const answer = await visitor.put(url, { updatedAt: posting.updatedAt, contactEmail: 'thief@mail.test' })
  expect(answer.json()).toMatchObject({ details: [{ field: 'contactEmail' }] })
  expect((await visitor.put(url, { ...posting, title: 'Same Address' })).json()).toMatchObject({
    posting: { title: 'Same Address', contactEmail: email },
  })
})

test('the confirmation’s cookie cannot manage the posting', async () => {
  const answer = await visitor.post('/employers/post', publicPost())
  const cookie = answer.cookies.find((it) => it.name === '__Host-posted')?.value
  expect((await visitor.get(`/api/manage-posting?token=${cookie}`)).statusCode).toBe(404)
})

test('an account with the verified address claims the posting, and the link stops working', async () => {
  const { id, token, url, email } = await postAndOpenMail()
  const claim = `/api/manage-posting/claim?token=${token}`
  expect((await visitor.post(claim)).statusCode).toBe(401)
  expect((await (await signIn(board, 'physician')).post(claim)).statusCode).toBe(403)
  expect((await (await signIn(board, 'employer')).post(claim)).json()).toMatchObject({
    error: `Please sign in with ${email} to claim this posting.`,
  })
  const owner = await signIn(board, 'employer', { email })
  expect((await owner.post(claim)).json()).toMatchObject({ id })
  expect((await owner.get('/api/job-postings')).json()).toMatchObject([{ id }])
  expect((await visitor.get(url)).statusCode).toBe(404)
  expect((await owner.post(claim)).statusCode).toBe(404)
  expect(await contactOf(board.db, id, { anyStatus: true })).toMatchObject({ ownerId: owner.user.id, email })
  const history = (await owner.get(`/api/job-postings/${id}/history`)).json() as PostingHistory
  expect(history[0]).toMatchObject({ action: 'claim', actor: 'owner', by: 'Alex Example' })
})

test('a claimed posting says who posts it, and a reader of an organization claims none', async () => {
  const { id, token, url, email } = await postAndOpenMail()
  const claim = `/api/manage-posting/claim?token=${token}`
  const [recruiter, owner] = [await signIn(board, 'recruiter', { email }), await signIn(board, 'employer')]
  await sql`
    with made as (insert into organizations (id, name) values (uuidv7(), 'Readers') returning id)
    insert into organization_members (user_id, organization_id, seat)
    select unnest(${[owner.user.id, recruiter.user.id]}::uuid[]), id, unnest(array['owner', 'reader']) from made
  `.execute(board.db)
  expect((await recruiter.post(claim)).json()).toMatchObject({ error: 'Readers of an organization cannot post.' })
  expect((await visitor.get(url)).statusCode).toBe(200)
  await sql`update organization_members set seat = 'recruiter' where user_id = ${recruiter.user.id}`.execute(board.db)
  expect((await recruiter.post(claim)).statusCode).toBe(200)
  const { rows } = await sql`select user_type from jobs where id = ${id}`.execute(board.db)
  expect(rows).toEqual([{ user_type: 'recruiter' }])
})

test('an unverified address claims nothing', async () => {
  const { token, email } = await postAndOpenMail()
  const pretender = await signIn(board, 'employer', { email, emailVerified: false })
  const answer = await pretender.post(`/api/manage-posting/claim?token=${token}`)
  expect(answer.json()).toMatchObject({ error: 'Please confirm your email address before you claim the posting.' })
  expect((await pretender.get('/api/job-postings')).json()).toEqual([])
})

test('a newer mail ends the earlier links a day later, and its author ends all of them at once', async () => {
  const { id, url, email, token } = await postAndOpenMail()
  await approvePosting(board.db, board.settings, id, await admin())
  await makeTasksDue(board)
  await runTasks(board)
  const newer = tokenIn((await mailsTo(board, email)).at(-1)?.text)
  expect(newer).not.toBe(token)
  expect((await visitor.get(url)).statusCode).toBe(200)
  await sql`update posting_links set ends_at = ends_at - interval '1 day' where job_id = ${id}`.execute(board.db)
  expect((await visitor.get(url)).statusCode).toBe(404)
  expect((await visitor.post(`/api/manage-posting/revocation?token=${token}`)).statusCode).toBe(404)

  expect((await visitor.post(`/api/manage-posting/revocation?token=${newer}`)).json()).toEqual({ success: true })
  expect((await visitor.get(`/api/manage-posting?token=${newer}`)).statusCode).toBe(404)
  await runTasks(board)
  const newest = tokenIn((await mailsTo(board, email)).at(-1)?.text)
  expect((await visitor.get(`/api/manage-posting?token=${newest}`)).json()).toMatchObject({ posting: { id } })
})
