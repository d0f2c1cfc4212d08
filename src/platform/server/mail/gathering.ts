import { randomUUIDv7 } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { easternTimeText } from '#shared/dates.ts'
import { inTransaction, idsOf, type Db } from '../database.ts'
import { enqueueTask, forEachOf } from '../tasks/task.ts'
import { mailOf, type MailContent } from './content.ts'
import { deliverMailTask, enqueueDeliveries, newMail } from './outbox.ts'
import { lockMailbox, roomOf, type MailClass } from './pace.ts'
import { insertMails, type MailRow, type StoredGather } from './queries.ts'

/**
 * Mails that wait, and mails in mails. Code that gathers the mails of a mailbox locks the mailbox
 * first.
 */

/** Longer mails are cut off by mail programs. */
const maxLines = 50
type Part = MailRow & { gather: StoredGather }

const select = async (trx: Db, where: RawBuilder<unknown>): Promise<MailRow[]> =>
  (await sql<MailRow>`select * from mails where ${where}`.execute(trx)).rows

type Mailbox = { mailbox: string; class: MailClass }

/**
 * Of every mailbox that has room, the oldest mails that wait; those with a line leave as one. A
 * mailbox that fails leaves the others alone.
 */
export async function sendWaitingMails(db: Db, stopping?: AbortSignal): Promise<void> {
  const { rows } = await sql<Mailbox & { id: string }>`
    select distinct mailbox, class, class || ' ' || mailbox as id from mails where state = 'waiting'
  `.execute(db)
  await forEachOf(rows, (to) => inTransaction(db, (trx) => sendWaitingOf(trx, to)), stopping)
}

/** Two workers wait for each other here; who dies leaves all as it was. */
async function sendWaitingOf(trx: Db, to: Mailbox) {
  await lockMailbox(trx, to.mailbox)
  const ofIt = sql`state = 'waiting' and mailbox = ${to.mailbox} and class = ${to.class}`
  await sql`
    update mails set state = 'dead',
      last_error = 'It waited too long for room in its mailbox. The recipient can ask for another link.',
      html = case when sensitive then '' else html end, text = case when sensitive then ''
        else text end, gather = null
    where ${ofIt} and expires_at <= now()
  `.execute(trx)
  let waiting = await select(
    trx,
    sql`${ofIt} and coalesce(due_at <= now(), true) order by created_at, id for update`,
  )
  for (let room = await roomOf(trx, to); room > 0 && waiting.length > 0; room--) {
    const leaving = new Set(await leave(trx, together(waiting), 'waited'))
    waiting = waiting.filter((mail) => !leaving.has(mail))
  }
}

/**
 * The mails that can leave with the first: those with a line and the same key. A secret leaves only
 * with mails to the very same address. A mail whose words stand nowhere else is never left out.
 */
function together(mails: readonly MailRow[]): MailRow[] {
  const [first] = mails
  if (!first?.gather) return mails.slice(0, 1)
  const all = mails.filter(
    (mail) =>
      mail.gather?.key === first.gather?.key &&
      mail.gather !== null &&
      (mail.to_address === first.to_address || !(mail.sensitive || first.sensitive)),
  )
  return all.every(({ gather, sensitive }) => gather?.more && !sensitive)
    ? all
    : all.slice(0, maxLines)
}

/**
 * A mail that is due looks for others of its key. It waits some minutes for those that are due
 * soon, such as a moderator's next ones.
 * @returns whether it leaves with others, or later.
 */
export const leaveWithOthers = (db: Db, id: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const [mail] = await select(trx, sql`id = ${id} and state = 'queued'`)
    if (!mail?.gather || mail.mailbox === null) return false
    await lockMailbox(trx, mail.mailbox)
    // Not those that are being sent.
    const found = await select(
      trx,
      sql`mailbox = ${mail.mailbox} and class = ${mail.class} and to_address = ${mail.to_address}
        and state = 'queued' and attempts = 0
        and gather ->> 'key' = ${mail.gather.key} and created_at > now() - interval '1 day'
          order by created_at, id for update skip locked`,
    )
    if (found.length < 2 || found.every((each) => each.id !== id)) return false
    const latest = Math.max(...found.map((each) => each.due_at?.getTime() ?? 0))
    const now = Date.now()
    if (latest > now && (mail.due_at?.getTime() ?? now) > now - patienceMs) {
      await enqueueTask(
        trx,
        deliverMailTask,
        { id, gathers: true },
        { startAfter: new Date(latest) },
      )
      return true
    }
    const due = found.filter((each) => each.id === id || (each.due_at?.getTime() ?? 0) <= now)
    if (due.length < 2) return false
    await leave(trx, together(due), 'met')
    return true
  })
const patienceMs = 5 * 60_000

/** Into the queue: one as it is, several in one mail. @returns those that leave. */
async function leave(
  trx: Db,
  mails: readonly MailRow[],
  why: 'waited' | 'met',
): Promise<readonly MailRow[]> {
  const [first, ...others] = mails
  if (!first) return []
  if (others.length === 0) {
    await sql`
      update mails set state = 'queued', waited_since = created_at, created_at = clock_timestamp()
        where id = ${first.id}
    `.execute(trx)
    // Those of its key had their chance.
    await enqueueTask(trx, deliverMailTask, { id: first.id })
    return mails
  }
  const id = randomUUIDv7()
  const message = {
    cause: `gathered:${id}`,
    to: first.to_address,
    sensitive: mails.some(({ sensitive }) => sensitive),
  }
  const since = why === 'waited' ? { waited_since: first.created_at } : {}
  const content = contentOf(mails as readonly Part[], since.waited_since)
  const carrier = {
    ...newMail({ ...message, content }),
    id,
    class: first.class,
    parts: idsOf(mails),
    ...since,
  }
  await insertMails(trx, [{ ...carrier, state: 'queued' }])
  await sql`update mails set state = 'gathered', gathered_in = ${id}
    where id = any(${idsOf(mails)}::uuid[])`.execute(trx)
  await enqueueDeliveries(trx, [carrier])
  return mails
}

/** One of several mails. `since` is when the first one began to wait. */
function contentOf(parts: readonly Part[], since: Date | null | undefined): MailContent {
  const gathers = parts.map(({ gather }) => gather)
  const [{ key, many, more }, ...others] = gathers as [StoredGather, ...StoredGather[]]
  const what = others.every((each) => each.many === many) ? many : 'emails'
  const subject =
    key === undefined && since
      ? `${parts.length} more ${what} since ${easternTimeText(since)}`
      : `${parts.length} ${what}`
  const intros = new Set(gathers.flatMap(({ intro }) => intro ?? []))
  const left = parts.length - maxLines
  return mailOf({
    subject,
    body: [
      ...(key === undefined
        ? ['There were many at once, so we put these into one email.']
        : intros),
      { kind: 'list', items: gathers.slice(0, maxLines).map(({ line }) => line) },
      ...(left > 0 ? [`And ${left} more.`] : []),
    ],
    ...(more && { button: [more.label, more.href] as const }),
    reason: [...new Set(gathers.flatMap(({ reason }) => reason ?? []))].join(' '),
  })
}

/**
 * Withdraws an unsent mail, or its line in one that is unsent; waits for a delivery under way.
 * @returns whether the mail was sent before.
 */
export async function withdrawMail(db: Db, cause: string): Promise<boolean> {
  await sql`delete from mails where cause = ${cause} and state in ('queued', 'waiting')`.execute(db)
  const [mail] = await select(db, sql`cause = ${cause}`)
  if (!mail?.gathered_in) return mail?.state === 'sent'
  const [carrier] = await select(db, sql`id = ${mail.gathered_in} for update`)
  if (carrier?.state === 'queued') await removeMails(db, sql`id = ${mail.id}`)
  return carrier?.state === 'sent'
}

/** With what mails with several say of them. */
async function removeMails(db: Db, where: RawBuilder<unknown>) {
  const { rows } = await sql<
    Pick<MailRow, 'gathered_in'>
  >`delete from mails where ${where} returning gathered_in`.execute(db)
  for (const id of new Set(rows.flatMap(({ gathered_in: carrier }) => carrier ?? [])))
    await dissolve(db, id)
  return rows.length
}

/** A mail whose parts have become fewer: unsent, the others leave anew; sent, its words go. */
async function dissolve(db: Db, id: string) {
  const [carrier] = await select(db, sql`id = ${id} for update`)
  if (carrier?.state !== 'queued') {
    await sql`update mails set html = '', text = '' where id = ${id}`.execute(db)
    return
  }
  const state = carrier.waited_since === null ? 'queued' : 'waiting'
  const { rows: parts } = await sql<MailRow>`
    update mails set state = ${state}, gathered_in = null where id = any(${carrier.parts}::uuid[]) returning *
  `.execute(db)
  await sql`delete from mails where id = ${id}`.execute(db)
  if (state === 'queued') await enqueueDeliveries(db, parts)
}

/**
 * Mails to an address, those that name it as the one to answer, and what is known of it. @returns
 * how many rows.
 */
export async function deleteMailsOf(db: Db, given: string): Promise<number> {
  const address = given.toLowerCase()
  let known = 0
  for (const table of ['mail_suppressions', 'mail_bounces'])
    known += Number(
      (await sql`delete from ${sql.table(table)} where address = ${address}`.execute(db))
        .numAffectedRows,
    )
  return (
    known +
    (await removeMails(
      db,
      sql`lower(to_address) = ${address} or lower(reply_to ->> 'address') = ${address}`,
    ))
  )
}

/**
 * Gives up mails that have not left to these addresses, except those that open or protect an
 * account. The rows say why.
 */
export const giveUpMails = (db: Db, addresses: readonly string[]) =>
  sql`
    update mails set state = 'dead',
      last_error = 'The account or its organization was suspended before this mail left.',
      gather = null,
      html = case when sensitive then '' else html end, text = case when sensitive then '' else text end
    where to_address = any (${addresses}::text[]) and state in ('queued', 'waiting')
      and class in ('notice', 'message')
  `.execute(db)

/** Sent or not. */
export const deleteMailsAbout = (db: Db, causes: readonly string[]): Promise<number> =>
  removeMails(db, sql`cause = any(${causes}::text[])`)

/** Whether a mail waits whose cause begins like this. */
export async function isWaiting(db: Db, causePrefix: string): Promise<boolean> {
  const { rows } =
    await sql`select from mails where state = 'waiting' and starts_with(cause, ${causePrefix}) limit 1`.execute(
      db,
    )
  return rows.length > 0
}

/** Unsent mails whose cause begins like this. */
export const deleteUnsentMails = (
  db: Db,
  causePrefix: string,
  ...states: ('queued' | 'waiting')[]
): Promise<number> =>
  removeMails(db, sql`state = any(${states}::text[]) and starts_with(cause, ${causePrefix})`)
