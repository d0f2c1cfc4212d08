import { countJobWrites, findPayGroups } from '#features/jobs/server/public.ts'
import type { PayGroup } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { comparedTypes, fewestPostings, plausiblePay } from '../model.ts'
import { lockLastRefresh, replaceStatistics, saveRefresh } from './queries.ts'
import type { Refresh } from './queries.ts'

/** Of all time, so much may go into the summary at the most: at a million jobs it is made every few minutes. */
const share = 1 / 200

/**
 * Makes the summary anew if the catalogue changed, and it is time. Answers when the summary that holds now was made; null if
 * there is none yet or another node is just making it.
 */
export async function refreshIfDue(db: Db): Promise<Date | null> {
  return db.transaction().execute(async (transaction) => {
    const last = await lockLastRefresh(transaction)
    if (!last) return null
    const isDue = last.refreshed_at === null || Date.now() - last.refreshed_at.getTime() > last.took_ms / share
    if (!isDue) return last.refreshed_at
    const writes = await countJobWrites(transaction)
    return last.refreshed_at !== null && writes === last.job_writes ? last.refreshed_at : refresh(transaction, writes)
  })
}

/** Makes the summary anew. */
export async function refreshPayStatistics(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => refresh(transaction, await countJobWrites(transaction)))
}

async function refresh(transaction: Db, writes: Refresh['job_writes']): Promise<Date> {
  const start = performance.now()
  const groups = await findPayGroups(transaction, { types: comparedTypes, atLeast: fewestPostings, plausible: plausiblePay })
  await replaceStatistics(transaction, groups.filter(isSomething).map(rowOf))
  const refreshedAt = new Date()
  const took = Math.ceil(performance.now() - start)
  await saveRefresh(transaction, { refreshed_at: refreshedAt, took_ms: took, job_writes: writes })
  return refreshedAt
}

/** What lies in no state and what belongs to no specialty is nothing that one could compare with. */
const isSomething = ({ specialty, state }: PayGroup): boolean => specialty !== 'Other' && state !== 'OTHER'

function rowOf({ specialty, state, postings, quartiles }: PayGroup) {
  const [lowest, lower_quartile, median, upper_quartile, highest] = quartiles.map(Math.round) as PayGroup['quartiles']
  return { specialty, state, postings, lowest, lower_quartile, median, upper_quartile, highest }
}
