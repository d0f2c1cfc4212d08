import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import { failedTasks, runTasks } from '#test/mailbox.ts'
import * as board from '#test/moderation.ts'

board.openForFile()

test('the queue lists postings and reports, the oldest first, with counts, by kind and source; unknown values are ignored', async () => {
  const reported = await board.posting('active')
  await board.report(reported.id)
  for (const hours of [30, 13, 5, 1]) {
    const { id } = await board.posting('pending')
    await sql`update jobs set created_at = now() - ${hours} * interval '1 hour' where id = ${id}`.execute(
      board.app.db,
    )
  }
  const { items, counts, overdue, totalPages } = await board.queue()
  expect(items.map((item) => item.kind)).toEqual([
    'pending',
    'pending',
    'pending',
    'pending',
    'report',
  ])
  expect(items.map((item) => item.since)).toEqual(items.map((item) => item.since).toSorted())
  expect([counts, overdue, totalPages]).toEqual([
    { pending: 4, edit: 0, unread: 0, report: 1 },
    1,
    1,
  ])
  expect((await board.queue('?kind=report')).overdue).toBe(0)
  expect(items[0]?.posting.description).toContain('See patients in clinic')

  const { id } = await board.posting('pending', { channel: 'import', source: 'Feed One' })
  const ids = async (query: string) =>
    (await board.queue(query)).items.map((item) => item.posting.id)
  expect(await ids('?source=Feed%20One')).toEqual([id])
  expect(await ids('?source=Feed%20One&kind=pending')).toEqual([id])
  expect(await ids('?source=Feed%20One&kind=report')).toEqual([])
  expect((await board.queue('?source=Feed%20One')).counts).toEqual({
    pending: 1,
    edit: 0,
    unread: 0,
    report: 0,
  })
  expect(await ids('?kind=nonsense&doubt=nonsense&page=nonsense')).toEqual(await ids(''))
})

async function addPending(source: string, count: number): Promise<string[]> {
  const jobs = Array.from({ length: count }, () => jobRow({ status: 'pending', source }))
  await addJobs(board.app.db, jobs)
  return jobs.map((job) => job.id)
}

test('continues on the next page, and lists the sources of pending postings with their counts', async () => {
  const ids = await addPending('Paged', 45)
  const pages = await Promise.all(
    [1, 2, 3].map((page) => board.queue(`?source=Paged&page=${page}`)),
  )
  expect(pages.map((page) => page.items.length)).toEqual([20, 20, 5])
  expect(pages[0]?.totalPages).toBe(3)
  expect(pages.flatMap((page) => page.items.map((item) => item.posting.id)).toSorted()).toEqual(
    ids.toSorted(),
  )
  const counts = [
    { source: 'Feed One', pending: 1, doubtful: 0 },
    { source: 'Paged', pending: 45, doubtful: 0 },
  ]
  expect((await board.sources()).sources).toEqual(expect.arrayContaining(counts))
})

const start = (body: object) => board.admin.post('/api/admin/source-decisions', body)
const lastDecision = async () => (await board.decisions()).items[0]
const statuses = async (source: string) => {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::integer as n from jobs where source = ${source} group by status
  `.execute(board.app.db)
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}

/** A step decides about 200. */
const several = 201

test('a source is approved in batches, also after its node has stopped; postings that arrive meanwhile stay pending', async () => {
  await addPending('Large', several)
  expect((await start({ action: 'approve', source: 'Large' })).json()).toMatchObject({
    total: several,
  })
  expect(await statuses('Large')).toEqual({ pending: several })
  await addPending('Large', 1)
  await runTasks(board.app, { stopping: AbortSignal.abort() })
  expect(await lastDecision()).toMatchObject({ count: 200 })
  expect(await failedTasks(board.app)).toEqual([])
  await runTasks(board.app)
  expect(await statuses('Large')).toEqual({ active: several, pending: 1 })
  const { rows } = await sql`
    select from posting_events e join jobs j on j.id = e.job_id
    where j.source = 'Large' and action = 'approve' and actor = 'administrator'
  `.execute(board.app.db)
  expect(rows).toHaveLength(several)
  expect(await lastDecision()).toMatchObject({
    action: 'approve-source',
    subject: 'Large',
    count: several,
    canUndo: false,
  })
})

test('a source is rejected with a reason, which posters with an address get by mail', async () => {
  await addPending('Bad', 2)
  const posted = await board.posting('pending', { source: 'Bad' })
  const decision = { action: 'reject', source: 'Bad' }
  expect((await start(decision)).json()).toMatchObject({ error: 'Please give a reason' })
  expect((await start({ ...decision, reason: 'Not for physicians.' })).statusCode).toBe(200)
  await runTasks(board.app)
  expect(await statuses('Bad')).toEqual({ rejected: 3 })
  expect((await board.mailed(posted.poster)).at(-1)?.text).toContain('Not for physicians.')
  expect(
    (
      await sql`select from mails where subject like 'Your job posting was not%'`.execute(
        board.app.db,
      )
    ).rows,
  ).toHaveLength(1)
})
