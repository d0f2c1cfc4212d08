import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { databaseForFile } from '#test/database.ts'
import { makeTasksDue, runTasksWith } from '#test/mailbox.ts'
import { enqueueTask, listDeadTasks, defineTask, handleTask, type TaskHandler } from './task.ts'
import { startWorker } from './worker.ts'

const greet = defineTask({ name: 'greet', schema: z.object({ name: z.string() }), retries: 2 })

const database = databaseForFile()
beforeEach(async () => {
  await sql`truncate pgboss.job, pgboss.schedule`.execute(database.db)
})

test('a task runs once, after its transaction has committed and its time has come', async () => {
  const greeted: string[] = []
  const handler = handleTask(greet, async ({ name }) => void greeted.push(name))
  await database.db.transaction().execute((trx) => enqueueTask(trx, greet, { name: 'Ana' }))
  await enqueueTask(
    database.db,
    greet,
    { name: 'Ben' },
    { startAfter: new Date(Date.now() + 60_000) },
  )
  const failing = database.db.transaction().execute(async (trx) => {
    await enqueueTask(trx, greet, { name: 'Nobody' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')

  await run(handler)
  await run(handler)
  expect(greeted).toEqual(['Ana'])
  await makeTasksDue(database)
  await run(handler)
  expect(greeted).toEqual(['Ana', 'Ben'])
})

test('of tasks with one key only one waits', async () => {
  const greeted: string[] = []
  const handler = handleTask(greet, async ({ name }) => void greeted.push(name))
  await enqueueTask(database.db, greet, { name: 'Ana' }, { key: 'a' })
  await enqueueTask(database.db, greet, { name: 'Ana again' }, { key: 'a' })
  await enqueueTask(database.db, greet, { name: 'Ben' }, { key: 'b' })

  await run(handler)
  expect(greeted.toSorted()).toEqual(['Ana', 'Ben'])
  await enqueueTask(database.db, greet, { name: 'Ana later' }, { key: 'a' })
  await run(handler)
  expect(greeted).toContain('Ana later')
})

test('a failing task is retried at growing intervals, and is then dead', async () => {
  const lastAttempts: boolean[] = []
  const handler = handleTask(greet, async (_data, { isLastAttempt }) => {
    lastAttempts.push(isLastAttempt)
    throw new Error('not at home')
  })
  await enqueueTask(database.db, greet, { name: 'Ana' })

  await run(handler)
  expect(await secondsToWait()).toSatisfy((value: number) => value > 25 && value <= 60)
  await makeTasksDue(database)
  await run(handler)
  expect(await secondsToWait()).toSatisfy((value: number) => value > 55 && value <= 120)
  await makeTasksDue(database)
  await run(handler)

  expect(lastAttempts).toEqual([false, false, true])
  expect(await listDeadTasks(database.db)).toMatchObject([
    {
      name: 'greet',
      data: { name: 'Ana' },
      attempts: 3,
      error: 'not at home',
      diedAt: expect.any(Date),
    },
  ])
})

test('invalid data is refused; invalid data of an older version is dead at once', async () => {
  const handler = handleTask(greet, async () => {})
  await expect(enqueueTask(database.db, greet, { name: 7 as unknown as string })).rejects.toThrow(
    'expected string',
  )
  await enqueueTask(database.db, greet, { name: 'Ana' })
  await sql`update pgboss.job set data = '{"nom": "Ana"}'`.execute(database.db)

  await run(handler)

  expect(await listDeadTasks(database.db)).toMatchObject([
    { name: 'greet', attempts: 1, data: { nom: 'Ana' } },
  ])
})

test('two workers share the tasks, each runs once', { timeout: 60_000 }, async () => {
  const greeted: string[] = []
  const handler = handleTask(greet, async ({ name }) => void greeted.push(name))
  const names = Array.from({ length: 30 }, (_, index) => `Number ${index}`)
  for (const name of names) await enqueueTask(database.db, greet, { name })

  await startedWorker(handler)
  await startedWorker(handler)

  await expect.poll(() => greeted.length).toBeGreaterThanOrEqual(30)
  await expect.poll(unfinished).toBe(0)
  expect(greeted.toSorted()).toEqual(names.toSorted())
})

test('a stopping worker finishes its tasks', async () => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let ended = false
  const worker = await startedWorker(
    handleTask(greet, async () => {
      begun.resolve()
      await mayEnd.promise
      ended = true
    }),
  )
  await enqueueTask(database.db, greet, { name: 'Ana' })
  await begun.promise

  let stopped = false
  const stopping = worker.stop().then(() => (stopped = true))
  // More polls than a stop that does not wait would need.
  for (let question = 0; question < 200; question++) await unfinished()
  expect(stopped).toBe(false)
  mayEnd.resolve()
  await stopping

  expect(ended).toBe(true)
  expect(await unfinished()).toBe(0)
})

test(
  'a recurring task runs once for all nodes, until it is removed',
  { timeout: 60_000 },
  async () => {
    const run = vi.fn<() => Promise<void>>(async () => {})
    const everyMinute = handleTask(defineTask({ name: 'tick', schema: z.object({}) }), run, {
      cron: '* * * * *',
    })
    await (await startedWorker(everyMinute)).stop()
    // pg-boss checks schedules twice a minute, and at start if the last check is old.
    await sql`update pgboss.version set cron_on = null`.execute(database.db)
    const workers = [await startedWorker(everyMinute), await startedWorker(everyMinute)]

    await expect.poll(() => run.mock.calls.length, { timeout: 30_000 }).toBe(1)
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await schedules()).toEqual([{ name: 'tick', cron: '* * * * *', timezone: 'UTC' }])
    await startedWorker(handleTask(greet, async () => {}))
    expect(await schedules()).toEqual([])
  },
)

const run = (handler: TaskHandler) => runTasksWith(database, [handler])

async function startedWorker(handler: TaskHandler, note: (line: object) => void = () => {}) {
  const log = { warn: note, error: note }
  const worker = await startWorker({ connection: database.connection, handlers: [handler], log })
  onTestFinished(() => worker.stop())
  return worker
}

async function secondsToWait(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where state = 'retry'
  `.execute(database.db)
  return rows[0]?.seconds ?? 0
}

async function unfinished(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = ${greet.name} and state <> 'completed'
  `.execute(database.db)
  return rows[0]?.n ?? 0
}

async function schedules() {
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(database.db)
  return rows
}

test('a failed task writes a line with its reason', async () => {
  const lines: object[] = []
  const failing = handleTask(greet, () => Promise.reject(new Error('not at home')))
  await startedWorker(failing, (line) => lines.push(line))
  await enqueueTask(database.db, greet, { name: 'Ana' })
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ task: 'greet', attempt: 1, reason: 'not at home' })
})
