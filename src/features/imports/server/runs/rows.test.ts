import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { namedRows, skipReasons } from '#features/imports/model.ts'
import { importerForFile } from '#test/imports.ts'
import { posting } from '#test/fixtures/imports.ts'
import { answerKey } from '#features/imports/facts.ts'
import type { RunRow } from './queries-runs.ts'

/** What becomes of single rows. */

const { database, importItems, jobs } = importerForFile()
const named = ({ report }: RunRow) => namedRows(report?.groups ?? [])

async function answer(fact: string, words: string, value: unknown, source = 'LinkedIn') {
  await sql`
    insert into fact_answers (source, fact, words, value)
    values (${source}, ${fact}, ${answerKey(words)}, ${JSON.stringify(value)})
  `.execute(database.db)
}

describe('a job is known', () => {
  const withTracking = 'http://www.boards.example.org/jobs/view/1000001/?utm_source=x&trk=y'
  const rewritten = { title: 'CARDIOLOGIST, TEAM 1', companyName: 'Larkfield Heart Group, Inc.' }
  it.each([
    ['source id', { jobUrl: 'https://boards.example.org/other', title: 'Electrophysiologist' }],
    ['address', { id: '77', title: 'Electrophysiologist' }],
    ['address', { id: '77', title: 'Hepatologist', jobUrl: withTracking }],
    [
      'title, employer and location',
      { id: '77', jobUrl: 'https://elsewhere.example.org/9', ...rewritten },
    ],
  ])('by its %s: %j', async (knownBy, change) => {
    const item = posting(1, change)
    const report = await importItems([posting(1), item])
    expect(report).toMatchObject({ imported: 1, skipped: 1 })
    expect(named(report).duplicates).toEqual([expect.stringContaining(`(same ${knownBy})`)])
    expect(named(report).duplicates[0]).toMatch(/^Row 2: /)
    // The next import, in batches of its own, knows it as well.
    expect(await importItems([item])).toMatchObject({ imported: 0, processed: 1 })
  })

  it('not by the front page of a site, nor by an id of another site', async () => {
    const items = [1, 2].map((number) =>
      posting(number, { id: undefined, jobUrl: 'https://larkfield.example.org/' }),
    )
    const others = [3, 4].map((number) =>
      posting(number, { id: '5', jobUrl: `https://board-${number}.example.org/jobs/5` }),
    )
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
    expect(await importItems([posting(1)])).toMatchObject({
      imported: 0,
      reasons: { duplicate: 1 },
    })
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
      posting(5, { location: '' }),
      posting(6, { location: 'Toronto, ON, Canada' }),
      posting(7, { description: '<p>&nbsp;</p>' }),
      posting(8, { title: 'Registered Nurse – Cardiology' }),
      posting(9, { jobState: 'CLOSED' }),
    ])
    expect(report).toMatchObject({ imported: 4, doubtful: 2 })
    expect(named(report).skippedRows).toEqual([
      { row: 2, reason: skipReasons['not-an-object'] },
      { row: 3, reason: skipReasons['not-an-object'] },
      { row: 4, reason: skipReasons['not-an-object'] },
      { row: 5, reason: skipReasons['source-error'] },
      { row: 6, reason: skipReasons['no-title'] },
      { row: 9, reason: skipReasons['no-place'], title: 'Cardiologist, team 5' },
      { row: 10, reason: skipReasons['outside-us'], title: 'Cardiologist, team 6' },
      { row: 12, reason: skipReasons['not-a-physician'], title: 'Registered Nurse – Cardiology' },
      { row: 13, reason: skipReasons.closed, title: 'Cardiologist, team 9' },
    ])
    expect(report).toMatchObject({ skipped: 9, processed: 13 })
  })

  it('are named up to a limit, and counted beyond', async () => {
    const report = await importItems(Array.from({ length: 700 }, () => 0))
    expect(named(report).skippedRows).toHaveLength(100)
    expect(report.reasons).toEqual({ 'not-an-object': 700 })
  })
})

describe('what is known of a job', () => {
  it('applies what a moderator answered for the same words of the same source', async () => {
    await answer('place', 'Austin,  tx', { city: 'Waco', state: 'TX' })
    await answer('specialty', 'Cardiologist, team 1', { specialty: 'Pediatrics' })
    await answer('place', 'Dallas, TX', { city: 'Waco', state: 'TX' }, randomUUIDv7())
    await importItems([posting(1), posting(2, { location: 'Dallas, TX' })])
    expect(await jobs()).toMatchObject([
      {
        city: 'Waco',
        state: 'TX',
        specialty: 'Pediatrics',
        facts: { place: { state: 'stated', by: 'moderator' } },
      },
      { city: 'Dallas', specialty: 'Cardiology' },
    ])
  })

  it('names the employer of a whole list after one answer', async () => {
    const row = (number: number) => ({
      title: `Cardiologist ${number}`,
      externalPath: `/job/Austin-TX/Cardiologist_R-${number}`,
      locationsText: 'Austin, TX',
      bulletFields: [`R-${number}`],
      hostOwner: 'larkfield',
    })
    await importItems([row(1), row(2)])
    expect(await jobs()).toMatchObject([{ doubtful: ['employer'] }, { doubtful: ['employer'] }])
    await answer('employer', 'Larkfield', { employer: 'Larkfield Heart Group' }, 'Workday')
    await importItems([row(3), row(4)])
    expect((await jobs()).slice(2)).toMatchObject(
      [3, 4].map(() => ({ employer: 'Larkfield Heart Group', doubtful: [] })),
    )
  })

  it('skips what a moderator called another profession', async () => {
    await answer('profession', 'Cardiologist, team 1', 'other')
    expect(await importItems([posting(1), posting(2)])).toMatchObject({
      imported: 1,
      reasons: { 'not-a-physician': 1 },
    })
  })
})
