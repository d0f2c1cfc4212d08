import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { applied, appliedBy, inboxOf, mailed, move, ours } from '#test/applications.ts'
import { app, employer, hiringForFile, job, makeTeam, physician } from '#test/hiring.ts'
import { untilLocked } from '#test/at-once.ts'
import { runLaterTasks, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { batchSize } from '../model.ts'

hiringForFile()

type Key = { id: string; version: number }
const keysOf = async (query = '', by = employer) =>
  (await by.get(`/api/inbox/keys${query}`)).json<{ keys: Key[] }>().keys
let press: string
beforeEach(() => void (press = crypto.randomUUID()))
type Ids = readonly { id: string }[]
const pressOn = (keys: Ids, action: object, by: SignedIn = employer) =>
  by.post('/api/presses', { id: press, keys, action })
const moveAll = (keys: Ids, stage: string, more: object = {}, by: SignedIn = employer) =>
  pressOn(keys, { kind: 'move', stage, ...more }, by)
const undo = (by: SignedIn = employer) => by.post(`/api/presses/${press}/undo`)
const ended = (changed: number, total = changed) => ({ isEnded: true, done: total, total, changed })
const stagesOf = (ids: string[]) => Promise.all(ids.map(async (id) => (await ours(id)).stage))
const decisions = async () =>
  (await mailed(physician)).filter((mail) => mail.subject.includes('About your application'))
const undoable = async () =>
  (await employer.get('/api/inbox')).json<{ undoable: unknown }>().undoable

test('a press closes all of a search with a reason, and its undo within the hour tells nobody', async () => {
  const ids = [await applied(), await appliedBy('b'), await appliedBy('c')]
  await move(ids[2] ?? '', 'offer', 0)
  const keys = await keysOf('?stage=new')
  expect(keys.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect((await moveAll(keys, 'closed')).statusCode).toBe(400)
  expect((await moveAll(keys, 'closed', { reason: 'filled' })).json()).toMatchObject(ended(2))
  expect(await stagesOf(ids)).toEqual(['closed', 'closed', 'offer'])
  expect((await ours(ids[0] ?? '')).events[0]).toMatchObject({
    stage: 'closed',
    by: 'Alex Example',
  })
  expect(await undoable()).toEqual({ id: press, kind: 'move', ...ended(2) })
  // One of them was moved by hand since, and stays there.
  await move(ids[1] ?? '', 'interview', 1)
  const stranger = await signIn(app, 'employer')
  expect((await undo(stranger)).json()).toMatchObject(ended(0))
  expect((await undo()).json()).toMatchObject({ kind: 'undo', ...ended(1) })
  expect((await undo()).json()).toMatchObject(ended(0))
  expect(await stagesOf(ids)).toEqual(['new', 'interview', 'offer'])
  expect(await undoable()).toBeNull()
  await runLaterTasks(app)
  expect(await decisions()).toEqual([])
})

test('what somebody else has moved since, or owns, stays where it is', async () => {
  const ids = [await applied(), await appliedBy('b')]
  const keys = await keysOf()
  await move(ids[0] ?? '', 'offer', 0)
  const stranger = await signIn(app, 'employer')
  expect((await moveAll(keys, 'hired', {}, stranger)).json()).toMatchObject(ended(0, 2))
  press = crypto.randomUUID()
  expect(await keysOf('', stranger)).toEqual([])
  expect((await moveAll(keys, 'reviewing')).json()).toMatchObject(ended(1, 2))
  expect(await stagesOf(ids)).toEqual(['offer', 'reviewing'])
  expect((await moveAll([], 'reviewing')).statusCode).toBe(400)
})

test('an undo leaves what a colleague moves while it waits for the lock', async () => {
  const id = await applied()
  const colleague = await signIn(app, 'employer')
  await makeTeam([colleague, 'recruiter'])
  await moveAll(await keysOf(), 'reviewing')
  const waiting = await app.db.transaction().execute(async (trx) => {
    await sql`
      with moved as (
        update inquiries set stage = 'offer', version = version + 1 where id = ${id} returning id
      )
      insert into inquiry_events (inquiry_id, stage, actor_id)
      select id, 'offer', ${colleague.user.id} from moved
    `.execute(trx)
    const answer = undo()
    await untilLocked(app)
    return { answer }
  })
  expect((await waiting.answer).json()).toMatchObject({ changed: 0 })
  expect(await stagesOf([id])).toEqual(['offer'])
  expect((await ours(id)).events.map(({ stage }) => stage)).toEqual(['offer', 'reviewing'])
})

test('several are assigned at once, and a reply has the words of each applicant', async () => {
  const ids = [await applied(), await appliedBy('bo', { name: 'Bo Sample' })]
  const keys = ids.map((id) => ({ id }))
  for (const [userId, count] of [
    [employer.user.id, 2],
    [employer.user.id, 0],
    [physician.user.id, 0],
  ]) {
    press = crypto.randomUUID()
    expect((await pressOn(keys, { kind: 'assign', userId })).json()).toMatchObject(
      ended(Number(count), 2),
    )
  }
  expect((await inboxOf('?mine=1')).total).toBe(2)
  const message = 'Dear {First Name}, about {posting}: {unknown} stays. {recruiter}'
  press = crypto.randomUUID()
  // Pressed again after an answer that got lost: each applicant gets one message.
  for (const _ of [1, 2])
    expect((await pressOn(keys, { kind: 'reply', message })).json()).toMatchObject(ended(2))
  const texts = await Promise.all(
    ids.map(async (id) => (await ours(id)).replies.map((reply) => reply.message).join()),
  )
  expect(texts).toEqual([
    'Dear Alex, about Cardiologist: {unknown} stays. Alex Example',
    'Dear Bo, about Cardiologist: {unknown} stays. Alex Example',
  ])
})

test('an undo assigns to whom it was before, unless somebody has assigned it since', async () => {
  const ids = [await applied(), await appliedBy('b'), await appliedBy('c')]
  const [first = '', , last = ''] = ids
  const colleague = await signIn(app, 'employer')
  await makeTeam([colleague, 'recruiter'])
  const assign = (id: string, { user }: SignedIn) =>
    employer.put(`/api/inbox/${id}/assignee`, { userId: user.id })
  await assign(first, colleague)
  await pressOn(await keysOf(), { kind: 'assign', userId: employer.user.id })
  expect(await undoable()).toMatchObject({ kind: 'assign', changed: 3 })
  await assign(last, colleague)
  const told = (await mailed(colleague)).length
  // A move is no other assignment.
  await move(first, 'offer', 0)
  expect((await undo()).json()).toMatchObject({ kind: 'undo', ...ended(2) })
  const assignees = ids.map(async (id) => (await ours(id)).assignee?.id)
  expect(await Promise.all(assignees)).toEqual([colleague.user.id, undefined, colleague.user.id])
  expect((await ours(first)).stage).toBe('offer')
  expect([await undoable(), (await mailed(colleague)).length]).toEqual([null, told])
})

test('a task goes on with a long press, asks for the rights again, and does nothing twice', async () => {
  const colleague = await signIn(app, 'recruiter')
  await makeTeam([colleague, 'recruiter'])
  const all = await sql<Key>`
    insert into inquiries (id, job_id, job_title, name, email, message, stage, proof)
    select gen_random_uuid(), ${job.id}, 'Cardiologist', 'Applicant ' || n, n || '@mail.test', 'Hello',
      'new', 'link' from generate_series(1, ${3 * batchSize}) n
    returning id, version
  `.execute(app.db)
  const close = () => moveAll(all.rows, 'closed', { reason: 'filled' }, colleague)
  const first = { isEnded: false, done: batchSize, total: 3 * batchSize, changed: batchSize }
  expect((await close()).json()).toMatchObject(first)
  // The same press is one: nothing of it is done again.
  expect((await close()).json()).toMatchObject(first)
  expect((await colleague.get('/api/inbox')).json()).toMatchObject({ press: first })
  const progress = async () =>
    (await colleague.get(`/api/presses/${press}`)).json<{ changed: number }>()
  // The node stops after a batch, and another one goes on.
  await runTasks(app, { stopping: AbortSignal.abort() })
  expect(await progress()).toMatchObject({ done: 2 * batchSize, changed: 2 * batchSize })
  // Meanwhile the applications of the rest are another team's.
  await sql`update organization_members set seat = 'reader' where user_id = ${colleague.user.id}`.execute(
    app.db,
  )
  await runTasks(app)
  expect(await progress()).toMatchObject({ ...ended(2 * batchSize, 3 * batchSize) })
  const { rows } = await sql`
    select count(*)::integer as moves, count(distinct inquiry_id)::integer as applications,
      (select ids::text || action::text from inquiry_presses where id = ${press}) as kept
    from inquiry_events where batch = ${press}
  `.execute(app.db)
  expect(rows).toEqual([
    { moves: 2 * batchSize, applications: 2 * batchSize, kept: '{}{"kind": "move"}' },
  ])
  // Undone as a whole, by who may move them.
  await sql`update organization_members set seat = 'recruiter' where user_id = ${colleague.user.id}`.execute(
    app.db,
  )
  expect((await undo(colleague)).json()).toMatchObject({ done: batchSize, total: 2 * batchSize })
  await runTasks(app)
  expect((await colleague.get('/api/inbox')).json()).toMatchObject({
    counts: { new: 3 * batchSize },
    press: null,
    undoable: null,
  })
})

test('a press ends where its maker is suspended, and where it is undone', async () => {
  const { rows } = await sql<Key>`
    insert into inquiries (id, job_id, job_title, name, email, message, stage, proof)
    select gen_random_uuid(), ${job.id}, 'Cardiologist', 'Applicant ' || n, n || '@mail.test', 'Hello',
      'new', 'link' from generate_series(1, ${batchSize + 1}) n
    returning id, version
  `.execute(app.db)
  await moveAll(rows, 'reviewing')
  expect((await undo()).json()).toMatchObject(ended(batchSize))
  await runTasks(app)
  expect((await inboxOf()).counts).toEqual({ new: batchSize + 1 })
  press = crypto.randomUUID()
  await moveAll(await keysOf(), 'offer')
  await sql`update users set suspended_at = now() where id = ${employer.user.id}`.execute(app.db)
  await runTasks(app)
  const stages =
    await sql`select count(*)::integer as n from inquiries where job_id = ${job.id} and stage = 'offer'`.execute(
      app.db,
    )
  expect(stages.rows).toEqual([{ n: batchSize }])
})
