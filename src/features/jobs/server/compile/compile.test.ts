import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { jobRow } from '#test/factories.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { addJobs } from '../public.ts'
import { conceptOf } from '../read/meanings.ts'
import { noStems } from '../read/reading.ts'
import { compile } from './compile.ts'

const database = databaseForFile()
/** One of each, and none has a title that tells. */
const jobs = specialties.map((specialty) => jobRow({ specialty, title: 'Wanted', brief: '', description: 'Join us.' }))

beforeAll(async () => {
  await addJobs(database.db, jobs)
})

async function found(query: string): Promise<Specialty[]> {
  const { rows } = await sql<{ specialty: Specialty }>`
    select specialty from job_search where search @@ ${query}::tsquery order by 1
  `.execute(database.db)
  return rows.map((it) => it.specialty)
}

const named = specialties.filter((it) => it !== 'Other')
const conceptNamed = (specialty: Specialty) => conceptOf({ kind: 'specialty', specialty })
const wordsFor = (specialty: Specialty): string =>
  compile({ filter: {}, terms: [{ kind: 'concept', concept: conceptNamed(specialty), typed: specialty }], stems: noStems })
    .words ?? ''

test.each(named)('%s is found by what its title would say, whatever the title is', async (specialty) => {
  expect(await found(wordsFor(specialty))).toEqual(expect.arrayContaining([...conceptNamed(specialty).specialties]))
})

test('hardly any specialty has to be asked for beside the words that name it', () => {
  const doubled = named.filter((specialty) => /'sp\w/.test(wordsFor(specialty).replaceAll(/!'\w+'/g, '')))
  expect(doubled).toEqual([])
})
