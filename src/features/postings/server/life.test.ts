import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postingChannels, type JobStatus } from '#features/jobs/model.ts'
import { AppError } from '#shared/errors.ts'
import { databaseForFile } from '#test/database.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { actionNames, allows, postingActors } from '../state-machine.ts'
import { findDecision, findHistory, lockPosting } from './queries.ts'
import { everyPosting } from './scope.ts'
import type { PostingsTables } from './tables.ts'
import { applyTransition, applyTransitionToAll, stateOf } from './transitions.ts'

const database = databaseForFile()

const find = (id: string) =>
  database.db.withTables<PostingsTables>().selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const steps = fc.array(
  fc.record({ action: fc.constantFrom(...actionNames), actor: fc.constantFrom(...postingActors), expired: fc.boolean() }),
  { minLength: 1, maxLength: 25 },
)

test('with random actions, only allowed transitions happen, and replaying the events gives the status', async () => {
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
    await movePosting(database.db, id, action, actor)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return false
    throw error
  }
}

test('without a lock, a stale transition is refused, for one posting and for many', async () => {
  const jobs = [1, 2, 3].map(() => jobRow({ status: 'pending', channel: 'public' }))
  await addJobs(database.db, jobs)
  const stale = await Promise.all(jobs.map((it) => find(it.id)))
  const [first] = stale
  if (!first) throw new Error('There are three')
  await movePosting(database.db, first.id, 'reject', 'administrator')
  const change = { action: 'approve', actor: 'administrator', actorId: null } as const
  const late = [
    () => database.db.transaction().execute((trx) => applyTransition(trx, { posting: first, ...change })),
    () => database.db.transaction().execute((trx) => applyTransitionToAll(trx, stale, change)),
  ]
  for (const attemptLate of late) await expect(attemptLate()).rejects.toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  expect((await Promise.all(jobs.map((it) => find(it.id)))).map((it) => it.status)).toEqual(['rejected', 'pending', 'pending'])
  expect(await findHistory(database.db, stale[1]?.id ?? '')).toHaveLength(1)
})

test('a rolled-back transaction leaves no event', async () => {
  const job = jobRow({ status: 'active', channel: 'account' })
  await addJobs(database.db, [job])
  const torn = database.db.transaction().execute(async (trx) => {
    const posting = await lockPosting(trx, everyPosting, job.id)
    await applyTransition(trx, { posting, action: 'deactivate', actor: 'owner', actorId: null })
    throw new Error('torn')
  })
  await expect(torn).rejects.toThrow('torn')
  expect(await find(job.id)).toMatchObject({ status: 'active' })
  expect(await findHistory(database.db, job.id)).toHaveLength(1)
})

test('events are append-only, and are deleted with their job', async () => {
  const job = jobRow({ status: 'active' })
  await addJobs(database.db, [job])
  await expect(sql`update posting_events set reason = 'x' where job_id = ${job.id}`.execute(database.db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from posting_events where job_id = ${job.id}`.execute(database.db)).rejects.toThrow('append-only')
  await sql`delete from jobs where id = ${job.id}`.execute(database.db)
  expect(await findHistory(database.db, job.id)).toEqual([])
})
