import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { freshDatabase } from '#test/database.ts'
import { jobRow } from '#test/factories.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { addJobs } from '../public.ts'
import { specialtyConcept } from './concepts.ts'
import { compileTerms } from './compile.ts'

let database: TestDatabase
/** One of each, and none has a title that tells. */
const jobs = specialties.map((specialty) => jobRow({ specialty, title: 'Wanted', brief: '', description: 'Join us.' }))

beforeAll(async () => {
  database = await freshDatabase()
  await addJobs(database.db, jobs)
})
afterAll(() => database.drop())

async function found(query: string): Promise<Specialty[]> {
  const { rows } = await sql<{ specialty: Specialty }>`
    select specialty from job_search where search @@ ${query}::tsquery order by 1
  `.execute(database.db)
  return rows.map((it) => it.specialty)
}

const named = specialties.filter((it) => it !== 'Other')

test.each(named)('%s is found by what its title would say, whatever the title is', async (specialty) => {
  const concept = specialtyConcept(specialty)
  const { tsquery } = compileTerms([{ kind: 'concept', concept, typed: specialty }], { forms: new Map(), phrases: new Map() })

  expect(await found(tsquery ?? '')).toEqual(expect.arrayContaining(concept.specialties))
})

test('hardly any specialty has to be asked for beside the words that name it', () => {
  const doubled = named.filter((specialty) => {
    const query = compileTerms([{ kind: 'concept', concept: specialtyConcept(specialty), typed: specialty }], {
      forms: new Map(),
      phrases: new Map(),
    })
    return /'sp\w/.test(query.tsquery?.replaceAll(/!'\w+'/g, '') ?? '')
  })
  expect(doubled).toEqual([])
})
