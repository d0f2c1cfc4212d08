import { z } from 'zod'
import { defineTask, enqueueTasks } from '../tasks/task.ts'
import { randomUUIDv7 } from 'node:crypto'
import { inChunks, inTransaction, type Db } from '../database.ts'
import {
  mailAddress,
  oneLine,
  plainAddress,
  type MailAddress,
  type MailContent,
} from './content.ts'
import { abovePace, mailboxOf, type MailClass } from './pace.ts'
import { insertMails, type NewMail } from './queries.ts'
import { renderMail } from './render.ts'

/**
 * Retried for about two days: first within half a minute, then at growing intervals of up to half a
 * day.
 */
export const deliverMailTask = defineTask({
  name: 'deliver-mail',
  schema: z.object({ id: z.uuid(), gathers: z.literal(true).optional() }),
  retries: 14,
  retryDelaySeconds: 15,
  maxRetryDelaySeconds: 12 * 60 * 60,
  timeoutSeconds: 120,
})

export type MailMessage = {
  /** The event that this mail is about ('inquiry:<id>'): one mail per cause. */
  cause: string
  to: string
  /** The class that the mail counts as; default: a notice. */
  class?: MailClass
  replyTo?: string | MailAddress
  /** For recurring mail: a POST without cookies unsubscribes (RFC 8058), and a GET asks first. */
  unsubscribeUrl?: string
  /** Delays the mail; until then it can be withdrawn. */
  sendAfter?: Date
  /**
   * It leaves whatever the pace, as every calendar event does: a decision that only we, or one who
   * knows the reader, can cause.
   */
  passes?: boolean | undefined
  /**
   * A mail that waits longer is not sent, because its link ends then. Default for links that
   * anybody can ask for: a day.
   */
  expiresAt?: Date
  /** The body holds a secret, such as a sign-in link, and is blanked once it is sent. */
  sensitive?: boolean
  /** Nothing of it is stored once it is sent, or given up. */
  deleteOnceSent?: boolean
  content: MailContent
  /** An iCalendar file with its METHOD. */
  calendar?: string | undefined
}

/**
 * Enqueues a mail, in the caller's transaction if it has one. Above the pace of its mailbox it
 * waits: README.md has the rule.
 * @returns whether it waits.
 * @throws {import('zod').ZodError} for an invalid address.
 */
export const enqueueMail = (db: Db, message: MailMessage): Promise<boolean> =>
  enqueueMails(db, [message])

/** The same for many, rendered and inserted in chunks. */
export async function enqueueMails(db: Db, messages: readonly MailMessage[]): Promise<boolean> {
  let waits = false
  for (const some of inChunks(messages, mailsAtOnce))
    waits = (await inTransaction(db, (trx) => enqueueSome(trx, some))) || waits
  return waits
}

async function enqueueSome(trx: Db, messages: readonly MailMessage[]) {
  const written = messages.map((message) => {
    const { class: mailClass = 'notice', passes = false, calendar } = message
    const paced = {
      mailbox: mailboxOf(message.to),
      class: mailClass,
      passes: passes || calendar !== undefined,
    }
    return { ...paced, message }
  })
  const waiting = await abovePace(trx, written)
  const mails = written.map(
    (paced) =>
      ({ ...newMail(paced.message), state: waiting.has(paced) ? 'waiting' : 'queued' }) as const,
  )
  const added = await insertMails(trx, mails)
  const leaving = mails.filter(({ id, state }) => added.has(id) && state === 'queued')
  await enqueueDeliveries(trx, leaving)
  return waiting.size > 0
}
const mailsAtOnce = 100

/** Those with a key leave with the others of it. */
export const enqueueDeliveries = (
  trx: Db,
  mails: readonly Pick<NewMail, 'id' | 'gather' | 'due_at'>[],
): Promise<void> =>
  enqueueTasks(
    trx,
    deliverMailTask,
    mails.map(({ id, gather, due_at: at }) => ({
      data: { id, ...(gather?.key !== undefined && { gathers: true }) },
      startAfter: at ?? undefined,
    })),
  )

export const newMail = ({
  cause,
  to,
  replyTo,
  unsubscribeUrl,
  sensitive = false,
  content,
  calendar,
  ...mail
}: MailMessage): NewMail => ({
  id: randomUUIDv7(),
  cause,
  to_address: plainAddress(to),
  mailbox: mailboxOf(to),
  class: mail.class ?? 'notice',
  reply_to: replyTo === undefined ? null : mailAddress(replyTo),
  subject: shortSubject(content.subject),
  ...renderMail(content, unsubscribeUrl),
  headers:
    unsubscribeUrl === undefined
      ? {}
      : {
          // A normalized URL cannot break out of its brackets.
          'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
  sensitive,
  delete_once_sent: mail.deleteOnceSent ?? false,
  calendar: calendar ?? null,
  gather: content.gather ? { ...content.gather, reason: content.reason ?? null } : null,
  parts: null,
  due_at: mail.sendAfter ?? null,
  // Anybody can have many of them sent to spellings of one mailbox, and ask again for what did not
  // arrive.
  expires_at:
    mail.expiresAt ??
    (mail.class === 'request' && sensitive ? new Date(Date.now() + 24 * 60 * 60_000) : null),
})

const longestSubject = 60

/**
 * Mail programs cut longer subjects anyway; the words that matter stand first, and the body has the
 * whole title.
 */
function shortSubject(subject: string) {
  const line = oneLine(subject)
  if (line.length <= longestSubject) return line
  const start = line.slice(0, longestSubject)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > longestSubject / 2 ? end : longestSubject - 1).replace(/[\s,;:.·&–\p{Cs}-]+$/u, '')}…`
}

/** Longer than writing a mail takes. */
const responseMs = 150

/**
 * Takes as long for an address that is known as for one that is not, so that the time of an answer
 * tells nobody which it is.
 */
export async function constantTimeResponse<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, responseMs)),
  ])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
