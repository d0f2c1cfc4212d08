import { sql, type ColumnType, type Generated, type Selectable } from 'kysely'
import type { Db } from '../database.ts'
import { deletion, rowsPast } from '../retention.ts'
import type { Gather, MailAddress } from './content.ts'

export type NewMail = Omit<
  MailRow,
  'state' | 'attempts' | 'last_error' | 'created_at' | 'sent_at' | 'gathered_in' | 'waited_since'
>

/** The ids of the inserted mails; the other causes have a mail already. */
export async function insertMails(
  db: Db,
  news: readonly (NewMail & { state: 'queued' | 'waiting'; waited_since?: Date })[],
): Promise<Set<string>> {
  const taken = await mails(db)
    .insertInto('mails')
    .values(
      news.map(({ reply_to, headers, gather, ...mail }) => ({
        ...mail,
        gather: gather && JSON.stringify(gather),
        reply_to: reply_to && JSON.stringify(reply_to),
        headers: JSON.stringify(headers),
      })),
    )
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .execute()
  return new Set(taken.map((mail) => mail.id))
}

/** Waits for a delivery under way; undefined once the mail is sent. */
export const lockQueuedMail = (trx: Db, id: string): Promise<MailRow | undefined> =>
  mails(trx)
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()

export type Outcome = Partial<Pick<MailRow, 'state' | 'last_error' | 'html' | 'text'>> & {
  attempts: number
  sent_at?: Date
}

export async function updateMail(db: Db, id: string, outcome: Outcome): Promise<void> {
  await mails(db).updateTable('mails').set(outcome).where('id', '=', id).execute()
}

/** Of a mail whose links are secret. One that is being deleted is left to that. */
export async function blankParts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update mails set html = '', text = '', gather = null
    where id = any(array(select id from mails where id = any(${ids}::uuid[]) and sensitive
      for update skip locked))
  `.execute(db)
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await mails(db).deleteFrom('mails').where('id', '=', id).execute()
}

const pastMails = rowsPast(
  'mails',
  'mails',
  (before) => sql`created_at < ${before} and state not in ('queued', 'waiting')`,
)

/** And what is no longer needed about those that came back. */
export const mailRetention = deletion({
  ...pastMails,
  async delete(trx, before) {
    await sql`delete from mail_bounces where at < ${before}`.execute(trx)
    await sql`delete from mail_suppressions where lifted_at < ${before}`.execute(trx)
    return pastMails.enforce(trx, before)
  },
})

/** The newest first, optionally of one recipient. */
export const findMails = (
  db: Db,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<MailRow[]> =>
  mails(db)
    .selectFrom('mails')
    .selectAll()
    .$if(to !== undefined, (query) =>
      query.where(({ fn }) => fn<string>('lower', ['to_address']), '=', to?.toLowerCase() ?? ''),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  mails(db).selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

const mails = (db: Db) => db.withTables<MailsTables>()

/**
 * 'waiting': until its mailbox has room. 'gathered': it left in another one. 'suppressed': not
 * sent, because its recipient gets less mail.
 */
type MailState = 'queued' | 'waiting' | 'gathered' | 'sent' | 'dead' | 'suppressed'

export type StoredGather = Gather & { reason: string | null }

type MailsTable = {
  id: string
  cause: string
  to_address: string
  /** The mailbox behind the address, and the kind of mail, by which mails are limited. */
  mailbox: string | null
  class: string | null
  reply_to: ColumnType<MailAddress | null, string | null, never>
  subject: string
  html: string
  text: string
  headers: ColumnType<Record<string, string>, string, never>
  sensitive: boolean
  delete_once_sent: boolean
  calendar: string | null
  gather: ColumnType<StoredGather | null, string | null, never>
  /** Of a gathered mail: the one that carries it, which names its parts. */
  gathered_in: ColumnType<string | null, null | undefined, never>
  parts: string[] | null
  due_at: Date | null
  expires_at: Date | null
  /** When it was written; created_at is then when its mailbox had room. */
  waited_since: ColumnType<Date | null, Date | undefined, never>
  state: ColumnType<MailState, MailState | undefined, MailState>
  attempts: ColumnType<number, number | undefined, number>
  last_error: ColumnType<string | null, null | undefined, string | null>
  created_at: Generated<Date>
  sent_at: ColumnType<Date | null, null | undefined, Date>
}

export type MailsTables = { mails: MailsTable }
export type MailRow = Selectable<MailsTable>
