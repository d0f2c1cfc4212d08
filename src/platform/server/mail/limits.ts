import { channel } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * How many mails one mailbox gets, whatever causes them: a stranger who asks from many networks counts as one. Beyond the limit of a
 * day one mail an hour still passes, so nobody is kept from a link for longer than that.
 */
const limits = {
  /** Links that open an account, asked for by anybody who names its address. */
  'sign-in': { hour: 5, day: 20 },
  /** What else anyone can have sent to any address: receipts, and links that confirm one. */
  request: { hour: 5, day: 20 },
  /** From one user to another. */
  message: { hour: 60, day: 300 },
  /** To an account or a subscriber about what is theirs. */
  notice: { hour: 200, day: 1000 },
} as const

/** 'own': to the operator's own addresses, without a limit. */
export type MailClass = keyof typeof limits | 'own'

/** Published for each mail that is not sent. */
export const mailDropped = channel('whitecoat:mail-dropped')

type Recipient = { to: string; class: MailClass }

/** The mailbox behind an address: letter case and tags do not make another one, nor do dots at Gmail. */
export function mailboxOf(address: string): string {
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
export async function withinLimits<T extends Recipient>(db: Db, mails: readonly T[]): Promise<T[]> {
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
