import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { countRows, idsOf, insertMissing, isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast, type AgeRule } from '#platform/server/retention.ts'
import type { Role } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountsTables, TokenPurpose, UsersTable } from './tables.ts'

export type User = Selectable<UsersTable>

const tables = (db: Db) => db.withTables<AccountsTables>()
const users = (db: Db) => tables(db).selectFrom('users').selectAll()

/** False if the address has an account already. */
export const insertUser = (db: Db, user: Insertable<UsersTable>) =>
  isWritten(
    tables(db)
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.column('email').doNothing()),
  )

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  users(db).where('id', '=', id).executeTakeFirst()

/** @throws {AppError} UNAUTHENTICATED for an account that is gone: its sessions are, too. */
export async function loadUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return user
}

export const findUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  users(db).where('email', '=', email).executeTakeFirst()

export const findUserIdByEmail = async (db: Db, email: string) =>
  (await findUserByEmail(db, email.toLowerCase()))?.id

/** The row stays locked until the transaction ends. */
export const lockUser = (db: Db, id: string): Promise<User | undefined> =>
  users(db).where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateUser(
  db: Db,
  id: string,
  changes: Updateable<UsersTable>,
): Promise<void> {
  await tables(db)
    .updateTable('users')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const deleteUserRow = (db: Db, id: string) =>
  tables(db).deleteFrom('users').where('id', '=', id).execute()

export const insertAccountToken = (db: Db, token: Insertable<AccountsTables['account_tokens']>) =>
  tables(db).insertInto('account_tokens').values(token).execute()

/** Deletes the token, so that it works once. */
export const takeAccountToken = (db: Db, hash: Buffer, purpose: TokenPurpose) =>
  tables(db)
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email', 'created_at'])
    .executeTakeFirst()

export const findTokenOwner = (db: Db, hash: Buffer, purpose: TokenPurpose) =>
  tables(db)
    .selectFrom('account_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

export const deleteAccountTokens = (
  db: Db,
  userId: string,
  purpose: TokenPurpose,
  endingAfter = new Date(0),
) =>
  tables(db)
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', endingAfter)
    .execute()

/** All of somebody's links, but for those that undo what was done before a time. */
export const deleteLinks = (db: Db, userId: string, exceptUndoBefore = new Date(0)) =>
  tables(db)
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('purpose', 'not in', ['undo-email', 'undo-second-step']),
        eb('created_at', '>=', exceptUndoBefore),
      ]),
    )
    .execute()

/**
 * Voids the links that undo what came after the account left this address. False if no link can
 * give it back.
 */
export async function deleteLaterUndos(db: Db, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ isBack: boolean }>`
    with back as (
      select min(created_at) as since from account_tokens
      where user_id = ${userId} and purpose = 'undo-email' and email = ${email} and expires_at > now()
    ), later as (
      delete from account_tokens using back
      where user_id = ${userId} and purpose = 'undo-email' and email <> ${email} and created_at >= since
    )
    select since is not null as "isBack" from back
  `.execute(db)
  return rows[0]?.isBack ?? false
}

/** Who can undo a change of the account's address. */
export async function findUndoAddresses(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from account_tokens where user_id = ${userId} and purpose = 'undo-email'
      and expires_at > now()
  `.execute(db)
  return rows.map((row) => row.email)
}

const expired = (what: string, table: string): [number, AgeRule] => [
  0,
  rowsPast(what, table, (before) => sql`expires_at < ${before}`, { isBrief: true }),
]

/** What opens nothing any more. */
export const expiredAccess: readonly [number, AgeRule][] = [
  expired('expired sessions', 'sessions'),
  expired('expired links', 'account_tokens'),
  expired('expired sign-ins with a provider', 'spent_sign_ins'),
  [
    1,
    rowsPast(
      'counts of failed sign-ins',
      'sign_in_failures',
      (before) =>
        sql`last_at < ${before}::timestamptz - case when key like 'code:%' then interval '29 days'
          else interval '0' end`,
      { isBrief: true },
    ),
  ],
]

/** Until the transaction ends nobody else makes or unmakes an administrator. */
export const lockAdministrators = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('last administrator'))`.execute(db)

/** How many others could act as administrators. */
export const countOtherAdministrators = (db: Db, id: string, options: { demo: boolean }) =>
  countRows(administrators(db, options).where('id', '<>', id))

/** The role of an account that is not suspended. It stays until the transaction ends. */
export async function lockRole(db: Db, id: string): Promise<Role | null> {
  const query = tables(db)
    .selectFrom('users')
    .select('role')
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
  return (await query.forShare().executeTakeFirst())?.role ?? null
}

export type Person = { id: string; name: string | null; email: string | null }

/** How these people are called; who is gone is left out. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const people = await tables(db)
    .selectFrom('users')
    .select([
      'id',
      'email',
      sql<string | null>`nullif(trim(concat_ws(' ', first_name, last_name)), '')`.as('name'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(people.map((person) => [person.id, person]))
}

/** Administrators who may sign in; sample accounts may in a demo. */
const administrators = (db: Db, { demo }: { demo: boolean }) =>
  tables(db)
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .$if(!demo, (query) => query.where('is_demo', '=', false))

/** Where administrators are reached. */
export async function findAdministratorAddresses(
  db: Db,
  options: { demo: boolean },
): Promise<string[]> {
  const rows = await administrators(db, options).select('email').orderBy('id').execute()
  return rows.flatMap(({ email }) => email ?? [])
}

/** Who of these people is suspended. */
export async function findSuspended(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('suspended_at', 'is not', null)
    .execute()
  return new Set(idsOf(rows))
}

export type Identity = { provider: string; subject: string }

/** Until the transaction ends nobody else decides whose this identity is. */
export const lockIdentity = (db: Db, { provider, subject }: Identity) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([provider, subject])}, 0))`.execute(
    db,
  )

/** The account that the identity opens; its row stays locked until the transaction ends. */
export const lockUserByIdentity = (
  db: Db,
  { provider, subject }: Identity,
): Promise<User | undefined> =>
  tables(db)
    .selectFrom('users')
    .innerJoin('user_identities', 'user_identities.user_id', 'users.id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .selectAll('users')
    .forUpdate('users')
    .executeTakeFirst()

export const lockUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  users(db).where('email', '=', email).forUpdate().executeTakeFirst()

export const insertIdentity = (db: Db, identity: Identity, userId: string) =>
  tables(db)
    .insertInto('user_identities')
    .values({ ...identity, user_id: userId })
    .execute()

export const findIdentities = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('user_identities')
    .select(['provider', (eb) => eb.fn.min('created_at').as('created_at')])
    .where('user_id', '=', userId)
    .groupBy('provider')
    .orderBy('created_at')
    .execute()

/**
 * All of somebody's identities, or those of one provider, or those since a time. False if there
 * were none.
 */
export async function deleteIdentities(
  db: Db,
  userId: string,
  { provider, since }: { provider?: string; since?: Date } = {},
): Promise<boolean> {
  let query = tables(db).deleteFrom('user_identities').where('user_id', '=', userId)
  if (provider !== undefined) query = query.where('provider', '=', provider)
  if (since !== undefined) query = query.where('created_at', '>=', since)
  return isWritten(query)
}

/** False if the sign-in has come back before. */
export const spendState = (db: Db, stateHash: Buffer, expiresAt: Date) =>
  insertMissing(
    tables(db)
      .insertInto('spent_sign_ins')
      .values({ state_hash: stateHash, expires_at: expiresAt }),
  )
