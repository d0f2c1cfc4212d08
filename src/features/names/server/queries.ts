import { sql, type ColumnType, type Generated, type RawBuilder, type Selectable } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { type Db, idsOf, insertMissing, isWritten } from '#platform/server/database.ts'
import { entriesOf } from '#shared/keys.ts'
import type { Authority, GrantKind } from '../model.ts'

type NamesTables = {
  name_grants: {
    id: string
    name: string
    name_key: ColumnType<string, never, never>
    slug: ColumnType<string, never, never>
    organization_id: string | null
    domain: string | null
    kind: GrantKind
    authority: Authority
    granted_by: string | null
    asked_at: Generated<Date>
    granted_at: Date | null
    withdrawn_at: ColumnType<Date | null, undefined, Date>
    withdrawn_by: ColumnType<string | null, undefined, string | null>
  }
}
export type GrantRow = Selectable<NamesTables['name_grants']>
type NewGrant = Pick<GrantRow, 'name' | 'kind' | 'authority'> &
  Partial<Pick<GrantRow, 'organization_id' | 'domain'>>

const tables = (db: Db) => db.withTables<NamesTables>()
const current = (db: Db) =>
  tables(db).selectFrom('name_grants').selectAll().where('withdrawn_at', 'is', null)

/** What `standing_of` in db/functions/names.sql says. */
export type Standing = 'vouched' | 'accepted' | 'owned' | 'unknown'

export async function findStandings(
  db: Db,
  accountId: string,
  names: readonly string[],
): Promise<Standing[]> {
  const { rows } = await sql<{ standing: Standing }>`
    select standing_of(${accountId}, name) as standing from unnest(${names}::text[]) name
  `.execute(db)
  return rows.map((row) => row.standing)
}

/** Whether anybody has let the account's organization speak for some name. */
export async function hasNames(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from name_grants
    where organization_id = organization_of(${accountId}) and granted_at is not null
      and withdrawn_at is null limit 1
  `.execute(db)
  return rows.length > 0
}

/** Those of these accounts whose organization an administrator marked. */
export async function findVerified(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from organization_members join owned_names using (organization_id)
    where user_id = any (${accountIds}::uuid[]) and authority = 'administrator'
  `.execute(db)
  return new Set(idsOf(rows))
}

async function idFrom(db: Db, call: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string | null }>`select ${call} as id`.execute(db)
  return rows[0]?.id ?? null
}

export const findOrganizationOf = (db: Db, accountId: string) =>
  idFrom(db, sql`organization_of(${accountId})`)

/** The organization that owns a name. */
export const findOwner = (db: Db, name: string) => idFrom(db, sql`owner_of_name(name_key(${name}))`)

/** Those of these names that an organization owns. */
export async function findOwnedNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name where owner_of_name(name_key(name)) is not null
  `.execute(db)
  return rows.map((row) => row.name)
}

/** The proved addresses of an organization's owners. */
export async function findOwnerAddresses(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from organization_members m join users on users.id = user_id
    where organization_id = ${organizationId} and seat = 'owner' and email_verified_at is not null
      and suspended_at is null
  `.execute(db)
  return rows.map((row) => row.email)
}

/** An organization's own names, with claims that wait: the oldest first. */
export const findOwnNames = (db: Db, organizationId: string) =>
  current(db)
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'own')
    .where('authority', 'in', ['administrator', 'claim'])
    .orderBy('asked_at')
    .execute()

/** All that an organization speaks for, also by acceptance. */
export const findNamesOf = (db: Db, organizationId: string) =>
  current(db).where('organization_id', '=', organizationId).orderBy('name').limit(200).execute()

/** False if the name or its page has another owner, or there is such a grant. */
export const insertGrant = (
  db: Db,
  grant: NewGrant & { by: string | null; waits?: boolean },
): Promise<boolean> => {
  const { by, waits = false, organization_id = null, domain = null, ...row } = grant
  const values = {
    ...row,
    id: randomUUIDv7(),
    organization_id,
    domain,
    granted_by: by,
    granted_at: waits ? null : new Date(),
  }
  return insertMissing(tables(db).insertInto('name_grants').values(values))
}

export const findGrant = (db: Db, id: string) =>
  current(db).where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * An administrator's word replaces the claim that waited. False if the name or its page has another
 * owner meanwhile.
 */
export const confirmClaim = (db: Db, id: string, by: string) =>
  isWritten(
    tables(db)
      .updateTable('name_grants')
      .set({ authority: 'administrator', granted_at: new Date(), granted_by: by })
      .where('id', '=', id)
      .where(
        sql<boolean>`not exists (
          select from owned_names o
          where (o.name_key = name_grants.name_key or o.slug = name_grants.slug and o.slug <> '')
            and (o.organization_id, o.name_key) <> (name_grants.organization_id, name_grants.name_key)
        )`,
      ),
  )

/** Whether confirmed addresses in a mail domain speak for a name. */
export async function isGrantedToDomain(db: Db, domain: string, name: string): Promise<boolean> {
  const found = current(db)
    .select('id')
    .where('domain', '=', domain)
    .where('name_key', '=', sql<string>`name_key(${name})`)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * The domains that an administrator's word connects with an account's organization: its own, or one
 * that speaks for its names.
 */
export async function findDomainsOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    with granted as (
      select * from name_grants
      where authority = 'administrator' and granted_at is not null and withdrawn_at is null
    )
    select domain from granted where domain is not null and (
      domain = (select split_part(email, '@', 2) from users
        where id = ${accountId} and email_verified_at is not null)
      or owner_of_name(name_key) = organization_of(${accountId})
    )
    union
    select lower(split_part(email, '@', 2)) from organization_members m join users on users.id = user_id
    where m.organization_id = organization_of(${accountId}) and seat = 'owner'
      and email_verified_at is not null
      and exists (select from granted where granted.organization_id = m.organization_id and kind = 'own')
  `.execute(db)
  return rows.map((row) => row.domain)
}

type Withdrawal = {
  by: string | null
  which: Partial<Pick<GrantRow, 'id' | 'organization_id' | 'kind' | 'authority'>> & {
    name?: string
  }
}

/** @returns the names that were withdrawn. */
export async function withdrawGrants(
  db: Db,
  { by, which: { name, ...columns } }: Withdrawal,
): Promise<string[]> {
  let query = tables(db)
    .updateTable('name_grants')
    .set({ withdrawn_at: new Date(), withdrawn_by: by })
    .where('withdrawn_at', 'is', null)
  for (const [column, value] of entriesOf(columns)) query = query.where(column, '=', value)
  if (name !== undefined) query = query.where('name_key', '=', sql<string>`name_key(${name})`)
  return (await query.returning('name').execute()).map((row) => row.name)
}

/** What administrators decide about: their own grants, and claims; those that wait come first. */
export async function findListed(db: Db, limit: number) {
  const { rows } = await sql<GrantRow & { organization: string | null }>`
    select g.*, o.name as organization from name_grants g left join organizations o on o.id = organization_id
    where withdrawn_at is null and (authority in ('administrator', 'claim') or granted_at is null)
    order by granted_at is not null, g.name, domain limit ${limit}
  `.execute(db)
  return rows
}

export type KnownEmployer = { employer: string; domain: string | null }
type KnownName = KnownEmployer & { words: string }

/**
 * Employers that an administrator knows, as people see their names, and the mail domains that are
 * theirs.
 */
export async function findKnownEmployers(db: Db, limit: number): Promise<KnownName[]> {
  const { rows } = await sql<KnownName>`
    select distinct g.name as employer, name_words(g.name) as words, coalesce(g.domain, (
      select split_part(email, '@', 2) from organization_members m join users on users.id = user_id
      where m.organization_id = g.organization_id and seat = 'owner'
        and email_verified_at is not null order by since limit 1
    )) as domain
    from name_grants g
    where kind = 'own' and authority = 'administrator' and granted_at is not null and withdrawn_at is null
    limit ${limit}
  `.execute(db)
  return rows
}

/** How people see texts, in words: the comparison of `name_words`. */
export async function readWords(db: Db, texts: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ text: string; words: string }>`
    select text, name_words(text) as words from unnest(${texts}::text[]) text
  `.execute(db)
  return new Map(rows.map(({ text, words }) => [text, words]))
}

/**
 * Names that others have or use: of grants, and of active jobs that others posted or a source
 * lists.
 */
export async function findOthersNames(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select name_words(name) as words from name_grants
    where organization_id is distinct from ${organizationId} and withdrawn_at is null and kind = 'own'
    union
    select name_words(employer) from (
      select distinct employer from jobs
      where status = 'active' and (owner_id is null or organization_of(owner_id) is distinct
        from ${organizationId})
    ) used
  `.execute(db)
  return rows.map((row) => row.words)
}
