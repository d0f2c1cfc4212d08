import { randomUUIDv7 } from 'node:crypto'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from './factories.ts'
import * as board from './postings.ts'
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
