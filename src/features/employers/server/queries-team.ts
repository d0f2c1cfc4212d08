import {
  sql,
  type Generated,
  type Insertable,
  type JSONColumnType,
  type RawBuilder,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { SuspensionReason } from '#features/accounts/model.ts'
import { isWritten, type Db } from '#platform/server/database.ts'
import type { Organization } from '../contract.ts'
import type { keepMonths, Seat } from '../model.ts'

type Photo = Organization['photos'][number]

type OrganizationsTable = {
  id: string
  name: string
  kind: string | null
  site: string | null
  size: string | null
  description: string | null
  logo_id: Generated<string | null>
  photos: JSONColumnType<Photo[], string | undefined>
  keep_months: Generated<(typeof keepMonths)[number] | null>
  suspended_at: Generated<Date | null>
  suspension_reason: Generated<SuspensionReason | null>
  suspension_note: Generated<string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

type EmployersTables = {
  organizations: OrganizationsTable
  organization_members: {
    user_id: string
    organization_id: string
    seat: Seat
    since: Generated<Date>
  }
  organization_invitations: {
    id: string
    token_hash: Buffer
    organization_id: string
    email: string
    seat: Seat
    invited_by: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  organization_leavers: { organization_id: string; mailbox_hash: Buffer; left_at: Generated<Date> }
}
export type OrganizationRow = Selectable<OrganizationsTable>

const tables = (db: Db) => db.withTables<EmployersTables>()

export type SeatRow = { user_id: string; organization_id: string; seat: Seat }

const seats = (db: Db) =>
  tables(db).selectFrom('organization_members').select(['user_id', 'organization_id', 'seat'])

export const findSeat = (db: Db, userId: string): Promise<SeatRow | undefined> =>
  seats(db).where('user_id', '=', userId).executeTakeFirst()

/** The seats of an organization, the oldest first. */
export const findSeats = (db: Db, organizationId: string): Promise<SeatRow[]> =>
  seats(db)
    .where('organization_id', '=', organizationId)
    .orderBy('since')
    .orderBy('user_id')
    .execute()

export const upsertSeat = (db: Db, seat: SeatRow) =>
  tables(db)
    .insertInto('organization_members')
    .values(seat)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        organization_id: seat.organization_id,
        seat: seat.seat,
        since: sql<Date>`now()`,
      }),
    )
    .execute()

export const updateSeat = (db: Db, userId: string, seat: Seat) =>
  tables(db)
    .updateTable('organization_members')
    .set({ seat })
    .where('user_id', '=', userId)
    .execute()

export const deleteSeat = (db: Db, userId: string) =>
  tables(db).deleteFrom('organization_members').where('user_id', '=', userId).execute()

export const findOrganization = (db: Db, id: string): Promise<OrganizationRow | undefined> =>
  tables(db).selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * The row stays locked until the transaction ends: whatever changes a team takes its turn. The key
 * stays free, so that a moderator who accepts a posting, and thereby a name, waits for no team.
 */
export const lockOrganization = (db: Db, id: string): Promise<OrganizationRow | undefined> =>
  tables(db)
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertOrganization = (db: Db, organization: Insertable<OrganizationsTable>) =>
  tables(db).insertInto('organizations').values(organization).execute()

export function updateOrganization(db: Db, id: string, columns: Updateable<OrganizationsTable>) {
  const changed = { ...columns, updated_at: sql<Date>`now()` }
  return tables(db).updateTable('organizations').set(changed).where('id', '=', id).execute()
}

/** Which of these logos and photos there are, and whether the public may see each. */
export async function findPictures(db: Db, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; isShown: boolean }>`
    select asked.id, exists (select from owned_names where organization_id = o.id) as "isShown"
    from unnest(${ids}::uuid[]) as asked (id)
    join organizations o on logo_id = asked.id
      or photos @> jsonb_build_array(jsonb_build_object('id', asked.id))
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.isShown]))
}

export async function deleteOrganization(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('organizations').where('id', '=', id).execute()
}

/** The members' accounts say for whom they hire, which forms and CSV files start with. */
export async function nameMembers(
  db: Db,
  { id, name, kind }: Pick<OrganizationRow, 'id' | 'name' | 'kind'>,
): Promise<void> {
  await sql`
    update users set company_name = ${name}, organization_type = coalesce(${kind}, organization_type)
    from organization_members m where m.user_id = users.id and m.organization_id = ${id}
  `.execute(db)
}

type MemberRow = Omit<Organization['members'][number], 'since' | 'isSelf'> & { since: Date }

/** By the id of an organization, or of an account that has none. */
export async function findMembers(db: Db, id: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select users.id, nullif(btrim(concat_ws(' ', first_name, last_name)), '') as name, email,
      coalesce(seat, 'owner') as seat, coalesce(since, users.created_at) as since,
      (select count(*)::integer from jobs where owner_id = users.id and status <> 'removed') as postings
    from users left join organization_members on user_id = users.id
    where users.id = ${id} or users.id in (select user_id from organization_members
      where organization_id = ${id})
    order by since, users.id
  `.execute(db)
  return rows
}

/** Members with an address whose accounts are not suspended. */
export const findOpenMembers = async (db: Db, id: string) =>
  (
    await sql<{ id: string; email: string; is_demo: boolean }>`
      select users.id, email, is_demo from organization_members join users on users.id = user_id
      where organization_id = ${id} and email is not null and suspended_at is null order by since
    `.execute(db)
  ).rows

export const findInvitations = (db: Db, organizationId: string) =>
  tables(db)
    .selectFrom('organization_invitations')
    .select(['id', 'email', 'seat', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute()

/** A second invitation of an address replaces the first, whose link works no more. */
export async function upsertInvitation(
  db: Db,
  invitation: Insertable<EmployersTables['organization_invitations']>,
) {
  const { token_hash, seat, invited_by, expires_at } = invitation
  await tables(db)
    .insertInto('organization_invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email'])
        .doUpdateSet({ token_hash, seat, invited_by, expires_at }),
    )
    .execute()
}

/**
 * An invitation by the hash of its secret, while it works: not while who sent it, or the
 * organization, is suspended.
 */
export const findInvitation = (db: Db, hash: Buffer) =>
  tables(db)
    .selectFrom('organization_invitations')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select([
      'organization_invitations.id',
      'organization_id',
      'email',
      'seat',
      'invited_by',
      'name',
    ])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('organizations.suspended_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from users u where u.id = invited_by and u.suspended_at is not null)`,
    )
    .executeTakeFirst()

/** False if it was used or withdrawn before. */
export const deleteInvitation = (db: Db, id: string, organizationId: string): Promise<boolean> =>
  isWritten(
    tables(db)
      .deleteFrom('organization_invitations')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId),
  )

/** What others posted under names of the organization, with their organization as `poster`. */
const usesOf = (organizationId: string) => sql`
  with names as (
    select name_key, slug from owned_names where organization_id = ${organizationId}
  ), found as (
    select id from jobs
    where channel <> 'import' and status in ('pending', 'active')
      and name_key(employer) in (select name_key from names)
    union
    select job_id from job_search
    where search @@ (select string_agg(format('''@employer:%s''', slug), ' | ') from names
      where slug <> '')::tsquery
  )
  select jobs.*, organization_of(owner_id) as poster from found join jobs using (id)
    where ${isUseOf(organizationId)}
`

/** A condition on `jobs`: under a name of the organization, and not its own. */
const isUseOf = (organizationId: string) => sql<boolean>`(
  status in ('pending', 'active') and owner_of_name(name_key(employer)) = ${organizationId}
  and organization_of(owner_id) is distinct from ${organizationId}
)`

export async function isUse(db: Db, organizationId: string, jobId: string): Promise<boolean> {
  const { rows } =
    await sql`select from jobs where id = ${jobId} and ${isUseOf(organizationId)}`.execute(db)
  return rows.length > 0
}

/** The newest first. */
export async function findUses(db: Db, organizationId: string): Promise<Organization['uses']> {
  const { rows } = await sql<Omit<Organization['uses'][number], 'at'> & { at: Date }>`
    select uses.id, title, employer, status, uses.created_at as at, channel = 'import' as "isImported",
      o.name as organization
    from (${usesOf(organizationId)}) uses left join organizations o on o.id = poster
    order by uses.created_at desc limit 200
  `.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Other organizations that have postings under the names of this one, or may. */
export async function findAgencies(
  db: Db,
  organizationId: string,
): Promise<Organization['agencies']> {
  const { rows } = await sql<Organization['agencies'][number]>`
    with posted as (
      select poster, count(*)::integer as jobs from (${usesOf(organizationId)}) uses group by 1
    ), allowed as (
      select distinct organization_id from name_grants
      where name_key in (select name_key from owned_names where organization_id = ${organizationId})
        and kind = 'client' and authority = 'owner' and withdrawn_at is null
    )
    select agency.id, agency.name, coalesce(posted.jobs, 0) as jobs,
      allowed.organization_id is not null as "isAllowed"
    from posted full join allowed on poster = organization_id
    join organizations agency on agency.id = coalesce(poster, organization_id)
    order by agency.name
  `.execute(db)
  return rows
}

export async function deleteInvitationsTo(db: Db, email: string): Promise<number> {
  const invited = tables(db)
    .deleteFrom('organization_invitations')
    .where('email', '=', email.toLowerCase())
  return Number((await invited.executeTakeFirst()).numDeletedRows)
}

/** Somebody left: their address may stand in the team's postings. */
export const insertLeaver = (db: Db, organizationId: string, email: string) =>
  sql`
    insert into organization_leavers (organization_id, mailbox_hash)
      values (${organizationId}, ${mailboxHash(sql.val(email))})
    on conflict do nothing
  `.execute(db)

/** Who comes back has left no address behind. */
export const deleteLeaver = (db: Db, organizationId: string, email: string) =>
  sql`delete from organization_leavers where organization_id = ${organizationId}
    and mailbox_hash = ${mailboxHash(sql.val(email))}`.execute(db)

const mailboxHash = (address: RawBuilder<unknown>) =>
  sql`sha256(convert_to(lower(${address}::text), 'UTF8'))`

/** Postings of the team that send people to somebody who left it: where each does. */
export async function findStaleContacts(
  db: Db,
  organizationId: string,
): Promise<Organization['staleContacts']> {
  const { rows } = await sql<Organization['staleContacts'][number]>`
    select jobs.id, title, array_agg(field) as fields
    from organization_members m
    join jobs on owner_id = m.user_id and status in ('pending', 'active', 'inactive', 'expired')
    cross join lateral (values
      ('applyUrl', substring(apply_url
        from '(?i)^mailto:([^?]+)')), ('publicEmail', public_email), ('contactEmail', contact_email)
    ) as stated (field, address)
    join organization_leavers l on l.organization_id = m.organization_id
      and mailbox_hash = ${mailboxHash(sql`address`)}
    where m.organization_id = ${organizationId}
    group by jobs.id order by title, jobs.id limit 200
  `.execute(db)
  return rows
}

export const deleteInvitationsOf = (db: Db, organizationId: string) =>
  tables(db)
    .deleteFrom('organization_invitations')
    .where('organization_id', '=', organizationId)
    .execute()

/** An invitation lasts no longer than the seat of who sent it. */
export const deleteInvitationsBy = (db: Db, userId: string) =>
  tables(db).deleteFrom('organization_invitations').where('invited_by', '=', userId).execute()
