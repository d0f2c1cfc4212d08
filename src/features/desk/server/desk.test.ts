import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import type { Favorite } from '#features/favorites/contract.ts'
import type { Application } from '#features/inquiries/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

const deskOf = async (physician: SignedIn) => (await physician.get('/api/desk')).json<ResponseOf<'GET /api/desk'>>()

/** Lets time pass since the last visit. */
const later = ({ user }: SignedIn, hours: number) =>
  sql`update physician_desks set visited_at = visited_at - make_interval(hours => ${hours}),
    previous_visit_at = previous_visit_at - make_interval(hours => ${hours}) where physician_id = ${user.id}`.execute(board.db)

describe('news', () => {
  test('are what happened since the last visit, and stay while one is there', async () => {
    const [physician, employer] = [await signIn(board, 'physician'), await signIn(board, 'employer')]
    const old = { owner_id: employer.user.id, channel: 'account', posted_at: new Date('2026-01-01') } as const
    const [closes, answers] = [jobRow({ ...old, title: 'Closes' }), jobRow({ ...old, title: 'Answers' })]
    await addJobs(board.db, [closes, answers])
    for (const { id } of [closes, answers]) await physician.post('/api/favorites', { jobId: id })
    const inquiry = { jobId: answers.id, name: 'Alex', email: physician.user.email, message: 'What about call duty?' }
    expect((await physician.post('/api/job-inquiry', inquiry)).statusCode).toBe(200)
    expect((await physician.post('/api/alerts', { search: { specialty: 'Urology' } })).statusCode).toBe(200)
    expect(await deskOf(physician)).toMatchObject({ since: null, alerts: [], closed: [], answered: [] })
    await physician.post('/api/desk/visits')
    await later(physician, 1)

    await addJobs(board.db, [jobRow({ specialty: 'Urology' }), jobRow({ ...old, specialty: 'Urology' })])
    await movePosting(board.db, closes.id, 'deactivate', 'owner')
    const [received] = (await employer.get('/api/inbox')).json<ResponseOf<'GET /api/inbox'>>().inquiries
    expect((await employer.post(`/api/inbox/${received?.id}/replies`, { message: 'Every fourth week.' })).statusCode).toBe(200)
    const news = {
      alerts: [{ search: { specialty: 'Urology' }, newJobs: 1, hasMore: false }],
      closed: [{ jobId: closes.id, title: 'Closes' }],
      answered: [{ jobTitle: 'Answers', employer: answers.employer }],
    }
    expect(await deskOf(physician)).toMatchObject(news)
    // Reloading within a visit shows the same.
    for (const _ of [1, 2]) await physician.post('/api/desk/visits')
    expect(await deskOf(physician)).toMatchObject(news)
    await later(physician, 1)
    await physician.post('/api/desk/visits')
    const visitEnded = Date.parse((await deskOf(physician)).since ?? '')
    expect(Date.now() - visitEnded).toBeLessThan(61 * 60_000)
    expect(await deskOf(await signIn(board, 'physician'))).toMatchObject({ since: null, closed: [], answered: [] })
  })
})

describe('an inquiry by one tap', () => {
  test('sends the introduction and the CV, once, and moves the saved job to applied', async () => {
    const [physician, employer] = [await signIn(board, 'physician'), await signIn(board, 'employer')]
    const job = jobRow({ owner_id: employer.user.id, channel: 'account' })
    await addJobs(board.db, [job])
    await physician.post('/api/favorites', { jobId: job.id })
    const send = () => physician.post('/api/desk/inquiries', { jobId: job.id })
    expect((await send()).json()).toMatchObject({ error: 'You have no CV on file. Upload your CV first.' })
    expect((await upload(physician, pdfFile(), 'Alex.pdf')).statusCode).toBe(200)
    await physician.put('/api/desk/introduction', { text: 'I work nights and like it.', version: 0 })

    const [one, again] = [await send(), await send()]
    expect([one.statusCode, one.json()]).toMatchObject([200, { answeredBy: 'poster' }])
    expect(again.json()).toEqual(one.json())
    const { applications } = (await physician.get('/api/applications')).json<{ applications: Application[] }>()
    expect(applications).toMatchObject([{ jobId: job.id, message: 'I work nights and like it.', cvFileName: 'Alex.pdf' }])
    expect((await physician.get('/api/favorites')).json<Favorite[]>()).toMatchObject([{ status: 'applied', version: 1 }])
    await physician.put(`/api/favorites/${job.id}`, { status: 'offer' })
    expect((await physician.post('/api/desk/inquiries', { jobId: jobRow().id })).statusCode).toBe(404)
  })

  test('a stale introduction overwrites nothing; export and erasure include it', async () => {
    const physician = await signIn(board, 'physician')
    const write = (text: string, version: number) => physician.put('/api/desk/introduction', { text, version })
    expect((await write('I work nights and like it.', 0)).json()).toMatchObject({ isOwn: true, version: 1 })
    const stale = await write('I work days and like it.', 0)
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { current: { text: 'I work nights and like it.', version: 1 } }])
    expect((await write('short', 1)).statusCode).toBe(400)
    const job = jobRow()
    await addJobs(board.db, [job])
    await physician.post('/api/favorites', { jobId: job.id })
    await physician.put(`/api/favorites/${job.id}`, { nextStep: 'Call', nextOn: '2027-01-31', note: 'Mine' })
    expect((await physician.get('/api/account/export')).json()).toMatchObject({
      desk: { introduction: 'I work nights and like it.' },
      favorites: [{ status: 'saved', nextStep: 'Call', nextOn: '2027-01-31', note: 'Mine' }],
    })
    await sql`delete from users where id = ${physician.user.id}`.execute(board.db)
    const { rows } = await sql`select 1 from physician_desks where physician_id = ${physician.user.id}`.execute(board.db)
    expect(rows).toEqual([])
  })
})
