import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  boardForFile,
  checkSource,
  importSource,
  keepSource,
  uploadDataset,
} from '#test/imports.ts'
import { dataset, offsetOf, posting, postings } from '#test/fixtures/imports.ts'

const board = boardForFile()

test('an upload is checked as a whole, and imported', async () => {
  const content = JSON.stringify([
    ...postings(3),
    posting(4, { title: 'Registered Nurse' }),
    posting(1),
  ])
  const uploaded = await uploadDataset(board, content)
  const { url, size } = uploaded.json<{ url: string; size: number }>()
  expect([uploaded.statusCode, size]).toEqual([200, Buffer.byteLength(content)])

  const id = await keepSource(board, { name: 'Lakeside', url, isComplete: false })
  const check = await checkSource(board, id)
  expect(check).toMatchObject({
    status: 'finished',
    message: 'Of 5 rows, 3 would be imported and 2 skipped.',
  })
  const salary = { filled: 5, becomes: 'pay', samples: ['$400,000.00/yr - $450,000.00/yr'] }
  expect(check?.report?.columns.find((column) => column.path === 'salary')).toMatchObject(salary)
  const samples = [{ row: 4, title: 'Registered Nurse', detail: '' }]
  const groups = [
    { kind: 'ready', reason: null, count: 3 },
    { kind: 'skipped', reason: 'not a job for physicians', count: 1, samples },
    { kind: 'skipped', reason: 'already imported', count: 1 },
  ]
  expect(check?.report?.groups).toMatchObject(groups)
  expect((await sql`select from jobs`.execute(board.db)).rows).toEqual([])

  const run = await importSource(board, id)
  expect(
    (await sql`select from jobs where source = 'Lakeside'`.execute(board.db)).rows,
  ).toHaveLength(3)
  expect(run.report?.groups).toMatchObject(groups)
  for (const named of [run.id, check?.id]) {
    const file = await board.admin.get(`/api/admin/imports/${named}/rows.csv`)
    expect(file.body).toContain('4,Skipped,not a job for physicians,Registered Nurse,')
  }
})

test('a date that nobody can read is told; a relative one counts from when its row was read', async () => {
  const read = { postedAt: undefined, publishedAt: '2 days ago', scrapedAt: '2026-11-10T08:00:00Z' }
  board.publish([posting(31, { postedAt: undefined, publishedAt: 'Q3 FY26' }), posting(32, read)])
  const id = await keepSource(board, { name: 'Dated list' })
  const check = await checkSource(board, id)
  expect(check?.report?.unreadDates).toEqual({ count: 1, example: 'Q3 FY26' })
  await importSource(board, id)
  const { rows } = await sql<{ day: string }>`
    select posted_at::date::text as day from jobs where source = 'Dated list' order by posted_at limit 1
  `.execute(board.db)
  expect(rows).toEqual([{ day: '2026-11-08' }])
})

test('what has no rows is refused at once', async () => {
  const answer = await uploadDataset(board, 'Title,City\n')
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
    400,
    expect.stringMatching(/no rows/),
  ])
})

test('a check says what is wrong with an address', async () => {
  const lost = await checkSource(
    board,
    await keepSource(board, { url: 'upload:01900000-0000-7000-8000-000000000000' }),
  )
  expect(lost).toMatchObject({
    status: 'failed',
    message: 'The uploaded file is no longer here: upload it again.',
  })
})

test('a check ends when another one takes its place', async () => {
  const id = await keepSource(board)
  const asked: number[] = []
  const items = [...postings(3), ...Array<null>(3_997).fill(null)]
  board.publish(async (request, response) => {
    asked.push(offsetOf(request))
    if (asked.filter((offset) => offset === 500).length === 1 && asked.at(-1) === 500) {
      await board.admin.post(`/api/admin/import-sources/${id}/check`)
      // As long as it takes until a check reports what it has found.
      const later = Date.now() + 2_000
      const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
      onTestFinished(() => clock.mockRestore())
    }
    dataset(items)(request, response)
  })
  expect(await checkSource(board, id)).toMatchObject({ status: 'finished', processed: 4_000 })
  expect(asked.lastIndexOf(0)).toBeLessThan(asked.length / 2)
})

test('a doubtful row waits, and what is imported already is a duplicate, until a moderator has answered for its source', async () => {
  const id = await keepSource(board, { name: 'Ohio list' })
  board.publish([posting(20, { location: 'Sprngfeld Hights, OH' }), posting(21)])
  const groups = async () =>
    (await checkSource(board, id))?.report?.groups.map(({ reason, samples }) => [
      reason,
      samples[0]?.detail,
    ])
  const line = (place: string) =>
    `Larkfield Heart Group · ${place} · Cardiology · Full-time · $400,000 - $450,000 a year · posted November 18, 2026`
  expect(await groups()).toEqual([
    [null, line('Austin, TX')],
    ['No city of this name is known.', 'Sprngfeld Hights, OH'],
  ])
  await sql`
    insert into fact_answers (source, fact, words, value) values
      ('Ohio list', 'place', 'sprngfeld hights, oh', '{"city": "Springfield", "state": "OH"}')
  `.execute(board.db)
  expect(await groups()).toEqual([[null, line('Springfield, OH')]])
  expect(await importSource(board, id)).toMatchObject({ imported: 2, doubtful: 0 })
  expect(await groups()).toEqual([['already imported', 'same source id']])
})
