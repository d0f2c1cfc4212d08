import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { openBoard, type Board } from '#test/moderation.ts'

let board: Board
beforeAll(async () => {
  board = await openBoard()
})
afterAll(() => board.app.close())

const waitingSince = (id: string, hours: number) =>
  sql`update jobs set created_at = now() - ${hours} * interval '1 hour' where id = ${id}`.execute(board.app.db)

test('the queue lists postings and reports, the oldest first, with counts by age', async () => {
  const reported = await board.posting('active')
  await board.report(reported.id)
  for (const hours of [30, 13, 5, 1]) {
    const { id } = await board.posting('pending')
    await waitingSince(id, hours)
  }
  const { items, counts, ages, totalPages } = await board.queue()
  expect(items.map((it) => it.kind)).toEqual(['pending', 'pending', 'pending', 'pending', 'report'])
  expect(items.map((it) => it.since)).toEqual(items.map((it) => it.since).toSorted())
  expect({ counts, ages, totalPages }).toEqual({
    counts: { pending: 4, edit: 0, unread: 0, report: 1 },
    ages: [2, 1, 1, 1],
    totalPages: 1,
  })
  expect((await board.queue('?kind=report')).ages).toEqual([1, 0, 0, 0])
  expect(items[0]?.posting.description).toContain('See patients in clinic')
})

test('is filtered by kind and source; unknown values are ignored', async () => {
  const job = await board.posting('pending', { channel: 'import', source: 'Feed One' })
  const ids = async (query: string) => (await board.queue(query)).items.map((it) => it.posting.id)
  expect(await ids('?source=Feed%20One')).toEqual([job.id])
  expect(await ids('?source=Feed%20One&kind=pending')).toEqual([job.id])
  expect(await ids('?source=Feed%20One&kind=report')).toEqual([])
  expect((await board.queue('?source=Feed%20One')).counts).toEqual({ pending: 1, edit: 0, unread: 0, report: 0 })
  expect(await ids('?kind=nonsense&doubt=nonsense&page=nonsense')).toEqual(await ids(''))
})

test('continues on the next page', async () => {
  const jobs = Array.from({ length: 45 }, () => jobRow({ status: 'pending', source: 'Paged' }))
  await addJobs(board.app.db, jobs)
  const pages = await Promise.all([1, 2, 3].map((page) => board.queue(`?source=Paged&page=${page}`)))
  expect(pages.map((it) => it.items.length)).toEqual([20, 20, 5])
  expect(pages[0]?.totalPages).toBe(3)
  expect(new Set(pages.flatMap((it) => it.items.map((item) => item.posting.id)))).toEqual(new Set(jobs.map((it) => it.id)))
})

test('lists the sources of pending postings with their counts', async () => {
  const { sources } = (await board.admin.get('/api/admin/queue/sources')).json<ResponseOf<'GET /api/admin/queue/sources'>>()
  expect(sources).toContainEqual({ source: 'Feed One', pending: 1, doubtful: 0 })
  expect(sources).toContainEqual({ source: 'Paged', pending: 45, doubtful: 0 })
})
