import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { unseenDays } from '#features/jobs/model.ts'
import { closeUnlinked, closeUnlisted } from '#features/postings/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { errorCode } from '#platform/server/errors.ts'
import { guardedLookup, requirePublic } from '#platform/server/http/public-addresses.ts'
import type { AgeRule } from '#platform/server/retention.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import {
  allowedEntry,
  ask,
  followRedirects,
  retryAfter,
  type HttpOptions,
} from '../reading/http.ts'
import {
  countUnseen,
  findDueHosts,
  lockUnseen,
  postponeHost,
  recordAnswer,
  releaseKeys,
  takeDueLink,
} from './queries-jobs.ts'
import { holdName, releaseName } from './queries-runs.ts'

/**
 * How imported jobs end that no complete source closes: nobody lists them any more, or their apply
 * link is dead.
 */

export const planLinkChecksTask = defineTask({ name: 'plan-link-checks' })
export const checkLinksTask = defineTask({
  name: 'check-apply-links',
  timeoutSeconds: 900,
  atOnce: 1,
})

/**
 * Closes jobs that their sources no longer offer. What never was live comes back as a new job.
 * @returns how many.
 */
export async function endJobs(
  trx: Db,
  ids: readonly string[],
  reason: string,
  /** The careers page that says so. */
  page?: string,
): Promise<number> {
  const { closed, withdrawn } = await closeUnlisted(trx, ids, reason, page)
  await releaseKeys(trx, withdrawn)
  return closed.length + withdrawn.length
}

const dayMs = 86_400_000
const jobsPerBatch = 200

/** Closes what no dataset has listed for two months. */
export const unseenRule: AgeRule = {
  what: 'imported jobs that no dataset lists any more',
  of: "jobs where channel = 'import' and status in ('active', 'pending')",
  count: countUnseen,
  enforce: (db, before) =>
    inTransaction(db, async (trx) =>
      endJobs(
        trx,
        await lockUnseen(trx, before, jobsPerBatch),
        `not seen at its source for ${unseenDays} days`,
      ),
    ),
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

async function checkHost(
  db: Db,
  host: string,
  { until, pauseMs = 5000, ...options }: CheckOptions & { until: number },
) {
  for (let tries = 0; tries < linksPerHost; tries++) {
    if (Date.now() >= until || options.stopping?.aborted) return
    const due = await takeDueLink(db, host)
    if (!due) return
    const { busyMs, ...answer } = await askLink(due.url, options)
    await settle(db, { ...answer, link: due.link })
    if (busyMs !== undefined)
      return postponeHost(db, host, new Date(Date.now() + Math.min(busyMs, 7 * dayMs)))
    await wait(pauseMs, undefined, { signal: options.stopping }).catch(() => {})
  }
}

const settle = (db: Db, answer: Omit<Parameters<typeof recordAnswer>[1], 'limit'>) =>
  inTransaction(db, async (trx) => {
    const dead = await recordAnswer(trx, { ...answer, limit: deadlyFailures })
    const reason = `its apply link answered ${answer.answer} on ${deadlyFailures} days`
    if (dead.length > 0) await closeUnlinked(trx, dead, reason)
  })

type AskOptions = HttpOptions & {
  /** Who asks. */
  userAgent: string
  timeoutMs?: number
}

type LinkAnswer = {
  /** 'unknown': the answer proves nothing. */
  state: 'alive' | 'dead' | 'unknown'
  /** In words: '200', '404', 'timeout'. */
  answer: string
  /** The host is overloaded, or asked us to go away for so long. */
  busyMs?: number
}

/**
 * HEAD; where that does not succeed GET, because some servers know only that. The body stays
 * unread.
 */
async function askLink(address: string, options: AskOptions): Promise<LinkAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000)
  const answerTo = async (method: string): Promise<LinkAnswer> => {
    const response = await followRedirects(new URL(address), (url) =>
      send(url, method, options, signal),
    )
    response.destroy()
    return answerOf(response)
  }
  try {
    const head = await answerTo('HEAD')
    return head.state === 'alive' || head.busyMs !== undefined ? head : await answerTo('GET')
  } catch (error) {
    return { state: 'unknown', answer: signal.aborted ? 'timeout' : reasonOf(error) }
  }
}

function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return 'no answer'
  return (errorCode(error.cause ?? error) ?? error.message).slice(0, 200)
}

/**
 * Only 'not found' and 'gone' prove that a link is dead: refusals, overload and server errors pass.
 */
function answerOf(response: IncomingMessage): LinkAnswer {
  const { statusCode: status = 0 } = response
  const answer = String(status)
  if (status >= 200 && status < 300) return { state: 'alive', answer }
  if (status === 404 || status === 410) return { state: 'dead', answer }
  if (status !== 429 && status !== 503) return { state: 'unknown', answer }
  return { state: 'unknown', answer, busyMs: retryAfter(response) || dayMs }
}

async function send(url: URL, method: string, options: AskOptions, signal: AbortSignal) {
  const lookup = guardedLookup({
    explicit: requireOpen(url, options.allowedHosts),
    resolver: options.resolver,
  })
  const headers = { accept: 'text/html, */*;q=0.5', 'user-agent': options.userAgent }
  const response = await ask(url, { method, headers, signal, lookup })
  // The rest of it is of no interest, however it ends.
  response.on('error', () => {})
  return response
}

/**
 * Unlike a dataset, an apply link leads anywhere: to any public address, on the web's own ports.
 * @returns whether the operator named the host, which may then be in this network.
 */
function requireOpen(url: URL, allowedHosts: readonly string[]) {
  try {
    return allowedEntry(url, allowedHosts).explicit
  } catch {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not asked`)
    if (url.port !== '') throw new Error('a port of its own is not asked')
    requirePublic(url)
    return false
  }
}
