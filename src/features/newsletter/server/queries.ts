import type { Generated } from 'kysely'
import type { Db } from '#server/lib/database.ts'

type NewsletterTables = {
  newsletter_subscribers: { id: string; email: string; subscribed_at: Generated<Date> }
}

export type Subscriber = { id: string; email: string; subscribedAt: Date }

/** False if the address is subscribed already. */
export async function insertSubscriber(db: Db, { id, email }: { id: string; email: string }): Promise<boolean> {
  const inserted = await subscribers(db)
    .insertInto('newsletter_subscribers')
    .values({ id, email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteSubscriber(db: Db, by: { email: string } | { id: string }): Promise<void> {
  const [column, value] = 'email' in by ? (['email', by.email] as const) : (['id', by.id] as const)
  await subscribers(db).deleteFrom('newsletter_subscribers').where(column, '=', value).execute()
}

/** Ids are ordered by time, so later rows come last. */
export async function findSubscribersAfter(db: Db, id: string | undefined, limit: number): Promise<Subscriber[]> {
  return subscribers(db)
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'subscribed_at as subscribedAt'])
    .$if(id !== undefined, (query) => query.where('id', '>', id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

const subscribers = (db: Db) => db.withTables<NewsletterTables>()
