import { moderators } from '#shared/contract.ts'
import { sql, type Insertable } from 'kysely'
import { isWritten, type Db } from '#platform/server/database.ts'
import { hasTwoFactorSql } from './queries-two-factor.ts'
import type { AccountsTables } from './tables.ts'

/** A session ends after this many days. */
export const sessionDays = 30
/** Or after this many days without a request. */
const idleDays = 7
/** Signing in or re-authenticating counts for this long. */
const reauthenticationMinutes = 10
/** The precision of 'last seen', so that not every request writes. */
const seenEveryMinutes = 5

const tables = (db: Db) => db.withTables<AccountsTables>()

export const insertSession = (db: Db, session: Insertable<AccountsTables['sessions']>) =>
  tables(db).insertInto('sessions').values(session).execute()

/**
 * Who the session belongs to, unless it has run out, rested too long, or its account is suspended.
 */
export const findSessionViewer = (db: Db, tokenHash: Buffer) =>
  tables(db)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('seen_at', '>', sql<Date>`now() - ${idleDays} * interval '1 day'`)
    .where('suspended_at', 'is', null)
    .select([
      'users.id',
      'sessions.id as session_id',
      'role',
      'email',
      'email_verified_at',
      'first_name',
      'last_name',
      'is_demo',
      sql<boolean>`proved_at is not null and proved_at > now()
        - ${reauthenticationMinutes} * interval '1 minute'`.as('is_recently_authenticated'),
      // Asked of administrators and moderators only: others need none.
      sql<boolean>`role = any (${moderators}::text[]) and ${hasTwoFactorSql}`.as('is_secured'),
      sql<boolean>`seen_at < now() - ${seenEveryMinutes} * interval '1 minute'`.as('is_stale'),
    ])
    .executeTakeFirst()

export const touchSession = (db: Db, id: string) =>
  tables(db)
    .updateTable('sessions')
    .set({ seen_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const markAuthenticated = (db: Db, id: string) =>
  tables(db)
    .updateTable('sessions')
    .set({ proved_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/**
 * The same session under a new token: the old one is worth nothing from here on. False if it ended
 * meanwhile.
 */
export const replaceSessionToken = (db: Db, id: string, tokenHash: Buffer) =>
  isWritten(tables(db).updateTable('sessions').set({ token_hash: tokenHash }).where('id', '=', id))

export const findSessions = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'user_agent', sql<string | null>`host(ip)`.as('ip')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('seen_at', '>', sql<Date>`now() - ${idleDays} * interval '1 day'`)
    .orderBy('seen_at', 'desc')
    .execute()

export async function deleteSessionByToken(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const deleted = await tables(db)
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return deleted?.user_id
}

/** Nobody ends somebody else's session: theirs is not found. */
export const deleteSession = (db: Db, userId: string, id: string) =>
  isWritten(tables(db).deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id))

/** Whether it was not ended meanwhile. */
export const hasSession = async (db: Db, id: string) =>
  (await tables(db).selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

/** All of somebody's sessions, but for the one that is named. */
export async function deleteSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  let query = tables(db).deleteFrom('sessions').where('user_id', '=', userId)
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId)
  await query.execute()
}
