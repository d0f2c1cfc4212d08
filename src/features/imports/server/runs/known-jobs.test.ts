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

describe('a job is known', () => {
  const same = posting(1)
  it.each([
    ['by its source id', { ...same, jobUrl: 'https://boards.example.org/other', title: 'Electrophysiologist' }, 'same source id'],
    ['by its address', { ...same, id: '77', title: 'Electrophysiologist' }, 'same address'],
    [
      'by its address with tracking',
      { ...same, id: '77', title: 'Hepatologist', jobUrl: `http://www.boards.example.org/jobs/view/1000001/?utm_source=x&trk=y` },
      'same address',
    ],
    [
      'by title, employer and place',
      {
        ...same,
        id: '77',
        jobUrl: 'https://elsewhere.example.org/9',
        title: 'CARDIOLOGIST, TEAM 1',
        companyName: 'Larkfield Heart Group, Inc.',
      },
      'same title, employer and place',
    ],
  ])('%s', async (_, item, knownBy) => {
    const report = await importItems([same, item])
    expect(report).toMatchObject({ imported: 1, skipped: 1 })
    expect(report.duplicates).toEqual([expect.stringContaining(`(${knownBy})`)])
    expect(report.duplicates[0]).toMatch(/^Row 2: /)
    // The next import, in batches of its own, knows it as well.
    expect(await importItems([item])).toMatchObject({ imported: 0, skippedByReason: { duplicate: 1 } })
  })

  it('not by the front page of a site, nor by an id of another site', async () => {
    const items = [1, 2].map((number) => posting(number, { id: undefined, jobUrl: 'https://larkfield.example.org/' }))
    const others = [3, 4].map((number) => posting(number, { id: '5', jobUrl: `https://board-${number}.example.org/jobs/5` }))
    expect(await importItems([...items, ...others])).toMatchObject({ imported: 4 })
  })

  it('under all names that it ever had', async () => {
    await importItems([posting(1)])
    await importItems([posting(1, { jobUrl: 'https://boards.example.org/moved/1' })])
    const moved = posting(9, { jobUrl: 'https://boards.example.org/moved/1' })
    expect(await importItems([moved])).toMatchObject({ imported: 0 })
  })

  it('even after the job was erased', async () => {
    await importItems([posting(1)])
    await sql`delete from jobs`.execute(database.db)
    expect(await importItems([posting(1)])).toMatchObject({ imported: 0, skippedByReason: { duplicate: 1 } })
  })
})
