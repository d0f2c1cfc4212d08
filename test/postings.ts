import { beforeAll } from 'vitest'
import type { QueueItem } from '#features/moderation/contract.ts'
import type { PostingHistory } from '#features/postings/contract-dashboard.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { accountPost, posting, publicPost } from '#test/posting-forms.ts'
import type { PostingsTables } from '#features/postings/server/tables.ts'
import { appForFile, type TestApp } from './app.ts'
import { mailsTo, runLaterTasks } from './mailbox.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from './sign-in.ts'

/**
 * A board with an employer whom a moderator trusts, for the tests of a file that calls
 * `openForFile`.
 */
export const app = {} as TestApp
export let visitor: Caller
export let employer: SignedIn
export let admin: SignedIn

export function openForFile(): void {
  appForFile({ env: { RATE_LIMITS: 'off' } }, app)
  beforeAll(async () => {
    visitor = asVisitor(app)
    employer = await signIn(app, 'employer', { companyName: 'Mile High Hospital' })
    admin = await signIn(app, 'admin')
  })
}

type Posted = { job: { id: string; status: string }; message: string }

const idOf = (answer: { json: () => unknown }) => (answer.json() as Posted).job.id

/** Posts with an account's form; returns the posting's id. */
export const post = async (form: object = {}, by: Caller = employer) =>
  idOf(await by.post('/api/jobs', accountPost(form)))

/** Posts with the form for everybody; returns the posting's id. */
export const postPublic = async (form: object = {}, by: Caller = visitor) =>
  idOf(await by.post('/employers/post', publicPost(form)))

/** Posts with the dashboard's form. */
export const create = async (form: object = {}, by: Caller = employer) =>
  (await by.post('/api/job-postings', posting(form))).json<PostingDetail>()

export const urlOf = (id: string) => `/api/job-postings/${id}`

export const read = async (id: string, by: Caller = employer) =>
  (await by.get(urlOf(id))).json<PostingDetail>()

/** The answers of every form to these fields, as new postings and as an edit of one. */
export const sendEveryForm = async (id: string, fields: object) => [
  await visitor.post('/employers/post', publicPost(fields)),
  await employer.post('/api/jobs', accountPost(fields)),
  await employer.post('/api/job-postings', posting(fields)),
  await change(id, fields),
]

/** Edits the version that the caller sees now. */
export async function change(id: string, changes: object, by: Caller = employer) {
  const { updatedAt } = await read(id, by)
  return by.put(urlOf(id), { ...changes, updatedAt })
}

export const historyOf = async (id: string, by: Caller = employer) =>
  (await by.get(`${urlOf(id)}/history`)).json<PostingHistory>()

/** Its row. */
export const stored = (id: string) =>
  app.db
    .withTables<PostingsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The job as visitors get it. */
export const shown = (id: string) => visitor.get(`/api/jobs/${id}`)

export const decide = (id: string, action: string, more: object = {}) =>
  admin.post(`/api/admin/postings/${id}/decision`, { action, ...more })

export async function inQueue(id: string, query = ''): Promise<QueueItem | undefined> {
  const { items } = (await admin.get(`/api/admin/queue${query}`)).json<{ items: QueueItem[] }>()
  return items.find((item) => item.posting.id === id)
}

/** The mails to an address, also those that are sent with a delay. */
export async function mailed(address: string) {
  await runLaterTasks(app)
  return mailsTo(app, address)
}

/** The token of a mailed manage link. */
export const tokenIn = (text = '') => /manage\?token=([\w-]+)/.exec(text)?.[1] ?? ''

/** A day, such as 2027-01-31. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const daysUntil = (moment: string | null) =>
  (Date.parse(moment ?? '') - Date.now()) / 86_400_000
