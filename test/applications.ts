import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Application, ApplicationDetail } from '#features/inquiries/contract.ts'
import type { InboxDetail, InboxItem } from '#features/inquiries/contract-inbox.ts'
import { app, employer, job, physician, visitor } from './hiring.ts'
import { mailsTo, runTasks, type SentMail } from './mailbox.ts'
import type { Caller, SignedIn } from './sign-in.ts'
import { formOf, type FormPart } from './upload-cv.ts'

/** What the people of `hiring.ts` do about the posting. */

const message = 'Is the position still open, and may I visit?'

/** The physician's inquiry about the posting; `more` and `by` make it another's. */
export const apply = (more: Record<string, unknown> = {}, by: Pick<Caller, 'post'> = physician) =>
  by.post('/api/job-inquiry', {
    name: 'Alex Example',
    email: physician.user.email,
    message,
    jobId: job.id,
    ...more,
  })

/** @returns its id. */
export async function applied(
  more: Record<string, unknown> = {},
  by?: Pick<Caller, 'post'>,
): Promise<string> {
  const answer = await apply(more, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string }>().id
}

/** An inquiry of a visitor, known by their address. @returns its id. */
export const appliedBy = (who: string, more: Record<string, unknown> = {}) =>
  applied({ email: `${who}@mail.test`, name: who, ...more }, visitor)

export const move = (id: string, stage: string, version: number, reason?: string) =>
  employer.put(`/api/inbox/${id}/stage`, { stage, version, reason })

type Inbox = {
  inquiries: InboxItem[]
  next: string | null
  counts: object
  total: number
  unread: number
  late: number
}
export const inboxOf = async (query = '', by = employer) =>
  (await by.get(`/api/inbox${query}`)).json<Inbox>()
export const applicationsOf = async (by = physician) =>
  (await by.get('/api/applications')).json<{ applications: Application[] }>().applications

/** The application as each side sees it. */
export const ours = async (id: string) =>
  (await employer.get(`/api/inbox/${id}`)).json<InboxDetail>()
export const theirs = async (id: string) =>
  (await physician.get(`/api/applications/${id}`)).json<ApplicationDetail>()

/** Sets times of inquiries: so many days ago. */
export const setDaysAgo = (ids: string[], days: Record<string, number>) =>
  sql`
    update inquiries set ${sql.join(Object.entries(days).map(([column, n]) => sql`${sql.ref(column)} = now() - make_interval(days => ${n})`))}
    where id = any (${ids}::uuid[])
  `.execute(app.db)

export const write = (by: Caller, id: string, text: string, file?: FormPart) =>
  sendForm(by, `/api/threads/${id}/messages`, { message: text }, file)

/** An inquiry as a form, with a CV unless another file is given. */
export const applyByForm = (
  fields: Record<string, string>,
  file: FormPart,
  by: Caller = visitor,
  accept?: string,
) =>
  sendForm(
    by,
    '/api/job-inquiry/form',
    { name: 'Alex Example', message, jobId: job.id, ...fields },
    file,
    accept,
  )

async function sendForm(
  by: Caller,
  url: string,
  fields: Record<string, string>,
  file?: FormPart,
  accept = '*/*',
) {
  const parts = Object.entries(fields).map(([field, content]) => ({ field, content }))
  const { headers, payload } = await formOf([...parts, ...(file ? [file] : [])])
  return by.call({ method: 'POST', url, headers: { ...headers, accept }, payload })
}

/** What was mailed to an address, once the tasks have run. */
export async function mailedTo(address: string): Promise<SentMail[]> {
  await runTasks(app)
  return mailsTo(app, address)
}
export const mailed = ({ user }: SignedIn) => mailedTo(user.email)

/** Presses the button of a mailed link's page without scripts. */
export const pressPlain = (url: string, token: string) =>
  visitor.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams({ token }).toString(),
  })

/** The token of the latest link to a page that was mailed to an address. */
export async function mailedToken(address: string, page: string): Promise<string> {
  const link = new RegExp(`${page}\\?token=([\\w.%-]+)`)
  return decodeURIComponent(
    (await mailedTo(address)).flatMap(({ text }) => link.exec(text)?.[1] ?? []).at(-1) ?? '',
  )
}
