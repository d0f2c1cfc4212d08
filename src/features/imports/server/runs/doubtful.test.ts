import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { posting } from '#test/fixtures/imports.ts'
import { answerKey } from '#features/imports/facts.ts'
import { importDataset } from './import-dataset.ts'

const database = databaseForFile()
beforeEach(async () => {
  await sql`truncate jobs, import_keys, imports, fact_answers cascade`.execute(database.db)
})

const options = { allowedHosts: [], now: new Date('2026-11-21T12:00:00Z') }
const importItems = (items: unknown[], more = {}) => importDataset(database.db, { items }, { ...options, ...more })

async function jobs() {
  const { rows } = await sql<Record<string, unknown>>`
    select j.status, j.title, j.city, j.state, j.specialty, j.comp_min, j.comp_unit, j.comp_text, f.facts, f.doubtful
    from jobs j left join job_facts f on f.job_id = j.id order by j.title
  `.execute(database.db)
  return rows
}

async function answer(fact: string, words: string, value: unknown, source = 'LinkedIn') {
  await sql`
    insert into fact_answers (source, fact, words, value)
    values (${source}, ${fact}, ${answerKey(words)}, ${JSON.stringify(value)})
  `.execute(database.db)
}

it('writes with each job how sure its facts are', async () => {
  await importItems([posting(1)])
  expect(await jobs()).toMatchObject([
    {
      facts: {
        profession: { state: 'stated', words: 'Cardiologist, team 1' },
        pay: { state: 'stated', words: '$400,000.00/yr - $450,000.00/yr' },
      },
      doubtful: [],
    },
  ])
})

it('applies what a moderator answered for the same words of the same source', async () => {
  await answer('place', 'Austin,  tx', { city: 'Waco', state: 'TX' })
  await answer('specialty', 'Cardiologist, team 1', { specialty: 'Pediatrics' })
  await answer('place', 'Dallas, TX', { city: 'Waco', state: 'TX' }, randomUUIDv7())
  await importItems([posting(1), posting(2, { location: 'Dallas, TX' })])
  expect(await jobs()).toMatchObject([
    { city: 'Waco', state: 'TX', specialty: 'Pediatrics', facts: { place: { state: 'stated', by: 'moderator' } } },
    { city: 'Dallas', specialty: 'Cardiology' },
  ])
})

it('skips what a moderator called another profession', async () => {
  await answer('profession', 'Cardiologist, team 1', 'other')
  expect(await importItems([posting(1), posting(2)])).toMatchObject({
    imported: 1,
    skippedByReason: { 'not-a-physician': 1 },
  })
})
