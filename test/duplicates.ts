import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'vitest'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from './factories.ts'
import * as board from './postings.ts'
import type { SignedIn } from './sign-in.ts'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { findDuplicates } from '#features/duplicates/server/service.ts'

let towns = 0

/** Compared jobs in a town of their own, so that tests do not interfere; the oldest first. */
export async function alike(...changes: Partial<NewJob>[]): Promise<NewJob[]> {
  const city = `Testville ${(towns += 1)}`
  // Within a millisecond, ids have no order.
  const ids = changes.map(() => randomUUIDv7()).toSorted()
  const jobs = changes.map((change, index) => jobRow({ city, ...change, id: ids[index] ?? '' }))
  await addJobs(board.app.db, jobs)
  await findDuplicates(board.app.db)
  return jobs
}

export const list = async (query = '') =>
  (await board.admin.get(`/api/admin/duplicates${query}`)).json<
    ResponseOf<'GET /api/admin/duplicates'>
  >()

/** The pair of a job, or of two, on whatever page. */
export async function pairOf(
  one: { id: string },
  other?: { id: string },
): Promise<LikelyDuplicate | undefined> {
  const isOf =
    ({ id }: { id: string }) =>
    (pair: LikelyDuplicate) =>
      pair.kept.id === id || pair.other.id === id
  for (let page = 1; ; page++) {
    const { pairs, totalPages } = await list(`?page=${page}`)
    const found = pairs.find((pair) => isOf(one)(pair) && isOf(other ?? one)(pair))
    if (found || page >= totalPages) return found
  }
}

/** Two jobs that are alike, and the id of their pair. */
export async function pair(one: Partial<NewJob> = {}, other: Partial<NewJob> = {}) {
  const [kept = expect.fail(), gone = expect.fail()] = await alike(one, other)
  return { kept, gone, id: await idOf(kept, gone) }
}

/** The id of the pair of two jobs. */
export const idOf = async (one?: NewJob, other?: NewJob): Promise<string> =>
  (await pairOf(one ?? expect.fail(), other))?.id ?? expect.fail()

export const merge = (id: string, body: object = {}) =>
  board.admin.post(`/api/admin/duplicates/${id}/merge`, body)

export async function merged(id: string, body: object = {}): Promise<object> {
  const answer = await merge(id, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<object>()
}

export const ownedBy = ({ user }: SignedIn) => ({
  owner_id: user.id,
  channel: 'account' as const,
  contact_email: user.email,
})

/** What visitors see of a job now. */
export const jobNow = async (id: string) => (await board.shown(id)).json<Record<string, unknown>>()

export const description =
  '<p>A physician for the heart team of the high plains, with four colleagues and two nurses.</p>'
