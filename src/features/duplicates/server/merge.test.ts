import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import type { Favorite } from '#features/favorites/contract.ts'
import { importDataset } from '#features/imports/server/import-dataset.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'
import type { LikelyDuplicate } from '../contract.ts'
import { findDuplicates } from './find-duplicates.ts'

let board: TestApp
let admin: SignedIn
beforeAll(async () => {
  board = await testApp({ env: { RATE_LIMITS: 'off' } })
  admin = await signIn(board, 'admin')
})
afterAll(() => board.close())

let towns = 0

/** Jobs that are likely the same, in a town of their own, the oldest first. */
async function alike(...changes: Partial<NewJob>[]): Promise<NewJob[]> {
  const city = `Mergeville ${(towns += 1)}`
  const ids = changes.map(() => randomUUIDv7()).toSorted()
  const jobs = changes.map((it, index) => jobRow({ city, ...it, id: ids[index] ?? '' }))
  await addJobs(board.db, jobs)
  await findDuplicates(board.db)
  return jobs
}

async function pairOf(one: NewJob | undefined, other: NewJob | undefined): Promise<LikelyDuplicate> {
  const { pairs } = (await admin.get(`/api/admin/duplicates?source=${one?.source ?? 'manual'}`)).json<{
    pairs: LikelyDuplicate[]
  }>()
  const found = pairs.find((it) => it.kept.id === one?.id && it.other.id === other?.id)
  if (!found) throw new Error('These jobs are not in the list')
  return found
}

/** Two jobs of a source of their own, which makes them easy to find in the list. */
async function pair(one: Partial<NewJob> = {}, other: Partial<NewJob> = {}) {
  const source = `Board ${towns}`
  const [kept, gone] = await alike({ source, ...one }, { source, ...other })
  if (!kept || !gone) throw new Error('Two jobs are a pair')
  return { kept, gone, id: (await pairOf(kept, gone)).id }
}

const merge = (id: string, body: object = {}) => admin.post(`/api/admin/duplicates/${id}/merge`, body)
const jobNow = async (id: string) => (await board.get(`/api/jobs/${id}`)).json<Record<string, unknown>>()
const inquire = (jobId: string, more = {}) =>
  asVisitor(board).post('/api/job-inquiry', {
    name: 'Alex Example',
    email: 'alex@mail.test',
    message: 'Is it still open?',
    jobId,
    jobTitle: 'Cardiologist',
    ...more,
  })

describe('merging moves', () => {
  test('favorites: each physician keeps one, with both notes', async () => {
    const { kept, gone, id } = await pair()
    const [both, one] = [await signIn(board, 'physician'), await signIn(board, 'physician')]
    for (const [physician, job, note] of [
      [both, kept, 'Ask about call.'],
      [both, gone, 'My friend works there.'],
      [one, gone, null],
    ] as const) {
      expect((await physician.post('/api/favorites', { jobId: job.id })).statusCode).toBe(200)
      if (note) await physician.put(`/api/favorites/${job.id}`, { note })
    }
    expect((await merge(id)).json()).toEqual({ keptId: kept.id, referenceId: referenceCode(kept.id) })
    const favoritesOf = async (physician: SignedIn) => (await physician.get('/api/favorites')).json<Favorite[]>()
    expect(await favoritesOf(both)).toMatchObject([
      { jobId: kept.id, note: 'Ask about call.\n\nMy friend works there.', job: { id: kept.id } },
    ])
    expect(await favoritesOf(one)).toMatchObject([{ jobId: kept.id, note: null, job: { id: kept.id } }])
  })

  test('inquiries with their replies and CVs, and the figures of the insights', async () => {
    const employer = await signIn(board, 'employer')
    const physician = await signIn(board, 'physician')
    const own = { owner_id: employer.user.id, channel: 'account' as const, contact_email: employer.user.email }
    const { kept, gone, id } = await pair(own, own)
    await upload(physician, pdfFile(), 'cv.pdf')
    const asked = await physician.post('/api/job-inquiry', {
      name: 'Dr. Example',
      email: physician.user.email,
      message: 'May I visit?',
      jobId: gone.id,
      jobTitle: gone.title,
      attachCv: true,
    })
    const { id: inquiryId } = asked.json<{ id: string }>()
    expect((await employer.post(`/api/inbox/${inquiryId}/replies`, { message: 'Any Tuesday.' })).statusCode).toBe(200)
    // The same words of the same person to both.
    for (const job of [kept, gone]) expect((await inquire(job.id)).statusCode).toBe(200)
    const view = (jobId: string) =>
      asVisitor(board).call({
        method: 'POST',
        url: '/api/insights/events',
        payload: { jobId, kind: 'view' },
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
        },
      })
    await Promise.all([view(kept.id), view(gone.id), view(gone.id)])
    const figures = async (jobId: string) =>
      (await employer.get(`/api/insights/postings/${jobId}`)).json<{ days: { views: number; inquiries: number }[] }>()
    const before = [await figures(kept.id), await figures(gone.id)]

    expect((await merge(id)).statusCode).toBe(200)
    const inbox = (await employer.get(`/api/inbox?jobId=${kept.id}`)).json<{ inquiries: { id: string; name: string }[] }>()
    expect(inbox.inquiries.map((it) => it.name).toSorted()).toEqual(['Alex Example', 'Alex Example', 'Dr. Example'])
    expect((await employer.get(`/api/inbox/${inquiryId}`)).body).toContain('Any Tuesday.')
    expect((await employer.get(`/api/inbox/${inquiryId}/cv`)).statusCode).toBe(200)
    expect((await physician.get('/api/applications')).body).toContain(kept.id)
    const sum = (lists: { days: { views: number; inquiries: number }[] }[], of: 'views' | 'inquiries') =>
      lists.flatMap((it) => it.days).reduce((total, day) => total + day[of], 0)
    const after = [await figures(kept.id)]
    expect([sum(before, 'views'), sum(after, 'views')]).toEqual([3, 3])
    expect(sum(after, 'inquiries')).toBe(3)
  })

  test('what was reported', async () => {
    const { kept, gone, id } = await pair()
    const report = (jobId: string, reason: string) =>
      asVisitor(board).post('/api/job-report', { name: 'Alex', email: 'alex@mail.test', reason, jobId })
    for (const job of [kept, gone]) expect((await report(job.id, 'The link leads nowhere at all.')).statusCode).toBe(200)
    await report(gone.id, 'It is no job for physicians.')
    expect((await merge(id)).statusCode).toBe(200)
    const open = await board.db
      .withTables<{ job_reports: { job_id: string; reason: string; outcome: string | null } }>()
      .selectFrom('job_reports')
      .select(['job_id', 'reason'])
      .where('job_id', 'in', [kept.id, gone.id])
      .where('outcome', 'is', null)
      .orderBy('reason')
      .execute()
    expect(open).toEqual([
      { job_id: kept.id, reason: 'It is no job for physicians.' },
      { job_id: kept.id, reason: 'The link leads nowhere at all.' },
    ])
  })

  test('what alerts have told of: an older job that goes live by it is not mailed again', async () => {
    const physician = await signIn(board, 'physician')
    await mailNewJobs(board.db, new Date())
    const { kept, gone, id } = await pair({ status: 'pending' })
    const alert = await physician.post('/api/alerts', {
      search: { specialty: 'Cardiology', state: 'TX' },
      frequency: 'instant',
    })
    expect(alert.statusCode, alert.body).toBe(200)
    await mailNewJobs(board.db, new Date())
    await runTasks(board)
    const before = (await mailsTo(board, physician.user.email)).filter((it) => it.html.includes(gone.id)).length
    expect((await merge(id)).statusCode).toBe(200)
    expect((await board.get(`/api/jobs/${kept.id}`)).statusCode).toBe(200)
    await mailNewJobs(board.db, new Date())
    await runTasks(board)
    expect(before).toBe(1)
    expect((await mailsTo(board, physician.user.email)).filter((it) => it.html.includes(kept.id))).toEqual([])
  })

  test('what imports know them by: importing either again adds nothing', async () => {
    const item = (number: number, title: string) => ({
      id: `77${number}`,
      jobUrl: `https://boards.example.org/jobs/view/77${number}`,
      title,
      companyName: 'Larkfield Heart Group of Amarillo',
      location: 'Amarillo, TX',
      publishedAt: '2026-11-18',
      description: '<p>A physician for the heart team of the high plains, with four colleagues and two nurses.</p>',
    })
    const items = [item(1, 'Cardiologist'), item(2, 'Cardiology Physician (MD/DO)')]
    const run = () => importDataset(board.db, { items }, { allowedHosts: [], approve: true, sourceName: 'Two of one' })
    expect((await run()).imported).toBe(2)
    await findDuplicates(board.db)
    const { pairs } = (await admin.get('/api/admin/duplicates?source=Two%20of%20one')).json<{ pairs: LikelyDuplicate[] }>()
    expect((await merge(pairs[0]?.id ?? '')).statusCode).toBe(200)
    expect(await run()).toMatchObject({ imported: 0, skipped: 2 })
    const keys = await board.db
      .withTables<{ import_keys: { job_id: string } }>()
      .selectFrom('import_keys')
      .select('job_id')
      .distinct()
      .where('job_id', 'in', [pairs[0]?.kept.id ?? '', pairs[0]?.other.id ?? ''])
      .execute()
    expect(keys).toEqual([{ job_id: pairs[0]?.kept.id }])
  })
})

describe('the kept job', () => {
  test('answers at the other one’s addresses, also through a chain of merges', async () => {
    const source = 'Chain'
    const [first, second, third] = await alike({ source }, { source }, { source })
    // The page of the last one is kept ready before.
    expect((await board.get(`/jobs/${third?.id}`)).statusCode).toBe(200)
    expect((await merge((await pairOf(second, third)).id)).statusCode).toBe(200)
    await findDuplicates(board.db)
    expect((await merge((await pairOf(first, second)).id)).statusCode).toBe(200)
    for (const gone of [second, third]) {
      const page = await board.get(`/jobs/${gone?.id}`)
      expect([page.statusCode, page.headers.location]).toEqual([301, `/jobs/${first?.id}`])
      const answer = await board.get(`/api/jobs/${gone?.id}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, `/api/jobs/${first?.id}`])
      expect(answer.json()).toEqual({ id: first?.id })
    }
    expect((await board.get(`/jobs/${first?.id}`)).statusCode).toBe(200)
    expect((await board.get(`/jobs/${randomUUIDv7()}`)).statusCode).toBe(404)
  })

  test('keeps its details, and fills what it leaves open', async () => {
    const { kept, id } = await pair(
      { comp_min: null, comp_max: null, apply_url: 'https://kept.example', brief: null },
      {
        comp_min: 200,
        comp_max: 220,
        comp_unit: 'HOUR',
        apply_url: 'https://gone.example',
        brief: 'In short.',
        title: 'A Cardiologist',
      },
    )
    expect((await merge(id)).statusCode).toBe(200)
    expect(await jobNow(kept.id)).toMatchObject({
      title: 'Cardiologist',
      compMin: 200,
      compMax: 220,
      compUnit: 'HOUR',
      applyUrl: 'https://kept.example',
      brief: 'In short.',
    })
  })

  test('takes from the other one what an administrator says', async () => {
    const description = 'We have cared for this town since 1991, and look for a fifth colleague who likes to teach.'
    const { kept, id } = await pair(
      { comp_max: 500_000 },
      { title: 'Cardiologist (MD)', description, comp_max: 600_000, source_url: 'https://other.example/1' },
    )
    expect((await merge(id, { takeFromOther: ['description', 'pay'] })).statusCode).toBe(200)
    expect(await jobNow(kept.id)).toMatchObject({
      id: kept.id,
      title: 'Cardiologist',
      description,
      descriptionSnippet: description,
      compMax: 600_000,
      sourceUrl: 'https://other.example/1',
    })
  })

  test('belongs to whoever posted the other one, who is told', async () => {
    const employer = await signIn(board, 'employer')
    const { kept, gone, id } = await pair(
      {},
      { owner_id: employer.user.id, channel: 'account', contact_email: employer.user.email },
    )
    expect((await merge(id)).statusCode).toBe(200)
    await runTasks(board)
    const [mail] = await mailsTo(board, employer.user.email)
    expect(mail?.subject).toBe('Your job posting was merged with another one: Cardiologist')
    expect(mail?.text).toContain(`/employer/jobs/${kept.id}`)
    expect((await employer.get(`/api/job-postings/${kept.id}`)).statusCode).toBe(200)
    const history = (await admin.get(`/api/job-postings/${gone.id}/history`)).body
    expect(history).toContain(`Merged into ${referenceCode(kept.id)}`)
  })

  test('is not compared again with what the other one was not', async () => {
    const source = 'Dismissed'
    const [first, second, third] = await alike({ source }, { source }, { source })
    await admin.post('/api/admin/duplicates/dismissals', { ids: [(await pairOf(second, third)).id] })
    expect((await merge((await pairOf(first, second)).id)).statusCode).toBe(200)
    await findDuplicates(board.db)
    expect((await admin.get(`/api/admin/duplicates?source=${source}`)).json()).toMatchObject({ pairs: [] })
  })
})

describe('merging is refused', () => {
  test('where two different people posted the jobs', async () => {
    const [one, other] = [await signIn(board, 'employer'), await signIn(board, 'recruiter')]
    const of = ({ user }: SignedIn) => ({ owner_id: user.id, channel: 'account' as const, contact_email: user.email })
    const { gone, id } = await pair(of(one), of(other))
    const answer = await merge(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json<{ error: string }>().error).toMatch(/^These jobs belong to different owners/)
    expect(await jobNow(gone.id)).toMatchObject({ id: gone.id })
    const anonymous = await pair(of(one), { channel: 'public', contact_email: 'somebody@mail.test' })
    expect((await merge(anonymous.id)).statusCode).toBe(409)
    const own = await pair(of(one), { channel: 'public', contact_email: one.user.email })
    expect((await merge(own.id)).statusCode).toBe(200)
  })

  test('the second time, also at the same moment, and after it was dismissed', async () => {
    const { id } = await pair()
    const answers = await Promise.all([merge(id), merge(id), merge(id)])
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const dismissed = await pair()
    await admin.post('/api/admin/duplicates/dismissals', { ids: [dismissed.id] })
    expect((await merge(dismissed.id)).statusCode).toBe(409)
  })

  test('for what is no pair or no detail', async () => {
    expect((await merge(randomUUIDv7())).statusCode).toBe(404)
    expect((await merge('no-id')).statusCode).toBe(400)
    const { id } = await pair()
    expect((await merge(id, { takeFromOther: ['salary'] })).statusCode).toBe(400)
    expect((await merge(id, { takeFromOther: 'title' })).statusCode).toBe(400)
  })
})

test('what was decided is in the audit log', async () => {
  const { kept, gone, id } = await pair()
  await merge(id, { takeFromOther: ['title'] })
  const entries = await board.db
    .withTables<{ audit_log: { id: string; action: string; actor_id: string; subject: string; detail: unknown } }>()
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('subject', '=', `job:${kept.id}`)
    .execute()
  expect(entries).toEqual([
    { action: 'duplicates.merged', actor_id: admin.user.id, detail: { merged: gone.id, takeFromOther: ['title'] } },
  ])
})
