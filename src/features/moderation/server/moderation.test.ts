import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { SignedIn } from '#test/sign-in.ts'

let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  admin = await signIn(app, 'admin')
})
afterAll(() => app.close())

const nobodysId = '01900000-0000-7000-8000-000000000000'

/** A posting with a poster's address of its own. */
async function posting(status: 'pending' | 'active', overrides = {}) {
  const job = jobRow({ status, channel: 'public', contact_email: `poster-${crypto.randomUUID()}@mail.test`, ...overrides })
  await addJobs(app.db, [job])
  return { ...job, poster: job.contact_email ?? '' }
}

type Queue = { items: { kind: string; id: string; since: string; posting: { id: string } }[]; counts: Record<string, number> }
const queue = async (query = '') => (await admin.get(`/api/admin/queue${query}`)).json<Queue>()
const decide = (id: string, deed: string, body?: object) => admin.post(`/api/admin/postings/${id}/${deed}`, body)
const isLive = async (id: string) => (await app.get(`/api/jobs/${id}`)).statusCode === 200
const subjectsTo = async (address: string) => {
  await runTasks(app)
  return (await mailsTo(app, address)).map((it) => it.subject)
}

async function report(jobId: string) {
  const email = `reporter-${crypto.randomUUID()}@mail.test`
  const body = { name: 'Alex Example', email, reason: 'The link leads to something else.', jobId }
  expect((await asVisitor(app).post('/api/job-report', body)).statusCode).toBe(200)
  const { items } = await queue('?kind=report')
  const found = items.find((it) => it.posting.id === jobId)
  if (!found) throw new Error('The report is not in the queue')
  return { id: found.id, email }
}

describe('postings', () => {
  test('wait in one list with reports, the oldest first', async () => {
    const first = await posting('pending')
    const reported = await posting('active')
    const { id: reportId } = await report(reported.id)
    const last = await posting('pending')
    const { items, counts } = await queue()
    const mine = items.filter((it) => [first.id, reportId, last.id].includes(it.id))
    expect(mine.map((it) => [it.kind, it.id])).toEqual([
      ['pending', first.id],
      ['report', reportId],
      ['pending', last.id],
    ])
    expect(counts['pending']).toBeGreaterThanOrEqual(2)
    expect(counts['report']).toBeGreaterThanOrEqual(1)
  })

  test('go live when they are approved, once, and the poster is told', async () => {
    const job = await posting('pending')
    expect(await isLive(job.id)).toBe(false)
    const answers = await Promise.all([decide(job.id, 'approval'), decide(job.id, 'approval')])
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await isLive(job.id)).toBe(true)
    expect(await subjectsTo(job.poster)).toHaveLength(1)
  })

  test('are refused with a reason, which the poster gets', async () => {
    const job = await posting('pending')
    expect((await decide(job.id, 'rejection', {})).json()).toMatchObject({ error: 'Please give a reason' })
    expect((await decide(job.id, 'rejection', { reason: ' ' })).statusCode).toBe(400)
    expect((await decide(job.id, 'rejection', { reason: 'It names no place of work.' })).statusCode).toBe(200)
    await runTasks(app)
    const [mail] = await mailsTo(app, job.poster)
    expect(mail?.text).toContain('It names no place of work.')
    expect(await isLive(job.id)).toBe(false)
    expect((await decide(job.id, 'approval')).statusCode).toBe(409)
  })

  test('are taken down with a reason', async () => {
    const job = await posting('active')
    expect((await decide(job.id, 'removal', { reason: 'It is no job for physicians.' })).statusCode).toBe(200)
    expect(await isLive(job.id)).toBe(false)
  })

  test('are approved many at a time, and one that cannot holds up no other', async () => {
    const waiting = [await posting('pending'), await posting('pending')]
    const live = await posting('active')
    const ids = [...waiting.map((it) => it.id), live.id, nobodysId]
    const answer = await admin.post('/api/admin/approvals', { ids })
    const { approved, failed } = answer.json<{ approved: number; failed: { id: string }[] }>()
    expect(approved).toBe(2)
    expect(failed.map((it) => it.id).toSorted()).toEqual([live.id, nobodysId].toSorted())
    expect(await Promise.all(waiting.map((it) => isLive(it.id)))).toEqual([true, true])
    expect((await admin.post('/api/admin/approvals', { ids: Array.from({ length: 201 }, () => nobodysId) })).statusCode).toBe(400)
  })

  test('that nobody has are not found', async () => {
    for (const [deed, body] of [['approval'], ['reading'], ['rejection', { reason: 'x' }]] as const) {
      expect((await decide(nobodysId, deed, body)).statusCode).toBe(404)
    }
  })
})

describe('reports', () => {
  test('accepted, take the posting down, and tell both sides', async () => {
    const job = await posting('active')
    const { id, email } = await report(job.id)
    const decision = { outcome: 'accepted', reason: 'The link is broken.' }
    const answers = await Promise.all([1, 2].map(() => admin.post(`/api/admin/reports/${id}/decision`, decision)))
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await isLive(job.id)).toBe(false)
    expect(await subjectsTo(email)).toEqual(['We have received your report', 'We have looked at your report'])
    expect(await subjectsTo(job.poster)).toHaveLength(1)
  })

  test('dismissed, leave it where it is', async () => {
    const job = await posting('active')
    const { id } = await report(job.id)
    expect((await admin.post(`/api/admin/reports/${id}/decision`, { outcome: 'dismissed' })).statusCode).toBe(200)
    expect(await isLive(job.id)).toBe(true)
    expect((await queue('?kind=report')).items.map((it) => it.id)).not.toContain(id)
  })

  test.each([{ outcome: 'accepted' }, { outcome: 'forgotten' }, {}])('%j is no decision', async (decision) => {
    expect((await admin.post(`/api/admin/reports/${nobodysId}/decision`, decision)).statusCode).toBe(400)
  })
})
