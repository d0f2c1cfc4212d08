import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyBoardForEach, importSource, keepSource } from '#test/imports.ts'
import { posting, postings } from '#test/fixtures/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'

/** What changes at a source changes here. */

const board = emptyBoardForEach()
const pay = (from: number) => ({ salary: `$${from},000.00/yr - $450,000.00/yr` })

async function jobs() {
  const { rows } = await sql<Record<string, unknown> & { id: string }>`
    select id, title, employer, city, state, lat, comp_min::integer, pay_annual, status, description,
      snippet, apply_url, employment_type, posted_at::date::text as posted
    from jobs order by source_url
  `.execute(board.db)
  return rows
}
const job = async () => (await jobs())[0]

async function history(action = 'edit') {
  const { rows } = await sql<{ reason: string; actor: string; changed: string[] }>`
    select actor, reason, changed from posting_events where action = ${action} order by id
  `.execute(board.db)
  return rows
}

const approve = () => sql`update jobs set status = 'active'`.execute(board.db)

/** A source of one live job. */
async function live(change = {}): Promise<string> {
  const source = await keepSource(board, { name: 'Larkfield feed' })
  board.publish([posting(1, change), posting(2)])
  await importSource(board, source)
  await approve()
  return source
}
const again = (source: string, change = {}) => {
  board.publish([posting(1, change), posting(2)])
  return importSource(board, source)
}

describe('a row that its source changed', () => {
  it('updates its live job, and says so in history and report', async () => {
    const source = await live()
    const before = await job()
    const change = {
      ...pay(420),
      title: 'Interventional Cardiologist, team 1',
      location: 'Dallas, TX',
      contractType: 'Part-time',
      publishedAt: '2026-11-25',
      applyUrl: 'https://larkfield.example.org/apply/new',
      description: '<p>A physician for team 1, three days a week.</p>',
    }
    const run = await again(source, change)
    expect(run).toMatchObject({ imported: 0, changed: 1, unchanged: 1, skipped: 1, duplicates: 1 })
    expect(run.message).toContain('1 changed by their source (')
    expect(run.changes).toEqual(
      expect.arrayContaining([
        { field: 'Pay', count: 1 },
        { field: 'Location', count: 1 },
        { field: 'Apply URL', count: 1 },
      ]),
    )
    const after = await job()
    expect(after).toMatchObject({
      id: before?.id,
      title: 'Interventional Cardiologist, team 1',
      city: 'Dallas',
      comp_min: 420_000,
      status: 'active',
      employment_type: 'part-time',
      apply_url: 'https://larkfield.example.org/apply/new',
      description: 'A physician for team 1, three days a week.',
      snippet: 'A physician for team 1, three days a week.',
      // A new date does not make it a new job.
      posted: '2026-11-18',
    })
    expect(after?.['lat']).not.toBe(before?.['lat'])
    const [event] = await history()
    expect(event).toMatchObject({ actor: 'source' })
    expect(event?.reason).toContain('Pay: $400,000 - $450,000 a year → $420,000 - $450,000 a year')
    expect(event?.reason).toContain('Location: Austin, TX → Dallas, TX')
  })

  it('changes nothing the second time, nor where only a counter or the date changed', async () => {
    const source = await live()
    await again(source, pay(420))
    const before = await jobs()
    expect(await again(source, pay(420))).toMatchObject({ changed: 0, unchanged: 2 })
    expect(
      await again(source, { ...pay(420), applicants: 17, publishedAt: '2026-11-26' }),
    ).toMatchObject({ changed: 0, skipped: 2 })
    expect(await jobs()).toEqual(before)
    expect(await history()).toHaveLength(1)
  })

  it('updates a job that waits for approval, and its doubts', async () => {
    const source = await keepSource(board, { name: 'Larkfield feed' })
    board.publish([posting(1)])
    await importSource(board, source)
    const doubtful = async () =>
      (await sql<{ doubtful: string[] }>`select doubtful from job_facts`.execute(board.db)).rows[0]
        ?.doubtful
    expect(await doubtful()).toEqual([])
    board.publish([posting(1, { location: 'Nowhereville, TX' })])
    await importSource(board, source)
    expect(await doubtful()).toEqual(['place'])
    board.publish([posting(1, { location: 'Dallas, TX' })])
    await importSource(board, source)
    expect(await doubtful()).toEqual([])
    expect(await job()).toMatchObject({ city: 'Dallas', status: 'pending' })
  })

  it('tells physicians who saved the job, and mails no alert again', async () => {
    const source = await keepSource(board, { name: 'Larkfield feed' })
    const others = postings(4, 2)
    board.publish([posting(1), ...others])
    await importSource(board, source)
    await approve()
    const ana = await signIn(board, 'physician', { email: 'ana@mail.test' })
    const jobId = (await job())?.id ?? ''
    expect((await ana.post('/api/favorites', { jobId })).statusCode).toBe(200)
    await sql`delete from job_arrivals`.execute(board.db)
    board.publish([posting(1, { ...pay(420), description: '<p>Another text.</p>' }), ...others])
    await importSource(board, source)
    await runTasks(board)
    const mails = async () =>
      (
        await sql<{
          text: string
          to_address: string
        }>`select text, to_address from mails where cause like 'saved-job:%' order by created_at`.execute(
          board.db,
        )
      ).rows
    expect(await mails()).toEqual([
      { to_address: 'ana@mail.test', text: expect.stringContaining('→ $420,000') as string },
    ])
    expect((await sql`select from job_arrivals`.execute(board.db)).rows).toHaveLength(0)
    board.publish(others)
    await importSource(board, source)
    await runTasks(board)
    expect((await mails())[1]?.text).toContain('The job is closed at its source.')
  })
})

describe('a change waits for a moderator', () => {
  const waiting = async () =>
    (
      await sql<{ fields: Record<string, unknown> }>`select fields from waiting_edits`.execute(
        board.db,
      )
    ).rows.map(({ fields }) => fields)

  it('in a field that somebody corrected; the correction stands until then', async () => {
    const source = await live()
    const id = (await job())?.id
    const { updatedAt } = (await board.admin.get(`/api/job-postings/${id}`)).json<{
      updatedAt: string
    }>()
    const changes = { title: 'Cardiologist, days only', updatedAt }
    const corrected = await board.admin.put(`/api/admin/postings/${id}`, { changes })
    expect(corrected.statusCode, corrected.body).toBe(200)
    // Another field of the row goes live, and the correction stays.
    await again(source, pay(420))
    expect(await job()).toMatchObject({ title: 'Cardiologist, days only', comp_min: 420_000 })
    expect(await waiting()).toEqual([])
    await again(source, { ...pay(420), title: 'Cardiologist, nights' })
    expect(await job()).toMatchObject({ title: 'Cardiologist, days only' })
    expect(await waiting()).toEqual([{ title: 'Cardiologist, nights' }])
    const queue = (await board.admin.get('/api/admin/queue?kind=edit')).json<{
      items: { edit: { version: string; changes: object[] } }[]
    }>()
    expect(queue.items[0]?.edit.changes).toEqual([
      { label: 'Job title', before: 'Cardiologist, days only', after: 'Cardiologist, nights' },
    ])
    // What the source takes back waits no longer.
    await again(source, { ...pay(420), title: 'Cardiologist, days only' })
    expect(await waiting()).toEqual([])
  })

  it('if it is doubtful: the accepted value stays public', async () => {
    const source = await live()
    await again(source, { salary: '$26,500.00/yr' })
    expect(await job()).toMatchObject({ comp_min: 400_000, status: 'active' })
    expect(await waiting()).toHaveLength(1)
    expect(await again(source, { salary: '$26,500.00/yr' })).toMatchObject({ unchanged: 2 })
  })

  it('if the row seeks another profession: the job is not closed', async () => {
    const source = await live()
    const run = await again(source, {
      title: 'Registered Nurse, Cardiology',
      description: '<p>A registered nurse for team 1.</p>',
    })
    expect(run).toMatchObject({ closed: 0, changed: 1 })
    expect(await job()).toMatchObject({ title: 'Cardiologist, team 1', status: 'active' })
    expect(await waiting()).toEqual([
      expect.objectContaining({ title: 'Registered Nurse, Cardiology' }),
    ])
  })

  it('from the sixth change within a week', async () => {
    const source = await live()
    for (const from of [401, 402, 403, 404, 405, 406]) await again(source, pay(from))
    expect(await job()).toMatchObject({ comp_min: 405_000 })
    expect(await waiting()).toEqual([expect.objectContaining({ salaryMin: '406000' })])
  })
})

it('two rows of a source about one job do not take turns', async () => {
  const source = await keepSource(board, { name: 'Larkfield feed' })
  const rows = [
    posting(1),
    posting(1, { ...pay(300), id: '9', jobUrl: 'https://boards.example.org/9' }),
  ]
  board.publish(rows)
  await importSource(board, source)
  await approve()
  for (const published of [rows, rows.toReversed(), rows]) {
    board.publish(published)
    expect(await importSource(board, source)).toMatchObject({ imported: 0, changed: 0 })
  }
  // The one that spoke is gone: the other one speaks from the second run on.
  board.publish(rows.slice(1))
  await importSource(board, source)
  expect(await importSource(board, source)).toMatchObject({ changed: 1 })
  expect(await job()).toMatchObject({ comp_min: 300_000 })
})

it('two rows with one id do not take turns, however far apart they stand', async () => {
  const source = await keepSource(board, { name: 'Larkfield feed' })
  board.publish([posting(1), ...Array<null>(300).fill(null), posting(1, pay(300))])
  await importSource(board, source)
  expect(await importSource(board, source)).toMatchObject({ imported: 0, changed: 0 })
  expect(await job()).toMatchObject({ comp_min: 400_000 })
})

it('two sources that disagree about a job do not take turns', async () => {
  const first = await live()
  const other = await keepSource(board, {
    name: 'Another feed',
    url: board.url.replace('abc', 'def'),
    isComplete: false,
  })
  for (let round = 0; round < 3; round++)
    for (const [source, from] of [
      [other, 300 + round],
      [first, 400],
    ] as const) {
      board.publish([posting(1, pay(from))])
      expect(await importSource(board, source)).toMatchObject({ changed: 0 })
    }
  expect(await job()).toMatchObject({ comp_min: 400_000 })
})
