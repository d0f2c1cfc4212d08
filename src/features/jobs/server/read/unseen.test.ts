import { expect, test } from 'vitest'
import { catalogForFile, seededJobs } from '#test/fixtures/job-catalog.ts'
import { unseen } from '#test/fixtures/search-queries.ts'
import { searchJobs } from '../service.ts'

const database = catalogForFile(seededJobs())
const leastRight = 0.8

test('most searches that nobody had seen are read as meant', async () => {
  const wrong: string[] = []
  for (const [typed, expected] of unseen) {
    const { understanding } = await searchJobs(database.db, { keyword: typed, limit: 1 })
    const shown = understanding.parts
      .filter(({ demanding, isUnread }) => demanding === undefined && !isUnread)
      .map(({ label, isAlternative }) => (isAlternative ? `or ${label}` : label))
      .join(' · ')
    if (!expected.split(' || ').includes(shown)) wrong.push(`${typed}: ${shown}`)
  }
  const right = 1 - wrong.length / unseen.length
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(leastRight)
})
