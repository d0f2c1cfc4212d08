import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { eraseAccount, findUser } from '#features/accounts/server/public.ts'
import { testApp, type TestApp } from './app.ts'
import { addJobs, jobRow } from './factories.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from './sign-in.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { Application, ApplicationDetail } from '#features/inquiries/contract.ts'
import type { InboxDetail, InboxItem } from '#features/inquiries/contract-desk.ts'
import { mailsTo, runTasks } from './mailbox.ts'
import { formOf, type FormPart } from './upload-cv.ts'

/** An employer with an open posting, and a physician, new for each test of a file that calls `hiringForFile`. */
export const app = {} as TestApp
export let visitor: Caller
export let employer: SignedIn
export let physician: SignedIn
export let job: ReturnType<typeof jobRow>

export function hiringForFile(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    Object.assign(app, await testApp({ env: { RATE_LIMITS: 'off', ...env } }))
    visitor = asVisitor(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    employer = await signIn(app, 'employer')
    physician = await signIn(app, 'physician')
    job = await anotherJob()
  })
}

export async function anotherJob(more: Parameters<typeof jobRow>[0] = {}) {
  const added = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email, ...more })
  await addJobs(app.db, [added])
  return added
}

export const message = 'Is the position still open, and may I visit?'

/** The physician's inquiry about the posting; `more` and `by` make it another's. */
export const apply = (more: Record<string, unknown> = {}, by: Pick<Caller, 'post'> = physician) =>
  by.post('/api/job-inquiry', { name: 'Alex Example', email: physician.user.email, message, jobId: job.id, ...more })

/** @returns its id. */
export async function applied(more: Record<string, unknown> = {}, by?: Pick<Caller, 'post'>): Promise<string> {
  const answer = await apply(more, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string }>().id
}

/** An inquiry of a visitor, known by their address. @returns its id. */
export const appliedBy = (who: string, more: Record<string, unknown> = {}) =>
  applied({ email: `${who}@mail.test`, name: who, ...more }, visitor)

/** A team of the employer and these people. */
export async function makeTeam(...others: [person: SignedIn, seat: string][]): Promise<void> {
  const seats = [[employer, 'owner'] as const, ...others]
  await sql`
    with made as (insert into organizations (id, name) values (gen_random_uuid(), 'Sample') returning id)
    insert into organization_members (user_id, organization_id, seat)
    select unnest(${seats.map(([{ user }]) => user.id)}::uuid[]), id, unnest(${seats.map(([, seat]) => seat)}::text[]) from made
  `.execute(app.db)
}

/** As the account's owner does. */
export async function erase({ user: { id } }: SignedIn): Promise<void> {
  const user = (await findUser(app.db, id)) ?? expect.fail()
  const by = { actor: 'owner', actorId: id } as const
  await app.db.transaction().execute((trx) => eraseAccount(trx, accountHooks.personalData, user, by))
}

export const move = (id: string, stage: string, version: number, reason?: string) =>
  employer.put(`/api/inbox/${id}/stage`, { stage, version, reason })

type Inbox = { inquiries: InboxItem[]; next: string | null; total: number; unread: number }
export const inboxOf = async (query = '', by = employer) => (await by.get(`/api/inbox${query}`)).json<Inbox>()
export const applicationsOf = async (by = physician) =>
  (await by.get('/api/applications')).json<{ applications: Application[] }>().applications

/** The application as each side sees it. */
export const ours = async (id: string) => (await employer.get(`/api/inbox/${id}`)).json<InboxDetail>()
export const theirs = async (id: string) => (await physician.get(`/api/applications/${id}`)).json<ApplicationDetail>()

export async function write(by: Caller, id: string, text: string, file?: FormPart) {
  const parts = [{ field: 'message', content: text }, ...(file ? [file] : [])]
  return by.call({ method: 'POST', url: `/api/threads/${id}/messages`, ...(await formOf(parts)) })
}

/** The statuses of calls made at once, the lowest first. */
export async function statusesOf(calls: Promise<LightMyRequestResponse>[]): Promise<number[]> {
  return (await Promise.all(calls)).map((call) => call.statusCode).toSorted((one, other) => one - other)
}

/** The token of the latest link to a page that was mailed to an address. */
export async function mailedToken(address: string, page: string): Promise<string> {
  await runTasks(app)
  const link = new RegExp(`${page}\\?token=([\\w.%-]+)`)
  return decodeURIComponent((await mailsTo(app, address)).flatMap(({ text }) => link.exec(text)?.[1] ?? []).at(-1) ?? '')
}
