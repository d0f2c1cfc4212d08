import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { importerForFile } from '#test/imports.ts'
import { posting, postings } from '#test/fixtures/imports.ts'

const { database, importItems, jobs } = importerForFile()

describe('importing', () => {
  it('adds a job with what the item says and how sure that is, waiting for approval', async () => {
    const message = 'Import completed: 1 imported, 0 skipped.'
    expect(await importItems([posting(1)])).toMatchObject({
      imported: 1,
      skipped: 0,
      processed: 1,
      duplicates: 0,
      message,
    })
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
        facts: {
          profession: { state: 'stated', words: 'Cardiologist, team 1' },
          pay: { state: 'stated' },
        },
        doubtful: [],
      },
    ])
  })

  it('publishes a job of several places at all of them, up to ten', async () => {
    const towns = 'Reno, NV; Boise, ID; Tulsa, OK; Mesa, AZ; Lima, OH'
    await importItems(
      [
        posting(1, { location: towns }),
        posting(2, {
          location: 'Multiple Locations',
          description: `We seek a physician for team 2. ${towns}.`,
        }),
        posting(3, { location: ['Reno, NV', 'Boise, ID'] }),
      ],
      { approve: true },
    )
    const further = ['Boise, ID', 'Tulsa, OK', 'Mesa, AZ', 'Lima, OH']
    const { rows } = await sql`
      select city, further_places, cardinality(further_points) as points, status from jobs order by title
    `.execute(database.db)
    expect(rows).toEqual([
      { city: 'Reno', further_places: further, points: 8, status: 'active' },
      { city: 'Reno', further_places: further, points: 8, status: 'active' },
      { city: 'Reno', further_places: ['Boise, ID'], points: 2, status: 'active' },
    ])
  })

  it('publishes with approval, under the given name, findable at once', async () => {
    await importItems([posting(1)], { approve: true, sourceName: 'Larkfield feed' })
    expect(await jobs()).toMatchObject([{ status: 'active', source: 'Larkfield feed' }])
    const { rows } = await sql`select label from search_vocabulary where kind = 'employer'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ label: 'Larkfield Heart Group' }])
  })

  it('adds nothing twice when two imports run at once', async () => {
    const items = postings(60)
    const reports = await Promise.all([
      importItems(items, { approve: true, sourceName: 'Larkfield feed' }),
      importItems(items.toReversed(), { approve: true, sourceName: 'Another feed' }),
      importItems(items, { approve: true, sourceName: 'A third feed' }),
    ])
    expect(reports.reduce((sum, report) => sum + report.imported, 0)).toBe(60)
    expect(await jobs()).toHaveLength(60)
    const { rows } =
      await sql`select count(*)::int as keys, count(distinct job_id)::int as jobs from import_keys`.execute(
        database.db,
      )
    expect(rows).toEqual([{ keys: 180, jobs: 60 }])
  })

  it('is refused while the same dataset is being imported', async () => {
    const first = await database.db.transaction().execute(async (trx) => {
      // It waits here.
      await sql`lock table import_keys`.execute(trx)
      const importing = importItems(postings(3))
      await expect
        .poll(async () => (await sql`select from imports`.execute(database.db)).rows)
        .toHaveLength(1)
      const refusal = { code: 'CONFLICT', message: 'items is being imported right now.' }
      await expect(importItems(postings(3))).rejects.toMatchObject(refusal)
      return { importing }
    })
    expect(await first.importing).toMatchObject({ imported: 3 })
  })

  it('marks a run of the same source that died as interrupted', async () => {
    await importItems([posting(1)], { sourceName: 'Larkfield feed' })
    await sql`update imports set status = 'running', finished_at = null, message = null`.execute(
      database.db,
    )
    await importItems([posting(2)], { sourceName: 'Larkfield feed' })
    const { rows } =
      await sql`select status, finished_at is not null as ended from imports order by id`.execute(
        database.db,
      )
    expect(rows).toEqual(['interrupted', 'finished'].map((status) => ({ status, ended: true })))
  })

  it('takes what no column can hold out of every text', async () => {
    const spoiled = Object.fromEntries(
      Object.entries(posting(1)).map(([name, value]) => [name, `${value}\0\uD800`]),
    )
    const texts = {
      salary: 'Competitive\0\uD800',
      specialty: 'Space\0 Medicine\uD800',
      title: 'Physician\0',
    }
    expect(
      await importItems([{ ...spoiled, location: 'Austin, TX', ...texts }, posting(2)]),
    ).toMatchObject({ imported: 2 })
    expect(await jobs()).toMatchObject([
      { title: 'Cardiologist, team 2' },
      { title: 'Physician', comp_text: 'Competitive' },
    ])
  })
})

describe('places', () => {
  it('take the name that the catalog knows, or keep their own', async () => {
    const places = [
      'St. Louis, MO',
      'Anywhere',
      'Nowhereton Springs, TX',
      'Austin, TX 78701',
      'Texas',
    ]
    const remote = ['Remote (Georgia)', 'Remote (GA, FL)']
    await importItems([...places, ...remote].map((location, at) => posting(at + 1, { location })))
    expect(await jobs()).toMatchObject([
      { city: 'Saint Louis', state: 'MO', lat: expect.any(Number) as number, telehealth: false },
      { city: 'Remote', state: 'OTHER', lat: null, telehealth: true },
      { city: 'Nowhereton Springs', state: 'TX', lat: null },
      { city: 'Austin', state: 'TX', zip: '78701' },
      { city: '', state: 'TX', lat: null, lon: null, zip: null, telehealth: false },
      { city: 'Remote', state: 'GA', lat: null, telehealth: true },
      { city: 'Remote', state: 'GA', lat: null, further_places: [', FL'], further_points: [] },
    ])
  })

  it('of remote work are the first ten states that its source names, and part it from what is alike elsewhere', async () => {
    const rows = ['GA, FL', 'GA, TX', 'GA, FL, TX, OH, MI, IL, NY, PA, NC, VA, WA'].map(
      (states, number) =>
        posting(number, { title: 'Cardiologist', location: `Remote (${states})` }),
    )
    expect(await importItems(rows, { approve: true })).toMatchObject({ imported: 3 })
    const { rows: found } = await sql<{ states: string[] }>`
      select array(select substr(it, 8) from unnest(facets) it where it like '@state:%') as states
      from job_search join jobs on jobs.id = job_id
    `.execute(database.db)
    const states = found.map((row) => row.states.toSorted().join(' '))
    expect(states.toSorted()).toEqual(['FL GA', 'FL GA IL MI NC NY OH PA TX VA', 'GA TX'])
  })

  it('of a state alone make two jobs one only if their texts are the same', async () => {
    const texas = { title: 'Cardiologist', location: 'Texas' }
    const rows = [1, 2, 3].map((number) =>
      posting(number, {
        ...texas,
        description: `Join a team of ${Math.min(number, 2)} in a busy clinic.`,
      }),
    )
    expect(await importItems(rows)).toMatchObject({ imported: 2, reasons: { duplicate: 1 } })
  })
})
