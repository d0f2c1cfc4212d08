import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { unseenDays } from '#features/jobs/model.ts'
import { closeUnlinked, closeUnlisted } from '#features/postings/server/public.ts'
import { inChunks, inTransaction, type Db } from '#platform/server/database.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import { askLink, type AskOptions } from './ask-link.ts'
import { findDueHosts, findUnseen, postponeHost, recordAnswer, releaseKeys, takeDueLink } from './queries-jobs.ts'
import { holdName, releaseName } from './queries-runs.ts'

/** How imported jobs end that no complete source closes: nobody lists them any more, or their apply link is dead. */

export const closeUnseenTask = defineTask({ name: 'close-unseen-jobs', schema: z.object({}) })
export const planLinkChecksTask = defineTask({ name: 'plan-link-checks', schema: z.object({}) })
export const checkLinksTask = defineTask({ name: 'check-apply-links', schema: z.object({}), timeoutSeconds: 900, atOnce: 1 })

const dayMs = 86_400_000
const jobsPerBatch = 200
const mostUnseen = 20_000

/** Closes what no dataset has listed for two months. @returns how many jobs. */
export async function closeUnseen(db: Db, stopping?: AbortSignal): Promise<number> {
  const before = new Date(Date.now() - unseenDays * dayMs)
  const unseen = await findUnseen(db, before, null, mostUnseen)
  let closed = 0
  for (const batch of inChunks(unseen, jobsPerBatch)) {
    if (stopping?.aborted) break
    closed += await inTransaction(db, (trx) => closeSome(trx, before, batch))
  }
  return closed
}

async function closeSome(trx: Db, before: Date, ids: readonly string[]): Promise<number> {
  const reason = `not seen at its source for ${unseenDays} days`
  // An import may have seen some of them since.
  const { closed, withdrawn } = await closeUnlisted(trx, await findUnseen(trx, before, ids, ids.length), reason)
  await releaseKeys(trx, withdrawn)
  return closed.length + withdrawn.length
}

type CheckOptions = AskOptions & {
  /** Between two requests to one host. */
  pauseMs?: number
  /** No request begins later. */
  budgetMs?: number
  stopping?: AbortSignal
}

/** On so many days a link must have been gone, with nothing better in between. */
const deadlyFailures = 3
const hostsAtOnce = 8
const hostsPerRun = 400
/** A host with thousands of links takes several runs, so that others get their turn. */
const linksPerHost = 60

/** Asks the links that are due. Each host gets one request at a time, from one node at a time. */
export async function checkApplyLinks(db: Db, options: CheckOptions): Promise<void> {
  await db.connection().execute(async (holder) => {
    if (!(await holdName(holder, checkLinksTask.name))) return
    try {
      const until = Date.now() + (options.budgetMs ?? 480_000)
      const hosts = (await findDueHosts(db, hostsPerRun)).values()
      await Promise.all(
        Array.from({ length: hostsAtOnce }, async () => {
          for (const host of hosts) await checkHost(db, host, { ...options, until })
        }),
      )
    } finally {
      await releaseName(holder, checkLinksTask.name)
    }
  })
}

async function checkHost(db: Db, host: string, { until, pauseMs = 5000, ...options }: CheckOptions & { until: number }) {
  for (let asked = 0; asked < linksPerHost; asked++) {
    if (Date.now() >= until || options.stopping?.aborted) return
    const due = await takeDueLink(db, host)
    if (!due) return
    const { busy, ...answer } = await askLink(due.url, options)
    await settle(db, { ...answer, link: due.link })
    if (busy) return postponeHost(db, host, new Date(Date.now() + Math.min((busy.seconds ?? 86_400) * 1000, 7 * dayMs)))
    await wait(pauseMs, undefined, { signal: options.stopping }).catch(() => {})
  }
}

const settle = (db: Db, answer: Omit<Parameters<typeof recordAnswer>[1], 'limit'>): Promise<void> =>
  inTransaction(db, async (trx) => {
    const dead = await recordAnswer(trx, { ...answer, limit: deadlyFailures })
    const reason = `its apply link answered ${answer.answer} on ${deadlyFailures} days`
    if (dead.length > 0) await closeUnlinked(trx, dead, reason)
  })
