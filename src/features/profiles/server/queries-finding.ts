import { type Insertable, sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import { isBlockedBetween, isDeserted } from '#features/inquiries/server/public.ts'
import {
  idsOf,
  inTransaction,
  oneOf,
  plannedOnce,
  takeLock,
  type Db,
} from '#platform/server/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { ProfileFieldName, ProfileValues } from '../fields.ts'
import { askedDays, declinedDays, mostListed } from '../finding.ts'
import type { ProfilesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<ProfilesTables>()

/** Who looks for physicians, and all that keeps a profile from them. */
export type Seeker = {
  viewerId: string
  job: JobRow
  organizationId: string
  isFirm: boolean
  /** Keys of the names that the organization has, and registrable mail domains of its members. */
  nameKeys: string[]
  domains: string[]
  /** Where it hires. */
  states: string[]
}

type Team = Pick<Seeker, 'isFirm' | 'nameKeys' | 'domains' | 'states'> & {
  organizationId: string | null
}

/** The organization that stands behind a posting. */
export async function findTeam(
  db: Db,
  { id, owner_id: ownerId, employer }: { id: string; owner_id: string | null; employer: string },
): Promise<Team> {
  const { rows } = await sql<Team>`${plannedOnce}
    with members as materialized (
      select * from users where id in (
        select ${ownerId}::uuid union select user_id from organization_members
          where organization_id = organization_of(${ownerId})
      )
    ), live as materialized (
      select * from jobs where owner_id in (select id from members) and status = 'active'
    )
    select organization_of(${ownerId}) as "organizationId",
      exists (select from members where role = 'recruiter')
        or exists (select from live where live.id = ${id} and user_type = 'recruiter') as "isFirm",
      array(
        select name_key(${employer}) union select name_key(employer) from live
        union select name_key(name) from organizations where id = organization_of(${ownerId})
        union select name_key from name_grants where organization_id = organization_of(${ownerId})
          and kind = 'own' and granted_at is not null and withdrawn_at is null
      ) as "nameKeys",
      array(select distinct lower(split_part(email, '@', 2)) from members where email is not null) as domains,
      array(
        select state from live union select place_state(place) from live, unnest(further_places) place
      ) as states
  `.execute(db)
  return oneOf(rows)
}

/** What keeps most profiles away: asked of each before the rest. */
const isOffered = ({ isFirm }: Seeker) =>
  sql`(found_until > now() and (to_firms or not ${isFirm}::boolean))`

/**
 * On `profiles` joined with `users` and the posting in `jobs`: the owner lets this employer find
 * the profile now.
 */
const isFound = (seeker: Seeker) => {
  const { organizationId, nameKeys, domains, states } = seeker
  return sql<boolean>`(
  ${isOffered(seeker)} and users.role = 'physician' and users.suspended_at is null
  and users.email_verified_at is not null
  and not hidden_states && ${states}::text[]
  and not exists (
    select from unnest(${domains}::text[]) theirs,
      unnest(employer_domains || lower(split_part(users.email, '@', 2))) mine
    where mine = theirs or mine like '%.' || theirs or theirs like '%.' || mine
  )
  and not exists (
    select from unnest(employer_keys) mine, unnest(${nameKeys}::text[]) theirs
    where strpos(theirs, mine) > 0 or strpos(mine, theirs) > 0
  )
  and not ${isBlockedBetween(sql`users.id`, sql`users.email`)}
  and not exists (
    select from posting_invitations declined
    where declined.physician_id = profiles.physician_id and declined.organization_id = ${organizationId}
      and through_id is null and declined_at > now() - ${declinedDays} * interval '1 day'
  )
)`
}

export type FoundRow = {
  physicianId: string
  id: string
  fields: ProfileValues
  shown: ProfileFieldName[]
  savedAt: Date
  /** The moment to the microsecond, which a `Date` loses. */
  position: string
  name: string | null
  invitedAt: Date | null
}

type Search = { words?: string[][]; id?: string; after?: Position | undefined; limit: number }
type Position = { savedAt: string; id: string }

/**
 * Days within which enough of the last confirmed may fit; otherwise all are read. Of so few days
 * PostgreSQL reads little, whether many fit or hardly any.
 */
const spans = [2, 20]
/** Of those who fit within so many days. */
const mostAsked = 100

/** The last confirmed first. Each list of words asks for one of them. */
export async function findCandidates(
  db: Db,
  seeker: Seeker,
  { limit, ...search }: Search,
): Promise<FoundRow[]> {
  for (const days of search.id === undefined ? spans : []) {
    const fitting = await findFitting(db, seeker, search, days)
    if (fitting.length < limit) continue
    const found = await findFirst(db, seeker, fitting, limit)
    if (found.length === limit) return found
  }
  return findFirst(db, seeker, await findFitting(db, seeker, search), limit)
}

/** In their order. */
async function findFitting(
  db: Db,
  seeker: Seeker,
  { words = [], id, after }: Omit<Search, 'limit'>,
  days?: number,
): Promise<string[]> {
  const conditions = [
    sql`found_id is not null and ${isOffered(seeker)}`,
    ...words.map((some) => sql`words && ${some}::text[]`),
    ...(id === undefined ? [] : [sql`found_id = ${id}`]),
    ...(after === undefined
      ? []
      : [sql`(saved_at, found_id) < (${after.savedAt}::timestamptz, ${after.id}::uuid)`]),
    ...(days === undefined
      ? []
      : [sql`saved_at > ${after?.savedAt ?? 'now'}::timestamptz - ${days} * interval '1 day'`]),
  ]
  // All are not read in their order, which takes long where few fit.
  const [most, fence] = days === undefined ? [null, sql`offset 0`] : [mostAsked, sql``]
  const { rows } = await sql<{ id: string }>`
    select physician_id as id from (
      select * from profiles where ${sql.join(conditions, sql` and `)} ${fence}
    ) fitting order by saved_at desc, found_id desc limit ${most}
  `.execute(db)
  return idsOf(rows)
}

/** The first of these, in their order, whom nothing else keeps away. */
async function findFirst(
  db: Db,
  seeker: Seeker,
  physicianIds: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`${plannedOnce}
    select profiles.physician_id as "physicianId", found_id as id, fields, shown, saved_at as "savedAt",
      to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as position,
      case when shows_name then concat_ws(' ', first_name, last_name) end as name,
      (select sent_at from posting_invitations where job_id = jobs.id
        and posting_invitations.physician_id = profiles.physician_id and through_id is null) as "invitedAt"
    from unnest(${physicianIds}::uuid[]) with ordinality fitting (physician_id, place)
    join profiles using (physician_id) join users on users.id = physician_id
    cross join (select * from jobs where id = ${seeker.job.id}) jobs
    where ${isFound(seeker)} order by place limit ${limit}
  `.execute(db)
  return rows
}

/** Counts what an organization saw of a physician that day. */
export async function insertViews(
  db: Db,
  { job, viewerId, organizationId }: Seeker,
  kind: 'listed' | 'opened',
  physicianIds: readonly string[],
): Promise<void> {
  await sql`
    insert into profile_views (physician_id, kind, job_id, viewer_id, organization_id, employer)
    select unnest(${physicianIds}::uuid[]), ${kind}, ${job.id}, ${viewerId}, ${organizationId},
      ${job.employer}
    on conflict (physician_id, day, kind, job_id, viewer_id) do update
      set times = profile_views.times + 1, last_at = now()
  `.execute(db)
}

/** Of two lists at once the second counts the first. False once its organization has seen enough. */
export const insertListed = (
  db: Db,
  seeker: Seeker,
  physicianIds: readonly string[],
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await takeLock(trx, `candidates of ${seeker.organizationId}`)
    if ((await countListed(trx, seeker.organizationId)) >= mostListed) return false
    await insertViews(trx, seeker, 'listed', physicianIds)
    return true
  })

/** The physicians whom an organization saw in lists today. */
async function countListed(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct physician_id)::integer as n from profile_views
    where organization_id = ${organizationId} and day = current_date and kind = 'listed'
  `.execute(db)
  return rows[0]?.n ?? 0
}

type View = { employer: string; kind: 'listed' | 'opened'; times: number; lastAt: Date }

export async function findViews(db: Db, physicianId: string, limit: number): Promise<View[]> {
  const { rows } = await sql<View>`
    select employer, kind, sum(times)::integer as times, max(last_at) as "lastAt" from profile_views
    where physician_id = ${physicianId} group by employer, kind, day order by max(last_at) desc limit ${limit}
  `.execute(db)
  return rows
}

type Finding = {
  until: Date | null
  showsName: boolean
  toFirms: boolean
  hiddenStates: StateCode[]
}

/** Another `found_id` each time: what somebody noted before leads nowhere. */
export async function updateFinding(
  db: Db,
  physicianId: string,
  { isOn, days, ...finding }: Omit<Finding, 'until'> & { isOn: boolean; days: number },
): Promise<void> {
  await sql`
    update profiles set shows_name = ${finding.showsName}, to_firms = ${finding.toFirms},
      hidden_states = ${finding.hiddenStates}::text[], found_asked_at = null,
      found_id = case when not ${isOn}::boolean then null
        when found_until > now() then found_id else gen_random_uuid() end,
      found_until = case when ${isOn}::boolean then now() + ${days} * interval '1 day' end,
      saved_at = case when ${isOn}::boolean then now() else saved_at end
    where physician_id = ${physicianId}
  `.execute(db)
}

type Ending = { id: string; email: string; until: Date }

/** Those whose time ends within three days, once each. */
export async function markAsked(db: Db): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    update profiles set found_asked_at = now() from users
    where users.id = physician_id and found_asked_at is null and email is not null and suspended_at is null
      and found_until between now() - interval '7 days' and now() + interval '3 days'
    returning users.id, email, found_until as until
  `.execute(db)
  return rows
}

export const insertInvitation = (db: Db, row: Insertable<ProfilesTables['posting_invitations']>) =>
  tables(db)
    .insertInto('posting_invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Those of the last seven days. */
export async function countInvitations(
  db: Db,
  by: 'sender_id' | 'physician_id',
  id: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from posting_invitations
    where ${sql.ref(by)} = ${id} and sent_at > now() - interval '7 days'
  `.execute(db)
  return rows[0]?.n ?? 0
}

type Answers = { sent: number; read: number; accepted: number; declined: number }

export async function countAnswers(db: Db, jobId: string): Promise<Answers> {
  const { rows } = await sql<Answers>`
    select count(*)::integer as sent, count(read_at)::integer as read,
      count(accepted_at)::integer as accepted, count(declined_at)::integer as declined
    from posting_invitations where job_id = ${jobId} and through_id is null
  `.execute(db)
  return oneOf(rows)
}

export type InvitationRow = {
  id: string
  jobId: string
  title: string
  message: string
  sentAt: Date
  acceptedAt: Date | null
  declinedAt: Date | null
  inquiryId: string | null
  employer: string
  firm: string | null
  until: Date | null
  /** Of the posting, or of the firm's. */
  ownerId: string | null
  /** If its owner still speaks for the name. */
  isOpen: boolean
}

const lapses = sql`(sent_at + ${sql.lit(`${askedDays} days`)}::interval)`
const isUnblocked = sql`not ${isBlockedBetween(sql`users.id`, sql`users.email`)}`

/**
 * To a physician. Open while the posting is live and nobody blocks another; a firm's, while the
 * firm is not suspended, for some days, and unless the client knows the physician already.
 */
export async function findInvitations(
  db: Db,
  physicianId: string,
  id?: string,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select i.id, job_id as "jobId", jobs.title, i.message, sent_at as "sentAt", accepted_at as "acceptedAt",
      declined_at as "declinedAt", inquiry_id as "inquiryId", jobs.employer,
      case when through_id is not null then organizations.name end as firm,
      case when through_id is not null then ${lapses} end as until,
      (select owner_id from jobs where id = coalesce(through_id, i.job_id)) as "ownerId",
      jobs.status = 'active' and ${isUnblocked} and known_at is null
        and (through_id is null or ${lapses} > now()) and exists (
          select from jobs where jobs.id = coalesce(through_id, i.job_id)
            and organization_of(jobs.owner_id) = i.organization_id and ${isUnblocked} and not ${isDeserted}
        ) as "isOpen"
    from posting_invitations i join jobs on jobs.id = job_id join users on users.id = physician_id
      left join organizations on organizations.id = i.organization_id
    where physician_id = ${physicianId} and ${id === undefined ? sql`true` : sql`i.id = ${id}`}
    order by sent_at desc limit 200
  `.execute(db)
  return rows
}

export const markRead = (db: Db, physicianId: string) =>
  tables(db)
    .updateTable('posting_invitations')
    .set({ read_at: new Date() })
    .where('physician_id', '=', physicianId)
    .where('read_at', 'is', null)
    .execute()

export const updateInvitation = (
  db: Db,
  id: string,
  columns: { accepted_at?: Date; declined_at?: Date | null; inquiry_id?: string },
) => tables(db).updateTable('posting_invitations').set(columns).where('id', '=', id).execute()

/** What an account sent, for its export. */
export const findSent = (db: Db, senderId: string) =>
  tables(db)
    .selectFrom('posting_invitations')
    .select(['job_id as jobId', 'message', 'sent_at as sentAt'])
    .where('sender_id', '=', senderId)
    .orderBy('sent_at')
    .execute()
