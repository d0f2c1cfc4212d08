import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { signIn } from '#test/sign-in.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

/** The events as a calendar program reads them. */
const eventsOf = (file: string) =>
  new ICAL.Component(ICAL.parse(file) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => ({ event: new ICAL.Event(component), url: component.getFirstPropertyValue('url') }))

test('dated next steps are all-day events, and a change is a later version of the same event', async () => {
  const physician = await signIn(board, 'physician')
  const visit = jobRow({ title: 'Chief; of "Heart", \\ ä 日本 and a title that is longer than any line may be in this format' })
  const undated = jobRow({ title: 'Undated' })
  await addJobs(board.db, [visit, undated])
  for (const { id } of [visit, undated]) await physician.post('/api/favorites', { jobId: id })
  const change = (body: object) => physician.put(`/api/favorites/${visit.id}`, body)
  await change({ status: 'interview', nextStep: 'Visit, with\nDr. Who', nextOn: '2027-01-31', note: 'Private' })

  const answer = await physician.get('/api/favorites/calendar.ics')
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(answer.body.split('\r\n').every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).toBe(true)
  expect(answer.body).not.toContain('Private')
  const [{ event, url } = expect.fail('no event'), ...others] = eventsOf(answer.body)
  expect(others).toEqual([])
  expect(event.summary).toBe(`Visit, with\nDr. Who: ${visit.title}, ${visit.employer}`)
  expect(event.startDate.isDate).toBe(true)
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual(['2027-01-31', '2027-02-01'])
  expect(event.location).toBe('Austin, TX')
  expect(url).toBe(`https://board.test/jobs/${visit.id}`)

  await change({ nextOn: '2027-02-28', nextStep: '' })
  const one = await physician.get(`/api/favorites/calendar.ics?jobId=${visit.id}`)
  const [later] = eventsOf(one.body)
  expect(later?.event.uid).toBe(event.uid)
  expect(later?.event.sequence).toBeGreaterThan(event.sequence)
  expect(later?.event.summary).toBe(`Interview: ${visit.title}, ${visit.employer}`)
  expect(later?.event.startDate.toString()).toBe('2027-02-28')
  expect((await physician.get(`/api/favorites/calendar.ics?jobId=${undated.id}`)).statusCode).toBe(404)
})
