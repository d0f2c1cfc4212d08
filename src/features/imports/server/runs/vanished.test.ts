import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { atOnce, untilLocked } from '#test/at-once.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import {
  emptyBoardForEach,
  importSource,
  keepSource,
  keepUpload,
  runOf,
  uploadDataset,
} from '#test/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import { dataset, offsetOf, posting, postings, type Answer } from '#test/fixtures/imports.ts'
import { startImportRun } from './run-tasks.ts'

const board = emptyBoardForEach()

/** Publishes the jobs whose titles end with one of these figures. */
const approve = (figures: string) =>
  sql`update jobs set status = 'active' where right(title, 1) = any(${figures.split('')})`.execute(
    board.db,
  )

async function jobs() {
  const { rows } = await sql<{ id: string; title: string; status: string; ends: string | null }>`
    select id, title, status, expires_at::date::text as ends from jobs where status <> 'removed' order by title, id
  `.execute(board.db)
  return rows
}
const statuses = async () => (await jobs()).map((job) => `${job.title.slice(-1)} ${job.status}`)

/** A board whose jobs 1 to 4 of a complete source are live, and 5 to 7 wait. */
async function listed(): Promise<string> {
  const source = await keepSource(board, { name: 'Larkfield feed' })
  board.publish(postings(7, 1))
  await importSource(board, source)
  await approve('1234')
  return source
}

describe('a job that its complete source no longer lists', () => {
  it('is closed, and says why; once it comes back, it is opened, or waits anew if nobody had approved it', async () => {
    const source = await listed()
    const [, , before] = await jobs()
    board.publish([1, 2, 4, 5, 7].map((number) => posting(number)))
    expect(await importSource(board, source)).toMatchObject({
      closed: 2,
      message:
        'Import completed: 0 imported, 5 skipped (5 of them duplicates), 2 closed that are no longer listed as open.',
    })
    expect(await statuses()).toEqual([
      '1 active',
      '2 active',
      '3 expired',
      '4 active',
      '5 pending',
      '7 pending',
    ])
    const { rows } = await sql`
      select e.action, e.actor, e.from_status, e.to_status, e.reason from posting_events e join jobs j on j.id = e.job_id
      where e.actor = 'source' order by j.title
    `.execute(board.db)
    const reason = 'no longer listed by its source'
    expect(rows).toEqual([
      { action: 'unlist', actor: 'source', from_status: 'active', to_status: 'expired', reason },
      { action: 'withdraw', actor: 'source', from_status: 'pending', to_status: 'removed', reason },
    ])
    // It is closed once.
    expect(await importSource(board, source)).toMatchObject({ closed: 0 })

    board.publish(postings(7, 1))
    expect(await importSource(board, source)).toMatchObject({
      imported: 1,
      reopened: 1,
      closed: 0,
      message:
        'Import completed: 1 imported, 6 skipped (6 of them duplicates), 1 listed and opened again.',
    })
    expect(await statuses()).toEqual([
      '1 active',
      '2 active',
      '3 active',
      '4 active',
      '5 pending',
      '6 pending',
      '7 pending',
    ])
    expect((await jobs())[2]?.id).toBe(before?.id)
  })

  it('because it is merged into another one during a run, leaves that one open', async () => {
    const source = await listed()
    const [other = expect.fail()] = await jobs()
    const kept = jobRow({ title: 'Cardiologist 1', channel: 'import' })
    await addJobs(board.db, [kept])
    const { rows } = await sql<{ id: string }>`
      insert into likely_duplicates (job_a, job_b, score, title_score, employer_score, place_score,
        text_score, specialty, state, sources)
      values (${other.id}, ${kept.id}, 90, 90, 90, 90, 90, 'Cardiology', 'TX', '{}') returning id
    `.execute(board.db)
    const run = await startImportRun(board.db, { sourceId: source, startedBy: null })
    const mergeThem = () =>
      board.admin.post(`/api/admin/duplicates/${rows[0]?.id}/merge`, { keepsOther: true })
    const runLater = async () => {
      await untilLocked(board)
      return runTasks(board)
    }
    const [merging] = await atOnce<unknown>(board, [mergeThem, runLater])
    expect(merging).toMatchObject({ statusCode: 200 })
    expect(await runOf(board, run)).toMatchObject({ closed: 0 })
    expect(await jobs()).toContainEqual(expect.objectContaining({ id: kept.id, status: 'active' }))
  })

  it('is closed at once where its row says so, and opened when the source opens it again', async () => {
    const source = await keepSource(board, { name: 'Larkfield feed', isComplete: false })
    board.publish(postings(4, 1))
    await importSource(board, source)
    await approve('123')
    const changed = [
      posting(1, { isClosed: true }),
      posting(2, { expiresAt: '2026-11-19', id: undefined }),
      posting(3),
      posting(4, { status: 'Filled' }),
    ]
    board.publish(changed)
    const { closed, reasons } = await importSource(board, source)
    expect([closed, reasons]).toEqual([
      3,
      expect.arrayContaining([{ reason: 'closed by its source', count: 3 }]),
    ])
    expect(await statuses()).toEqual(['1 expired', '2 expired', '3 active'])
    expect(await importSource(board, source)).toMatchObject({ closed: 0 })
    board.publish(postings(4, 1))
    expect(await importSource(board, source)).toMatchObject({ closed: 0, reopened: 2, imported: 1 })
    expect(await statuses()).toEqual(['1 active', '2 active', '3 active', '4 pending'])
  })

  it('ends when its source says, and goes on when the source moves the end', async () => {
    const source = await keepSource(board, { name: 'Larkfield feed' })
    const ends = (day: string) => [posting(1, { expiresAt: day }), posting(2)]
    const ending = async () => (await jobs()).map((job) => job.ends)
    const [soon, later] = [10, 20].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    )
    board.publish(ends(later ?? ''))
    await importSource(board, source)
    await approve('12')
    board.publish(ends(soon ?? ''))
    await importSource(board, source)
    expect(await ending()).toEqual([soon, null])
    // Its end has come, and the clock has closed it.
    await sql`update jobs set status = 'expired', expires_at = now() - interval '1 day' where title like '%1'`.execute(
      board.db,
    )
    await sql`
      insert into posting_events (job_id, action, actor, from_status, to_status, channel)
        select id, 'expire', 'clock', 'active', 'expired', channel from jobs where title like '%1'
    `.execute(board.db)
    board.publish(ends(later ?? ''))
    expect(await importSource(board, source)).toMatchObject({ reopened: 1 })
    expect(await statuses()).toEqual(['1 active', '2 active'])
    expect(await ending()).toEqual([later, null])
  })

  it('stays closed when it comes back if that was not why', async () => {
    const source = await listed()
    await sql`update jobs set status = 'expired' where title like '%1'`.execute(board.db)
    await sql`update jobs set status = 'inactive' where title like '%2'`.execute(board.db)
    expect(await importSource(board, source)).toMatchObject({ reopened: 0 })
    board.publish(postings(4, 3))
    expect(await importSource(board, source)).toMatchObject({ closed: 0 })
    expect((await statuses()).slice(0, 2)).toEqual(['1 expired', '2 inactive'])
  })

  it('stays open while another complete source lists it, and where the source does not list everything', async () => {
    const source = await listed()
    const other = await keepSource(board, {
      name: 'Another feed',
      url: board.url.replace('abc', 'def'),
    })
    await importSource(board, other)
    board.publish(postings(5, 1))
    expect(await importSource(board, source)).toMatchObject({ closed: 0 })
    await sql`update import_sources set is_complete = false where id = ${other}`.execute(board.db)
    expect(await importSource(board, other)).toMatchObject({ status: 'finished', closed: 0 })
    expect(await statuses()).toHaveLength(7)
    await sql`update import_sources set is_complete = true`.execute(board.db)
    expect(await importSource(board, other)).toMatchObject({ closed: 2 })
  })
})

describe('nothing is closed', () => {
  const unreadable = [
    posting(1),
    ...Array.from({ length: 5 }, () => ({ headline: 'Cardiologist' })),
  ]
  const fewer = 'Nothing was closed: less than 70% as many jobs could be read as last time.'
  const breaksOff: Answer = (request, response) =>
    offsetOf(request) > 0
      ? response.writeHead(403).end()
      : dataset(postings(5, 1))(request, response)
  it.each<[string, unknown[] | Answer, string]>([
    [
      'by an empty dataset',
      [],
      'Import completed: 0 imported, 0 skipped. Nothing was closed: the dataset is empty.',
    ],
    ['by one that can no longer be read', unreadable, fewer],
    [
      'by one with fewer rows than its source announces',
      dataset(postings(6, 1), { total: '7' }),
      'Nothing was closed: the source announced 7 rows and gave 6.',
    ],
    ['by one that breaks off', breaksOff, 'Import stopped after row 5: '],
  ])('%s', async (_, answer, message) => {
    const source = await listed()
    board.publish(answer)
    expect(await importSource(board, source)).toMatchObject({
      closed: 0,
      message: expect.stringContaining(message) as string,
    })
    expect(await statuses()).toEqual([
      '1 active',
      '2 active',
      '3 active',
      '4 active',
      '5 pending',
      '6 pending',
      '7 pending',
    ])
  })

  it('by a list that answers 10,000 pages', async () => {
    const source = await listed()
    let asked = 0
    board.publish((_, response) => response.end(JSON.stringify(postings(3, 1 + asked++))))
    const id = await startImportRun(board.db, { sourceId: source, startedBy: null })
    const lastPages = { page: 9_998 * 500, row: 0 }
    await sql`update imports set cursor = ${JSON.stringify(lastPages)} where id = ${id}`.execute(
      board.db,
    )
    await runTasks(board)
    expect(await runOf(board, id)).toMatchObject({
      status: 'stopped',
      closed: 0,
      message: expect.stringContaining('does not end: its server answered 10,000 pages.') as string,
    })
    expect([asked, await statuses()]).toEqual([2, expect.arrayContaining(['7 pending'])])
  })

  it('by a list with a row that cannot be read', async () => {
    const source = await keepUpload(board, JSON.stringify(postings(6, 1)), { isComplete: true })
    await importSource(board, source)
    const broken = JSON.stringify(postings(5, 1)).replace('"id"', '"id')
    const { url } = (await uploadDataset(board, broken)).json<{ url: string }>()
    await sql`update import_sources set url = ${url} where id = ${source}`.execute(board.db)
    const { closed, message } = await importSource(board, source)
    expect([closed, message]).toEqual([
      0,
      expect.stringContaining('Nothing was closed: one row could not be read.') as string,
    ])
  })

  it('by a dataset that has shrunk by more than 30%, until it stays so', async () => {
    const source = await listed()
    board.publish(postings(4, 1))
    const { message } = await importSource(board, source)
    expect(message).toContain(
      'Nothing was closed: the dataset has less than 70% of the rows that it had last time.',
    )
    expect(await statuses()).toHaveLength(7)
    expect(await importSource(board, source)).toMatchObject({ closed: 3 })
  })
})
