import { randomUUIDv7 } from 'node:crypto'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { findDuplicates } from '#features/duplicates/server/service.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { testApp } from './app.ts'
import { addJobs, jobRow } from './factories.ts'
import { signIn } from './sign-in.ts'

/** A board with an administrator who merges jobs. */
export async function mergingBoard() {
  const board = await testApp({ env: { RATE_LIMITS: 'off' } })
  const admin = await signIn(board, 'admin')
  let towns = 0

  /** Likely duplicates in a town of their own, the oldest first. */
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

  /** Two jobs of a source of their own, so that the list finds them. */
  async function pair(one: Partial<NewJob> = {}, other: Partial<NewJob> = {}) {
    const source = `Board ${towns}`
    const [kept, gone] = await alike({ source, ...one }, { source, ...other })
    if (!kept || !gone) throw new Error('Two jobs are a pair')
    return { kept, gone, id: (await pairOf(kept, gone)).id }
  }

  const merge = (id: string, body: object = {}) => admin.post(`/api/admin/duplicates/${id}/merge`, body)

  return { board, admin, alike, pairOf, pair, merge }
}
