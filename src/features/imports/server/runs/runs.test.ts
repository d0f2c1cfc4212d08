import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyBoardForEach, importAddress, keepSource, runOf } from '#test/imports.ts'
import type { ImportRuns } from '#features/imports/contract.ts'
import { dataset, offsetOf, postings, twoPages } from '#test/fixtures/imports.ts'
import { runTasks } from '#test/mailbox.ts'

const board = emptyBoardForEach()

const onlyRun = async () => (await board.admin.get('/api/admin/imports')).json<ImportRuns>().runs[0]

describe('importing an address', () => {
  it('answers what became of it, and keeps the run with who started it; again it adds nothing', async () => {
    board.publish([...postings(2), null, { error: 'BLOCKED' }])
    const first = await importAddress(board)
    const { id } = first.json<{ id: string }>()
    const skipped = ['not a job item', 'the scraper reported an error instead of a job']
    expect([first.statusCode, first.json()]).toEqual([
      200,
      {
        message: 'Import completed: 2 imported, 2 skipped.',
        imported: 2,
        skipped: 2,
        totalProcessed: 4,
        duplicates: [],
        reasons: skipped.map((reason) => ({ reason, count: 1 })),
        skippedRows: skipped.map((reason, at) => ({ row: 3 + at, reason })),
        id: expect.any(String) as string,
        running: false,
      },
    ])
    expect(await runOf(board, id)).toMatchObject({
      source: board.url,
      sourceId: null,
      url: board.url,
      startedBy: { id: board.admin.user.id, name: 'Ada Miller' },
      status: 'finished',
      total: 4,
    })
    const { rows: log } =
      await sql`select action, actor_id from audit_log where subject = ${`import:${id}`}`.execute(
        board.db,
      )
    expect(log).toEqual([{ action: 'imports.started', actor_id: board.admin.user.id }])
    const { rows } = await sql`select status from jobs`.execute(board.db)
    expect(rows).toEqual([{ status: 'pending' }, { status: 'pending' }])

    const again = (await importAddress(board)).json<{ imported: number; duplicates: string[] }>()
    expect(again).toMatchObject({ imported: 0, skipped: 4, totalProcessed: 4 })
    expect(again.duplicates[0]).toBe(
      'Row 1: Cardiologist, team 0, Larkfield Heart Group, Austin, TX (same source id)',
    )
  })

  it('in the background answers at once, and the run goes on', async () => {
    board.publish(postings(3))
    const answer = await board.admin.post('/api/admin/import-apify', {
      url: board.url,
      background: true,
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      expect.objectContaining({ running: true, imported: 0 }),
    ])
    await runTasks(board)
    expect(await runOf(board, answer.json<{ id: string }>().id)).toMatchObject({
      status: 'finished',
      imported: 3,
    })
  })

  it('says what kept it from reading anything', async () => {
    board.publish((_, response) => response.writeHead(404).end())
    const answer = await importAddress(board)
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      400,
      'There is no such dataset (404).',
    ])
    expect(await onlyRun()).toMatchObject({
      status: 'failed',
      message: 'There is no such dataset (404).',
    })
  })

  it.each([
    [{}, 'URL required'],
    [{ url: 'file:///etc/passwd' }, 'Please enter a valid Apify dataset URL'],
    [{ url: `upload:${randomUUIDv7()}` }, 'Please enter a valid Apify dataset URL'],
    [{ url: `http://127.0.0.1/${'職'.repeat(300)}` }, 'Please enter a valid Apify dataset URL'],
    [
      { url: 'http://10.0.0.7/' },
      'Imports from 10.0.0.7 are not allowed. Add it to IMPORT_ALLOWED_HOSTS if you trust it.',
    ],
  ])('refuses %j and starts nothing', async (body, error) => {
    const answer = await board.admin.post('/api/admin/import-apify', body)
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, error])
    expect(await onlyRun()).toBeUndefined()
  })
})

describe('canceling', () => {
  it('leaves what was added, and ends the run', async () => {
    board.publish(async (request, response) => {
      if (offsetOf(request) === 500)
        await board.admin.post(`/api/admin/imports/${(await onlyRun())?.id}/cancel`)
      dataset(twoPages)(request, response)
    })
    const report = (await importAddress(board)).json<{
      id: string
      imported: number
      message: string
      running: boolean
    }>()
    const message = /^Import canceled after row [\d,]+: \d+ imported, \d+ skipped\.$/
    expect(report).toMatchObject({
      running: false,
      message: expect.stringMatching(message) as string,
    })
    expect(report.imported).toBeLessThan(40)
    expect((await sql`select from jobs`.execute(board.db)).rows).toHaveLength(report.imported)
    const again = await board.admin.post(`/api/admin/imports/${report.id}/cancel`)
    expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([
      409,
      'This import is already over.',
    ])
  })
})

describe('the history', () => {
  it('shows all runs page by page, the newest first, and those of one source', async () => {
    const sourceId = await keepSource(board)
    const ids = Array.from({ length: 57 }, () => randomUUIDv7()).toSorted()
    for (const [index, id] of ids.entries())
      await sql`
        insert into imports (id, source, source_id, approved, status)
        values (${id}, ${`Feed ${index}`}, ${index % 20 === 0 ? sourceId : null}, false, 'finished')
      `.execute(board.db)
    const pages: string[][] = []
    for (let address = '/api/admin/imports'; ;) {
      const { runs, next } = (await board.admin.get(address)).json<ImportRuns>()
      pages.push(runs.map((run) => run.id))
      if (next === null) break
      address = `/api/admin/imports?before=${next}`
    }
    expect(pages.map((page) => page.length)).toEqual([25, 25, 7])
    expect(pages.flat()).toEqual(ids.toReversed())
    const { runs } = (
      await board.admin.get(`/api/admin/imports?source=${sourceId}`)
    ).json<ImportRuns>()
    expect(runs.map((run) => run.id)).toEqual([ids[40], ids[20], ids[0]])
  })
})
