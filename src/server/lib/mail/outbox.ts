import { z } from 'zod'
import { defineTask } from '../tasks/task.ts'
import { randomUUIDv7 } from 'node:crypto'
import { inChunks } from '#shared/in-chunks.ts'
import type { Db } from '../database.ts'
import { enqueueTasks } from '../tasks/queue.ts'
import { mailAddress, oneLine, plainAddress, type MailAddress } from './address.ts'
import type { MailContent } from './content.ts'
import { deleteQueuedMail, insertMails, selectMailState, type NewMail } from './queries.ts'
import { renderMail } from './render.ts'

/** Tried for about two days: 1 to 2 minutes after the first failure, then ever longer, up to half a day. */
export const deliverMailTask = defineTask({
  name: 'deliver-mail',
  schema: z.object({ id: z.uuid() }),
  retries: 12,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 12 * 60 * 60,
  timeoutSeconds: 120,
})

export const purgeMailsTask = defineTask({ name: 'purge-mails', schema: z.object({}) })

export type MailMessage = {
  /** The event that this mail is about ('inquiry:<id>'): each cause has at most one mail. */
  cause: string
  to: string
  replyTo?: string | MailAddress
  /** For mail that comes repeatedly. */
  unsubscribe?: {
    /** Unsubscribes at a POST without cookies or sign-in, and only then (RFC 8058). */
    oneClickUrl: string
    /** What people follow: a page that asks. Without it the address above, whose GET is such a page. */
    pageUrl?: string
  }
  /** Until then it waits, and can be withdrawn. */
  sendAfter?: Date
  /** It carries a secret, such as a link to sign in by: the body is blanked once it is sent. */
  sensitive?: boolean
  content: MailContent
}

/**
 * Writes a mail that will be sent. Given a transaction, there is a mail if and only if that commits.
 * @throws {import('zod').ZodError} for an address that is none.
 */
export const enqueueMail = (db: Db, message: MailMessage): Promise<void> => enqueueMails(db, [message])

/** The same for many, which are rendered and written some at a time. */
export async function enqueueMails(db: Db, messages: readonly MailMessage[]): Promise<void> {
  for (const some of inChunks(messages, mailsAtOnce)) {
    const mails = await Promise.all(some.map(newMail))
    const added = await insertMails(db, mails)
    const tasks = mails.flatMap(({ id }, index) => (added.has(id) ? { data: { id }, startAfter: some[index]?.sendAfter } : []))
    await enqueueTasks(db, deliverMailTask, tasks)
  }
}
const mailsAtOnce = 100

async function newMail({ cause, to, replyTo, unsubscribe, sensitive = false, content }: MailMessage): Promise<NewMail> {
  return {
    id: randomUUIDv7(),
    cause,
    to_address: plainAddress(to),
    reply_to: replyTo === undefined ? null : mailAddress(replyTo),
    subject: oneLine(content.subject),
    ...(await renderMail(content, unsubscribe && (unsubscribe.pageUrl ?? unsubscribe.oneClickUrl))),
    headers: unsubscribe ? unsubscribeHeaders(unsubscribe.oneClickUrl) : {},
    sensitive,
  }
}

/**
 * Withdraws the mail for a cause if it has not been sent; waits for a delivery under way.
 * @returns what became of it; undefined if there never was one.
 */
export async function withdrawMail(db: Db, cause: string): Promise<'withdrawn' | 'sent' | 'dead' | undefined> {
  return (await deleteQueuedMail(db, cause)) ? 'withdrawn' : selectMailState(db, cause)
}

const unsubscribeHeaders = (url: string) => ({
  // Normalized by the URL parser, an address cannot break out of its brackets.
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
