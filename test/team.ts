import { sql } from 'kysely'
import { beforeAll, expect } from 'vitest'
import { posting } from '#test/posting-forms.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile, type TestApp } from './app.ts'
import { asVisitor, signIn, type SignedIn } from './sign-in.ts'

/** A board with the owner of a hospital, for the tests of a file that calls `openForFile`. */
export const app = {} as TestApp
export let owner: SignedIn
export let admin: SignedIn

export function openForFile(): void {
  appForFile({ env: { RATE_LIMITS: 'off' } }, app)
  beforeAll(async () => {
    owner = await clinic('Lakeshore Hospital')
    admin = await signIn(app, 'admin')
  })
}

/** An employer, whose organization has this name. */
export const clinic = (companyName: string, more: object = {}) =>
  signIn(app, 'employer', { companyName, ...more })

export const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode

export const organizationOf = async (person: SignedIn) =>
  (await person.get('/api/organization')).json<ResponseOf<'GET /api/organization'>>()

export const invite = (
  by: SignedIn,
  { user: { email } }: { user: { email: string } },
  seat: string,
) => by.post('/api/organization/invitations', { email, seat })

/** The secret in the newest invitation that was mailed to somebody. */
export async function secretFor({ user: { email } }: { user: { email: string } }): Promise<string> {
  const mails = JSON.stringify(await findMails(app.db, { to: email, limit: 10 }))
  return /invitation\?token=([\w-]+)/.exec(mails)?.[1] ?? ''
}

export const accept = async (guest: SignedIn, secret?: string) =>
  guest.post('/api/invitation', { token: secret ?? (await secretFor(guest)) })

/** A member with this seat. */
export async function member(by: SignedIn, seat: string, guest?: SignedIn): Promise<SignedIn> {
  const person = guest ?? (await clinic('Alone'))
  expect(await statusOf(invite(by, person, seat))).toBe(200)
  expect(await statusOf(accept(person))).toBe(200)
  return person
}

const seatOf = ({ user }: SignedIn) => `/api/organization/members/${user.id}`
export const remove = (by: SignedIn, person: SignedIn) => statusOf(by.delete(seatOf(person)))
export const setSeat = (by: SignedIn, person: SignedIn, seat: string) =>
  statusOf(by.put(seatOf(person), { seat }))

/** What an organization says about itself. */
export const describeAs = (by: SignedIn, name: string, more: object = {}) =>
  statusOf(by.put('/api/organization', { name, site: '', description: '', ...more }))

export async function post(by: SignedIn, more: object = {}) {
  const answer = await by.post('/api/job-postings', posting(more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string; title: string; updatedAt: string; status: string }>()
}

export const read = (by: SignedIn, id: string) => by.get(`/api/job-postings/${id}`)

export const inquire = (jobId: string, email: string) =>
  statusOf(
    asVisitor(app).post('/api/job-inquiry', {
      name: 'Dr. Ada',
      email,
      message: 'Is the schedule fixed?',
      jobId,
    }),
  )

/** An administrator marks an account as a verified hospital. */
export async function verify(person: SignedIn, verified = true): Promise<number> {
  const url = `/api/admin/users/${person.user.id}`
  const { revision } = (await admin.get(url)).json<{ revision: number }>()
  return statusOf(admin.put(`${url}/verified-hospital`, { verified, revision }))
}

/** Without what the answer cache has. */
export async function fresh(path: string) {
  await sql`notify cache_invalidation, 'all'`.execute(app.db)
  return app.get(path, { 'cache-control': 'no-cache' })
}
