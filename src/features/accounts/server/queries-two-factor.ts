import { sql, type Insertable, type Selectable } from 'kysely'
import { countRows, type Db, insertMissing, isWritten } from '#platform/server/database.ts'
import { reencrypt, type TextCipher } from '#platform/server/secret.ts'
import type { AccountsTables } from './tables.ts'

export type Passkey = Selectable<AccountsTables['passkeys']>

const tables = (db: Db) => db.withTables<AccountsTables>()

const hasPasskeySql = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`
const hasAuthenticatorSql = sql<boolean>`exists (
  select from authenticators where authenticators.user_id = users.id and confirmed_at is not null
)`
/** Whether `users.id` has a second factor. */
export const hasTwoFactorSql = sql<boolean>`(${hasPasskeySql} or ${hasAuthenticatorSql})`

/** What may be the second factor of an account. */
type SecondFactors = { passkey: boolean; code: boolean }

export async function findSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const row = await tables(db)
    .selectFrom('users')
    .select([hasPasskeySql.as('passkey'), hasAuthenticatorSql.as('code')])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? { passkey: false, code: false }
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { passkey, code } = await findSecondFactors(db, userId)
  return passkey || code
}

export const findPasskeys = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const findPasskey = (db: Db, id: string) =>
  tables(db).selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** False if the passkey is known already. */
export const insertPasskey = (db: Db, passkey: Insertable<AccountsTables['passkeys']>) =>
  insertMissing(tables(db).insertInto('passkeys').values(passkey))

/** False if a later signature of the passkey was counted meanwhile. */
export const usePasskey = (db: Db, id: string, counter: number) =>
  isWritten(
    tables(db)
      .updateTable('passkeys')
      .set({ counter, last_used_at: sql`now()` })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('counter', '<', String(counter)),
          eb.and([eb('counter', '=', '0'), eb.val(counter === 0)]),
        ]),
      ),
  )

/** Nobody removes somebody else's passkey. */
export const deletePasskey = (db: Db, userId: string, id: string) =>
  isWritten(tables(db).deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id))

export const findAuthenticator = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('authenticators')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * Encrypts every authenticator's key with the current secret. @returns how many there are, and how
 * many no known secret opens.
 */
export async function reencryptAuthenticators(
  db: Db,
  cipher: TextCipher,
): Promise<{ all: number; unreadable: number }> {
  const rows = await tables(db)
    .selectFrom('authenticators')
    .select(['user_id', 'sealed_secret'])
    .execute()
  let unreadable = 0
  for (const { user_id, sealed_secret } of rows) {
    const renewed = reencrypt(cipher, sealed_secret)
    if (renewed === undefined) unreadable++
    else await changeAuthenticatorSecret(db, user_id, sealed_secret, renewed)
  }
  return { all: rows.length, unreadable }
}

/** Not where a new authenticator replaced it meanwhile. */
const changeAuthenticatorSecret = (db: Db, userId: string, from: string, to: string) =>
  tables(db)
    .updateTable('authenticators')
    .set({ sealed_secret: to })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', from)
    .execute()

/** Replaces one that was never confirmed. False if one is confirmed. */
export const insertAuthenticator = (db: Db, userId: string, encryptedSecret: string) =>
  isWritten(
    tables(db)
      .insertInto('authenticators')
      .values({ user_id: userId, sealed_secret: encryptedSecret })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed_secret: encryptedSecret, created_at: sql`now()` })
          .where('authenticators.confirmed_at', 'is', null),
      ),
  )

/**
 * Accepts the code of a time step, and confirms the authenticator. False if that step or a later
 * one was accepted before.
 */
export const acceptStep = (db: Db, userId: string, step: number) =>
  isWritten(
    tables(db)
      .updateTable('authenticators')
      .set({ last_step: step, confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('user_id', '=', userId)
      .where('last_step', '<', String(step)),
  )

export const deleteAuthenticator = (db: Db, userId: string) =>
  isWritten(tables(db).deleteFrom('authenticators').where('user_id', '=', userId))

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tables(db).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tables(db)
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Deletes the code, so that it works once. */
export const takeRecoveryCode = (db: Db, userId: string, hash: Buffer) =>
  isWritten(
    tables(db)
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash),
  )

export const countRecoveryCodes = (db: Db, userId: string) =>
  countRows(tables(db).selectFrom('recovery_codes').where('user_id', '=', userId))

/** Passkeys, authenticator and recovery codes; with `since`, only what was added since then. */
export async function deleteSecondFactors(
  db: Db,
  userId: string,
  since = new Date(0),
): Promise<void> {
  await tables(db)
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
  await tables(db)
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('created_at', '>=', since), eb('confirmed_at', '>=', since)]))
    .execute()
  await tables(db)
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
}
