import { sql } from 'kysely'
import { beforeAll, beforeEach, expect } from 'vitest'
import { accountHooks } from '#app/server/account-hooks.ts'
import { eraseAccount, findUser } from '#features/accounts/server/public.ts'
import { appForFile, publicUrl, type TestApp } from './app.ts'
import { addJobs, addTeam, jobRow } from './factories.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from './sign-in.ts'

/**
 * An employer with an open posting, and a physician, new for each test of a file that calls
 * `hiringForFile`.
 */
export const app = {} as TestApp
export let visitor: Caller
export let employer: SignedIn
export let physician: SignedIn
export let job: ReturnType<typeof jobRow>

export function hiringForFile(env: Record<string, string> = {}): void {
  appForFile({ env: { RATE_LIMITS: 'off', ...env } }, app)
  beforeAll(() => void (visitor = asVisitor(app)))
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

/** A team of the employer and these people. */
export const makeTeam = (...others: [person: SignedIn, seat: string][]) =>
  addTeam(app.db, [employer, 'owner'], ...others)

/** The account has this address, and has proved it. */
export const proveAddress = ({ user }: SignedIn, email: string, before?: string): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    await sql`
      update users set email = ${email}, email_verified_at = now() where id = ${user.id}
    `.execute(trx)
    await accountHooks.emailConfirmed(trx, {
      userId: user.id,
      email,
      ...(before !== undefined && { before }),
    })
  })

/** One side of a thread wants no more of the other. */
export const block = (by: SignedIn, id: string, blocked = true) =>
  by.put(`/api/threads/${id}`, { blocked })

/** As the account's owner does. */
export async function erase({ user: { id } }: SignedIn, { db } = app): Promise<void> {
  const user = (await findUser(db, id)) ?? expect.fail()
  const by = { actor: 'owner', actorId: id, publicUrl } as const
  await db.transaction().execute((trx) => eraseAccount(trx, accountHooks.personalData, user, by))
}

/** A moderator decides about a posting. @returns what takes the decision back. */
export async function decide(action: string, jobId = job.id): Promise<() => Promise<void>> {
  const admin = await signIn(app, 'admin')
  const decided = await admin.post(`/api/admin/postings/${jobId}/decision`, {
    action,
    reason: 'A fraud.',
  })
  expect(decided.statusCode, decided.body).toBe(200)
  const { decisionId } = decided.json<{ decisionId: string }>()
  return async () =>
    expect((await admin.post(`/api/admin/decisions/${decisionId}/undo`)).statusCode).toBe(200)
}

/** An administrator suspends an account. */
export async function suspend({ user }: SignedIn): Promise<void> {
  const admin = await signIn(app, 'admin')
  const { rows } = await sql<{
    revision: number
  }>`select revision from users where id = ${user.id}`.execute(app.db)
  const answer = await admin.post(`/api/admin/users/${user.id}/suspend`, {
    reason: 'fraud',
    revision: rows[0]?.revision,
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
