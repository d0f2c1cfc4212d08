import { describe, expect, test } from 'vitest'
import { maxNextStep, maxNote, maxFavorites } from '#features/favorites/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import type { Favorite } from '../contract.ts'

const nobodysId = '01900000-0000-7000-8000-000000000000'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

async function addJob(overrides: Partial<NewJob> = {}): Promise<NewJob> {
  const job = jobRow(overrides)
  await addJobs(board.db, [job])
  return job
}

const jobs = () => board.db.withTables<{ jobs: { id: string; status: string; title: string } }>()
const favoritesOf = async (physician: SignedIn) => (await physician.get('/api/favorites')).json<Favorite[]>()
const save = (physician: SignedIn, { id: jobId }: { id: string }) => physician.post('/api/favorites', { jobId })

describe('saving', () => {
  test('a saved job is listed with its facts and the time of saving', async () => {
    const physician = await signIn(board, 'physician')
    const [first, second] = [await addJob({ title: 'First' }), await addJob({ title: 'Second' })]
    for (const job of [first, second]) expect((await save(physician, job)).statusCode).toBe(200)

    const list = await favoritesOf(physician)
    expect(list.map((it) => it.jobId)).toEqual([second.id, first.id])
    expect(list[0]).toMatchObject({
      note: null,
      job: { id: second.id, title: 'Second', compMin: 400_000 },
      saved: { title: 'Second', employer: second.employer, city: 'Austin', state: 'TX' },
    })
    expect(Date.now() - Date.parse(list[0]?.savedAt ?? '')).toBeLessThan(60_000)
    const ids = (await physician.get('/api/favorites/ids')).json<{ jobId: string }[]>()
    expect(ids.map((it) => it.jobId).toSorted()).toEqual([first.id, second.id].toSorted())
    expect((await physician.get(`/api/favorites/check/${first.id}`)).json()).toEqual({ isFavorite: true })
  })

  test('saving again, even concurrently, changes nothing', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob()
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(physician, job)))
    expect(answers.map((it) => it.statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    await physician.put(`/api/favorites/${job.id}`, { note: 'Mine' })
    const before = await favoritesOf(physician)
    await save(physician, job)
    expect(await favoritesOf(physician)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test.each(['pending', 'inactive', 'expired', 'rejected', 'removed'] as const)(
    'a job that is %s cannot be saved, and nothing is told of it',
    async (status) => {
      const physician = await signIn(board, 'physician')
      const answer = await save(physician, await addJob({ status, title: 'Veiled' }))
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ error: 'Job Not Found', code: 'NOT_FOUND' })
      expect(answer.body).not.toContain('Veiled')
      expect(await favoritesOf(physician)).toEqual([])
    },
  )

  test('an unknown job cannot be saved', async () => {
    const physician = await signIn(board, 'physician')
    expect((await save(physician, { id: nobodysId })).statusCode).toBe(404)
    expect((await physician.get(`/api/favorites/check/${nobodysId}`)).json()).toEqual({ isFavorite: false })
  })

  test.each([[{}], [{ jobId: 'no-id' }], [{ jobId: 7 }], [[]]])('%j is refused', async (body) => {
    const physician = await signIn(board, 'physician')
    expect((await physician.post('/api/favorites', body)).statusCode).toBe(400)
  })

  test('the list is limited, with a message', async () => {
    const physician = await signIn(board, 'physician')
    await board.db
      .withTables<{
        favorites: { physician_id: string; job_id: string; title: string; employer: string; city: string; state: string }
      }>()
      .insertInto('favorites')
      .values(
        Array.from({ length: maxFavorites }, () => ({
          physician_id: physician.user.id,
          job_id: jobRow().id,
          title: 'Saved',
          employer: 'Somebody',
          city: 'Austin',
          state: 'TX',
        })),
      )
      .execute()
    const answer = await save(physician, await addJob())
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: `You have saved ${maxFavorites} jobs. Remove one to save another.` })
  })
})

describe('a job that is closed', () => {
  test('stays under its saved title, and returns when it is reopened', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob({ title: 'As it was' })
    await save(physician, job)
    await jobs().updateTable('jobs').set({ status: 'inactive', title: 'Changed in secret' }).where('id', '=', job.id).execute()

    const answer = await physician.get('/api/favorites')
    expect(answer.json<Favorite[]>()).toMatchObject([{ jobId: job.id, job: null, saved: { title: 'As it was' } }])
    const page = (await physician.get('/favorites')).body
    expect(page).toContain('This job is no longer listed.')
    for (const body of [answer.body, page]) expect(body).not.toContain('Changed in secret')
    expect((await save(physician, job)).statusCode).toBe(200)

    await jobs().updateTable('jobs').set({ status: 'active' }).where('id', '=', job.id).execute()
    expect(await favoritesOf(physician)).toMatchObject([{ job: { title: 'Changed in secret' } }])
  })

  test('stays after its erasure, and can be removed', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob({ title: 'Erased' })
    await save(physician, job)
    await jobs().deleteFrom('jobs').where('id', '=', job.id).execute()
    expect(await favoritesOf(physician)).toMatchObject([{ job: null, saved: { title: 'Erased' } }])
    expect((await physician.delete(`/api/favorites/${job.id}`)).statusCode).toBe(200)
    expect(await favoritesOf(physician)).toEqual([])
  })
})

describe('removing', () => {
  test('removes one job, and a repetition changes nothing', async () => {
    const physician = await signIn(board, 'physician')
    const [gone, kept] = [await addJob(), await addJob()]
    for (const job of [gone, kept]) await save(physician, job)
    for (const _ of [1, 2]) expect((await physician.delete(`/api/favorites/${gone.id}`)).statusCode).toBe(200)
    expect((await favoritesOf(physician)).map((it) => it.jobId)).toEqual([kept.id])
    expect((await physician.get(`/api/favorites/check/${gone.id}`)).json()).toEqual({ isFavorite: false })
  })

  test('is undone by saving again, even after the job has closed: what was written returns', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob()
    await save(physician, job)
    const written = { note: 'Ask about call.', status: 'interview', nextStep: 'Visit', nextOn: '2030-01-31' }
    await physician.put(`/api/favorites/${job.id}`, written)
    const before = await favoritesOf(physician)
    await physician.delete(`/api/favorites/${job.id}`)
    expect((await physician.get('/api/favorites/ids')).json()).toEqual([])
    expect((await physician.put(`/api/favorites/${job.id}`, { note: 'Changed' })).statusCode).toBe(404)
    expect((await physician.get('/api/favorites/calendar.ics')).body).not.toContain('BEGIN:VEVENT')
    expect((await physician.get('/api/account/export')).json()).toMatchObject({
      favorites: [{ jobId: job.id, note: 'Ask about call.', removedAt: expect.any(String) as string }],
    })
    await jobs().updateTable('jobs').set({ status: 'expired' }).where('id', '=', job.id).execute()
    expect((await save(physician, job)).statusCode).toBe(200)
    expect(await favoritesOf(physician)).toEqual(before.map((it) => ({ ...it, job: null })))
  })
})

describe('a note', () => {
  test('is stored, changed and deleted', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob()
    await save(physician, job)
    const write = (note: unknown) => physician.put(`/api/favorites/${job.id}`, { note })
    expect((await write('  Ask about call.\nWrite on Monday. ')).json()).toMatchObject({
      note: 'Ask about call.\nWrite on Monday.',
    })
    expect(await favoritesOf(physician)).toMatchObject([{ note: 'Ask about call.\nWrite on Monday.' }])
    expect((await write('   ')).json()).toMatchObject({ note: null })
    expect((await write('x'.repeat(maxNote))).statusCode).toBe(200)
    const tooLong = await write('x'.repeat(maxNote + 1))
    expect(tooLong.statusCode).toBe(400)
    expect(tooLong.json()).toMatchObject({ details: [{ field: 'note', message: 'A note has room for 1000 characters.' }] })
    expect((await write(7)).statusCode).toBe(400)
  })
})

describe('progress', () => {
  test('status, next step and date are stored, and each change leaves the others', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob()
    await save(physician, job)
    expect(await favoritesOf(physician)).toMatchObject([{ status: 'saved', nextStep: null, nextOn: null, version: 0 }])
    const change = async (body: unknown) => (await physician.put(`/api/favorites/${job.id}`, body)).json<Favorite>()
    await change({ status: 'interview', note: 'Ask about call.' })
    expect(await change({ nextStep: ' Visit ', nextOn: '2027-01-31' })).toMatchObject({
      status: 'interview',
      note: 'Ask about call.',
      nextStep: 'Visit',
      nextOn: '2027-01-31',
      version: 2,
    })
    expect(await change({ nextOn: '', nextStep: '' })).toMatchObject({ status: 'interview', nextOn: null, nextStep: null })
    for (const wrong of [{ status: 'hired' }, { nextOn: '2027-02-30' }, { nextStep: 'x'.repeat(maxNextStep + 1) }])
      expect((await physician.put(`/api/favorites/${job.id}`, wrong)).statusCode).toBe(400)
  })

  test('a change of an older version overwrites nothing, and answers with the current state', async () => {
    const physician = await signIn(board, 'physician')
    const job = await addJob()
    await save(physician, job)
    const changes = ['One', 'Two', 'Three'].map((note) => physician.put(`/api/favorites/${job.id}`, { note, version: 0 }))
    const answers = await Promise.all(changes)
    expect(answers.filter((it) => it.statusCode === 409)).toHaveLength(2)
    const [stored] = await favoritesOf(physician)
    expect(stored?.note).toBe(answers.find((it) => it.statusCode === 200)?.json<Favorite>().note)
    const stale = await physician.put(`/api/favorites/${job.id}`, { note: 'Late', version: 0 })
    expect(stale.json()).toMatchObject({ current: { note: stored?.note, version: 1 } })
    expect((await physician.put(`/api/favorites/${job.id}`, { note: 'Late', version: 1 })).statusCode).toBe(200)
  })
})

describe('others', () => {
  test('one physician neither sees nor changes another one’s favorites', async () => {
    const [owner, other] = [await signIn(board, 'physician'), await signIn(board, 'physician')]
    const job = await addJob()
    await save(owner, job)
    await owner.put(`/api/favorites/${job.id}`, { note: 'Private', nextOn: '2027-01-31' })

    expect(await favoritesOf(other)).toEqual([])
    expect((await other.get(`/api/favorites/check/${job.id}`)).json()).toEqual({ isFavorite: false })
    expect((await other.put(`/api/favorites/${job.id}`, { note: 'Changed', status: 'offer' })).statusCode).toBe(404)
    expect((await other.get(`/api/favorites/calendar.ics?jobId=${job.id}`)).statusCode).toBe(404)
    expect((await other.get('/api/favorites/calendar.ics')).body).not.toContain('BEGIN:VEVENT')
    await other.delete(`/api/favorites/${job.id}`)
    expect(await favoritesOf(owner)).toMatchObject([{ jobId: job.id, note: 'Private' }])
  })

  test('the page is private, and not for search engines', async () => {
    const physician = await signIn(board, 'physician')
    await save(physician, await addJob({ title: 'Only mine' }))
    const page = await physician.get('/favorites')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Only mine')
    expect(page.headers['cache-control']).toContain('no-store')
    expect(page.body).toContain('noindex')
    expect((await asVisitor(board).get('/favorites')).body).not.toContain('Only mine')
  })
})
