import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { importDataset } from './import-dataset.ts'
import { posting } from '#test/fixtures/imports.ts'

const database = databaseForFile()
beforeEach(async () => {
  await sql`truncate jobs, import_keys, imports cascade`.execute(database.db)
})

const options = { allowedHosts: [], now: new Date('2026-11-21T12:00:00Z') }

const importItems = (items: unknown[], more = {}) => importDataset(database.db, { items }, { ...options, ...more })

describe('rows that are no job', () => {
  it('are skipped with reason and number', async () => {
    const report = await importItems([
      posting(1),
      null,
      'Cardiologist',
      {},
      { error: 'REQUEST_FAILED', url: 'https://boards.example.org/1' },
      posting(2, { title: ' ' }),
      posting(3, { companyName: 'Unknown' }),
      posting(4, { location: 'Saint Louis, NM' }),
      posting(5, { location: '' }),
      posting(6, { location: 'Toronto, ON, Canada' }),
      posting(7, { description: '<p>&nbsp;</p>' }),
      posting(8, { title: 'Registered Nurse – Cardiology' }),
      posting(9, { jobState: 'CLOSED' }),
    ])
    expect(report.imported).toBe(2)
    expect(report.skippedRows).toEqual([
      { row: 2, reason: 'not-an-object' },
      { row: 3, reason: 'not-an-object' },
      { row: 4, reason: 'not-an-object' },
      { row: 5, reason: 'source-error' },
      { row: 6, reason: 'no-title' },
      { row: 7, reason: 'no-employer', title: 'Cardiologist, team 3' },
      { row: 9, reason: 'no-place', title: 'Cardiologist, team 5' },
      { row: 10, reason: 'outside-us', title: 'Cardiologist, team 6' },
      { row: 11, reason: 'no-description', title: 'Cardiologist, team 7' },
      { row: 12, reason: 'not-a-physician', title: 'Registered Nurse – Cardiology' },
      { row: 13, reason: 'closed', title: 'Cardiologist, team 9' },
    ])
    expect(report).toMatchObject({ skipped: 11, totalProcessed: 13 })
  })

  it('are named up to a limit, and counted beyond', async () => {
    const report = await importItems(Array.from({ length: 700 }, () => 0))
    expect(report.skippedRows).toHaveLength(100)
    expect(report.skippedByReason).toEqual({ 'not-an-object': 700 })
  })
})
