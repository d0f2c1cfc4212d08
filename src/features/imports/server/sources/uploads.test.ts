import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { importDataset } from '../runs/import-dataset.ts'
import { postings } from '#test/fixtures/imports.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await sql`truncate jobs, import_keys, imports cascade`.execute(database.db)
})

const options = { allowedHosts: [], now: new Date('2026-11-21T12:00:00Z') }

async function importFile(content: string | Buffer) {
  const file = join(folder, 'dataset')
  await writeFile(file, content)
  return importDataset(database.db, { file }, options)
}

describe('files', () => {
  const items = postings(260)

  it('are read alike as a list and as lines', async () => {
    const lines = items.map((it) => JSON.stringify(it)).join('\n')
    expect(await importFile(lines)).toMatchObject({ imported: 260, skipped: 0, processed: 260 })
    expect(await importFile(JSON.stringify(items, null, 2))).toMatchObject({
      reasons: { duplicate: 260 },
      processed: 260,
    })
  })

  it('that break off keep what was read, and say where', async () => {
    const report = await importFile(JSON.stringify(items).slice(0, -200))
    expect(report).toMatchObject({ imported: 259, processed: 259, status: 'stopped' })
    expect(report.message).toBe(
      'Import stopped after row 259: The dataset ends in the middle: its list is not closed. 259 imported, 0 skipped.',
    )
    expect(await statuses()).toEqual(['stopped'])
    // Once the file is whole, the import goes on from there.
    expect(await importFile(JSON.stringify(items))).toMatchObject({ imported: 1 })
  })

  it('that hold nothing are refused, and the run is kept', async () => {
    await expect(importFile('<!doctype html>')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This is a web page, not a dataset.',
    })
    expect(await statuses()).toEqual(['failed'])
  })

  it('may be an empty list', async () => {
    expect(await importFile('[]')).toMatchObject({ imported: 0, processed: 0 })
  })
})

async function statuses(): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`select status from imports order by started_at`.execute(database.db)
  return rows.map((it) => it.status)
}
