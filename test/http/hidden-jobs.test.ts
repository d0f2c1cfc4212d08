import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { rebuildSearchVocabulary } from '#features/jobs/server/public.ts'
import { posting } from '#test/posting-forms.ts'
import { appForFile } from '../app.ts'
import { addJobs, jobRow } from '../factories.ts'

import { signIn } from '../sign-in.ts'

const shown = jobRow({
  title: 'Cardiologist, Open Door',
  contact_email: 'private@inbox.test',
  public_email: 'office@clinic.test',
})
const closed = new Set(['inactive', 'expired'])
const hidden = (['pending', 'inactive', 'expired', 'rejected', 'removed'] as const).map((status) =>
  jobRow({
    status,
    title: `Cardiologist, Veiled ${status}`,
    employer: `Veiled ${status} Clinic`,
    specialty: 'Urology',
    city: 'Boise',
    state: 'ID',
    contact_email: 'private@inbox.test',
  }),
)

const board = appForFile({ jobs: [shown, ...hidden] })
beforeAll(async () => {
  await rebuildSearchVocabulary(board.db)
})

const everywhere = [
  '/api/jobs',
  '/api/jobs?keyword=veiled',
  '/api/jobs?keyword=cardiologist&sortBy=relevance',
  '/api/jobs?specialty=Urology',
  '/api/jobs?state=ID',
  '/api/jobs?city=Boise',
  '/api/facets',
  '/api/facets?state=ID',
  '/api/suggest?q=veiled',
  '/api/suggest?q=cardio',
  '/jobs',
  '/jobs?keyword=veiled',
  '/?show=jobs&loc=Boise',
  '/jobs/specialty/urology',
  '/jobs/specialty/urology/id',
  '/jobs.rss',
  '/jobs.rss?state=ID',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  `/sitemaps/jobs-${shown.id}.xml`,
  '/api/suggest?q=private',
  '/api/jobs?keyword=private@inbox.test',
  `/api/jobs/${shown.id}`,
  `/jobs/${shown.id}`,
]

test.each(everywhere)('%s knows no job that is not active, and no contact email', async (url) => {
  const { body, statusCode } = await board.get(url)
  expect(statusCode).toBe(200)
  expect(body).not.toMatch(/Veiled/)
  for (const { id } of hidden) expect(body).not.toContain(id)
  expect(body).not.toMatch(/private@inbox\.test|contactEmail|contact_email/)
})

test('one job is public, and nothing reveals the others', async () => {
  expect((await board.get('/api/jobs')).json()).toMatchObject({
    total: 1,
    jobs: [{ id: shown.id }],
  })
  expect((await board.get('/api/facets')).json()).toMatchObject({
    specialties: ['Cardiology'],
    states: ['TX'],
    counts: { telehealth: 0 },
  })
  expect((await board.get('/api/hero-figures')).json()).toMatchObject({
    counts: { Cardiology: 1, TX: 1 },
  })
  expect((await board.get('/sitemaps/pages.xml')).body).not.toContain('urology')
  expect((await board.get('/sitemap.xml')).body.match(/jobs-[^<]+/g)).toEqual([
    `jobs-${shown.id}.xml`,
  ])
})

async function expectUnknown(id: string): Promise<void> {
  const answer = await board.get(`/api/jobs/${id}`)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { error: 'Job Not Found', code: 'NOT_FOUND' },
  ])
  const page = await board.get(`/jobs/${id}`)
  expect(page.statusCode).toBe(404)
  expect(page.body).not.toContain('Veiled')
}

test.each(hidden.filter(({ status }) => !closed.has(status)))(
  'a job that is $status is not found, by programs or by people',
  async ({ id }) => expectUnknown(id),
)

test.each(hidden.filter(({ status }) => closed.has(status)))(
  'a job that is $status was public, and is gone: programs learn what it was, people find open jobs like it',
  async ({ id, title }) => {
    const answer = await board.get(`/api/jobs/${id}`)
    expect(answer.statusCode).toBe(410)
    expect(answer.json()).toEqual({
      success: false,
      error: 'This job has closed.',
      code: 'GONE',
      requestId: expect.any(String),
      current: { id, title, city: 'Boise', state: 'ID', specialty: 'Urology' },
    })
    for (const url of [
      `/jobs/${id}/deadline.ics`,
      `/api/v1/jobs/${id}`,
      `/api/oembed?url=https://board.test/jobs/${id}`,
    ])
      expect.soft((await board.get(url)).statusCode, url).toBe(410)

    const page = await board.get(`/jobs/${id}`)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([410, 'no-cache'])
    for (const shownText of [
      'This job has closed',
      title,
      '<meta name="robots" content="noindex"/>',
    ])
      expect(page.body).toContain(shownText)
    expect(page.body).not.toMatch(/private@inbox\.test|Veiled \w+ Clinic|application\/ld\+json/)
  },
)

test('what is held counts as removed', async () => {
  const job = jobRow({ status: 'inactive', title: 'Urologist, Veiled' })
  await addJobs(board.db, [job])
  expect((await board.get(`/jobs/${job.id}`)).statusCode).toBe(410)
  await sql`insert into posting_holds (job_id, reason) values (${job.id}, 'suspended-account')`.execute(
    board.db,
  )
  await expectUnknown(job.id)
})

test('what was saved hidden has been read by nobody, until it is shown', async () => {
  const employer = await signIn(board, 'employer')
  const saved = await employer.post('/api/job-postings', posting({ isActive: false }))
  const { id } = saved.json<{ id: string }>()
  await expectUnknown(id)
  for (const url of [
    `/jobs/${id}/deadline.ics`,
    `/api/v1/jobs/${id}`,
    `/api/oembed?url=https://board.test/jobs/${id}`,
  ])
    expect.soft((await board.get(url)).statusCode, url).toBe(404)
  // Hiding it again reveals nothing of it, editing neither.
  await employer.put(`/api/job-postings/${id}`, { title: 'Urologist, Veiled twice' })
  await expectUnknown(id)
  for (const isActive of [true, false]) await employer.put(`/api/job-postings/${id}`, { isActive })
  expect((await board.get(`/api/jobs/${id}`)).statusCode).toBe(410)
})

test('the public email is shown', async () => {
  expect((await board.get(`/api/jobs/${shown.id}`)).json()).toMatchObject({
    publicEmail: 'office@clinic.test',
  })
  expect((await board.get(`/jobs/${shown.id}`)).body).toContain('mailto:office@clinic.test')
})
