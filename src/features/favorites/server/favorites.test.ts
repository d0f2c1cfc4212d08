import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxNextStep, maxNote } from '#features/favorites/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { answered, asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import type { Favorite } from '../contract.ts'

const nobodysId = '01900000-0000-7000-8000-000000000000'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

async function addJob(overrides: Partial<NewJob> = {}): Promise<NewJob> {
  const job = jobRow(overrides)
  await addJobs(board.db, [job])
  return job
}

let physician: SignedIn
beforeEach(async () => {
  physician = await signIn(board, 'physician')
})

type Job = { id: string }
const urlOf = ({ id }: Job) => `/api/favorites/${id}`
const favoritesOf = async (person: SignedIn) =>
  (await person.get('/api/favorites')).json<Favorite[]>()
const favorites = () => favoritesOf(physician)
const save = ({ id: jobId }: Job) => physician.post('/api/favorites', { jobId })
const change = (job: Job, body: unknown) => physician.put(urlOf(job), body)
const remove = async (job: Job) => (await physician.delete(urlOf(job))).statusCode
const isFavorite = async ({ id }: Job, person = physician) =>
  (await person.get(`/api/favorites/check/${id}`)).json<{ isFavorite: boolean }>().isFavorite
async function saved(overrides: Partial<NewJob> = {}): Promise<NewJob> {
  const job = await addJob(overrides)
  expect((await save(job)).statusCode).toBe(200)
  return job
}
const setStatus = ({ id }: Job, status: string) =>
  sql`update jobs set status = ${status} where id = ${id}`.execute(board.db)

describe('saving', () => {
  test('a saved job is listed with its facts and the time of saving', async () => {
    const [first, second] = [await saved({ title: 'First' }), await saved({ title: 'Second' })]
    const list = await favorites()
    expect(list.map(({ jobId }) => jobId)).toEqual([second.id, first.id])
    expect(list[0]).toMatchObject({
      note: null,
      job: { id: second.id, title: 'Second', compMin: 400_000 },
      saved: { title: 'Second', employer: second.employer, city: 'Austin', state: 'TX' },
    })
    expect(Date.now() - Date.parse(list[0]?.savedAt ?? '')).toBeLessThan(60_000)
    const ids = (await physician.get('/api/favorites/ids')).json<{ jobId: string }[]>()
    expect(ids.map((id) => id.jobId).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(await isFavorite(first)).toBe(true)
  })

  test('saving again, even concurrently, changes nothing', async () => {
    const job = await addJob()
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(job)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    await change(job, { note: 'Mine' })
    const before = await favorites()
    await save(job)
    expect(await favorites()).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test.each(['pending', 'inactive', 'expired', 'rejected', 'removed', 'unknown'] as const)(
    'a job that is %s cannot be saved, and nothing is told of it',
    async (status) => {
      const job =
        status === 'unknown' ? { id: nobodysId } : await addJob({ status, title: 'Veiled' })
      const nothing = {
        success: false,
        error: 'Job Not Found',
        code: 'NOT_FOUND',
        requestId: expect.any(String) as string,
      }
      expect(await answered(save(job))).toEqual([404, nothing])
      expect([await favorites(), await isFavorite(job)]).toEqual([[], false])
    },
  )

  test.each([[{}], [{ jobId: 'no-id' }], [{ jobId: 7 }], [[]]])('%j is refused', async (body) => {
    expect((await physician.post('/api/favorites', body)).statusCode).toBe(400)
  })
})

test('a job that is closed stays under its saved title, and returns when it is reopened; an erased one can be removed', async () => {
  const job = await saved({ title: 'As it was' })
  await setStatus(job, 'inactive')
  await sql`update jobs set title = 'Changed in secret' where id = ${job.id}`.execute(board.db)
  const closed = { jobId: job.id, job: null, saved: { title: 'As it was' } }

  const answer = await physician.get('/api/favorites')
  expect(answer.json<Favorite[]>()).toMatchObject([closed])
  const page = (await physician.get('/favorites')).body
  expect(page).toContain('This job is no longer listed.')
  for (const body of [answer.body, page]) expect(body).not.toContain('Changed in secret')
  expect((await save(job)).statusCode).toBe(200)

  await setStatus(job, 'active')
  expect(await favorites()).toMatchObject([{ job: { title: 'Changed in secret' } }])
  await sql`delete from jobs where id = ${job.id}`.execute(board.db)
  expect(await favorites()).toMatchObject([closed])
  expect([await remove(job), await favorites()]).toEqual([200, []])
})

test('removing, also twice, is undone by saving again, even after the job has closed: what was written returns', async () => {
  const [other, job] = [await saved(), await saved()]
  await change(job, {
    note: 'Ask about call.',
    status: 'interview',
    nextStep: 'Visit',
    nextOn: '2030-01-31',
  })
  const [before] = await favorites()
  expect([await remove(job), await remove(job), await isFavorite(job)]).toEqual([200, 200, false])
  expect((await physician.get('/api/favorites/ids')).json()).toMatchObject([{ jobId: other.id }])
  expect((await change(job, { note: 'Changed' })).statusCode).toBe(404)
  expect((await physician.get('/api/favorites/calendar.ics')).body).not.toContain('BEGIN:VEVENT')
  const removed = {
    jobId: job.id,
    note: 'Ask about call.',
    removedAt: expect.any(String) as string,
  }
  const exported = (await physician.get('/api/account/export')).json<{ favorites: object[] }>()
    .favorites
  expect(exported).toContainEqual(expect.objectContaining(removed))
  await setStatus(job, 'expired')
  expect((await save(job)).statusCode).toBe(200)
  expect((await favorites())[0]).toEqual({ ...before, job: null })
})

test('a job is hidden and shown again by its physician alone; a saved one stays saved, and saving shows it', async () => {
  const other = await signIn(board, 'physician')
  const [job, kept] = [await addJob({ title: 'Not for me' }), await saved()]
  const hide = async ({ id }: Job, isHidden = true) =>
    (await physician.put(`/api/hidden-jobs/${id}`, { isHidden })).statusCode
  const hiddenBy = async (person: SignedIn) =>
    (await person.get('/api/hidden-jobs')).json<{ jobId: string }[]>().map(({ jobId }) => jobId)
  expect([await hide(job), await hide(kept), await hide(job)]).toEqual([200, 200, 200])
  expect((await hiddenBy(physician)).toSorted()).toEqual([job.id, kept.id].toSorted())
  expect(await hiddenBy(other)).toEqual([])
  expect((await favorites()).map(({ jobId }) => jobId)).toEqual([kept.id])
  const exported = (await physician.get('/api/account/export')).json<{ favorites: object[] }>()
  expect(exported.favorites).toContainEqual(
    expect.objectContaining({ jobId: job.id, hiddenAt: expect.any(String) as string }),
  )
  expect([await hide(kept, false), (await save(job)).statusCode]).toEqual([200, 200])
  expect(await hiddenBy(physician)).toEqual([])
  expect(await favorites()).toHaveLength(2)
  expect(await hide(await addJob({ status: 'pending' }))).toBe(404)
})

describe('progress', () => {
  test('note, status, next step and date are stored, and each change leaves the others', async () => {
    const job = await saved()
    expect(await favorites()).toMatchObject([
      { status: 'saved', nextStep: null, nextOn: null, version: 0 },
    ])
    const changed = async (body: unknown) => (await change(job, body)).json<Favorite>()
    const note = 'Ask about call.\nWrite on Monday.'
    expect(await changed({ status: 'interview', note: `  ${note} ` })).toMatchObject({ note })
    const next = { nextStep: 'Visit', nextOn: '2027-01-31' }
    await changed({ ...next, nextStep: ' Visit ' })
    expect(await favorites()).toMatchObject([{ status: 'interview', note, ...next, version: 2 }])
    const without = { status: 'interview', note: null, nextOn: null, nextStep: null }
    expect(await changed({ nextOn: '', nextStep: '', note: '   ' })).toMatchObject(without)
    expect((await change(job, { note: 'x'.repeat(maxNote) })).statusCode).toBe(200)
    const details = [{ field: 'note', message: 'A note has room for 1000 characters.' }]
    expect(await answered(change(job, { note: 'x'.repeat(maxNote + 1) }))).toMatchObject([
      400,
      { details },
    ])
    for (const wrong of [
      { note: 7 },
      { status: 'hired' },
      { nextOn: '2027-02-30' },
      { nextStep: 'x'.repeat(maxNextStep + 1) },
    ])
      expect((await change(job, wrong)).statusCode).toBe(400)
  })

  test('a change of an older version overwrites nothing, and answers with the current state', async () => {
    const job = await saved()
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((note) => change(job, { note, version: 0 })),
    )
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(2)
    const [stored] = await favorites()
    expect(stored?.note).toBe(
      answers.find((answer) => answer.statusCode === 200)?.json<Favorite>().note,
    )
    const current = { note: stored?.note, version: 1 }
    expect((await change(job, { note: 'Late', version: 0 })).json()).toMatchObject({ current })
    expect((await change(job, { note: 'Late', version: 1 })).statusCode).toBe(200)
  })
})

test('one physician neither sees nor changes another one’s favorites', async () => {
  const other = await signIn(board, 'physician')
  const job = await saved({ title: 'Only mine' })
  await change(job, { note: 'Private', nextOn: '2027-01-31' })

  expect([await favoritesOf(other), await isFavorite(job, other)]).toEqual([[], false])
  expect((await other.put(urlOf(job), { note: 'Changed', status: 'offer' })).statusCode).toBe(404)
  expect((await other.get('/api/favorites/calendar.ics')).body).not.toContain('BEGIN:VEVENT')
  await other.delete(urlOf(job))
  expect(await favorites()).toMatchObject([{ jobId: job.id, note: 'Private' }])
  const page = await physician.get('/favorites')
  expect(page.headers['cache-control']).toContain('no-store')
  for (const words of ['Only mine', 'noindex']) expect(page.body).toContain(words)
  for (const caller of [other, asVisitor(board)])
    expect((await caller.get('/favorites')).body).not.toContain('Only mine')
})

/** The events as a calendar program reads them. */
const eventsOf = (file: string) =>
  new ICAL.Component(ICAL.parse(file) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => {
      const { uid, sequence, summary, location, startDate, endDate } = new ICAL.Event(component)
      const days = startDate.isDate && [startDate.toString(), endDate.toString()]
      return { uid, sequence, summary, location, days, url: component.getFirstPropertyValue('url') }
    })

test('dated next steps are all-day events, and a change is a later version of the same event', async () => {
  const visit = await saved({
    title:
      'Chief; of "Heart", \\ ä 日本 and a title that is longer than any line may be in this format',
  })
  await saved({ title: 'Undated' })
  await change(visit, {
    status: 'interview',
    nextStep: 'Visit, with\nDr. Who',
    nextOn: '2027-01-31',
    note: 'Private',
  })

  const answer = await physician.get('/api/favorites/calendar.ics')
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(
    answer.body
      .split('\r\n')
      .every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75),
  ).toBe(true)
  expect(answer.body).not.toContain('Private')
  const events = eventsOf(answer.body)
  const where = { location: 'Austin, TX', url: `https://board.test/jobs/${visit.id}` }
  const summary = `Visit, with\nDr. Who: ${visit.title}, ${visit.employer}`
  expect(events).toMatchObject([{ ...where, summary, days: ['2027-01-31', '2027-02-01'] }])

  await change(visit, { nextOn: '2027-02-28', nextStep: '' })
  const [later] = eventsOf((await physician.get('/api/favorites/calendar.ics')).body)
  const interview = {
    summary: `Interview: ${visit.title}, ${visit.employer}`,
    days: ['2027-02-28', '2027-03-01'],
  }
  expect(later).toMatchObject({ ...where, ...interview, uid: events[0]?.uid })
  expect(later?.sequence).toBeGreaterThan(events[0]?.sequence ?? Infinity)
})
