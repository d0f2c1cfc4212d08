import { sql, type Generated, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { SuspensionReason } from '#features/accounts/model.ts'
import { isWritten, type Db } from '#platform/server/database.ts'
import type { Organization } from '../contract.ts'
import type { keepMonths, Seat } from '../model.ts'

type OrganizationsTable = {
  id: string
  name: string
  kind: string | null
  site: string | null
  size: string | null
  description: string | null
  logo_id: Generated<string | null>
  keep_months: Generated<(typeof keepMonths)[number] | null>
  verified_at: Date | null
  suspended_at: Generated<Date | null>
  suspension_reason: Generated<SuspensionReason | null>
  suspension_note: Generated<string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

type EmployersTables = {
  organizations: OrganizationsTable
  organization_names: { slug: string; name: string; organization_id: string; since: Generated<Date> }
  organization_members: { user_id: string; organization_id: string; seat: Seat; since: Generated<Date> }
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
  seat_requests: {
    id: string
    user_id: string
    slug: string
    employer: string
    domain: string
    asked_at: Generated<Date>
    status: Generated<'open' | 'granted' | 'refused' | 'taken'>
    decided_at: Date | null
    decided_by: string | null
  }
  organization_agencies: { organization_id: string; agency_id: string; allowed_at: Generated<Date> }
  organization_leavers: { organization_id: string; mailbox_hash: Buffer; left_at: Generated<Date> }
}
export type OrganizationRow = Selectable<OrganizationsTable>

const tables = (db: Db) => db.withTables<EmployersTables>()

export type SeatRow = { user_id: string; organization_id: string; seat: Seat }

const seats = (db: Db) => tables(db).selectFrom('organization_members').select(['user_id', 'organization_id', 'seat'])

export const findSeat = (db: Db, userId: string): Promise<SeatRow | undefined> =>
  seats(db).where('user_id', '=', userId).executeTakeFirst()

/** The seats of an organization, the oldest first. */
export const findSeats = (db: Db, organizationId: string): Promise<SeatRow[]> =>
  seats(db).where('organization_id', '=', organizationId).orderBy('since').orderBy('user_id').execute()

export const upsertSeat = (db: Db, seat: SeatRow) =>
  tables(db)
    .insertInto('organization_members')
    .values(seat)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ organization_id: seat.organization_id, seat: seat.seat, since: sql<Date>`now()` }),
    )
    .execute()

export const updateSeat = (db: Db, userId: string, seat: Seat) =>
  tables(db).updateTable('organization_members').set({ seat }).where('user_id', '=', userId).execute()

export const deleteSeat = (db: Db, userId: string) =>
  tables(db).deleteFrom('organization_members').where('user_id', '=', userId).execute()

export const findOrganization = (db: Db, id: string): Promise<OrganizationRow | undefined> =>
  tables(db).selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()

/** The row stays locked until the transaction ends: whatever changes a team takes its turn. */
export const lockOrganization = (db: Db, id: string): Promise<OrganizationRow | undefined> =>
  tables(db).selectFrom('organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertOrganization = (db: Db, organization: Insertable<OrganizationsTable>) =>
  tables(db).insertInto('organizations').values(organization).execute()

export function updateOrganization(db: Db, id: string, columns: Partial<OrganizationRow>) {
  const changed = { ...columns, updated_at: sql<Date>`now()` }
  return tables(db).updateTable('organizations').set(changed).where('id', '=', id).execute()
}

/** Which of these logos there are, and whether the public may see each. */
export async function findLogos(db: Db, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ logo_id: string; isShown: boolean }>`
    select logo_id, verified_at is not null as "isShown" from organizations where logo_id = any (${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.logo_id, row.isShown]))
}

export async function deleteOrganization(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('organizations').where('id', '=', id).execute()
}

/** The members' accounts say for whom they hire, which forms and CSV files start with. */
export async function nameMembers(db: Db, { id, name, kind }: Pick<OrganizationRow, 'id' | 'name' | 'kind'>): Promise<void> {
  await sql`
    update users set company_name = ${name}, organization_type = coalesce(${kind}, organization_type)
    from organization_members m where m.user_id = users.id and m.organization_id = ${id}
  `.execute(db)
}

/** False if another organization has the name. */
export async function claimSlug(db: Db, name: { slug: string; name: string; organization_id: string }): Promise<boolean> {
  const row = await tables(db)
    .insertInto('organization_names')
    .values(name)
    .onConflict((it) =>
      it.column('slug').doUpdateSet({ name: name.name }).where('organization_names.organization_id', '=', name.organization_id),
    )
    .returning('slug')
    .executeTakeFirst()
  return row !== undefined
}

export const findNames = (db: Db, organizationId: string): Promise<{ slug: string; name: string }[]> =>
  tables(db)
    .selectFrom('organization_names')
    .select(['slug', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('since', 'desc')
    .execute()

export const deleteNames = (db: Db, organizationId: string) =>
  tables(db).deleteFrom('organization_names').where('organization_id', '=', organizationId).execute()

/** The hospital mark of its members' accounts and postings goes. */
export async function unmarkMembers(db: Db, organizationId: string): Promise<void> {
  await sql`
    with members as (
      update users set is_verified_hospital = false, revision = revision + 1
      from organization_members m where m.user_id = users.id and organization_id = ${organizationId} and is_verified_hospital
    )
    update jobs set is_verified_hospital = false
    from organization_members m where m.user_id = owner_id and organization_id = ${organizationId} and is_verified_hospital
  `.execute(db)
}

/** Whether somebody outside the organization has an active job under the name. */
export async function isUsedByOthers(db: Db, slug: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from job_search s join jobs on id = s.job_id
    where s.search @@ ${`'@employer:${slug}'`}::tsquery and status = 'active'
      and not exists (select from organization_members m where m.user_id = owner_id and m.organization_id = ${organizationId})
    limit 1
  `.execute(db)
  return rows.length > 0
}

type MemberRow = Omit<Organization['members'][number], 'since' | 'isSelf'> & { since: Date }

/** By the id of an organization, or of an account that has none. */
export async function findMembers(db: Db, id: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select users.id, nullif(btrim(concat_ws(' ', first_name, last_name)), '') as name, email,
      coalesce(seat, 'owner') as seat, coalesce(since, users.created_at) as since,
      (select count(*)::integer from jobs where owner_id = users.id and status <> 'removed') as postings
    from users left join organization_members on user_id = users.id
    where users.id = ${id} or users.id in (select user_id from organization_members where organization_id = ${id})
    order by since, users.id
  `.execute(db)
  return rows
}

export const findInvitations = (db: Db, organizationId: string) =>
  tables(db)
    .selectFrom('organization_invitations')
    .select(['id', 'email', 'seat', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute()

/** A second invitation of an address replaces the first, whose link works no more. */
export async function upsertInvitation(db: Db, invitation: Insertable<EmployersTables['organization_invitations']>) {
  const { token_hash, seat, invited_by, expires_at } = invitation
  await tables(db)
    .insertInto('organization_invitations')
    .values(invitation)
    .onConflict((it) => it.columns(['organization_id', 'email']).doUpdateSet({ token_hash, seat, invited_by, expires_at }))
    .execute()
}

/** An invitation by the hash of its secret, while it works: not while who sent it, or the organization, is suspended. */
export const findInvitation = (db: Db, hash: Buffer) =>
  tables(db)
    .selectFrom('organization_invitations')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['organization_invitations.id', 'organization_id', 'email', 'seat', 'invited_by', 'name'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('organizations.suspended_at', 'is', null)
    .where(sql<boolean>`not exists (select from users u where u.id = invited_by and u.suspended_at is not null)`)
    .executeTakeFirst()

/** False if it was used or withdrawn before. */
export const deleteInvitation = (db: Db, id: string, organizationId: string): Promise<boolean> =>
  isWritten(tables(db).deleteFrom('organization_invitations').where('id', '=', id).where('organization_id', '=', organizationId))

/** Search firms that have open jobs under these names, or may. */
export async function findAgencies(db: Db, organizationId: string, slugs: readonly string[]): Promise<Organization['agencies']> {
  if (slugs.length === 0) return []
  const { rows } = await sql<Organization['agencies'][number]>`
    select agency.id, agency.name, coalesce(posted.jobs, 0) as jobs, allowed.agency_id is not null as "isAllowed"
    from (
      select m.organization_id, count(*)::integer as jobs
      from job_search s join jobs on jobs.id = s.job_id join organization_members m on m.user_id = owner_id
      where s.search @@ ${slugs.map((slug) => `'@employer:${slug}'`).join(' | ')}::tsquery and status = 'active'
        and user_type = 'recruiter'
        and m.organization_id <> ${organizationId}
      group by 1
    ) posted
    full join (select agency_id from organization_agencies where organization_id = ${organizationId}) allowed
      on agency_id = posted.organization_id
    join organizations agency on agency.id = coalesce(posted.organization_id, allowed.agency_id)
    order by agency.name
  `.execute(db)
  return rows
}

/** Whom the members of a search firm post for. */
export async function findClients(db: Db, organizationId: string): Promise<Organization['clients']> {
  const { rows } = await sql<Organization['clients'][number]>`
    select min(employer) as name, count(*)::integer as jobs, bool_or(case when n.slug is not null then a.agency_id is not null end) as "isAllowed"
    from organization_members m
    join jobs on owner_id = m.user_id and status in ('pending', 'active', 'inactive', 'expired')
    left join organization_names n on n.slug = employer_slug(employer)
    left join organization_agencies a on a.organization_id = n.organization_id and a.agency_id = m.organization_id
    where m.organization_id = ${organizationId} and n.organization_id is distinct from m.organization_id
    group by lower(employer) order by 2 desc, 1 limit 200
  `.execute(db)
  return rows
}

export async function allowAgency(db: Db, organizationId: string, agencyId: string, isAllowed: boolean): Promise<void> {
  await (
    isAllowed
      ? sql`insert into organization_agencies (organization_id, agency_id) values (${organizationId}, ${agencyId}) on conflict do nothing`
      : sql`delete from organization_agencies where organization_id = ${organizationId} and agency_id = ${agencyId}`
  ).execute(db)
}

/** False if the account has asked already. */
export function insertRequest(db: Db, request: Insertable<EmployersTables['seat_requests']>): Promise<boolean> {
  const insert = tables(db).insertInto('seat_requests').values(request)
  return isWritten(insert.onConflict((conflict) => conflict.doNothing()))
}

/** Where an employer is reached: what sources say in imported jobs, and a verified organization on its page. */
export async function findContacts(db: Db, slug: string): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select contact
    from job_search s join jobs on id = s.job_id
      cross join lateral (values (contact_website), (public_email), (contact_email)) as stated (contact)
    where s.search @@ ${`'@employer:${slug}'`}::tsquery and status = 'active' and channel = 'import' and contact is not null
    group by contact
    union
    select site from organizations join organization_names n on n.organization_id = id
    where n.slug = ${slug} and verified_at is not null and site is not null
    limit 500
  `.execute(db)
  return rows.map((row) => row.contact)
}

/** The proved addresses of the owners of an organization. */
export async function findOwnerAddresses(db: Db, organizationId: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from organization_members join users on users.id = user_id
    where organization_id = ${organizationId ?? null} and seat = 'owner' and email_verified_at is not null
  `.execute(db)
  return rows.map((row) => row.email)
}

/** The proved addresses of accounts that post under this name. */
export async function findPosters(db: Db, slug: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email
    from job_search s join jobs on jobs.id = s.job_id join users on users.id = owner_id
    where s.search @@ ${`'@employer:${slug}'`}::tsquery and status = 'active' and email_verified_at is not null limit 50
  `.execute(db)
  return rows.map((row) => row.email)
}

export const findOrganizationId = async (db: Db, slug: string): Promise<string | undefined> =>
  (await tables(db).selectFrom('organization_names').select('organization_id').where('slug', '=', slug).executeTakeFirst())
    ?.organization_id

type RequestRow = Selectable<Omit<EmployersTables['seat_requests'], 'decided_by'>> & { email: string | null; isOwn: boolean }

/** Requests of the account, and those that it decides: as an owner, or as an administrator, who also makes the first owner. */
export async function findRequests(db: Db, { id, role }: { id: string; role: string | null }): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select r.id, r.user_id, email, r.slug, employer, domain, status, asked_at, decided_at, r.user_id = ${id} as "isOwn"
    from seat_requests r join users on users.id = r.user_id
    where (
      status in ('open', 'granted') or r.user_id = ${id} and status = 'refused' and decided_at > now() - interval '14 days'
      or status = 'taken' and ${role === 'admin'} and exists (
        select from organization_names n join organization_members m using (organization_id)
        where n.slug = r.slug and m.user_id = r.user_id
          and not exists (select from organization_members o where o.organization_id = n.organization_id and o.seat = 'owner')
      )
    ) and (r.user_id = ${id} or ${role === 'admin'} or exists (
      select from organization_names n join organization_members m using (organization_id)
      where n.slug = r.slug and m.user_id = ${id} and seat = 'owner'
    ))
    order by asked_at limit 200
  `.execute(db)
  return rows
}

export const lockRequest = (db: Db, id: string) =>
  tables(db).selectFrom('seat_requests').select('id').where('id', '=', id).forUpdate().execute()

export const updateRequest = (db: Db, id: string, columns: Updateable<EmployersTables['seat_requests']>) =>
  tables(db).updateTable('seat_requests').set(columns).where('id', '=', id).execute()

/** At which employers an account asked for a seat, for the export. */
export const findAsked = (db: Db, userId: string) =>
  tables(db).selectFrom('seat_requests').select(['employer', 'status', 'asked_at']).where('user_id', '=', userId).execute()

export async function deleteInvitationsTo(db: Db, email: string): Promise<number> {
  const invited = tables(db).deleteFrom('organization_invitations').where('email', '=', email.toLowerCase())
  return Number((await invited.executeTakeFirst()).numDeletedRows)
}

/** Somebody left: their address may stand in the team's postings. */
export const insertLeaver = (db: Db, organizationId: string, email: string) =>
  sql`
    insert into organization_leavers (organization_id, mailbox_hash) values (${organizationId}, ${mailboxHash(sql.val(email))})
    on conflict do nothing
  `.execute(db)

/** Who comes back has left no address behind. */
export const deleteLeaver = (db: Db, organizationId: string, email: string) =>
  sql`delete from organization_leavers where organization_id = ${organizationId} and mailbox_hash = ${mailboxHash(sql.val(email))}`.execute(
    db,
  )

const mailboxHash = (address: RawBuilder<unknown>) => sql`sha256(convert_to(lower(${address}::text), 'UTF8'))`

/** Postings of the team that send people to somebody who left it: where each does. */
export async function findStaleContacts(db: Db, organizationId: string): Promise<Organization['staleContacts']> {
  const { rows } = await sql<Organization['staleContacts'][number]>`
    select jobs.id, title, array_agg(field) as fields
    from organization_members m
    join jobs on owner_id = m.user_id and status in ('pending', 'active', 'inactive', 'expired')
    cross join lateral (values
      ('applyUrl', substring(apply_url from '(?i)^mailto:([^?]+)')), ('publicEmail', public_email), ('contactEmail', contact_email)
    ) as stated (field, address)
    join organization_leavers l on l.organization_id = m.organization_id and mailbox_hash = ${mailboxHash(sql`address`)}
    where m.organization_id = ${organizationId}
    group by jobs.id order by title, jobs.id limit 200
  `.execute(db)
  return rows
}

export const deleteInvitationsOf = (db: Db, organizationId: string) =>
  tables(db).deleteFrom('organization_invitations').where('organization_id', '=', organizationId).execute()

/** An invitation lasts no longer than the seat of who sent it. */
export const deleteInvitationsBy = (db: Db, userId: string) =>
  tables(db).deleteFrom('organization_invitations').where('invited_by', '=', userId).execute()
