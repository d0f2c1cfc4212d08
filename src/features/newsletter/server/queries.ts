import { sql, type Generated } from 'kysely'
import { isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast } from '#platform/server/retention.ts'

type NewsletterTables = {
  newsletter_subscribers: {
    id: string
    email: string
    subscribed_at: Generated<Date>
    confirmed_at: Date | null
  }
}

export type Subscriber = { id: string; email: string; subscribedAt: Date }

/** The address's subscription, which is new unless there is one, and whether it is confirmed. */
export async function insertSubscriber(
  db: Db,
  row: { id: string; email: string },
): Promise<{ id: string; confirmed: boolean }> {
  const { id, confirmed_at } = await subscribers(db)
    .insertInto('newsletter_subscribers')
    .values({ ...row, confirmed_at: null })
    // Waits for the first of two and returns it. Who asks again has the whole time to confirm
    // again.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        subscribed_at: sql`case when newsletter_subscribers.confirmed_at is null then now()
          else newsletter_subscribers.subscribed_at end`,
      }),
    )
    .returning(['id', 'confirmed_at'])
    .executeTakeFirstOrThrow()
  return { id, confirmed: confirmed_at !== null }
}

/** False if there is no such subscription. */
export const confirmSubscriber = (db: Db, id: string): Promise<boolean> =>
  isWritten(
    subscribers(db)
      .updateTable('newsletter_subscribers')
      .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('id', '=', id),
  )

export async function deleteSubscriber(
  db: Db,
  by: { email: string } | { id: string },
): Promise<number> {
  const [column, value] = 'email' in by ? (['email', by.email] as const) : (['id', by.id] as const)
  const { numDeletedRows } = await subscribers(db)
    .deleteFrom('newsletter_subscribers')
    .where(column, '=', value)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const unconfirmedSubscribers = rowsPast(
  'newsletter subscriptions that were never confirmed',
  'newsletter_subscribers',
  (before) => sql`confirmed_at is null and subscribed_at < ${before}`,
)

/** Ids are ordered by time, so later rows come last. */
export const findSubscribersAfter = async (
  db: Db,
  id: string | undefined,
  limit: number,
): Promise<Subscriber[]> =>
  subscribers(db)
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'subscribed_at as subscribedAt'])
    .where('confirmed_at', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '>', id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

const subscribers = (db: Db) => db.withTables<NewsletterTables>()
