import { randomUUIDv7 } from 'node:crypto'
import { inChunks } from '#shared/in-chunks.ts'
import type { Db } from '../database.ts'
import { enqueueTasks } from '../tasks/enqueue.ts'
import type { MailAddress } from './address.ts'
import { mailAddress, oneLine, plainAddress } from './address.ts'
import type { MailContent } from './content.ts'
import { deleteQueuedMail, insertMails, selectMailState } from './queries.ts'
import type { NewMail } from './queries.ts'
import { renderMail } from './render.ts'
import { deliverMailTask } from './task.ts'

export type MailMessage = {
  /** What happened that this mail tells of ('inquiry:<id>'): there is at most one mail for each cause. */
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
 * Takes back the mail for a cause, if it has not gone out. Whoever sends it at the moment is waited for.
 * @returns what became of it; undefined if there never was one.
 */
export async function withdrawMail(db: Db, cause: string): Promise<'withdrawn' | 'sent' | 'dead' | undefined> {
  return (await deleteQueuedMail(db, cause)) ? 'withdrawn' : selectMailState(db, cause)
}

const unsubscribeHeaders = (url: string) => ({
  // Written anew by the URL parser, an address cannot break out of its brackets.
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
