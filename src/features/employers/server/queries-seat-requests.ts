import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely'
import { insertMissing, type Db } from '#platform/server/database.ts'

/** Requests for seats, by people who work for an employer that a page names. */

type SeatRequestsTable = {
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

const tables = (db: Db) => db.withTables<{ seat_requests: SeatRequestsTable }>()

/** False if the account has asked already. */
export const insertRequest = (db: Db, request: Insertable<SeatRequestsTable>): Promise<boolean> =>
  insertMissing(tables(db).insertInto('seat_requests').values(request))

type RequestRow = Selectable<SeatRequestsTable> & {
  email: string | null
  isOwn: boolean
}

/**
 * Requests of the account, and those that it decides: as an owner, or as an administrator, who also
 * makes the first owner.
 */
export async function findRequests(
  db: Db,
  { id, role }: { id: string; role: string | null },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select r.id, r.user_id, email, r.slug, employer, domain, status, asked_at, decided_at,
      decided_by, r.user_id = ${id} as "isOwn"
    from seat_requests r join users on users.id = r.user_id
    where (
      status in ('open', 'granted') or r.user_id = ${id} and status = 'refused'
        and decided_at > now() - interval '14 days'
      or status = 'taken' and ${role === 'admin'} and exists (
        select from owned_names n join organization_members m using (organization_id)
        where n.slug = r.slug and m.user_id = r.user_id
          and not exists (select from organization_members o
            where o.organization_id = n.organization_id and o.seat = 'owner')
      )
    ) and (r.user_id = ${id} or ${role === 'admin'} or exists (
      select from owned_names n join organization_members m using (organization_id)
      where n.slug = r.slug and m.user_id = ${id} and seat = 'owner'
    ))
    order by asked_at limit 200
  `.execute(db)
  return rows
}

export const lockRequest = (db: Db, id: string) =>
  tables(db).selectFrom('seat_requests').select('id').where('id', '=', id).forUpdate().execute()

export const updateRequest = (db: Db, id: string, columns: Updateable<SeatRequestsTable>) =>
  tables(db).updateTable('seat_requests').set(columns).where('id', '=', id).execute()

/**
 * Whether what was granted is still there: the employer's organization has not lost the name since,
 * and without one an administrator granted it.
 */
const isStillThere = sql<boolean>`(
  (
    exists (select from owned_names o where o.slug = r.slug)
    or exists (select from users where users.id = decided_by and role = 'admin')
  ) and not exists (
    select from name_grants g
    where g.slug = r.slug and kind = 'own' and g.authority in ('administrator', 'claim')
      and withdrawn_at > decided_at and not exists (
        select from owned_names o where o.slug = r.slug and o.organization_id = g.organization_id
      )
  )
)`

export async function isStillGranted(db: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from seat_requests r where id = ${id} and ${isStillThere}`.execute(db)
  return rows.length > 0
}

/** What the account can take no more is in the way of no further request. */
export const endLostRequests = (
  db: Db,
  account: Pick<SeatRequestsTable, 'user_id' | 'slug' | 'domain'>,
) =>
  sql`
    update seat_requests r set status = 'refused', decided_at = now()
    where user_id = ${account.user_id} and slug = ${account.slug} and status in ('open', 'granted')
      and (domain <> ${account.domain} or status = 'granted' and not ${isStillThere})
  `.execute(db)

/** At which employers an account asked for a seat, for the export. */
export const findAsked = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('seat_requests')
    .select(['employer', 'status', 'asked_at'])
    .where('user_id', '=', userId)
    .execute()
