import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import type { PostingDetail } from '../contract.ts'
import { expirePostings } from './tasks.ts'

board.openForFile()

const post = (applyUntil: string) => board.post({ city: 'Austin', state: 'TX', applyUntil })
/** In Austin the day of both ends at six in the morning, or five in summer. */
const endOf = (day: string) =>
  expect.stringMatching(new RegExp(`^${nextDay(day)}T0[45]:59:59`)) as string
const nextDay = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const startPeriodAgo = (id: string, days: number) =>
  sql`
    update jobs set expires_at = expires_at - ${days} * interval '1 day', period_ends_at = period_ends_at - ${days} * interval '1 day',
      apply_until = (apply_until::date - ${days}::integer)::text
    where id = ${id}
  `.execute(board.app.db)

test('a posting closes at the end of its last day, where the job is, and says so', async () => {
  const day = board.dayIn(20)
  const id = await post(day)
  expect(await board.read(id)).toMatchObject({ applyUntil: day, expiresAt: endOf(day) })
  const applyUntil = { day, timeZone: 'America/Chicago' }
  expect((await board.shown(id)).json()).toMatchObject({ applyUntil, expiresAt: endOf(day) })
  expect((await board.visitor.get(`/api/v1/jobs/${id}`)).json()).toMatchObject({ applyUntil })
  const calendar = (await board.visitor.get(`/jobs/${id}/deadline.ics`)).body
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`)
  // One more than 21: in the first hours of a day by UTC it is still the day before in Austin.
  await startPeriodAgo(id, 22)
  expect(await expirePostings(board.app.db, board.app.settings)).toBe(1)
  await expect.poll(async () => (await board.shown(id)).statusCode).toBe(410)
})

test.each([
  ['yesterday', board.dayIn(-2), /^Please choose a day that is not over$/],
  [
    'after the period',
    board.dayIn(61),
    /^The posting ends on .+\. Please choose a day before that$/,
  ],
  ['malformed', 'in May', /^Please enter a date, such as 2027-01-31$/],
  ['no day of the calendar', '2027-02-30', /^Please enter a date, such as 2027-01-31$/],
])('every form refuses a last day that is %s', async (_what, applyUntil, message) => {
  const details = [{ field: 'applyUntil', message: expect.stringMatching(message) as string }]
  for (const answer of await board.sendEveryForm(await post(''), { applyUntil }))
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { details }])
})

test('an edit sets, moves and removes the last day, and the period stays', async () => {
  const id = await post('')
  const { expiresAt } = await board.read(id)
  const change = async (changes: object) => (await board.change(id, changes)).json<PostingDetail>()
  const days = [board.dayIn(10), board.dayIn(12)] as const
  for (const applyUntil of days)
    expect(await change({ applyUntil })).toMatchObject({ applyUntil, expiresAt: endOf(applyUntil) })
  // In Hawaii the day ends later.
  expect((await change({ location: 'Honolulu, HI' })).expiresAt).toBe(
    `${nextDay(days[1])}T09:59:59.000Z`,
  )
  expect(await change({ applyUntil: '' })).toMatchObject({ applyUntil: '', expiresAt })
  const edits = (await board.historyOf(id))
    .filter((event) => event.action === 'edit')
    .flatMap((event) => event.changed)
  expect(edits).toEqual(['applyUntil', 'location', 'applyUntil', 'applyUntil'])
})

test('a renewal, and an activation after it, remove the last day', async () => {
  const id = await post(board.dayIn(5))
  await board.employer.put(board.urlOf(id), { isActive: false })
  await startPeriodAgo(id, 10)
  const active = (
    await board.employer.put(board.urlOf(id), { isActive: true })
  ).json<PostingDetail>()
  expect(active).toMatchObject({ status: 'active', applyUntil: '' })
  expect(board.daysUntil(active.expiresAt)).toBeCloseTo(50, 1)
  const renewed = (
    await board.employer.post(`${board.urlOf(await post(board.dayIn(5)))}/renew`)
  ).json<PostingDetail>()
  expect(renewed.applyUntil).toBe('')
  expect(board.daysUntil(renewed.expiresAt)).toBeCloseTo(60, 1)
})

test('a posting that waits gets its end when it is approved, is posted on that day, and the mail names its last one', async () => {
  const day = board.dayIn(15)
  const id = await board.postPublic({ contactEmail: 'until@mail.test', applyUntil: day })
  const read = () => board.read(id, board.admin)
  expect(await read()).toMatchObject({ status: 'pending', applyUntil: day, expiresAt: null })
  await sql`update jobs set posted_at = posted_at - interval '3 days' where id = ${id}`.execute(
    board.app.db,
  )
  await board.decide(id, 'approve')
  const live = await read()
  expect(live).toMatchObject({ status: 'active', expiresAt: endOf(day) })
  expect(board.daysUntil(live.postedAt)).toBeCloseTo(0, 1)
  const text = (await board.mailed('until@mail.test')).map((mail) => mail.text).join('\n')
  const named = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
  expect(text).toContain(`It closes on ${named} unless you renew it.`)
})

test('a posting that is approved after its last day runs for the ordinary period', async () => {
  const id = await board.postPublic({ contactEmail: 'late@mail.test', applyUntil: board.dayIn(5) })
  await sql`update jobs set apply_until = ${board.dayIn(-3)} where id = ${id}`.execute(board.app.db)
  await board.decide(id, 'approve')
  const live = await board.read(id, board.admin)
  expect(live).toMatchObject({ status: 'active', applyUntil: '' })
  expect(board.daysUntil(live.expiresAt)).toBeCloseTo(60, 1)
  expect(await expirePostings(board.app.db, board.app.settings)).toBe(0)
})

test('an imported job ends when its source says', async () => {
  const { id } = jobRow()
  await addJobs(board.app.db, [jobRow({ id, expires_at: new Date(Date.now() + 9 * 86_400_000) })])
  const answer = await board.change(id, { applyUntil: board.dayIn(3) }, board.admin)
  expect(answer.json()).toMatchObject({ details: [{ field: 'applyUntil' }] })
})
