import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJobs, backdateEvents, jobRow } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import { expirePostings, remindOfExpiry } from './tasks.ts'

board.openForFile()

const expire = () => expirePostings(board.app.db, board.app.settings)
const remind = () => remindOfExpiry(board.app.db, board.app.settings)
const endIn = (id: string, days: number) =>
  sql`update jobs set expires_at = now() + ${days} * interval '1 day' where id = ${id}`.execute(
    board.app.db,
  )
const actions = async (id: string) =>
  (await board.historyOf(id)).map((event) => `${event.actor} ${event.action}`)
const subjectsTo = async (address: string) =>
  (await board.mailed(address)).map((mail) => mail.subject)

test('an expired posting closes once, also by two nodes, its poster gets a mail, and nobody sees it', async () => {
  const [over, other, open] = [await board.post(), await board.post(), await board.post()]
  for (const id of [over, other]) await endIn(id, -0.001)
  await endIn(open, 30)
  const closed = await Promise.all([expire(), expire()])
  expect([closed[0] + closed[1], await expire()]).toEqual([2, 0])
  await expect.poll(async () => (await board.shown(over)).statusCode).toBe(410)
  expect((await board.shown(open)).statusCode).toBe(200)
  expect(await actions(over)).toEqual(['clock expire', 'policy publish', 'owner submit'])
  expect(
    (await subjectsTo(board.employer.user.email)).filter((subject) => subject.includes('closed')),
  ).toEqual(['2 job postings have closed'])
})

test('another node finishes what a crashed node began', async () => {
  const id = await board.post()
  await endIn(id, -1)
  await sql`alter table mails rename to mails_away`.execute(board.app.db)
  await expect(expire()).rejects.toThrow(/mails/)
  await sql`alter table mails_away rename to mails`.execute(board.app.db)
  expect(await actions(id)).toEqual(['policy publish', 'owner submit'])
  expect(await expire()).toBe(1)
})

test('a reminder is sent a week before the end, once per period', async () => {
  const [early, due] = [await board.post(), await board.post()]
  await endIn(early, 8.1)
  await endIn(due, 6.9)
  expect([await remind(), await remind()]).toEqual([1, 0])
  expect((await actions(due))[0]).toBe('clock remind')
  expect((await board.employer.post(`${board.urlOf(due)}/renew`)).statusCode).toBe(200)
  expect(await remind()).toBe(0)
  // The first reminder belongs to an earlier period.
  await backdateEvents(board.app.db, due, 60, 'remind')
  await endIn(due, 3)
  expect(await remind()).toBe(1)
  const subjects = await subjectsTo(board.employer.user.email)
  expect(subjects.filter((subject) => subject.includes('close soon'))).toEqual([
    '2 job postings close soon',
  ])
})

test('an author without an account renews by the reminder’s link', async () => {
  const email = 'renewing@mail.test'
  const id = await board.postPublic({ contactEmail: email, city: 'Honolulu', state: 'HI' })
  await board.decide(id, 'approve')
  // In Honolulu that is still the evening before.
  const end = `${board.dayIn(2)}T05:00:00Z`
  await sql`update jobs set expires_at = ${end} where id = ${id}`.execute(board.app.db)
  await remind()
  const [received, , reminder] = await board.mailed(email)
  expect(received?.subject).toMatch(/^We received your job posting: WC-\w{6}$/)
  expect(reminder?.subject).toBe('Your job posting closes soon: Family Physician')
  const lastDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(board.dayIn(1)),
  )
  expect(reminder?.text).toContain(`It closes on ${lastDay}.`)
  const renewal = `/api/manage-posting/renew?token=${board.tokenIn(reminder?.text)}`
  const renewed = (await board.visitor.post(renewal)).json()
  expect(board.daysUntil(renewed.posting.expiresAt)).toBeCloseTo(60, 1)
})

test('an import closes at its source’s end date, without a mail', async () => {
  await addJobs(board.app.db, [
    jobRow({ expires_at: new Date(Date.now() - 1000), contact_email: 'scraped@mail.test' }),
  ])
  expect([await remind(), await expire()]).toEqual([0, 1])
  expect(await subjectsTo('scraped@mail.test')).toEqual([])
})
