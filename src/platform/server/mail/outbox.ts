import { z } from 'zod'
import { defineTask, enqueueTasks } from '../tasks/task.ts'
import { randomUUIDv7 } from 'node:crypto'
import { inChunks, inTransaction, type Db } from '../database.ts'
import { mailAddress, oneLine, plainAddress, type MailAddress, type MailContent } from './content.ts'
import { insertMails, type NewMail } from './queries.ts'
import { renderMail } from './render.ts'
import { channel } from 'node:diagnostics_channel'
import { sql } from 'kysely'

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
  /** An iCalendar file with its METHOD. */
  calendar?: string | undefined
}

/**
 * Enqueues a mail, in the caller's transaction if it has one. Beyond the limits of its recipient it is dropped.
 * @throws {import('zod').ZodError} for an invalid address.
 */
export const enqueueMail = (db: Db, message: MailMessage): Promise<void> => enqueueMails(db, [message])

/** The same for many, rendered and inserted in chunks. */
export async function enqueueMails(db: Db, messages: readonly MailMessage[]): Promise<void> {
  for (const some of inChunks(messages, mailsAtOnce)) await inTransaction(db, (trx) => enqueueSome(trx, some))
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

const newMail = ({ cause, to, replyTo, unsubscribe, sensitive = false, content, calendar, ...mail }: MailMessage): NewMail => ({
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
  calendar: calendar ?? null,
})

const longestSubject = 60

/** Mail programs cut longer subjects anyway; the words that matter stand first, and the body has the whole title. */
function shortSubject(subject: string): string {
  const line = oneLine(subject)
  if (line.length <= longestSubject) return line
  const start = line.slice(0, longestSubject)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > longestSubject / 2 ? end : longestSubject - 1).replace(/[\s,;:.·&–\p{Cs}-]+$/u, '')}…`
}

/**
 * Withdraws an unsent mail; waits for a delivery under way.
 * @returns whether the mail was sent before.
 */
export async function withdrawMail(db: Db, cause: string): Promise<boolean> {
  await sql`delete from mails where cause = ${cause} and state = 'queued'`.execute(db)
  const { rows } = await sql`select from mails where cause = ${cause} and state = 'sent'`.execute(db)
  return rows.length > 0
}

const unsubscribeHeaders = (url: string) => ({
  // A normalized URL cannot break out of its brackets.
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * How many mails one mailbox gets, whatever causes them: a stranger who asks from many networks counts as one. Beyond the limit of a
 * day one mail an hour still passes, so nobody is kept from a link for longer than that.
 */
const limits = {
  /** Links that open an account, asked for by anybody who names its address. */
  'sign-in': { hour: 5, day: 20 },
  /** What else anyone can have sent to any address: receipts, and links that confirm one. */
  request: { hour: 5, day: 20 },
  /** A link that confirms the new address of an account. */
  address: { hour: 5, day: 20 },
  /** From one user to another. */
  message: { hour: 60, day: 300 },
  /** To an account or a subscriber about what is theirs. */
  notice: { hour: 200, day: 1000 },
  /** To an account about its own safety. */
  security: { hour: 200, day: 1000 },
} as const

/** 'own': to the operator's own addresses, without a limit. */
export type MailClass = keyof typeof limits | 'own'

/** Published for each mail that is not sent. */
export const mailDropped = channel('whitecoat:mail-dropped')

type Recipient = { to: string; class: MailClass }

/** The mailbox behind an address: letter case and tags do not make another one, nor do dots at Gmail. */
function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const untagged = local.replace(/(?<=.)\+.*$/, '')
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}

type Sent = { hour: number; day: number }

/**
 * Which of these mails are within the limits. Within a transaction, concurrent mails to a mailbox wait for each other, except notices,
 * which nobody else can cause.
 */
async function withinLimits<T extends Recipient>(db: Db, mails: readonly T[]): Promise<T[]> {
  const limited = mails.filter((mail) => mail.class !== 'own')
  if (limited.length === 0) return [...mails]
  const locked = new Set(limited.filter((it) => it.class !== 'notice').map((it) => mailboxOf(it.to)))
  // In the order of their names, so that two transactions do not wait for each other.
  for (const mailbox of [...locked].toSorted()) await sql`select pg_advisory_xact_lock(hashtext(${mailbox}))`.execute(db)
  const sent = await countSent(db, [...new Set(limited.map((it) => mailboxOf(it.to)))])
  return mails.filter((mail) => {
    if (mail.class === 'own') return true
    const key = keyOf(mailboxOf(mail.to), mail.class)
    const { hour, day } = sent.get(key) ?? { hour: 0, day: 0 }
    const limit = limits[mail.class]
    if (hour >= limit.hour || (day >= limit.day && hour > 0)) return false
    sent.set(key, { hour: hour + 1, day: day + 1 })
    return true
  })
}

/** Whether a mail would be sent now: before a link is made that replaces an earlier one. */
export const hasRoom = async (db: Db, mail: Recipient): Promise<boolean> => {
  const isAllowed = (await withinLimits(db, [mail])).length > 0
  if (!isAllowed) mailDropped.publish(mail.class)
  return isAllowed
}

const keyOf = (mailbox: string, mailClass: string): string => `${mailClass} ${mailbox}`

async function countSent(db: Db, mailboxes: readonly string[]): Promise<Map<string, Sent>> {
  const { rows } = await sql<Sent & { mailbox: string; class: string }>`
    select mailbox, class, count(*)::integer as day, count(*) filter (where created_at > now() - interval '1 hour')::integer as hour
    from mails
    where mailbox = any(${mailboxes}::text[]) and created_at > now() - interval '1 day'
    group by mailbox, class
  `.execute(db)
  return new Map(rows.map((row) => [keyOf(row.mailbox, row.class), row]))
}

/** Longer than writing a mail takes. */
const responseMs = 150

/** Takes as long for an address that is known as for one that is not, so that the time of an answer tells nobody which it is. */
export async function constantTimeResponse<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, responseMs))])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
