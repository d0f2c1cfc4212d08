import { sql, type ColumnType, type Generated, type Selectable } from 'kysely'
import type { Db } from '../database.ts'
import { rowsPast, type RetentionRule } from '../retention.ts'
import type { MailAddress } from './content.ts'

export type NewMail = Omit<MailRow, 'state' | 'attempts' | 'last_error' | 'created_at' | 'sent_at'>

/** The ids of the inserted mails; the other causes have a mail already. */
export async function insertMails(db: Db, news: readonly NewMail[]): Promise<Set<string>> {
  const taken = await mails(db)
    .insertInto('mails')
    .values(
      news.map(({ reply_to, headers, ...mail }) => ({
        ...mail,
        reply_to: reply_to && JSON.stringify(reply_to),
        headers: JSON.stringify(headers),
      })),
    )
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .execute()
  return new Set(taken.map((it) => it.id))
}

/** Waits for a delivery under way; undefined once the mail is sent. */
export const lockQueuedMail = (transaction: Db, id: string): Promise<MailRow | undefined> =>
  mails(transaction)
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()

export type Outcome = Partial<Pick<MailRow, 'state' | 'last_error' | 'html' | 'text'>> & { attempts: number; sent_at?: Date }

export async function updateMail(db: Db, id: string, outcome: Outcome): Promise<void> {
  await mails(db).updateTable('mails').set(outcome).where('id', '=', id).execute()
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await mails(db).deleteFrom('mails').where('id', '=', id).execute()
}

const pastMails = rowsPast('mails', 'mails', (before) => sql`created_at < ${before} and state <> 'queued'`)

/** And what is no longer needed about those that came back. */
export const mailRetention: RetentionRule = {
  ...pastMails,
  async enforce(db, before) {
    await sql`delete from mail_bounces where at < ${before}`.execute(db)
    await sql`delete from mail_suppressions where lifted_at < ${before}`.execute(db)
    return pastMails.enforce(db, before)
  },
}

/** Mails to an address, those that name it as the one to answer, and what is known of it. */
export async function deleteMailsOf(db: Db, address: string): Promise<void> {
  for (const table of ['mail_suppressions', 'mail_bounces'])
    await sql`delete from ${sql.table(table)} where address = ${address.toLowerCase()}`.execute(db)
  await sql`
    delete from mails where lower(to_address) = ${address.toLowerCase()} or lower(reply_to ->> 'address') = ${address.toLowerCase()}
  `.execute(db)
}

/** Sent or not. */
export async function deleteMailsAbout(db: Db, causes: readonly string[]): Promise<void> {
  await mails(db).deleteFrom('mails').where('cause', 'in', causes).execute()
}

/** Unsent mails whose cause begins like this. */
export const deleteWaitingMails = (db: Db, causePrefix: string) =>
  mails(db).deleteFrom('mails').where('state', '=', 'queued').where('cause', 'like', `${causePrefix}%`).execute()

/** The newest first, optionally of one recipient. */
export const findMails = (db: Db, { to, limit }: { to?: string | undefined; limit: number }): Promise<MailRow[]> =>
  mails(db)
    .selectFrom('mails')
    .selectAll()
    .$if(to !== undefined, (query) => query.where(({ fn }) => fn<string>('lower', ['to_address']), '=', to?.toLowerCase() ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  mails(db).selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

const mails = (db: Db) => db.withTables<MailsTables>()

/** 'suppressed': not sent, because its recipient gets less mail. */
type MailState = 'queued' | 'sent' | 'dead' | 'suppressed'

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
  state: ColumnType<MailState, MailState | undefined, MailState>
  attempts: ColumnType<number, number | undefined, number>
  last_error: ColumnType<string | null, null | undefined, string | null>
  created_at: Generated<Date>
  sent_at: ColumnType<Date | null, null | undefined, Date>
}

export type MailsTables = { mails: MailsTable }
export type MailRow = Selectable<MailsTable>
