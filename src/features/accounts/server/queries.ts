import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { AccountsTables, TokenPurpose, UsersTable } from './tables.ts'

export type User = Selectable<UsersTable>

const tables = (db: Db) => db.withTables<AccountsTables>()

/** False if the address has an account already. */
export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Makes a sample account, or gives the one that there is its password; an address that somebody signed up with stays theirs. */
export async function upsertDemoUser(db: Db, user: Insertable<UsersTable>): Promise<void> {
  await tables(db)
    .insertInto('users')
    .values(user)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password_hash: user.password_hash ?? null })
        .where('users.is_demo', '=', true),
    )
    .execute()
}

export const selectUser = (db: Db, id: string): Promise<User | undefined> =>
  tables(db).selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const selectUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  tables(db).selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** The row stays locked until the transaction ends. */
export const lockUser = (db: Db, id: string): Promise<User | undefined> =>
  tables(db).selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateUser(db: Db, id: string, changes: Updateable<UsersTable>): Promise<void> {
  await tables(db)
    .updateTable('users')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function deleteUserRow(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('users').where('id', '=', id).execute()
}

export async function insertAccountToken(
  db: Db,
  token: { hash: Buffer; purpose: TokenPurpose; userId: string; email: string; expiresAt: Date },
): Promise<void> {
  await tables(db)
    .insertInto('account_tokens')
    .values({
      token_hash: token.hash,
      purpose: token.purpose,
      user_id: token.userId,
      email: token.email,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Takes a token out of use; whoever comes second finds nothing. */
export const takeAccountToken = (
  db: Db,
  hash: Buffer,
  purpose: TokenPurpose,
): Promise<{ user_id: string; email: string } | undefined> =>
  tables(db)
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst()

export async function deleteAccountTokens(db: Db, userId: string, purpose: TokenPurpose): Promise<void> {
  await tables(db).deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

/** What has run out: sessions, links, and counts of failures that nobody adds to any more. */
export async function deleteOutdated(db: Db): Promise<void> {
  await tables(db)
    .deleteFrom('account_tokens')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await tables(db)
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await tables(db)
    .deleteFrom('sign_in_failures')
    .where('last_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
