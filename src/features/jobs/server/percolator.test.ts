import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SearchCriteria } from '../search-criteria.ts'
import { percolate, stageJobs, storedSearchVersion, storeSearch } from './public.ts'
import type { StoredSearch } from './public.ts'
import { catalogForFile, seededJobs } from '#test/fixtures/job-catalog.ts'
import { searchJobs } from './service.ts'

const seeded = seededJobs()
const database = catalogForFile(seeded)

const searches: SearchCriteria[] = [
  {},
  { specialty: ['Cardiology'] },
  { state: ['TX'] },
  { specialty: ['Psychiatry'], state: ['CA'] },
  { keyword: 'er' },
  { keyword: 'cardiolgist' },
  { keyword: 'friendly group' },
  { keyword: 'hospitalist nights' },
  { keyword: 'hospitalist no nights' },
  { keyword: 'not locums, texas or maine' },
  { keyword: 'cardiology or pulmonology' },
  { keyword: 'over 300k radiology' },
  { keyword: '200-350k' },
  { keyword: 'friendly group', literal: true },
  { keyword: 'urgent care' },
  { keyword: 'snf, house calls or gyn only' },
  { keyword: 'peds tx' },
  { city: 'Austin' },
  { city: 'Austin', radius: 200 },
  { city: '78701', radius: 10 },
  { city: 'Boston, MA', jobType: ['full-time'] },
  { minPay: 300_000 },
  { postedWithin: 7 },
  { postedWithin: 30, minPay: 250_000, state: ['CA'] },
  { visa: ['J1'] },
  { newGraduates: true, telehealth: true },
  { setting: ['Clinic', 'Inpatient'], schedule: ['Nights'] },
  { benefits: ['CME Allowance', 'Malpractice Insurance'] },
]

/** Not part of the hash below. */
const nearEither: SearchCriteria[] = [{ city: 'Austin or Boston, MA' }, { keyword: 'cardiology austin or houston' }]

test('a stored search finds the very jobs that the search finds, all searches at once', async () => {
  const stored: StoredSearch[] = []
  const asked = [...searches, ...nearEither]
  for (const criteria of asked) stored.push((await storeSearch(database.db, criteria)).search)
  const hits = await database.db.transaction().execute(async (transaction) => {
    const apart = await stageJobs(
      transaction,
      seeded.map((job) => job.id),
    )
    expect(apart).toHaveLength(seeded.filter((job) => job.status === 'active').length)
    return percolate(transaction, stored)
  })
  let found = 0
  for (const [index, criteria] of asked.entries()) {
    const ids = hits.filter((hit) => hit.index === index).map((hit) => hit.jobId)
    expect(ids.toSorted(), JSON.stringify(criteria)).toEqual((await allIds(criteria)).toSorted())
    if (ids.length > 0) found++
  }
  expect(found).toBeGreaterThan(12)
})

async function allIds(criteria: SearchCriteria): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const result = await searchJobs(database.db, { ...criteria, limit: 100, page })
    pages = result.totalPages
    ids.push(...result.jobs.map((job) => job.id))
  }
  return ids
}

test('a place that is none is told', async () => {
  expect((await storeSearch(database.db, { city: 'Qwzxville' })).unknownPlace).toBe('Qwzxville')
})

/** If rules have changed, raise `storedSearchVersion`, or stored searches will miss jobs; if only the fixture has, the hash is enough. */
test('searches and jobs become what they were when the version was given', async () => {
  const hash = createHash('sha256')
  for (const criteria of searches) hash.update(JSON.stringify((await storeSearch(database.db, criteria)).search))
  const { rows } = await sql<{ lexemes: string }>`
    select array_to_string(tsvector_to_array(search), ' ') as lexemes from job_search
  `.execute(database.db)
  const undated = rows.map((row) => row.lexemes.replaceAll(/@(day|week):\d+/g, '@$1'))
  for (const lexemes of [...new Set(undated)].toSorted()) hash.update(lexemes)
  expect([storedSearchVersion, hash.digest('hex').slice(0, 16)]).toEqual(['15', '1020a55abb804ae9'])
})
