import { beforeAll, expect } from 'vitest'
import { appForFile, type TestApp } from './app.ts'
import { addJobs, jobRow } from './factories.ts'
import { mailsTo, makeTasksDue, runTasks } from './mailbox.ts'
import { asVisitor, signIn, type SignedIn } from './sign-in.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'

export const nobodysId = '01900000-0000-7000-8000-000000000000'

/** A board with an administrator who moderates it over HTTP, for the tests of this file. */
export function boardForFile(): Board {
  const board = { app: appForFile({ env: { RATE_LIMITS: 'off' } }) } as Board
  beforeAll(async () => {
    const admin = await signIn(board.app, 'admin')
    Object.assign(board, { admin, ...moderationOf(board.app, admin) })
  })
  return board
}

function moderationOf(app: TestApp, admin: SignedIn) {
  const queue = async (query = '') => (await admin.get(`/api/admin/queue${query}`)).json<ResponseOf<'GET /api/admin/queue'>>()

  return {
    queue,
    decide: (id: string, action: string, more?: object) => admin.post(`/api/admin/postings/${id}/decision`, { action, ...more }),
    /** The status codes of calls at once, the lowest first. */
    codes: async (calls: Promise<{ statusCode: number }>[]) =>
      (await Promise.all(calls)).map((call) => call.statusCode).toSorted((a, b) => a - b),
    undo: (decisionId: string) => admin.post(`/api/admin/decisions/${decisionId}/undo`),
    isLive: async (id: string) => (await app.get(`/api/jobs/${id}`)).statusCode === 200,

    /** A posting with its own poster's address. */
    async posting(status: QueueItem['posting']['status'], overrides: Parameters<typeof jobRow>[0] = {}) {
      const job = jobRow({ status, channel: 'public', contact_email: `poster-${crypto.randomUUID()}@mail.test`, ...overrides })
      await addJobs(app.db, [job])
      return { ...job, poster: job.contact_email ?? '' }
    },

    /** @returns the reporter's address. */
    async report(jobId: string, reason = 'The link leads to something else.'): Promise<string> {
      const email = `reporter-${crypto.randomUUID()}@mail.test`
      const body = { name: 'Alex Example', email, reason, jobId }
      expect((await asVisitor(app).post('/api/job-report', body)).statusCode).toBe(200)
      return email
    },

    /** Runs due tasks; `aMinuteLater` also sends delayed mails about decisions. */
    async mails(address: string, { aMinuteLater = true } = {}) {
      if (aMinuteLater) await makeTasksDue(app)
      await runTasks(app)
      return mailsTo(app, address)
    },
  }
}

type Board = { app: TestApp; admin: SignedIn } & ReturnType<typeof moderationOf>
