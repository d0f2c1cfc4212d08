import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * The number of mails that one mailbox gets, whatever causes them: a stranger who asks from many
 * networks counts as one. Mails above the limit wait. Beyond the limit of a day one mail an hour
 * still passes, so nobody waits for a link longer than that.
 */
const limits = {
  /** Links that open an account, asked for by anybody who names its address. */
  'sign-in': { hour: 5, day: 20 },
  /** Other mails that anybody can cause to any address: receipts, and links that confirm one. */
  request: { hour: 5, day: 20 },
  /** A link that confirms the new address of an account. */
  address: { hour: 5, day: 20 },
  /** From one user to another. */
  message: { hour: 60, day: 300 },
  /** To an account or a subscriber about what is theirs. */
  notice: { hour: 200, day: 1000 },
} as const

type LimitedClass = keyof typeof limits
/**
 * Without a limit: 'own' to the operator's own addresses, 'security' to an account about its own
 * safety.
 */
export type MailClass = LimitedClass | 'own' | 'security'

/**
 * The mailbox behind an address: letter case and tags do not make another one, nor do dots at
 * Gmail.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const untagged = local.replace(/(?<=.)\+.*$/, '')
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}

/** Two transactions about a mailbox wait for each other. */
export async function lockMailbox(trx: Db, mailbox: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${mailbox}))`.execute(trx)
}

export type Paced = { mailbox: string; class: MailClass; passes: boolean }
type Counts = { hour: number; day: number; waiting: number }

/**
 * Which of these mails wait. Within a transaction, concurrent mails to a mailbox wait for each
 * other, except notices, which nobody else can cause.
 */
export async function abovePace<T extends Paced>(db: Db, mails: readonly T[]): Promise<Set<T>> {
  const limited = mails.filter((mail) => isLimited(mail.class))
  if (limited.every((mail) => mail.passes)) return new Set()
  const locked = new Set(
    limited.filter((mail) => mail.class !== 'notice').map((mail) => mail.mailbox),
  )
  // In the order of their names, so that two transactions do not wait for each other.
  for (const mailbox of [...locked].toSorted()) await lockMailbox(db, mailbox)
  const counts = await countMails(db, [...new Set(limited.map((mail) => mail.mailbox))])
  return new Set(
    limited.filter((mail) => {
      const count = counts.get(keyOf(mail)) ?? { hour: 0, day: 0, waiting: 0 }
      // Nothing overtakes what waits already.
      const waits = !mail.passes && (count.waiting > 0 || roomIn(mail.class, count) < 1)
      // What follows one that waits finds no room, either.
      if (!waits) counts.set(keyOf(mail), { ...count, hour: count.hour + 1, day: count.day + 1 })
      return waits
    }),
  )
}

const isLimited = (mailClass: MailClass): mailClass is LimitedClass => mailClass in limits

/** How many mails of a class can leave now. */
function roomIn(mailClass: MailClass, { hour, day }: Omit<Counts, 'waiting'>) {
  if (!isLimited(mailClass)) return Infinity
  const limit = limits[mailClass]
  return Math.max(Math.min(limit.hour - hour, limit.day - day), hour === 0 ? 1 : 0)
}

export const roomOf = async (trx: Db, mail: Omit<Paced, 'passes'>): Promise<number> =>
  roomIn(
    mail.class,
    (await countMails(trx, [mail.mailbox])).get(keyOf(mail)) ?? { hour: 0, day: 0 },
  )

const keyOf = (mail: { mailbox: string; class: string }) => `${mail.class} ${mail.mailbox}`

/** A clock that went back leaves mails of the future: they do not hold up those of today. */
const lately = (interval: string) =>
  sql`created_at > now() - ${sql.lit(interval)}::interval and created_at < now() + interval '5 minutes'`
const left = sql`state not in ('waiting', 'gathered')`

async function countMails(db: Db, mailboxes: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { mailbox: string; class: string }>`
    select mailbox, class, count(*) filter (where ${left})::integer as day,
      count(*) filter (where ${left} and ${lately('1 hour')})::integer as hour,
      count(*) filter (where state = 'waiting')::integer as waiting
    from mails where mailbox = any(${mailboxes}::text[]) and ${lately('1 day')}
    group by mailbox, class
  `.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * When a mail of this class leaves if it has to wait: a link that goes with it lives from then on.
 * Null if it leaves now.
 */
export async function roomAt(
  trx: Db,
  { to, class: mailClass }: { to: string; class: MailClass },
): Promise<Date | null> {
  if (!isLimited(mailClass)) return null
  const { hour, day } = limits[mailClass]
  const mailbox = mailboxOf(to)
  if (mailClass !== 'notice') await lockMailbox(trx, mailbox)
  const { rows } = await sql<{ at: Date | null }>`
    with found as (select created_at, state from mails where mailbox = ${mailbox}
      and class = ${mailClass} and ${lately('1 day')}),
      sent as (select created_at from found where ${left} order by created_at desc),
      ahead as (select count(*)::integer as n from found where state = 'waiting')
    select greatest(
      (select created_at from sent where created_at > now() - interval '1 hour'
        offset greatest((select ${hour}::integer - 1 - n from ahead), 0) limit 1),
      (select max(created_at) from sent having count(*) >= ${day}
        and max(created_at) > now() - interval '1 hour')
    ) + interval '1 hour' as at
  `.execute(trx)
  return rows[0]?.at ?? null
}
