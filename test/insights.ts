import { beforeAll, expect } from 'vitest'
import { totalOf, type EventKind, type Figures } from '#features/insights/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile, type TestApp } from './app.ts'
import { addJobs, jobRow } from './factories.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from './sign-in.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export const nothing: Figures = { views: 0, visitors: 0, applyClicks: 0, saves: 0, inquiries: 0 }

type OwnJob = NewJob & { id: string }

/** A visitor's address and user agent, and what brought them. */
type Browser = { address?: string; userAgent?: string; mark?: string; referrer?: string }

/**
 * A board with an employer whose postings are watched, for the tests of a file that calls
 * `watchForFile`.
 */
export const board = {} as TestApp
export let visitor: Caller
export let employer: SignedIn

export function watchForFile(): void {
  appForFile({ env: { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1' } }, board)
  beforeAll(async () => {
    visitor = asVisitor(board)
    employer = await signIn(board, 'employer')
  })
}

export async function addJob(overrides: Partial<NewJob> = {}): Promise<OwnJob> {
  const job = {
    ...jobRow(),
    owner_id: employer.user.id,
    channel: 'account',
    ...overrides,
  } as OwnJob
  await addJobs(board.db, [job])
  return job
}

export const see = async (job: { id: string }, browser?: Browser) =>
  expect((await sendEvent(visitor, job, 'view', browser)).statusCode).toBe(200)

export const insightsOf = async ({ id }: { id: string }, caller: Caller = employer, days = 7) =>
  (await caller.get(`/api/insights?days=${days}&id=${id}`)).json<ResponseOf<'GET /api/insights'>>()
export const totalsOf = async (job: { id: string }) => totalOf((await insightsOf(job)).days)

export const sendEvent = (
  caller: Caller,
  { id: jobId }: { id: string },
  kind: EventKind = 'view',
  { address = '203.0.113.1', userAgent = chrome, ...from }: Browser = {},
) =>
  caller.call({
    method: 'POST',
    url: '/api/insights/events',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
    payload: { jobId, kind, ...from },
  })

export const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
