import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { importDataset } from './service.ts'

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

const now = new Date('2026-11-21T12:00:00Z')
const options = { allowedHosts: [], now }

/** An item of LinkedIn's shape about a job of its own. */
function posting(number: number, change: Record<string, unknown> = {}) {
  return {
    id: `${1_000_000 + number}`,
    jobUrl: `https://boards.example.org/jobs/view/${1_000_000 + number}`,
    title: `Cardiologist, team ${number}`,
    companyName: 'Larkfield Heart Group',
    location: 'Austin, TX',
    contractType: 'Full-time',
    salary: '$400,000.00/yr - $450,000.00/yr',
    publishedAt: '2026-11-18',
    applyUrl: `https://larkfield.example.org/apply/${number}`,
    description: `<p>A physician for team ${number}.</p><ul><li>Board certified</li></ul>`,
    ...change,
  }
}

const importItems = (items: unknown[], more = {}) => importDataset(database.db, { items }, { ...options, ...more })

async function importFile(content: string | Buffer) {
  const file = join(folder, 'dataset')
  await writeFile(file, content)
  return importDataset(database.db, { file }, options)
}

async function jobs(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from jobs order by title`.execute(database.db)
  return rows
}

describe('importing', () => {
  it('adds a job with what the item says, waiting for approval', async () => {
    const report = await importItems([posting(1)])

    expect(report).toMatchObject({ imported: 1, skipped: 0, totalProcessed: 1, duplicates: [] })
    expect(report.message).toBe('Import completed: 1 imported, 0 skipped.')
    expect(await jobs()).toMatchObject([
      {
        status: 'pending',
        title: 'Cardiologist, team 1',
        employer: 'Larkfield Heart Group',
        city: 'Austin',
        state: 'TX',
        specialty: 'Cardiology',
        employment_type: 'full-time',
        comp_min: '400000.00',
        comp_max: '450000.00',
        comp_unit: 'YEAR',
        source: 'LinkedIn',
        structured_data_allowed: false,
        description: 'A physician for team 1.\n\n• Board certified',
        posted_at: new Date('2026-11-18T00:00:00Z'),
        apply_url: 'https://larkfield.example.org/apply/1',
        source_url: 'https://boards.example.org/jobs/view/1000001',
      },
    ])
  })

  it('publishes with approval, under the name it is told, findable at once', async () => {
    await importItems([posting(1)], { approve: true, sourceName: 'Larkfield feed' })
    expect(await jobs()).toMatchObject([{ status: 'active', source: 'Larkfield feed' }])
    const { rows } = await sql`select label from search_vocabulary where kind = 'employer'`.execute(database.db)
    expect(rows).toEqual([{ label: 'Larkfield Heart Group' }])
  })

  it('adds nothing the second time', async () => {
    const items = Array.from({ length: 600 }, (_, number) => posting(number))
    expect(await importItems(items)).toMatchObject({ imported: 600 })
    const again = await importItems(items)
    expect(again).toMatchObject({ imported: 0, skipped: 600, totalProcessed: 600, skippedByReason: { duplicate: 600 } })
    expect(again.duplicates).toHaveLength(100)
    expect(await jobs()).toHaveLength(600)
  })

  it('adds nothing twice when two imports run at once', async () => {
    const items = Array.from({ length: 900 }, (_, number) => posting(number))
    const reports = await Promise.all([
      importItems(items, { approve: true }),
      importItems(items.toReversed(), { approve: true }),
      importItems(items, { approve: true }),
    ])
    expect(reports.reduce((sum, it) => sum + it.imported, 0)).toBe(900)
    expect(await jobs()).toHaveLength(900)
    const { rows } = await sql`select count(*)::int as keys, count(distinct job_id)::int as jobs from import_keys`.execute(
      database.db,
    )
    expect(rows).toEqual([{ keys: 2700, jobs: 900 }])
  })

  it('marks a run of the same source that died as interrupted', async () => {
    await importItems([posting(1)], { sourceName: 'Larkfield feed' })
    await importItems([posting(2)], { sourceName: 'Another feed' })
    await sql`update imports set status = 'running', finished_at = null, message = null`.execute(database.db)
    await importItems([posting(3)], { sourceName: 'Larkfield feed' })
    const { rows } = await sql`
      select source, status, finished_at is not null as ended from imports order by source, id
    `.execute(database.db)
    expect(rows).toEqual([
      { source: 'Another feed', status: 'running', ended: false },
      { source: 'Larkfield feed', status: 'interrupted', ended: true },
      { source: 'Larkfield feed', status: 'finished', ended: true },
    ])
  })

  it('takes what no column can hold out of every text', async () => {
    const spoiled = Object.fromEntries(Object.entries(posting(1)).map(([name, value]) => [name, `${value}\0\uD800`]))
    const report = await importItems([
      {
        ...spoiled,
        location: 'Austin, TX',
        salary: 'Competitive\0\uD800',
        specialty: 'Space\0 Medicine\uD800',
        title: 'Physician\0',
      },
      posting(2),
    ])
    expect(report).toMatchObject({ imported: 2 })
    expect(await jobs()).toMatchObject([{ title: 'Cardiologist, team 2' }, { title: 'Physician', comp_text: 'Competitive' }])
  })

  it('keeps each run, with its counts', async () => {
    await importItems([posting(1), posting(1), null], { sourceName: 'Larkfield feed' })
    const { rows } = await sql`select source, status, approved, imported, skipped, duplicates, message from imports`.execute(
      database.db,
    )
    expect(rows).toEqual([
      {
        source: 'Larkfield feed',
        status: 'finished',
        approved: false,
        imported: 1,
        skipped: 2,
        duplicates: 1,
        message: 'Import completed: 1 imported, 2 skipped (1 of them duplicates).',
      },
    ])
  })
})

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
      posting(5, { location: 'United States' }),
      posting(6, { location: 'Toronto, ON, Canada' }),
      posting(7, { description: '<p>&nbsp;</p>' }),
      posting(8, { title: 'Registered Nurse – Cardiology' }),
      posting(9, { jobState: 'CLOSED' }),
    ])
    expect(report.imported).toBe(1)
    expect(report.skippedRows).toEqual([
      { row: 2, reason: 'not-an-object' },
      { row: 3, reason: 'not-an-object' },
      { row: 4, reason: 'not-an-object' },
      { row: 5, reason: 'source-error' },
      { row: 6, reason: 'no-title' },
      { row: 7, reason: 'no-employer', title: 'Cardiologist, team 3' },
      { row: 8, reason: 'place-mismatch', title: 'Cardiologist, team 4 (Saint Louis, NM)' },
      { row: 9, reason: 'no-place', title: 'Cardiologist, team 5' },
      { row: 10, reason: 'outside-us', title: 'Cardiologist, team 6' },
      { row: 11, reason: 'no-description', title: 'Cardiologist, team 7' },
      { row: 12, reason: 'not-a-physician', title: 'Registered Nurse – Cardiology' },
      { row: 13, reason: 'closed', title: 'Cardiologist, team 9' },
    ])
    expect(report).toMatchObject({ skipped: 12, totalProcessed: 13 })
  })

  it('are named up to a limit, and counted beyond', async () => {
    const report = await importItems(Array.from({ length: 700 }, () => 0))
    expect(report.skippedRows).toHaveLength(100)
    expect(report.skippedByReason).toEqual({ 'not-an-object': 700 })
  })
})

describe('places', () => {
  it('take the name that the catalogue knows, or keep their own', async () => {
    await importItems([
      posting(1, { location: 'St. Louis, MO' }),
      posting(2, { location: 'Anywhere' }),
      posting(3, { location: 'Nowhereton Springs, TX' }),
      posting(4, { location: 'Austin, TX 78701' }),
    ])
    expect(await jobs()).toMatchObject([
      { city: 'Saint Louis', state: 'MO', lat: expect.any(Number) as number, telehealth: false },
      { city: 'Remote', state: 'OTHER', lat: null, telehealth: true },
      { city: 'Nowhereton Springs', state: 'TX', lat: null },
      { city: 'Austin', state: 'TX', zip: '78701' },
    ])
  })
})

describe('files', () => {
  const items = Array.from({ length: 260 }, (_, number) => posting(number))

  it('are read alike as a list and as lines', async () => {
    const lines = items.map((it) => JSON.stringify(it)).join('\n')
    expect(await importFile(lines)).toMatchObject({ imported: 260, skipped: 0, totalProcessed: 260 })
    expect(await importFile(JSON.stringify(items, null, 2))).toMatchObject({
      skippedByReason: { duplicate: 260 },
      totalProcessed: 260,
    })
  })

  it('that break off keep what was read, and say where', async () => {
    const report = await importFile(JSON.stringify(items).slice(0, -200))
    expect(report).toMatchObject({ imported: 259, totalProcessed: 259, stopped: { row: 259 } })
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
    expect(await importFile('[]')).toMatchObject({ imported: 0, totalProcessed: 0 })
  })
})

async function statuses(): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`select status from imports order by started_at`.execute(database.db)
  return rows.map((it) => it.status)
}
