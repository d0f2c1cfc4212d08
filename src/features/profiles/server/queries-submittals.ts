import { sql } from 'kysely'
import { readsOf } from '#features/inquiries/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { Scope } from '#features/postings/server/public.ts'

type Firm = { organizationId: string; name: string | null }

export async function findFirm(db: Db, accountId: string): Promise<Firm | undefined> {
  const { rows } = await sql<Firm>`
    select id as "organizationId", nullif(btrim(name), '') as name from organizations
    where id = organization_of(${accountId})
  `.execute(db)
  return rows[0]
}

type ClientPosting = { id: string; title: string; employer: string }

/**
 * Live postings of other organizations that say who they are, under names for which the firm
 * speaks: the owner of a name allows it under all of its names.
 */
export async function findClientPostings(
  db: Db,
  accountId: string,
  { organizationId }: Firm,
  id?: string,
): Promise<ClientPosting[]> {
  const { rows } = await sql<ClientPosting>`
    with granted as materialized (
      select name_key from name_grants where organization_id = ${organizationId}
        and granted_at is not null and withdrawn_at is null
    )
    select id, title, employer from jobs
    where channel <> 'import' and status = 'active' and name_key(employer) in (
        select name_key from granted
        union select name_key from owned_names where organization_id in (
          select organization_id from owned_names join granted using (name_key)
        )
      )
      and organization_of(owner_id) <> ${organizationId} and employer_slug(employer) not like 'confidential%'
      and standing_of(${accountId}, employer) in ('vouched', 'accepted')
      and ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by posted_at desc, id limit 200
  `.execute(db)
  return rows
}

/** The physician has a thread about the posting. */
export async function findThreadAbout(
  db: Db,
  jobId: string,
  physicianId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries where job_id = ${jobId} and sender_id = ${physicianId}
      and withdrawn_at is null and proof <> 'none' limit 1
  `.execute(db)
  return rows[0]?.id
}

/** Whom else, or which one, a firm asked about the posting; from then on it knows of the thread. */
export async function markKnown(
  db: Db,
  { jobId, physicianId, id }: { jobId: string; physicianId: string; id?: string },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update posting_invitations set known_at = now()
    where job_id = ${jobId} and physician_id = ${physicianId} and through_id is not null
      and accepted_at is null and declined_at is null and known_at is null
      and ${id === undefined ? sql`true` : sql`id = ${id}`}
    returning id
  `.execute(db)
  return rows
}

export type SubmittalRow = {
  id: string
  physicianId: string
  label: string
  title: string
  employer: string
  sentAt: Date
  isDeclined: boolean
  isKnown: boolean
  isAccepted: boolean
  isWithdrawn: boolean
  /** What the client decided, as far as the physician knows. */
  decision: 'interested' | 'refused' | null
}

/** What the client decided: a rejection once its hour is over, and until then what was before. */
const decision = sql`case
  when inquiries.closed_at <= now() then 'refused'
  when inquiries.answered_at is not null or exists (
    select from inquiry_events moved where moved.inquiry_id = inquiries.id and moved.action is null
      and moved.stage not in ('new', 'closed')
  ) then 'interested'
end`

type Decided = { id: string; answer: 'interested' | 'refused' }

/** Decisions that no firm was told of, which count as told from now on. */
export async function takeDecisions(db: Db): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    update posting_invitations i set told_decision = ${decision} from inquiries
    where inquiries.id = i.inquiry_id and through_id is not null and inquiries.withdrawn_at is null
      and ${decision} <> coalesce(told_decision, '')
    returning i.id, told_decision as answer
  `.execute(db)
  return rows
}

/**
 * On `users` and the firm's posting in `jobs`: the firm still reads of the physician, who has not
 * taken back all that they wrote about the posting.
 */
const isReadBy = sql<boolean>`(${readsOf(sql`users.id`, sql`users.email`)} and not exists (
  select from inquiries own where own.job_id = jobs.id and own.sender_id = users.id
  having bool_and(own.withdrawn_at is not null)
))`

/** Who asked, as long as they act on the firm's posting; else its owner. */
export async function findAsker(
  db: Db,
  id: string,
): Promise<{ email: string; label: string } | undefined> {
  const { rows } = await sql<{ email: string; label: string }>`
    select asker.email, coalesce(label, '') as label from posting_invitations i
    join jobs on jobs.id = through_id join users on users.id = physician_id
    join users asker on asker.id = case when sender_id = any (hirers_of(owner_id)) then sender_id else owner_id end
    where i.id = ${id} and asker.email_verified_at is not null and asker.suspended_at is null and ${isReadBy}
  `.execute(db)
  return rows[0]
}

/** Of all requests about a physician. */
export async function findRequests(db: Db, physicianId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posting_invitations where physician_id = ${physicianId} and through_id is not null
  `.execute(db)
  return idsOf(rows)
}

/** Of a firm, through the postings of a scope; the newest first. */
export async function findSubmittals(db: Db, { condition }: Scope): Promise<SubmittalRow[]> {
  const { rows } = await sql<SubmittalRow>`
    select i.id, physician_id as "physicianId", coalesce(i.label, '') as label, jobs.title, jobs.employer,
      sent_at as "sentAt", declined_at is not null as "isDeclined", known_at is not null as "isKnown",
      accepted_at is not null as "isAccepted", inquiries.withdrawn_at is not null as "isWithdrawn",
      ${decision} as decision
    from posting_invitations i join jobs on jobs.id = i.job_id
      left join inquiries on inquiries.id = inquiry_id
      join users on users.id = physician_id
    where exists (select from jobs where jobs.id = through_id and ${condition} and ${isReadBy})
    order by sent_at desc limit 200
  `.execute(db)
  return rows
}
