import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postingChannels } from '#features/jobs/model.ts'
import { AppError } from '#shared/errors.ts'
import { databaseForFile } from '#test/database.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import {
  actionNames,
  allows,
  postingActors,
  type PostingAction,
  type PostingActor,
} from '../state-machine.ts'
import { findDecision, findHistory } from './queries-events.ts'
import type { PostingsTables } from './tables.ts'
import { applyTransition, applyTransitionToAll } from './transitions.ts'
import { stateOf } from './next-state.ts'

const database = databaseForFile()

const find = (id: string) =>
  database.db
    .withTables<PostingsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function added(columns: Parameters<typeof jobRow>[0]): Promise<string> {
  const job = jobRow(columns)
  await addJobs(database.db, [job])
  return job.id
}

const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...actionNames),
    actor: fc.constantFrom(...postingActors),
    expired: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
)

test('with random actions, only allowed transitions happen, and replaying the events gives the status', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...postingChannels), steps, async (channel, tries) => {
      const id = await added({ status: 'pending', channel, expires_at: null })
      const expected = ['null pending']
      let before = await find(id)
      for (const { action, actor, expired } of tries) {
        if (expired && before.expires_at !== null) {
          await sql`update jobs set expires_at = now() - interval '1 day' where id = ${id}`.execute(
            database.db,
          )
          before = await find(id)
        }
        const allowed = allows(
          action,
          stateOf(before, await findDecision(database.db, id)),
          actor,
          new Date(),
        )
        expect(await attempt(id, action, actor)).toBe(allowed)
        const after = await find(id)
        if (allowed) expected.push(`${actor} ${action} ${before.status} ${after.status}`)
        else expect(after).toEqual(before)
        before = after
      }
      const [first, ...rest] = (await findHistory(database.db, id)).toReversed()
      const replayed = rest.map(
        (row) => `${row.actor} ${row.action} ${row.from_status} ${row.to_status}`,
      )
      expect([`${first?.from_status} ${first?.to_status}`, ...replayed]).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})

async function attempt(id: string, action: PostingAction, actor: PostingActor): Promise<boolean> {
  try {
    await movePosting(database.db, id, action, actor)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return false
    throw error
  }
}

test('without a lock, a stale transition is refused, for one posting and for many', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => added({ status: 'pending', channel: 'public' })),
  )
  const stale = await Promise.all(ids.map(find))
  const [first = expect.fail()] = stale
  await movePosting(database.db, first.id, 'reject', 'administrator')
  const change = { action: 'approve', actor: 'administrator', actorId: null } as const
  const late = [
    () =>
      database.db
        .transaction()
        .execute((trx) => applyTransition(trx, { posting: first, ...change })),
    () => database.db.transaction().execute((trx) => applyTransitionToAll(trx, stale, change)),
  ]
  for (const attemptLate of late)
    await expect(attemptLate()).rejects.toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  expect((await Promise.all(ids.map(find))).map((posting) => posting.status)).toEqual([
    'rejected',
    'pending',
    'pending',
  ])
  expect(await findHistory(database.db, stale[1]?.id ?? '')).toHaveLength(1)
})

test('events are append-only, and are deleted with their job', async () => {
  const id = await added({ status: 'active' })
  for (const change of [
    sql`update posting_events set reason = 'x'`,
    sql`delete from posting_events`,
  ])
    await expect(sql`${change} where job_id = ${id}`.execute(database.db)).rejects.toThrow(
      'append-only',
    )
  await sql`delete from jobs where id = ${id}`.execute(database.db)
  expect(await findHistory(database.db, id)).toEqual([])
})
