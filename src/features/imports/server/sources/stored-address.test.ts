import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTasks } from '#test/mailbox.ts'
import {
  checkSource,
  createSource,
  emptyBoardForEach,
  importSource,
  runOf,
  sourceFields,
  type Board,
} from '#test/imports.ts'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { dataset, postings } from '#test/fixtures/imports.ts'
import { startImportRun } from '../runs/run-tasks.ts'

const board = emptyBoardForEach()
/** What the dataset's server was shown. */
const tokens = new Set<string | undefined>()

beforeEach(() => {
  tokens.clear()
  board.publish((request, response) => {
    tokens.add(request.headers.authorization)
    dataset(postings(2))(request, response)
  })
})

const sourcesUrl = '/api/admin/import-sources'
const secretUrl = () => `${board.url}?token=very-secret&view=overview`
const shownUrl = () => `${board.url}?token=…&view=overview`
const lost =
  'We can no longer read the address because the server’s SECRET changed. Please enter it again.'

const put = ({ id, ...source }: ImportSource, changes: object) =>
  board.admin.put(`${sourcesUrl}/${id}`, { ...source, ...changes })

/** All that the database says of sources and their imports. */
async function everythingKept(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select import_sources::text as text from import_sources
    union all select imports::text from imports
    union all select import_checks::text from import_checks
    union all select job::text from pgboss.job
    union all select audit_log::text from audit_log
  `.execute(board.db)
  return rows.map((row) => row.text).join()
}

describe('a secret in the address of a source', () => {
  it('is used, and neither kept as it is nor shown to anybody', async () => {
    const source = await createSource(board, { url: secretUrl() })
    expect(source.url).toBe(shownUrl())
    const run = await importSource(board, source.id)
    expect(run).toMatchObject({ status: 'finished', imported: 2, url: shownUrl() })
    expect(await checkSource(board, source.id)).toMatchObject({ status: 'finished', processed: 2 })
    expect([...tokens]).toEqual(['Bearer very-secret'])
    const answers = [
      (await board.admin.get(sourcesUrl)).body,
      (await board.admin.get(`${sourcesUrl}/${source.id}`)).body,
      (await board.admin.get('/api/admin/imports')).body,
      (await board.admin.get('/api/admin/audit')).body,
      await everythingKept(),
    ]
    for (const answer of answers) {
      expect(answer).toContain(source.id)
      expect(answer).not.toContain('very-secret')
    }
  })

  it('stays when the source is saved as it was shown, and goes with another address', async () => {
    const source = await createSource(board, { url: secretUrl() })
    const saved = (await put(source, { isComplete: true })).json<ImportSource>()
    expect(saved).toMatchObject({ url: shownUrl(), isComplete: true })
    await importSource(board, source.id)
    expect([...tokens]).toEqual(['Bearer very-secret'])
    tokens.clear()
    const moved = (await put(saved, { url: `${board.url}?token=another` })).json<ImportSource>()
    expect(moved.url).toBe(`${board.url}?token=…`)
    await importSource(board, source.id)
    expect([...tokens]).toEqual(['Bearer another'])
    expect((await put(moved, { url: board.url })).json()).toMatchObject({ url: board.url })
    tokens.clear()
    await importSource(board, source.id)
    expect([...tokens]).toEqual([undefined])
  })

  it('is not taken for what stands in its place', async () => {
    const source = await createSource(board, { url: secretUrl() })
    const masked = await board.admin.post(sourcesUrl, sourceFields({ url: shownUrl() }))
    const elsewhere = await put(source, { url: `${board.url}/other?token=…` })
    const once = await board.admin.post('/api/admin/import-apify', { url: shownUrl() })
    for (const answer of [masked, elsewhere, once]) {
      expect([answer.statusCode, answer.json<{ details: unknown }>().details]).toEqual([
        400,
        [
          {
            field: 'url',
            message: 'We hide the secret parts of this address. Please enter the whole address.',
          },
        ],
      ])
    }
    expect([...tokens]).toEqual([])
  })
})

describe('a server whose secret has changed', () => {
  const withAnotherSecret = (): Board => ({
    ...board,
    settings: { ...board.settings, secrets: ['y'.repeat(32)] },
  })

  it('ends the run of a sealed source with the reason, and says it in the form', async () => {
    const { id } = await createSource(board, { url: secretUrl() })
    const runId = await startImportRun(board.db, { sourceId: id, startedBy: null })
    await runTasks(withAnotherSecret())
    expect(await runOf(board, runId)).toMatchObject({
      status: 'failed',
      message: lost,
      processed: 0,
    })
    expect([...tokens]).toEqual([])
  })

  it('shows the source, and asks for its address anew', async () => {
    const source = await createSource(board, { url: secretUrl() })
    await sql`update import_sources set sealed_url = repeat('A', 60)`.execute(board.db)
    expect((await board.admin.get(`${sourcesUrl}/${source.id}`)).json()).toMatchObject({
      url: shownUrl(),
    })
    const answer = await put(source, { isComplete: true })
    expect([answer.statusCode, answer.json<{ details: unknown }>().details]).toEqual([
      400,
      [{ field: 'url', message: lost }],
    ])
    expect((await put(source, { url: secretUrl() })).statusCode).toBe(200)
    expect(await importSource(board, source.id)).toMatchObject({ status: 'finished', imported: 2 })
  })
})
