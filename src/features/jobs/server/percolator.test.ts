import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SearchCriteria } from '../search-criteria.ts'
import {
  percolate,
  stageJobs,
  storedSearchVersion,
  storeSearch,
  type StoredSearch,
} from './public.ts'
import { catalogForFile, searchAll, seededJobs } from '#test/fixtures/job-catalog.ts'

const seeded = seededJobs()
const database = catalogForFile(seeded)

const keywords =
  'er | cardiolgist | friendly group | hospitalist nights | hospitalist no nights | not locums, texas or maine | cardiology or pulmonology | ' +
  'over 300k radiology | 200-350k | urgent care | snf, house calls or gyn only | peds tx | cardiology austin or houston'
/** `filters.test.ts` stores every filter alone. */
const searches: SearchCriteria[] = [
  ...keywords.split(' | ').map((keyword) => ({ keyword })),
  { keyword: 'friendly group', literal: true },
  { specialty: ['Psychiatry'], state: ['CA'] },
  { city: 'Austin' },
  { city: 'Austin', radius: 200 },
  { city: '78701', radius: 10 },
  { city: 'Austin or Boston, MA' },
  { city: 'Boston, MA', jobType: ['full-time'] },
  { postedWithin: 30, minPay: 250_000, state: ['CA'] },
  { newGraduates: true, telehealth: true, visa: ['J1'] },
  { setting: ['Clinic', 'Inpatient'], schedule: ['Nights'] },
  { benefits: ['CME Allowance', 'Malpractice Insurance'] },
]

test('a stored search finds the very jobs that the search finds, all searches at once', async () => {
  const stored: StoredSearch[] = []
  for (const criteria of searches) stored.push((await storeSearch(database.db, criteria)).search)
  const hits = await database.db.transaction().execute(async (transaction) => {
    const apart = await stageJobs(
      transaction,
      seeded.map((job) => job.id),
    )
    expect(apart).toHaveLength(seeded.filter((job) => job.status === 'active').length)
    return percolate(transaction, stored)
  })
  let found = 0
  for (const [index, criteria] of searches.entries()) {
    const ids = hits.filter((hit) => hit.index === index).map((hit) => hit.jobId)
    const { jobs } = await searchAll(database.db, criteria)
    expect(ids.toSorted(), JSON.stringify(criteria)).toEqual(jobs.map((job) => job.id).toSorted())
    if (ids.length > 0) found++
  }
  expect(found).toBeGreaterThan(12)
})

/**
 * If rules have changed, raise `storedSearchVersion`, or stored searches will miss jobs; if only
 * the fixture has, the hash is enough.
 */
test('searches and jobs become what they were when the version was given', async () => {
  const hash = createHash('sha256')
  for (const criteria of searches)
    hash.update(JSON.stringify((await storeSearch(database.db, criteria)).search))
  const { rows } = await sql<{ lexemes: string }>`
    select array_to_string(tsvector_to_array(search), ' ') as lexemes from job_search
  `.execute(database.db)
  const undated = rows.map((row) => row.lexemes.replaceAll(/@(day|week):\d+/g, '@$1'))
  for (const lexemes of [...new Set(undated)].toSorted()) hash.update(lexemes)
  expect([storedSearchVersion, hash.digest('hex').slice(0, 16)]).toEqual(['17', 'e7c88c5be96f6d5b'])
})
