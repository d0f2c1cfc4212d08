import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobStatuses } from '#features/jobs/model.ts'
import type { JobStatus } from '#features/jobs/model.ts'
import { AppError } from '#shared/errors.ts'
import type { TestDatabase } from '#test/database.ts'
import { freshDatabase } from '#test/database.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { postingChannels } from '../model.ts'
import { actionNames, allows, postingActions, postingActors } from '../state-machine.ts'
import { requireLocked } from './find.ts'
import { findDecision, findHistory, tellEvent } from './queries.ts'
import { everyPosting } from './scope.ts'
import type { PostingsTables } from './tables.ts'
import { applyTransition, stateOf } from './transitions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const find = (id: string) =>
  database.db.withTables<PostingsTables>().selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const steps = fc.array(
  fc.record({ action: fc.constantFrom(...actionNames), actor: fc.constantFrom(...postingActors), expired: fc.boolean() }),
  { minLength: 1, maxLength: 25 },
)

test('whatever anybody tries: only what the machine allows happens, and the history replays to the state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...postingChannels), steps, async (channel, tries) => {
      const job = jobRow({ status: 'pending', channel, expires_at: null })
      await addJobs(database.db, [job])
      const expected: string[] = []
      for (const { action, actor, expired } of tries) {
        if (expired)
          await sql`update jobs set expires_at = now() - interval '1 day' where id = ${job.id} and expires_at is not null`.execute(
            database.db,
          )
        const before = await find(job.id)
        const allowed = allows(action, stateOf(before, await findDecision(database.db, job.id)), actor, new Date())
        const done = await attempt(job.id, action, actor)
        expect(done).toBe(allowed)
        const after = await find(job.id)
        if (allowed) expected.push(`${actor} ${action} ${before.status} ${after.status}`)
        else expect(after).toEqual(before)
      }
      const events = (await findHistory(database.db, job.id)).toReversed()
      const [first, ...rest] = events
      expect(first).toMatchObject({ action: 'import', from_status: null, to_status: 'pending' })
      expect(rest.map((it) => `${it.actor} ${it.action} ${it.from_status} ${it.to_status}`)).toEqual(expected)
      const replayed = events.reduce<JobStatus | null>((status, event) => {
        expect(event.from_status).toBe(status)
        return event.to_status
      }, null)
      expect(replayed).toBe((await find(job.id)).status)
    }),
    { numRuns: 40 },
  )
})

async function attempt(
  id: string,
  action: (typeof actionNames)[number],
  actor: (typeof postingActors)[number],
): Promise<boolean> {
  try {
    await database.db
      .transaction()
      .execute(async (trx) =>
        applyTransition(trx, { posting: await requireLocked(trx, everyPosting, id), action, actor, actorId: null }),
      )
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return false
    throw error
  }
}

const pairs = jobStatuses.flatMap((from) => jobStatuses.filter((to) => to !== from).map((to) => [from, to] as const))
const known = new Set(
  Object.values(postingActions).flatMap((it) => ('to' in it ? it.from.map((from) => `${from}>${it.to}`) : [])),
)

test.each(pairs)('by hand, the database takes %s to %s as the machine does, and keeps it in the history', async (from, to) => {
  const job = jobRow({ status: from })
  await addJobs(database.db, [job])
  const change = sql`update jobs set status = ${to} where id = ${job.id}`.execute(database.db)
  if (known.has(`${from}>${to}`)) {
    await change
    expect((await findHistory(database.db, job.id))[0]).toMatchObject({ actor: 'operator', from_status: from, to_status: to })
  } else {
    await expect(change).rejects.toThrow(`a posting cannot go from ${from} to ${to}`)
  }
})

test('the database takes back a moderator’s last decision, and calls nothing else taking back', async () => {
  const job = jobRow({ status: 'pending' })
  await addJobs(database.db, [job])
  const undoByHand = (to: JobStatus) =>
    database.db.transaction().execute(async (trx) => {
      await tellEvent(trx, { action: 'undo', actor: 'administrator', actorId: null })
      await sql`update jobs set status = ${to} where id = ${job.id}`.execute(trx)
    })
  await expect(undoByHand('active')).rejects.toThrow('a posting cannot go from pending to active')
  expect(await attempt(job.id, 'approve', 'administrator')).toBe(true)
  await expect(undoByHand('rejected')).rejects.toThrow('a posting cannot go from active to rejected')
  expect(await attempt(job.id, 'undo', 'administrator')).toBe(true)
  expect(await attempt(job.id, 'undo', 'administrator')).toBe(false)
  expect(await attempt(job.id, 'remove', 'administrator')).toBe(true)
  await undoByHand('pending')
  expect((await findHistory(database.db, job.id)).map((it) => it.action)).toEqual(['undo', 'remove', 'undo', 'approve', 'import'])
})

test('of two who act at once, one is refused, and the history tells of one', async () => {
  const job = jobRow({ status: 'pending', channel: 'public' })
  await addJobs(database.db, [job])
  const done = await Promise.all([attempt(job.id, 'approve', 'administrator'), attempt(job.id, 'reject', 'administrator')])
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(await findHistory(database.db, job.id)).toHaveLength(2)
})

test('a transaction that fails takes its history with it, and what comes after goes by no wrong name', async () => {
  const job = jobRow({ status: 'active', channel: 'account' })
  await addJobs(database.db, [job])
  const torn = database.db.transaction().execute(async (trx) => {
    await applyTransition(trx, {
      posting: await requireLocked(trx, everyPosting, job.id),
      action: 'deactivate',
      actor: 'owner',
      actorId: null,
    })
    throw new Error('torn')
  })
  await expect(torn).rejects.toThrow('torn')
  expect(await find(job.id)).toMatchObject({ status: 'active' })
  expect(await findHistory(database.db, job.id)).toHaveLength(1)

  await database.db.transaction().execute(async (trx) => {
    await applyTransition(trx, {
      posting: await requireLocked(trx, everyPosting, job.id),
      action: 'deactivate',
      actor: 'owner',
      actorId: null,
    })
    await sql`update jobs set status = 'active' where id = ${job.id}`.execute(trx)
  })
  expect((await findHistory(database.db, job.id)).map((it) => `${it.actor} ${it.action}`)).toEqual([
    'operator activate',
    'owner deactivate',
    'operator importApproved',
  ])
})

test('what is added in bulk has its history, too', async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => jobRow({ status: index % 2 === 0 ? 'pending' : 'active' }))
  await addJobs(database.db, jobs)
  const events = await database.db
    .withTables<PostingsTables>()
    .selectFrom('posting_events')
    .select('action')
    .where(
      'job_id',
      'in',
      jobs.map((it) => it.id),
    )
    .execute()
  expect(Map.groupBy(events, (it) => it.action).get('import')).toHaveLength(150)
  expect(Map.groupBy(events, (it) => it.action).get('importApproved')).toHaveLength(150)
})
