import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTeam } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import { signIn } from '#test/sign-in.ts'
import type { ManagedPosting } from '../contract.ts'
import { contactOf } from './public.ts'

board.openForFile()

let count = 0
/** Posts without an account and opens the mail's link. */
async function postAndOpenMail() {
  const email = `author${++count}@mail.test`
  const id = await board.postPublic({ contactEmail: email })
  const token = board.tokenIn((await board.mailed(email)).at(-1)?.text)
  return { id, token, url: manage(token), claim: `/api/manage-posting/claim?token=${token}`, email }
}
const manage = (token: string) => `/api/manage-posting?token=${token}`
const managed = async (url: string) => (await board.visitor.get(url)).json<ManagedPosting>().posting

test('the link shows the posting, and changes all but its address; no cache may store it, and the database has its hash alone', async () => {
  const { id, url, email, token } = await postAndOpenMail()
  const answer = await board.visitor.get(url)
  expect(answer.json()).toMatchObject({
    posting: { id, status: 'pending', contactEmail: email },
  })
  expect(answer.headers['cache-control']).toContain('no-store')
  const { rows } = await sql<{
    row: string
  }>`select row_to_json(l)::text as row from posting_links l`.execute(board.app.db)
  expect(rows.map((row) => row.row).join()).not.toContain(token)

  const posting = await managed(url)
  const stolen = await board.visitor.put(url, {
    updatedAt: posting.updatedAt,
    contactEmail: 'thief@mail.test',
  })
  expect(stolen.json()).toMatchObject({ details: [{ field: 'contactEmail' }] })
  expect(
    (await board.visitor.put(url, { ...posting, title: 'Same Address' })).json(),
  ).toMatchObject({
    posting: { title: 'Same Address', contactEmail: email },
  })
})

test('its author deactivates, activates and deletes it, and is on record', async () => {
  const { id, url } = await postAndOpenMail()
  await board.decide(id, 'approve')
  const statusAfter = async (isActive: boolean) =>
    (await board.visitor.put(url, { isActive })).json<ManagedPosting>().posting.status
  expect([await statusAfter(false), (await board.shown(id)).statusCode]).toEqual(['inactive', 410])
  expect(await statusAfter(true)).toBe('active')
  expect((await board.visitor.delete(url)).json()).toEqual({ success: true })
  expect([(await board.visitor.get(url)).statusCode, (await board.shown(id)).statusCode]).toEqual([
    404, 404,
  ])
  const history = (await board.historyOf(id, board.admin)).map(
    (event) => `${event.actor} ${event.action}`,
  )
  const own = ['author remove', 'author activate', 'author deactivate']
  expect(history).toEqual([...own, 'administrator approve', 'author submit'])
})

test('an account with the verified address claims the posting, and the link stops working', async () => {
  const { id, url, claim, email } = await postAndOpenMail()
  expect((await (await signIn(board.app, 'employer')).post(claim)).json()).toMatchObject({
    error: `Please sign in with ${email} to claim this posting.`,
  })
  const owner = await signIn(board.app, 'employer', { email })
  expect((await owner.post(claim)).json()).toMatchObject({ id })
  expect((await owner.get('/api/job-postings')).json()).toMatchObject([{ id }])
  expect((await board.visitor.get(url)).statusCode).toBe(404)
  expect((await owner.post(claim)).statusCode).toBe(404)
  expect(await contactOf(board.app.db, id, { anyStatus: true })).toMatchObject({
    ownerId: owner.user.id,
    email,
  })
  expect((await board.historyOf(id, owner))[0]).toMatchObject({
    action: 'claim',
    actor: 'owner',
    by: 'Alex Example',
  })
})

test('a claimed posting says who posts it, and a reader of an organization claims none', async () => {
  const { id, url, claim, email } = await postAndOpenMail()
  const [recruiter, owner] = [
    await signIn(board.app, 'recruiter', { email }),
    await signIn(board.app, 'employer'),
  ]
  await addTeam(board.app.db, [owner, 'owner'], [recruiter, 'reader'])
  expect((await recruiter.post(claim)).json()).toMatchObject({
    error: 'Readers of an organization cannot post.',
  })
  expect((await board.visitor.get(url)).statusCode).toBe(200)
  await sql`update organization_members set seat = 'recruiter' where user_id = ${recruiter.user.id}`.execute(
    board.app.db,
  )
  expect((await recruiter.post(claim)).statusCode).toBe(200)
  expect(await board.stored(id)).toMatchObject({ user_type: 'recruiter' })
})

test('a newer mail ends the earlier links a day later, and its author ends all of them at once', async () => {
  const { id, url, email, token } = await postAndOpenMail()
  await board.decide(id, 'approve')
  const newer = board.tokenIn((await board.mailed(email)).at(-1)?.text)
  expect(newer).not.toBe(token)
  expect((await board.visitor.get(url)).statusCode).toBe(200)
  await sql`update posting_links set ends_at = ends_at - interval '1 day' where job_id = ${id}`.execute(
    board.app.db,
  )
  expect((await board.visitor.get(url)).statusCode).toBe(404)
  expect(
    (await board.visitor.post(`/api/manage-posting/revocation?token=${token}`)).statusCode,
  ).toBe(404)

  expect(
    (await board.visitor.post(`/api/manage-posting/revocation?token=${newer}`)).json(),
  ).toEqual({ success: true })
  expect((await board.visitor.get(manage(newer))).statusCode).toBe(404)
  const newest = board.tokenIn((await board.mailed(email)).at(-1)?.text)
  expect(await managed(manage(newest))).toMatchObject({ id })
})

test('links are mailed again, in one mail, to the address alone; fifty calls neither flood it nor end what works', async () => {
  const { id, url, email } = await postAndOpenMail()
  await board.decide(id, 'approve')
  const second = await board.postPublic({ contactEmail: email, title: 'Nobody has read this' })
  const gone = await board.postPublic({ contactEmail: email })
  await board.decide(gone, 'reject', { reason: 'Not a job for physicians.' })
  const ask = (address: string) =>
    board.visitor.post('/api/manage-posting/links', { email: address })
  const before = (await board.mailed(email)).length
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(email.toUpperCase())))
  const stranger = await ask('nobody-at-all@mail.test')
  for (const answer of answers)
    expect([answer.statusCode, answer.body]).toEqual([stranger.statusCode, stranger.body])
  expect(await board.mailed('nobody-at-all@mail.test')).toEqual([])
  const mails = (await board.mailed(email)).slice(before)
  // With the receipts of its postings, as many as anybody may cause.
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.length).toBeLessThanOrEqual(5)
  const text = mails.at(-1)?.text ?? ''
  expect(text).not.toContain('Nobody has read this')
  const tokens = [...text.matchAll(/manage\?token=([\w-]+)/g)].map((match) => match[1] ?? '')
  const stored = await sql`select from posting_links where job_id = ${second}`.execute(board.app.db)
  expect(stored.rows.length).toBeLessThan(25)
  const opened = await Promise.all(tokens.map(async (token) => (await managed(manage(token))).id))
  expect(opened.toSorted()).toEqual([id, second].toSorted())
  expect((await board.visitor.get(url)).statusCode).toBe(200)
})
