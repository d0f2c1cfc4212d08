import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { applied, appliedBy, inboxOf, mailed, move, ours } from '#test/applications.ts'
import { app, employer, hiringForFile, makeTeam, physician } from '#test/hiring.ts'
import { untilLocked } from '#test/at-once.ts'
import { runLaterTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'

hiringForFile()

type Key = { id: string; version: number }
const keysOf = async (query = '', by = employer) =>
  (await by.get(`/api/inbox/keys${query}`)).json<{ keys: Key[] }>().keys
const batch = crypto.randomUUID()
const moveAll = (moves: Key[], stage: string, more: object = {}, by: SignedIn = employer) =>
  by.post('/api/inbox/moves', { batch, moves, stage, ...more })
const stagesOf = (ids: string[]) => Promise.all(ids.map(async (id) => (await ours(id)).stage))
const decisions = async () =>
  (await mailed(physician)).filter((mail) => mail.subject.includes('About your application'))
const lastMove = async () =>
  (await employer.get('/api/inbox')).json<{ lastMove: unknown }>().lastMove

test('a press closes all of a search with a reason, and its undo within the hour tells nobody', async () => {
  const ids = [await applied(), await appliedBy('b'), await appliedBy('c')]
  await move(ids[2] ?? '', 'offer', 0)
  const keys = await keysOf('?stage=new')
  expect(keys.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect((await moveAll(keys, 'closed')).statusCode).toBe(400)
  expect((await moveAll(keys, 'closed', { reason: 'filled' })).json()).toEqual({ moved: 2 })
  expect(await stagesOf(ids)).toEqual(['closed', 'closed', 'offer'])
  expect((await ours(ids[0] ?? '')).events[0]).toMatchObject({
    stage: 'closed',
    by: 'Alex Example',
  })
  expect(await lastMove()).toEqual({ batch, count: 2 })
  // One of them was moved by hand since, and stays there.
  await move(ids[1] ?? '', 'interview', 1)
  const stranger = await signIn(app, 'employer')
  expect((await stranger.post(`/api/inbox/moves/${batch}/undo`)).json()).toMatchObject({
    undone: 0,
  })
  const undo = () => employer.post(`/api/inbox/moves/${batch}/undo`)
  expect((await undo()).json()).toEqual({ undone: 1, isDone: true })
  expect((await undo()).json()).toEqual({ undone: 0, isDone: true })
  expect(await stagesOf(ids)).toEqual(['new', 'interview', 'offer'])
  expect(await lastMove()).toBeNull()
  await runLaterTasks(app)
  expect(await decisions()).toEqual([])
})

test('what somebody else has moved since, or owns, stays where it is', async () => {
  const ids = [await applied(), await appliedBy('b')]
  const keys = await keysOf()
  await move(ids[0] ?? '', 'offer', 0)
  const stranger = await signIn(app, 'employer')
  expect((await moveAll(keys, 'hired', {}, stranger)).json()).toEqual({ moved: 0 })
  expect(await keysOf('', stranger)).toEqual([])
  expect((await moveAll(keys, 'reviewing')).json()).toEqual({ moved: 1 })
  expect(await stagesOf(ids)).toEqual(['offer', 'reviewing'])
  expect((await moveAll([], 'reviewing')).statusCode).toBe(400)
})

test('an undo leaves what a colleague moves while it waits for the lock', async () => {
  const id = await applied()
  const colleague = await signIn(app, 'employer')
  await makeTeam([colleague, 'recruiter'])
  await moveAll(await keysOf(), 'reviewing')
  const undo = await app.db.transaction().execute(async (trx) => {
    await sql`
      with moved as (
        update inquiries set stage = 'offer', version = version + 1 where id = ${id} returning id
      )
      insert into inquiry_events (inquiry_id, stage, actor_id)
      select id, 'offer', ${colleague.user.id} from moved
    `.execute(trx)
    const answer = employer.post(`/api/inbox/moves/${batch}/undo`)
    await untilLocked(app)
    return { answer }
  })
  expect((await undo.answer).json()).toMatchObject({ undone: 0 })
  expect(await stagesOf([id])).toEqual(['offer'])
  expect((await ours(id)).events.map(({ stage }) => stage)).toEqual(['offer', 'reviewing'])
})

test('several are assigned at once, and a reply has the words of each applicant', async () => {
  const ids = [await applied(), await appliedBy('bo', { name: 'Bo Sample' })]
  const assign = async (userId: string | null) =>
    (await employer.post('/api/inbox/assignments', { ids, userId })).json()
  expect(await assign(employer.user.id)).toEqual({ assigned: 2 })
  expect(await assign(employer.user.id)).toEqual({ assigned: 0 })
  expect(await assign(physician.user.id)).toEqual({ assigned: 0 })
  expect((await inboxOf('?mine=1')).total).toBe(2)
  const message = 'Dear {First Name}, about {posting}: {unknown} stays. {recruiter}'
  // Pressed again after an answer that got lost: each applicant gets one message.
  for (const _ of [1, 2])
    expect((await employer.post('/api/inbox/replies', { ids, message })).json()).toEqual({
      sent: 2,
    })
  const texts = await Promise.all(
    ids.map(async (id) => (await ours(id)).replies.map((reply) => reply.message).join()),
  )
  expect(texts).toEqual([
    'Dear Alex, about Cardiologist: {unknown} stays. Alex Example',
    'Dear Bo, about Cardiologist: {unknown} stays. Alex Example',
  ])
})
