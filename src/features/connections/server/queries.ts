import { sql, type Insertable } from 'kysely'
import { isWritten, type Db } from '#platform/server/database.ts'
import type { KeyScope, Role } from '#shared/contract.ts'
import type { ConnectionsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<ConnectionsTables>()

export const insertKey = (
  db: Db,
  key: Omit<Insertable<ConnectionsTables['api_keys']>, 'used_at'>,
) => tables(db).insertInto('api_keys').values(key).execute()

/**
 * The gate of keys, asked for each call: who made the key is an owner of its organization, and
 * neither is suspended.
 */
const works = sql<boolean>`exists (
  select from organization_members m
  join organizations o on o.id = m.organization_id
  join users maker on maker.id = m.user_id
  where m.user_id = api_keys.made_by and m.organization_id = api_keys.organization_id
    and m.seat = 'owner' and maker.suspended_at is null and o.suspended_at is null
)`

export async function findKeys(db: Db, organizationId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    scope: KeyScope
    created_at: Date
    used_at: Date | null
    made_by: string
    works: boolean
  }>`
    select id, name, scope, created_at, used_at, made_by, ${works} as works
    from api_keys where organization_id = ${organizationId} order by created_at, id
  `.execute(db)
  return rows
}

export const findKeysOf = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('api_keys')
    .select(['name', 'scope', 'created_at as createdAt', 'used_at as usedAt'])
    .where('made_by', '=', userId)
    .execute()

export const deleteKey = (db: Db, organizationId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db)
      .deleteFrom('api_keys')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )

/** Of somebody who is no longer an owner of the organization of the key. */
export async function deleteStrayKeys(db: Db, userId: string) {
  const { rows } = await sql<{ name: string; organization_id: string }>`
    delete from api_keys where made_by = ${userId} and not exists (
      select from organization_members m where m.user_id = made_by
        and m.organization_id = api_keys.organization_id and m.seat = 'owner'
    ) returning name, organization_id
  `.execute(db)
  return rows
}

type KeyCaller = {
  id: string
  scope: KeyScope
  organization_id: string
  is_stale: boolean
  made_by: string
  role: Role | null
  email: string | null
  is_verified: boolean
  first_name: string | null
  last_name: string | null
  is_demo: boolean
}

/** The key that works, with who made it. */
export async function findKeyCaller(db: Db, hash: Buffer): Promise<KeyCaller | undefined> {
  const { rows } = await sql<KeyCaller>`
    select api_keys.id, scope, organization_id, made_by, role, email,
      email_verified_at is not null as is_verified, first_name, last_name, is_demo,
      coalesce(used_at < now() - interval '1 minute', true) as is_stale
    from api_keys join users on users.id = made_by where secret_hash = ${hash} and ${works}
  `.execute(db)
  return rows[0]
}

/** To the minute, so that busy keys do not write with each call. */
export const touchKey = (db: Db, id: string) =>
  tables(db)
    .updateTable('api_keys')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
