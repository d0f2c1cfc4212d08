import { beforeAll, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { jobRow } from '#test/factories.ts'
import { typedRows } from '#test/fixtures/search-queries.ts'
import { addJobs, compactSegments } from '../public.ts'
import { searchJobs } from '../service.ts'

/**
 * How postings tell a schedule, before what somebody types for it; before nothing, what only looks
 * like one.
 */
const described = typedRows(`
Block schedule: 7 on/7 off. | A 7on7off rotation | Seven days on, seven days off with 182 shifts a year |
  WEEK ON/WEEK OFF | One week on and one week off | You work 7-on-7-off | 7 days on/off | 7 on – 7 off |
  alternating 7 nights on, 7 nights off | 12-hour shifts on a 7-on, 7-off rotation | Hospitalist, 7/7 schedule → 7 on 7 off
7 on 14 off | 7 days on followed by 14 days off | 1 week on / 2 weeks off → 7 on 14 off
Fourteen on, fourteen off | 2 weeks on, 2 off | 14 days on, then 14 days off → 2 weeks on 2 weeks off
10 shifts on, 4 off → 10 on 4 off
4-day work week | Four days per week | 4 days/week, no weekends | a four-day workweek |
  See patients 3-4 days a week | 4 day/wk | 4-day clinical week | 4 x 10 hours | Four 10-hour days |
  Choose 4/10s or 5/8s → 4 day week
three days each week | 3 12-hour shifts | 3/12s | Three 12 hour shifts a week → 3 day week
Shifts are 7 AM to 7 PM | Open 7a-7p, 24/7 | Care on and off campus | No on-call; weekends off |
  Call is 1:4, on at 7 and off at 7 | 4.5 days per week | Posted 7/7/2026 | Starts 7/14 | 10 hour days |
  A week of 4 holidays → 
`).map(([description, typed]) => ({ typed, description }))
const rows = described.map(({ description }) =>
  jobRow({ title: 'Physician', brief: '', description }),
)

const database = databaseForFile()
beforeAll(async () => {
  await addJobs(database.db, rows)
  await compactSegments(database.db, { smallDelta: 0 })
})

async function textsFound(keyword: string): Promise<string[]> {
  const { jobs, total } = await searchJobs(database.db, { keyword, limit: 100 })
  expect(total).toBe(jobs.length)
  return jobs.map((hit) => rows.find((row) => row.id === hit.id)?.description ?? hit.id).toSorted()
}

const textsOf = (schedule: string) =>
  described.flatMap(({ typed, description }) => (typed === schedule ? description : [])).toSorted()

const usual = [...new Set(described.map((text) => text.typed))].filter((typed) => typed !== '')
test.each([
  ...usual.map((typed) => [typed, typed]),
  ...typedRows(`
week on week off | seven days on seven days off → 7 on 7 off
14 on 14 off → 2 weeks on 2 weeks off
one week on two weeks off | 14 off 7 on → 7 on 14 off
4x10 | four days a week → 4 day week
3 12s → 3 day week
`),
])('%s finds who says %s', async (typed, schedule) => {
  expect(await textsFound(typed)).toEqual(textsOf(schedule))
})

test('a schedule can be unwanted', async () => {
  const found = await textsFound('no 7 on 7 off')
  expect(found).toHaveLength(described.length - textsOf('7 on 7 off').length)
})
