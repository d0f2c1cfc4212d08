import { expect } from 'vitest'
import type { QueueItem } from '#features/moderation/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from './factories.ts'
import { admin, app, shown, visitor } from './postings.ts'

/** What a moderator does on the board of `postings.ts`. */
export { admin, app, decide, mailed, openForFile, stored } from './postings.ts'

export const nobodysId = '01900000-0000-7000-8000-000000000000'

export const queue = async (query = '') =>
  (await admin.get(`/api/admin/queue${query}`)).json<ResponseOf<'GET /api/admin/queue'>>()
export const sources = async () =>
  (await admin.get('/api/admin/queue/sources')).json<ResponseOf<'GET /api/admin/queue/sources'>>()
export const decisions = async (query = '') =>
  (await admin.get(`/api/admin/decisions${query}`)).json<ResponseOf<'GET /api/admin/decisions'>>()
export const undo = (decisionId: string) => admin.post(`/api/admin/decisions/${decisionId}/undo`)
export const isLive = async (id: string) => (await shown(id)).statusCode === 200

/** A posting with its own poster's address. */
export async function posting(
  status: QueueItem['posting']['status'],
  overrides: Parameters<typeof jobRow>[0] = {},
) {
  const job = jobRow({
    status,
    channel: 'public',
    contact_email: `poster-${crypto.randomUUID()}@mail.test`,
    ...overrides,
  })
  await addJobs(app.db, [job])
  return { ...job, poster: job.contact_email ?? '' }
}

/** @returns the reporter's address. */
export async function report(
  jobId: string,
  reason = 'The link leads to something else.',
): Promise<string> {
  const email = `reporter-${crypto.randomUUID()}@mail.test`
  expect(
    (await visitor.post('/api/job-report', { name: 'Alex Example', email, reason, jobId }))
      .statusCode,
  ).toBe(200)
  return email
}
