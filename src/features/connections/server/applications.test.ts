import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { applied, appliedBy, write } from '#test/applications.ts'
import { keyOf } from '#test/by-key.ts'
import { pdfFile } from '#test/cv-files.ts'
import { app, employer, erase, hiringForFile, job, physician } from '#test/hiring.ts'
import { signIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'

/** What a program reads of applications. `reach.test.ts` tries its doors in each state. */

hiringForFile()

type List = ResponseOf<'GET /api/v1/applications'>
const list = async (key: Awaited<ReturnType<typeof keyOf>>, cursor = '') =>
  (await key.call('GET', `/api/v1/applications${cursor && `?cursor=${cursor}`}`)).json<List>()

test('an application comes with its messages, without a hidden address, and its CV is opened in the organization’s name', async () => {
  const key = await keyOf(app, employer, 'applications')
  await upload(physician, pdfFile(), 'cv.pdf')
  const id = await applied({ attachCv: true })
  await write(physician, id, 'May I visit?')
  const [first] = (await list(key)).applications
  const cv = `https://board.test/api/v1/applications/${id}/cv`
  expect(first).toMatchObject({
    id,
    postingId: job.id,
    email: null,
    cv,
    cvNote: null,
    stage: 'new',
  })
  const one = await key.call('GET', `/api/v1/applications/${id}`)
  expect(one.json()).toMatchObject({
    application: { id },
    messages: [{ bySender: true, message: 'May I visit?' }],
  })

  await sql`update organizations set name = 'Mayo Clinic'`.execute(app.db)
  const opened = await key.call('GET', new URL(cv).pathname)
  expect(opened.headers['content-type']).toBe('application/pdf')
  const openings = (await physician.get('/api/profile/cv/openings')).body
  // As the posting says, and not as the organization calls itself.
  expect(openings).toContain(`"openedBy":"A program of ${job.employer}"`)

  await sql`update users set email_verified_at = null where id = ${employer.user.id}`.execute(
    app.db,
  )
  expect((await list(key)).applications).toMatchObject([
    { cv: null, cvNote: expect.stringContaining('confirm') as string },
  ])
  expect((await key.call('GET', new URL(cv).pathname)).statusCode).toBe(403)
})

test('pages follow each other by cursor, each application once; a cursor that was erased says so', async () => {
  const key = await keyOf(app, employer, 'applications')
  for (let n = 0; n < 21; n++) await appliedBy(`guest${n}`)
  const { applications, nextCursor } = await list(key)
  const more = await list(key, nextCursor ?? '')
  expect([applications.length, more.applications.length, more.nextCursor]).toEqual([20, 1, null])
  const ids = [...applications, ...more.applications].map(({ id }) => id)
  expect(new Set(ids).size).toBe(21)
  const gone = await applied()
  await erase(physician)
  expect(await list(key, gone)).toMatchObject({
    error: 'This cursor no longer works. Begin without one.',
  })
  expect((await key.call('GET', '/api/v1/applications?page=2')).statusCode).toBe(400)
})

test('a confidential employer stays so, and another organization reads nothing', async () => {
  const key = await keyOf(app, employer, 'applications')
  await upload(physician, pdfFile(), 'cv.pdf')
  await sql`update jobs set employer = 'Confidential clinic' where id = ${job.id}`.execute(app.db)
  const id = await applied({ attachCv: true })
  expect((await key.call('GET', `/api/v1/applications/${id}/cv`)).statusCode).toBe(200)
  expect((await physician.get('/api/profile/cv/openings')).body).toContain('Confidential clinic')
  const rival = await keyOf(app, await signIn(app, 'employer'), 'applications')
  expect((await rival.call('GET', `/api/v1/applications/${id}`)).statusCode).toBe(404)
  expect((await list(rival)).applications).toEqual([])
})
