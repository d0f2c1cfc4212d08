import { expect, test } from 'vitest'
import { addTeam } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import type { PostingSummary } from '../contract.ts'

/** What was posted with an address before an account proved it. */

board.openForFile()

let count = 0
const newAddress = () => `found${++count}@mail.test`
const found = async (by: SignedIn) =>
  (await by.get('/api/found-postings')).json<PostingSummary[]>().map(({ id }) => id)
const take = (by: SignedIn, id: string) => by.post(`/api/found-postings/${id}/claim`)
const disown = (by: SignedIn, id: string) => by.post(`/api/found-postings/${id}/disowning`)

test('an account finds them once it has proved the address, and nothing moves without a press', async () => {
  const email = newAddress()
  const [one, other] = [
    await board.postPublic({ contactEmail: email.toUpperCase() }),
    await board.postPublic({ contactEmail: email }),
  ]
  const elsewhere = await board.postPublic({ contactEmail: newAddress() })
  const owner = await signIn(board.app, 'employer', { email })
  expect(await found(owner)).toEqual([other, one])
  expect((await owner.get('/api/job-postings')).json()).toEqual([])
  expect((await take(owner, elsewhere)).statusCode).toBe(404)
  const stranger = await signIn(board.app, 'employer', {
    email: newAddress(),
    emailVerified: false,
  })
  expect(await found(stranger)).toEqual([])

  const link = board.tokenIn((await board.mailed(email)).at(-1)?.text)
  expect((await take(owner, other)).statusCode).toBe(200)
  expect((await board.visitor.get(`/api/manage-posting?token=${link}`)).statusCode).toBe(404)
  expect((await owner.get('/api/job-postings')).json()).toMatchObject([
    { id: other, status: 'pending' },
  ])
  expect((await board.historyOf(other, owner))[0]).toMatchObject({
    action: 'claim',
    actor: 'owner',
  })
  // In a second tab.
  expect((await take(owner, other)).statusCode).toBe(404)
  expect(await found(owner)).toEqual([one])
})

test('nobody takes what they have not proved, and no reader takes anything', async () => {
  const email = newAddress()
  const id = await board.postPublic({ contactEmail: email })
  const unproved = await signIn(board.app, 'employer', { email, emailVerified: false })
  expect([
    await found(unproved),
    (await take(unproved, id)).statusCode,
    (await disown(unproved, id)).statusCode,
  ]).toEqual([[], 404, 404])
  const second = newAddress()
  const waiting = await board.postPublic({ contactEmail: second })
  const [reader, owner] = [
    await signIn(board.app, 'employer', { email: second }),
    await signIn(board.app, 'employer'),
  ]
  await addTeam(board.app.db, [owner, 'owner'], [reader, 'reader'])
  expect((await take(reader, waiting)).statusCode).toBe(403)
})

test('moderators read in the row of a pending posting that its address disowns it', async () => {
  const email = newAddress()
  const id = await board.postPublic({ contactEmail: email })
  await disown(await signIn(board.app, 'employer', { email }), id)
  const item = await board.inQueue(id, '?kind=pending')
  expect(item?.reports).toMatchObject([
    { email, reason: expect.stringContaining('It is not mine.') },
  ])
})

test('what its address disowns is reported to the moderators, once, and found no more', async () => {
  const email = newAddress()
  const id = await board.postPublic({ contactEmail: email })
  await board.decide(id, 'approve')
  const owner = await signIn(board.app, 'employer', { email })
  const answers = await Promise.all([disown(owner, id), disown(owner, id)])
  expect(answers.map((answer) => answer.statusCode)).toContain(200)
  expect([await found(owner), (await take(owner, id)).statusCode]).toEqual([[], 404])
  const item = await board.inQueue(id, '?kind=report')
  expect(item?.reports).toMatchObject([
    { email, reason: expect.stringContaining('It is not mine.') },
  ])
})
