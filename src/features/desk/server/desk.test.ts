import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { mostNewJobs, usualIntroduction } from '../contract.ts'
import { replyTo } from '#test/press.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

const deskOf = async (physician: SignedIn) =>
  (await physician.get('/api/desk')).json<ResponseOf<'GET /api/desk'>>()

/** Lets time pass since the last visit. */
const later = ({ user }: SignedIn, hours: number) =>
  sql`update physician_desks set visited_at = visited_at - make_interval(hours => ${hours}),
    previous_visit_at = previous_visit_at - make_interval(hours => ${hours}) where physician_id = ${user.id}`.execute(
    board.db,
  )

test('news are what happened since the last visit, and stay while one is there', async () => {
  const [physician, employer] = [await signIn(board, 'physician'), await signIn(board, 'employer')]
  const old = {
    owner_id: employer.user.id,
    channel: 'account',
    posted_at: new Date('2026-01-01'),
  } as const
  const [closes, answers] = [
    jobRow({ ...old, title: 'Closes' }),
    jobRow({ ...old, title: 'Answers' }),
  ]
  await addJobs(board.db, [closes, answers])
  for (const { id } of [closes, answers]) await physician.post('/api/favorites', { jobId: id })
  const inquiry = {
    jobId: answers.id,
    name: 'Alex',
    email: physician.user.email,
    message: 'What about call duty?',
  }
  expect((await physician.post('/api/job-inquiry', inquiry)).statusCode).toBe(200)
  expect(
    (await physician.post('/api/alerts', { search: { specialty: 'Urology' } })).statusCode,
  ).toBe(200)
  expect(await deskOf(physician)).toMatchObject({
    since: null,
    alerts: [],
    closed: [],
    answered: [],
  })
  await physician.post('/api/desk/visits')
  await later(physician, 1)

  await addJobs(board.db, [
    jobRow({ specialty: 'Urology' }),
    jobRow({ ...old, specialty: 'Urology' }),
  ])
  await movePosting(board.db, closes.id, 'deactivate', 'owner')
  const [received] = (await employer.get('/api/inbox')).json<ResponseOf<'GET /api/inbox'>>()
    .inquiries
  expect(
    (await employer.post('/api/presses', replyTo([received?.id ?? ''], 'Every fourth week.')))
      .statusCode,
  ).toBe(200)
  const news = {
    alerts: [{ search: { specialty: 'Urology' }, newJobs: 1, hasMore: false }],
    closed: [{ jobId: closes.id, title: 'Closes' }],
    answered: [{ id: received?.id, jobTitle: 'Answers', employer: answers.employer }],
  }
  expect(await deskOf(physician)).toMatchObject(news)
  // Reloading within a visit shows the same.
  for (const _ of [1, 2]) await physician.post('/api/desk/visits')
  expect(await deskOf(physician)).toMatchObject(news)
  await addJobs(
    board.db,
    Array.from({ length: mostNewJobs }, () => jobRow({ specialty: 'Urology' })),
  )
  expect((await deskOf(physician)).alerts).toMatchObject([{ newJobs: 20, hasMore: true }])
  await later(physician, 1)
  await physician.post('/api/desk/visits')
  const visitEnded = Date.parse((await deskOf(physician)).since ?? '')
  expect(Date.now() - visitEnded).toBeLessThan(61 * 60_000)
  expect(await deskOf(await signIn(board, 'physician'))).toMatchObject({
    since: null,
    closed: [],
    answered: [],
  })
})

test('the introduction is kept until it is written anew; export and erasure include it', async () => {
  const physician = await signIn(board, 'physician')
  const write = (text: string) => physician.put('/api/desk/introduction', { text })
  expect(await deskOf(physician)).toMatchObject({ introduction: { text: usualIntroduction } })
  expect((await write('I work nights and like it.')).statusCode).toBe(200)
  expect((await write('short')).statusCode).toBe(400)
  expect(await deskOf(physician)).toMatchObject({
    since: null,
    introduction: { text: 'I work nights and like it.' },
  })
  expect((await physician.get('/api/account/export')).json()).toMatchObject({
    desk: { introduction: 'I work nights and like it.' },
  })
  await sql`delete from users where id = ${physician.user.id}`.execute(board.db)
  expect(
    (
      await sql`select 1 from physician_desks where physician_id = ${physician.user.id}`.execute(
        board.db,
      )
    ).rows,
  ).toEqual([])
})
