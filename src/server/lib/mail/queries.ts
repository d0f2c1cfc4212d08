import type { Db } from '../database.ts'
import type { MailAddress } from './address.ts'
import type { MailRow, MailsTables } from './tables.ts'

export type NewMail = Pick<MailRow, 'id' | 'cause' | 'to_address' | 'subject' | 'html' | 'text' | 'headers' | 'sensitive'> & {
  reply_to: MailAddress | null
}

/** The ids of those that were taken; the others' causes have a mail already. */
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
    .onConflict((it) => it.column('cause').doNothing())
    .returning('id')
    .execute()
  return new Set(taken.map((it) => it.id))
}

/** Waits for whoever sends it at the moment, and finds nothing if that went well. */
export const lockQueuedMail = (transaction: Db, id: string): Promise<MailRow | undefined> =>
  mails(transaction)
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()

type Outcome = Partial<Pick<MailRow, 'state' | 'last_error' | 'html' | 'text'>> & { attempts: number; sent_at?: Date }

export async function updateMail(db: Db, id: string, outcome: Outcome): Promise<void> {
  await mails(db).updateTable('mails').set(outcome).where('id', '=', id).execute()
}

export async function deleteMailsBefore(db: Db, time: Date): Promise<void> {
  await mails(db).deleteFrom('mails').where('created_at', '<', time).where('state', '!=', 'queued').execute()
}

/** Whether there was one that had not been sent. */
export async function deleteQueuedMail(db: Db, cause: string): Promise<boolean> {
  const { numDeletedRows } = await mails(db)
    .deleteFrom('mails')
    .where('cause', '=', cause)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What became of a mail that was not taken back. */
export async function selectMailState(db: Db, cause: string): Promise<'sent' | 'dead' | undefined> {
  const mail = await mails(db).selectFrom('mails').select('state').where('cause', '=', cause).executeTakeFirst()
  return mail?.state === 'queued' ? undefined : mail?.state
}

/** The newest first; with an address, only the mails to it. */
export const selectMails = (db: Db, { to, limit }: { to?: string | undefined; limit: number }): Promise<MailRow[]> =>
  mails(db)
    .selectFrom('mails')
    .selectAll()
    .$if(to !== undefined, (it) => it.where(({ fn }) => fn<string>('lower', ['to_address']), '=', to?.toLowerCase() ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The mails that nobody tries to send any more, the latest first. */
export const listDeadMails = (db: Db, limit = 100) =>
  mails(db)
    .selectFrom('mails')
    .select(['id', 'to_address as to', 'subject', 'attempts', 'last_error as error', 'created_at as createdAt'])
    .where('state', '=', 'dead')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

export const selectMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  mails(db).selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

const mails = (db: Db) => db.withTables<MailsTables>()
