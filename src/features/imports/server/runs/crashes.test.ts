import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { namedRows } from '#features/imports/model.ts'
import { openDatabase } from '#platform/server/database.ts'
import { testApp } from '#test/app.ts'
import { startWorker } from '#platform/server/tasks/worker.ts'
import { failedTasks, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { answered, signIn } from '#test/sign-in.ts'
import { emptyBoardForEach, keepSource, runOf } from '#test/imports.ts'
import { holdName, releaseName } from './queries-runs.ts'
import { endLostImports, startImportRun } from './run-tasks.ts'
import { dataset, offsetOf, postings, serve, twoPages } from '#test/fixtures/imports.ts'
import { importTasks } from '../tasks.ts'

const board = emptyBoardForEach()

const begin = async () =>
  startImportRun(board.db, { sourceId: await keepSource(board), startedBy: null })

/** The page from 500 on is the last with items. */
it.each([500, 1000])(
  'a run whose process dies at the page from %i on goes on from where it was',
  async (deadly) => {
    const items = [...twoPages, ...postings(10)]
    const dying = openDatabase(board.connection)
    let asked: number[] = []
    board.publish((request, response) => {
      asked.push(offsetOf(request))
      if (offsetOf(request) === deadly) void dying.destroy()
      dataset(items)(request, response)
    })
    const id = await begin()
    await runTasks({ ...board, serverDb: dying })
    expect(await runOf(board, id)).toMatchObject({ status: 'running' })

    const { rows: cursors } = await sql<{
      page: number
    }>`select (cursor ->> 'page')::int as page from imports`.execute(board.db)
    asked = []
    // Another node, some seconds later.
    await makeTasksDue(board)
    await runTasks(board)
    expect(await runOf(board, id)).toMatchObject({
      status: 'finished',
      processed: 530,
      imported: 40,
      skipped: 490,
      duplicates: 10,
      reasons: [
        { reason: 'not a job item', count: 480 },
        { reason: 'already imported', count: 10 },
      ],
      message: 'Import completed: 40 imported, 490 skipped (10 of them duplicates).',
    })
    const { duplicates } = namedRows((await runOf(board, id)).report?.groups ?? [])
    expect(duplicates[0]).toMatch(/^Row 521: /)
    const { rows } =
      await sql`select count(*)::int as jobs, count(distinct source_url)::int as pages from jobs`.execute(
        board.db,
      )
    expect(rows).toEqual([{ jobs: 40, pages: 40 }])
    // Nothing is read twice but the page that it died in.
    expect(asked[0]).toBe(cursors[0]?.page)
  },
)

it('a node that stops leaves a run off at once, and the next one goes on with it', async () => {
  const waiting = Promise.withResolvers<void>()
  board.publish((request, response) => {
    // A server that is slow to answer keeps no node from stopping.
    if (offsetOf(request) === 500) waiting.resolve()
    else dataset(twoPages)(request, response)
  })
  const id = await begin()
  const complaints: unknown[] = []
  const complain = (...it: unknown[]) => complaints.push(it)
  const log = { info: () => {}, warn: complain, error: complain }
  const handlers = importTasks({ db: board.db, settings: board.settings, storage: board.storage })
  const worker = await startWorker({ connection: board.connection, handlers, log })
  await waiting.promise
  await worker.stop()
  const left = await runOf(board, id)
  expect(left).toMatchObject({ status: 'running' })
  expect(left.processed).toBeLessThanOrEqual(500)
  expect([complaints, await failedTasks(board)]).toEqual([[], []])

  board.publish(twoPages)
  await runTasks(board)
  expect(await runOf(board, id)).toMatchObject({
    status: 'finished',
    processed: 520,
    imported: 40,
    duplicates: 0,
  })
})

it('two workers with one run add nothing twice, and count each row once', async () => {
  board.publish(twoPages)
  const id = await begin()
  const { rows } = await sql<{
    data: object
  }>`select data from pgboss.job where name = 'run-import'`.execute(board.db)
  // A worker that was taken for dead goes on beside the one that took over.
  await sql`
    insert into pgboss.job (name, data, policy, singleton_key, dead_letter)
      select name, data, policy, gen_random_uuid()::text, dead_letter from pgboss.job where name = 'run-import'
  `.execute(board.db)
  expect(rows).toHaveLength(1)
  await Promise.all([runTasks(board), runTasks(board)])
  expect(await runOf(board, id)).toMatchObject({
    status: 'finished',
    processed: 520,
    imported: 40,
    duplicates: 0,
  })
  expect((await sql`select from jobs`.execute(board.db)).rows).toHaveLength(40)
})

/** A run and a check of a source; its id. */
async function beginBoth(): Promise<string> {
  const source = await keepSource(board)
  await startImportRun(board.db, { sourceId: source, startedBy: null })
  expect((await board.admin.post(`/api/admin/import-sources/${source}/check`)).statusCode).toBe(200)
  return source
}

async function states() {
  const { rows } = await sql<{ what: string; status: string; message: string | null }>`
    select case when is_task then 'run' else 'command' end as what, status, message from imports
    union all select 'check', status, message from import_checks
  `.execute(board.db)
  return Object.fromEntries(rows.map(({ what, status, message }) => [what, message ?? status]))
}

const byUs = 'failed because of an error on our side.'
const failed = { run: `The import ${byUs}`, check: `The check ${byUs}` }

it('a failure of our own is tried again, and ends run and check when nobody tries any more', async () => {
  board.publish(postings(3))
  await beginBoth()
  await sql`alter table import_keys rename to lost_keys`.execute(board.db)
  try {
    await runTasks(board)
    expect(await states()).toEqual({ run: 'running', check: 'running' })
    await sql`update pgboss.job set retry_limit = retry_count`.execute(board.db)
    await makeTasksDue(board)
    await runTasks(board)
    expect(await states()).toEqual(failed)
  } finally {
    await sql`alter table lost_keys rename to import_keys`.execute(board.db)
  }
})

it('what no worker or command goes on with is ended, and the source can be imported again', async () => {
  const source = await beginBoth()
  await sql`
    insert into imports (id, source, approved, status) values (${randomUUIDv7()}, 'jobs.json', false, 'running')
  `.execute(board.db)
  const running = { run: 'running', check: 'running', command: 'running' }
  const endLost = () =>
    endLostImports(board.db, { publicUrl: 'https://board.test', appMode: 'production' })
  await board.db.connection().execute(async (command) => {
    await holdName(command, 'jobs.json')
    await endLost()
    expect(await states()).toEqual(running)
    await releaseName(command, 'jobs.json')
  })
  await sql`update pgboss.job set state = 'failed'`.execute(board.db)
  await endLost()
  expect(await states()).toEqual({
    ...failed,
    command: 'Interrupted: the process ended before the import did.',
  })
  await startImportRun(board.db, { sourceId: source, startedBy: null })
})

it('a server that stops keeps nobody waiting for an import', async () => {
  const { origin, close } = await serve(dataset(postings(3)))
  const node = await testApp({ env: { IMPORT_ALLOWED_HOSTS: new URL(origin).host } })
  const admin = await signIn(node, 'admin')
  const answering = admin.post('/api/admin/import-apify', { url: `${origin}/jobs.json` })
  await expect
    .poll(async () => (await sql`select from imports`.execute(node.db)).rows)
    .toHaveLength(1)
  await node.app.close()
  const message = 'Import running: 0 rows so far, 0 imported, 0 skipped.'
  expect(await answered(answering)).toMatchObject([
    202,
    { message, totalProcessed: 0, running: true },
  ])
  await node.close()
  await close()
})
