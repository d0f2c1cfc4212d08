import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { appliedBy, move, setDaysAgo } from '#test/applications.ts'
import { anotherJob, app, employer, hiringForFile, job, makeTeam, physician } from '#test/hiring.ts'
import { signIn } from '#test/sign-in.ts'

hiringForFile()

type Report = ResponseOf<'GET /api/hiring-report'>
const reportOf = async (by = employer, query = '') => {
  const { groups } = (await by.get(`/api/hiring-report${query}`)).json<Report>()
  return {
    total: groups[0],
    months: groups.filter(({ month }) => month !== null),
    postings: groups.filter(({ posting }) => posting !== null),
  }
}
const linesOf = async (by = employer) =>
  (await by.get('/api/hiring-report.csv')).body.replace('\uFEFF', '').trim().split('\r\n')

test('medians of first answers, stages, sources and outcomes, by posting and month', async () => {
  const other = await anotherJob({ title: '=Second' })
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((who) => appliedBy(`${who}-${employer.user.id.slice(-6)}`)),
  )
  const [early = '', ...late] = ids
  await appliedBy('f', { jobId: other.id })
  await setDaysAgo(late, { created_at: 0 })
  for (const [index, id] of late.entries())
    await sql`update inquiries set answered_at = created_at + make_interval(hours => ${[1, 2, 30, 40][index]})
      where id = ${id}`.execute(app.db)
  await setDaysAgo([early], { created_at: 400 })
  await move(late[0] ?? '', 'hired', 0)
  await sql`insert into posting_outcomes (job_id, outcome) values (${job.id}, 'here')`.execute(
    app.db,
  )

  const { total, postings, months } = await reportOf()
  // The oldest one is older than the report.
  expect(total).toMatchObject({
    applications: 5,
    answered: 4,
    hoursToAnswer: 16,
    stages: { new: 4, reviewing: 0, hired: 1, closed: 0 },
    sources: { unknown: 6, search: 0 },
    outcomes: { here: 1, elsewhere: 0 },
  })
  expect(postings).toMatchObject([
    {
      posting: { id: job.id },
      applications: 4,
      hoursToAnswer: 16,
      sources: null,
      outcomes: { here: 1 },
    },
    {
      posting: { id: other.id },
      applications: 1,
      hoursToAnswer: null,
      sources: null,
      outcomes: { here: 0 },
    },
  ])
  expect(months).toHaveLength(1)
  expect(await reportOf(employer, `?jobId=${other.id}`)).toMatchObject({
    total: { applications: 1 },
  })
  // A cell that a spreadsheet would run is marked as text.
  expect((await linesOf()).slice(1).map((line) => line.split(',')[0])).toEqual([
    job.title,
    "'=Second",
  ])
})

test('a month is that of the posting’s state', async () => {
  const hawaii = await anotherJob({ state: 'HI' })
  const ids = [await appliedBy('g'), await appliedBy('h', { jobId: hawaii.id })]
  const first = new Date(new Date().toISOString().slice(0, 7))
  await sql`update inquiries set created_at = ${new Date(first.getTime() + 8 * 3_600_000)}
    where id = any (${ids}::uuid[])`.execute(app.db)
  const sent = (await reportOf()).months.filter(({ applications }) => applications > 0)
  expect(sent.map(({ month }) => month)).toEqual(
    [first, new Date(first.getTime() - 1)].map((day) => day.toISOString().slice(0, 7)),
  )
})

test('colleagues see it as far as their seats go, and others nothing', async () => {
  await appliedBy('i')
  const reader = await signIn(app, 'employer')
  await makeTeam([reader, 'reader'])
  expect((await reportOf(reader)).total?.applications).toBe(1)
  const rival = await signIn(app, 'recruiter')
  expect(await reportOf(rival, `?jobId=${job.id}`)).toMatchObject({
    total: { applications: 0 },
    postings: [],
  })
  expect((await physician.get('/api/hiring-report')).statusCode).toBe(403)
})
