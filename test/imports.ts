import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ImportRunDetail } from '#features/imports/contract.ts'
import type { ImportCheck, ImportSource } from '#features/imports/contract-sources.ts'
import type { NewSource } from '#features/imports/schemas.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { dataset, itemsPath, serve, type Answer } from '#test/fixtures/imports.ts'
import { importDataset, type ImportOptions } from '#features/imports/server/runs/import-dataset.ts'
import { startImportRun } from '#features/imports/server/runs/run-tasks.ts'
import { testApp, type TestApp } from './app.ts'
import { databaseForFile } from './database.ts'
import { runTasks } from './mailbox.ts'
import { signIn, type Caller } from './sign-in.ts'

export type Board = Awaited<ReturnType<typeof openBoard>>

/**
 * A board for the tests of this file: its administrator, and a server that answers like Apify's
 * API.
 */
export function boardForFile(env: Record<string, string> = {}): Board {
  const board = {} as Board
  beforeAll(async () => {
    Object.assign(board, await openBoard(env))
  })
  afterAll(() => board.close())
  return board
}

/** The same, without sources, runs, jobs and tasks before each test. */
export function emptyBoardForEach(): Board {
  const board = boardForFile()
  beforeEach(async () => {
    await sql`
      truncate jobs, import_keys, imports, import_sources, import_checks, moderation_decisions, fact_answers, mails, pgboss.job cascade
    `.execute(board.db)
  })
  return board
}

async function openBoard(env: Record<string, string> = {}) {
  let answer: Answer = dataset([])
  const server = await serve((request, response) => answer(request, response))
  const app = await testApp({
    env: { RATE_LIMITS: 'off', IMPORT_ALLOWED_HOSTS: new URL(server.origin).host, ...env },
  })
  return {
    ...app,
    admin: await signIn(app, 'admin', { firstName: 'Ada', lastName: 'Miller' }),
    /** The URL of the dataset that replaces Apify. */
    url: server.origin + itemsPath,
    /** Sets the dataset's items, or its server's answer. */
    publish: (items: readonly unknown[] | Answer) =>
      (answer = Array.isArray(items) ? dataset(items) : (items as Answer)),
    async close() {
      await app.close()
      await server.close()
    },
  }
}

/**
 * A database for the tests of this file, and what imports items into it as a command does; empty
 * before each.
 */
export function importerForFile() {
  const database = databaseForFile()
  beforeEach(async () => {
    await sql`truncate jobs, import_keys, imports, fact_answers cascade`.execute(database.db)
  })
  const options = { allowedHosts: [], now: new Date('2026-11-21T12:00:00Z') }
  return {
    database,
    importItems: (items: unknown[], more: Partial<ImportOptions> = {}) =>
      importDataset(database.db, { items }, { ...options, ...more }),
    jobs: async (): Promise<Record<string, unknown>[]> => {
      const { rows } = await sql<Record<string, unknown>>`
        select j.*, f.facts, f.doubtful from jobs j left join job_facts f on f.job_id = j.id order by j.title
      `.execute(database.db)
      return rows
    },
  }
}

/** Starts an import and waits for its answer, while a worker runs. */
export async function importAddress(board: Board, url = board.url) {
  const countRuns = async () => (await sql`select from imports`.execute(board.db)).rows.length
  const before = await countRuns()
  const answering = board.admin.post('/api/admin/import-apify', { url })
  await expect.poll(countRuns).toBe(before + 1)
  await runTasks(board)
  return answering
}

type SourceChange = Partial<Omit<NewSource, 'schedule'>> & { schedule?: string; nextRunAt?: Date }

export const sourceFields = (fields: object = {}) => {
  const name = `Feed ${randomUUIDv7()}`
  return {
    name,
    mapping: {},
    schedule: 'never',
    isComplete: false,
    structuredDataAllowed: false,
    ...fields,
  }
}

/**
 * Saves a source as the page does, without its check: that would read the dataset beside the test.
 */
export async function createSource(
  { admin, url, db }: Board,
  fields: object = {},
): Promise<ImportSource> {
  const answer = await admin.post('/api/admin/import-sources', sourceFields({ url, ...fields }))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  await sql`delete from pgboss.job where name = 'check-import'`.execute(db)
  return answer.json<ImportSource>()
}

/** Saves a source that lists every open job; returns its id. */
export async function keepSource(
  board: Board,
  { nextRunAt, ...fields }: SourceChange = {},
): Promise<string> {
  const { id } = await createSource(board, { isComplete: true, ...fields })
  if (nextRunAt)
    await sql`update import_sources set next_run_at = ${nextRunAt} where id = ${id}`.execute(
      board.db,
    )
  return id
}

const headers = { 'content-type': 'application/octet-stream' }
export const uploadDataset = ({ admin }: { admin: Caller }, content: Buffer | string) =>
  admin.call({
    method: 'POST',
    url: '/api/admin/import-files?name=feed',
    headers,
    payload: Buffer.from(content),
  })

/** Saves a source of what is uploaded; returns its id. */
export async function keepUpload(
  board: Board,
  content: Buffer | string,
  change: SourceChange = {},
): Promise<string> {
  const answer = await uploadDataset(board, content)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return keepSource(board, {
    url: answer.json<{ url: string }>().url,
    isComplete: false,
    ...change,
  })
}

/** Runs a whole import of a source. */
export async function importSource(board: Board, sourceId: string): Promise<ImportRunDetail> {
  const id = await startImportRun(board.db, { sourceId, startedBy: null })
  await runTasks(board)
  return runOf(board, id)
}

/** Checks every row of a source. */
export async function checkSource(
  board: Pick<Board, 'admin'> & TestApp,
  sourceId: string,
): Promise<ImportCheck | null> {
  const path = `/api/admin/import-sources/${sourceId}`
  const started = await board.admin.post(`${path}/check`)
  if (started.statusCode !== 200) throw new Error(started.body)
  await runTasks(board)
  return (await board.admin.get(`${path}/answers`)).json<
    ResponseOf<'GET /api/admin/import-sources/:id/answers'>
  >().check
}

export const runOf = async ({ admin }: Board, id: string): Promise<ImportRunDetail> =>
  (await admin.get(`/api/admin/imports/${id}`)).json<ImportRunDetail>()
