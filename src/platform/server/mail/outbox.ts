import { z } from 'zod'
import { defineTask } from '../tasks/task.ts'
import { randomUUIDv7 } from 'node:crypto'
import { inChunks, inTransaction, type Db } from '#platform/server/database.ts'
import { enqueueTasks } from '../tasks/queue.ts'
import { mailAddress, oneLine, plainAddress, type MailAddress } from './address.ts'
import type { MailContent } from './content.ts'
import { mailboxOf, mailDropped, withinLimits, type MailClass } from './limits.ts'
import { deleteQueuedMail, insertMails, selectMailState, type NewMail } from './queries.ts'
import { renderMail } from './render.ts'

/** Retried for about two days: first after 1 to 2 minutes, then at growing intervals of up to half a day. */
export const deliverMailTask = defineTask({
  name: 'deliver-mail',
  schema: z.object({ id: z.uuid() }),
  retries: 12,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 12 * 60 * 60,
  timeoutSeconds: 120,
})

export type MailMessage = {
  /** The event that this mail is about ('inquiry:<id>'): one mail per cause. */
  cause: string
  to: string
  /** What it counts as; default: a notice. */
  class?: MailClass
  replyTo?: string | MailAddress
  /** For recurring mail. */
  unsubscribe?: {
    /** A POST without cookies unsubscribes (RFC 8058); a GET does not. */
    oneClickUrl: string
    /** The page behind the link, which asks first. Default: the URL above, whose GET is such a page. */
    pageUrl?: string
  }
  /** Delays the mail; until then it can be withdrawn. */
  sendAfter?: Date
  /** The body holds a secret, such as a sign-in link, and is blanked once it is sent. */
  sensitive?: boolean
  /** Nothing of it is stored once it is sent, or given up. */
  deleteOnceSent?: boolean
  content: MailContent
}

/**
 * Enqueues a mail, in the caller's transaction if it has one. Beyond the limits of its recipient it is dropped.
 * @throws {import('zod').ZodError} for an invalid address.
 */
export const enqueueMail = (db: Db, message: MailMessage): Promise<void> => enqueueMails(db, [message])

/** The same for many, rendered and inserted in chunks. */
export async function enqueueMails(db: Db, messages: readonly MailMessage[]): Promise<void> {
  for (const some of inChunks(messages, mailsAtOnce)) {
    if (db.isTransaction) await enqueueSome(db, some)
    else await inTransaction(db, (trx) => enqueueSome(trx, some))
  }
}

async function enqueueSome(trx: Db, messages: readonly MailMessage[]): Promise<void> {
  const wanted = messages.map((message) => ({ ...message, class: message.class ?? ('notice' as const) }))
  const allowed = await withinLimits(trx, wanted)
  for (const { class: dropped } of wanted.filter((it) => !allowed.includes(it))) mailDropped.publish(dropped)
  if (allowed.length === 0) return
  const mails = allowed.map(newMail)
  const added = await insertMails(trx, mails)
  const tasks = mails.flatMap(({ id }, index) => (added.has(id) ? { data: { id }, startAfter: allowed[index]?.sendAfter } : []))
  await enqueueTasks(trx, deliverMailTask, tasks)
}
const mailsAtOnce = 100

const newMail = ({ cause, to, replyTo, unsubscribe, sensitive = false, content, ...mail }: MailMessage): NewMail => ({
  id: randomUUIDv7(),
  cause,
  to_address: plainAddress(to),
  mailbox: mailboxOf(to),
  class: mail.class ?? 'notice',
  reply_to: replyTo === undefined ? null : mailAddress(replyTo),
  subject: shortSubject(content.subject),
  ...renderMail(content, unsubscribe && (unsubscribe.pageUrl ?? unsubscribe.oneClickUrl)),
  headers: unsubscribe ? unsubscribeHeaders(unsubscribe.oneClickUrl) : {},
  sensitive,
  delete_once_sent: mail.deleteOnceSent ?? false,
})

const longestSubject = 60

/** Mail programs cut longer subjects anyway; the words that matter stand first, and the body has the whole title. */
function shortSubject(subject: string): string {
  const line = oneLine(subject)
  if (line.length <= longestSubject) return line
  const start = line.slice(0, longestSubject)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > longestSubject / 2 ? end : longestSubject - 1).replace(/[\s,;:.·&–-]+$/u, '')}…`
}

/**
 * Withdraws an unsent mail; waits for a delivery under way.
 * @returns its state; undefined if there never was one.
 */
export const withdrawMail = async (db: Db, cause: string): Promise<'withdrawn' | 'sent' | 'dead' | undefined> =>
  (await deleteQueuedMail(db, cause)) ? 'withdrawn' : selectMailState(db, cause)

const unsubscribeHeaders = (url: string) => ({
  // A normalized URL cannot break out of its brackets.
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
