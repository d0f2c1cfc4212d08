import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { User } from './queries.ts'
import type { AccountsTables } from './tables.ts'

export type Identity = { provider: string; subject: string }

const tables = (db: Db) => db.withTables<AccountsTables>()

/** Until the transaction ends nobody else decides whose this identity is. */
export async function lockIdentity(db: Db, { provider, subject }: Identity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([provider, subject])}, 0))`.execute(db)
}

/** The account that the identity opens; its row stays locked until the transaction ends. */
export const lockUserByIdentity = (db: Db, { provider, subject }: Identity): Promise<User | undefined> =>
  tables(db)
    .selectFrom('users')
    .innerJoin('user_identities', 'user_identities.user_id', 'users.id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .selectAll('users')
    .forUpdate('users')
    .executeTakeFirst()

export const lockUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  tables(db).selectFrom('users').selectAll().where('email', '=', email).forUpdate().executeTakeFirst()

export async function insertIdentity(db: Db, identity: Identity, userId: string): Promise<void> {
  await tables(db)
    .insertInto('user_identities')
    .values({ ...identity, user_id: userId })
    .execute()
}

export const selectIdentities = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('user_identities')
    .select(['provider', (eb) => eb.fn.min('created_at').as('created_at')])
    .where('user_id', '=', userId)
    .groupBy('provider')
    .orderBy('created_at')
    .execute()

/** All of somebody's identities, or those of one provider. False if there were none. */
export async function deleteIdentities(db: Db, userId: string, provider?: string): Promise<boolean> {
  let query = tables(db).deleteFrom('user_identities').where('user_id', '=', userId)
  if (provider !== undefined) query = query.where('provider', '=', provider)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** False if the sign-in has come back before. */
export async function spendState(db: Db, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('spent_sign_ins')
    .values({ state_hash: stateHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}
