import { randomUUIDv7 } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { Proof, Side } from '../model.ts'

/**
 * Who reaches whom: the only place that decides who reads, writes and is mailed about an
 * application. Its conditions are on `inquiries` joined with `jobs`. Whatever lists, opens, exports
 * or mails asks one of them.
 */

type Blocker = 'person' | 'employer'
type Sql = RawBuilder<unknown>

const organization = sql`(select organization_id from organization_members where user_id = jobs.owner_id)`

/**
 * What blocks call the employer of `jobs`. The account counts as long as it was alone, and an
 * address that posted without one.
 */
const employers = sql`array[${organization}::text, jobs.owner_id::text, lower(jobs.contact_email)]`

type Sender = { sender_id: Sql; email: Sql; proof: Sql }
const ofInquiry: Sender = {
  sender_id: sql`inquiries.sender_id`,
  email: sql`inquiries.email`,
  proof: sql`inquiries.proof`,
}

/**
 * What blocks call who wrote it. Anybody can type any address: what nobody proved is nobody's but
 * the typed address's.
 */
const writer = ({ sender_id, email, proof }: Sender) => sql`array[
  case when ${proof} <> 'none' then ${sender_id}::text end,
  case ${proof} when 'link' then 'address ' when 'none' then 'typed ' end || address_key(${email})
]`

const isBlocked = (by: Blocker, persons: Sql, more = sql`true`) => sql<boolean>`exists (
  select from blocks where blocked_by = ${sql.lit(by)} and employer = any (${employers})
    and person = any (${persons}) and ${more}
)`

const accountOf = (account: Sql, email: Sql) =>
  sql`array[${account}::text, 'address ' || address_key(${email})]`

/** Either of the employer of `jobs` and an account with a proved address blocks the other. */
export const isBlockedBetween = (account: Sql, email: Sql) => {
  const person = accountOf(account, email)
  return sql<boolean>`(${isBlocked('person', person)} or ${isBlocked('employer', person)})`
}

/**
 * Who blocks the employer, for each posting once: with it in the conditions, lists would look for
 * every row. It stands beside `jobs` in each query that asks.
 */
export const blockers = sql<{ persons: string[] }>`(
  select array(select person from blocks where blocked_by = 'person'
    and employer = any (${employers})) as persons offset 0
)`

/**
 * An account also blocks for what was typed in its name before. Employers whom nobody blocks are
 * spared the rows of inquiries, as their index has the rest.
 */
const isHidden = sql<boolean>`(cardinality(blockers.persons) > 0 and exists (
  select from inquiries mine where mine.id = inquiries.id and case proof
    when 'account' then sender_id::text = any (blockers.persons)
    when 'link' then sender_id::text = any (blockers.persons)
      or 'address ' || address_key(email) = any (blockers.persons)
    else sender_id::text = any (blockers.persons)
      and ${isBlocked('person', sql`array[mine.sender_id::text]`, sql`since > mine.created_at`)}
  end
))`

export const isBlockedByEmployer = isBlocked('employer', writer(ofInquiry))

/**
 * A moderator, or the owner of the name that it carried, removed the posting, or a moderator agreed
 * with a report about it that its poster had removed.
 */
export const isTakenDown = sql<boolean>`(jobs.status = 'removed' and (
  coalesce((
    select actor from posting_events where job_id = jobs.id and to_status = 'removed'
      order by posting_events.id desc limit 1
  ) in ('administrator', 'name-owner'), false)
  or exists (select from job_reports where job_reports.job_id = jobs.id and outcome = 'accepted')
))`

/**
 * The accounts of organizations that are suspended as a whole: nobody reads or answers for them.
 */
const suspendedTeams = sql`(
  select user_id from organizations join organization_members on organization_id = organizations.id
  where organizations.suspended_at is not null
)`
const isEmployerSuspended = sql<boolean>`coalesce(jobs.owner_id in ${suspendedTeams}, false)`

/** Of `users`: the account, or its organization. */
const isSuspended = sql<boolean>`(suspended_at is not null or users.id in ${suspendedTeams})`
const isOwnerSuspended = sql<boolean>`exists (select from users where users.id = jobs.owner_id
  and ${isSuspended})`

/** Nobody is left who may answer. */
export const isDeserted = sql<boolean>`(${isOwnerSuspended} and not exists (
  select from users where users.id = any (hirers_of(jobs.owner_id)) and not ${isSuspended}
))`

const isSenderSuspended = sql<boolean>`exists (
  select from users where (users.id = inquiries.sender_id or users.email = inquiries.email)
    and suspended_at is not null
)`

/** As `posterReads`, of an account whom the employer of `jobs` knows without an inquiry. */
export const readsOf = (account: Sql, email: Sql) => sql<boolean>`(
  not ${isTakenDown} and not ${isEmployerSuspended}
    and not ${isBlocked('person', accountOf(account, email))}
)`

/**
 * Mail in the employer's name also stays away from an address that somebody else typed, if its
 * owner wants none of it.
 */
export const senderMailed = sql<boolean>`(
  not ${isBlocked('person', sql`array[inquiries.sender_id::text, 'address ' || address_key(inquiries.email)]`)}
  and not ${isSenderSuspended}
)`

/** Words, answers, CV, files, calendar and exports. */
export const posterReads = sql<boolean>`(
  inquiries.withdrawn_at is null and not ${isTakenDown} and not ${isHidden} and not ${isEmployerSuspended}
)`
export const posterWrites = sql<boolean>`(
  ${posterReads} and not ${isBlockedByEmployer} and not ${isDeserted} and ${senderMailed}
)`
export const posterSeesAddress = sql<boolean>`(inquiries.shows_sender_email and ${posterReads})`
/** Showing the address of a confidential employer is never a default. */
export const posterShowsAddress = sql<boolean>`coalesce(
  inquiries.shows_poster_email, employer_slug(jobs.employer) not like 'confidential%'
)`

/** In a thread an account is itself, whoever wrote the inquiry. */
const asAccount = sql`(${writer(ofInquiry)} || inquiries.sender_id::text)`
const blocker = sql<Side | null>`case
  when ${isBlocked('person', asAccount)} then 'sender' when ${isBlocked('employer', asAccount)} then 'poster'
end`

const reach = {
  /** Who blocks, as the sender sees it. */
  blocker,
  isBlockedByEmployer,
  isTakenDown,
  posterReads,
  posterWrites,
  posterSeesAddress,
  posterShowsAddress,
  posterMailed: sql<boolean>`(not ${isOwnerSuspended} and not ${isHidden} and not ${isBlockedByEmployer})`,
  senderWrites: sql<boolean>`(
    inquiries.withdrawn_at is null and ${blocker} is null and not ${isTakenDown}
      and not ${isDeserted} and ${senderMailed}
  )`,
  senderSeesAddress: sql<boolean>`(${posterShowsAddress} and ${blocker} is null and not ${isTakenDown})`,
  senderMailed,
  isSenderSuspended,
}
export type Reach = {
  [right in keyof typeof reach]: (typeof reach)[right] extends RawBuilder<infer T> ? T : never
}

/** By inquiry. Asked after its lock, so that it knows what the holder before has changed. */
export async function findReach(db: Db, ids: readonly string[]): Promise<Map<string, Reach>> {
  if (ids.length === 0) return new Map()
  const rights = sql.join(
    Object.entries(reach).map(([right, condition]) => sql`${condition} as ${sql.ref(right)}`),
  )
  const { rows } = await sql<Reach & { id: string }>`
    select inquiries.id, ${rights}
    from inquiries join jobs on jobs.id = job_id cross join lateral ${blockers} blockers
    where inquiries.id = any (${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why somebody may not write, as they read it. */
export function refusalOf(
  { blocker, isBlockedByEmployer, isTakenDown }: Reach,
  side: Side,
): string {
  const by = side === 'poster' && isBlockedByEmployer ? 'poster' : blocker
  if (by === side) return 'You have blocked them. Unblock them to write.'
  if (by !== null) return 'They do not take messages from you.'
  if (isTakenDown) return 'We removed this posting, so nobody reads messages about it any more.'
  return 'They cannot be reached at the moment, so we sent nothing.'
}

type Pair = { job_id: string; sender_id: string | null; email: string; proof: Proof }
const given = ({ sender_id, email, proof }: Pair): Sender => ({
  sender_id: sql`${sender_id}::uuid`,
  email: sql`${email}::text`,
  proof: sql`${proof}::text`,
})

/**
 * Who of the two blocks the other, before there is an inquiry. A blocked person stays blocked
 * signed out, at each address that the person proved.
 */
export async function findBlocker(db: Db, pair: Pair): Promise<Side | null> {
  const persons = writer(given(pair))
  const known = sql`(${persons} || ('address ' || address_key(${pair.email}::text)))`
  const { rows } = await sql<{ blocker: Side | null }>`
    select case when ${isBlocked('person', persons)} then 'sender'
      when ${isBlocked('employer', known)} then 'poster' end as blocker
    from jobs where jobs.id = ${pair.job_id}
  `.execute(db)
  return rows[0]?.blocker ?? null
}

/**
 * The person of a thread, as its two sides mean it: an account with its proved address, or the
 * address of who wrote it.
 */
const personOf = (pair: Pair, side: Side) => {
  const proved = sql`(select 'address ' || address_key(email) from users
    where id = ${pair.sender_id} and email_verified_at is not null)`
  const account = sql`array[${pair.sender_id}::text, ${proved}]`
  if (side === 'sender') return account
  return pair.proof === 'none' ? writer(given(pair)) : sql`(${writer(given(pair))} || ${account})`
}

/** The inquiries between the two. */
export const between = (pair: Pair, side: Side) => sql<boolean>`id in (
  select inquiries.id
  from inquiries join jobs on jobs.id = job_id, (select ${employers} as names from jobs
    where jobs.id = ${pair.job_id}) this
  where (inquiries.sender_id = ${pair.sender_id} or inquiries.email = ${pair.email})
    and ${side === 'sender' ? asAccount : writer(ofInquiry)} && ${personOf(pair, side)}
    and ${employers} && this.names
)`

const blockerOf = (side: Side): Blocker => (side === 'sender' ? 'person' : 'employer')

/**
 * While the organization is one account's, it is this account that is blocked, or blocks, also when
 * it joins another.
 */
export async function addBlock(db: Db, pair: Pair, side: Side): Promise<void> {
  await sql`
    insert into blocks (id, employer, person, blocked_by)
    select ${randomUUIDv7()}::uuid, side.employer, person, ${blockerOf(side)}
    from jobs, unnest(${personOf(pair, side)}) person, unnest(array[
      ${organization}::text,
      case when (select count(*) from organization_members
        where organization_id = ${organization}) <= 1 then owner_id::text end,
      case when owner_id is null then lower(contact_email) end
    ]) side(employer)
    where jobs.id = ${pair.job_id} and side.employer is not null and person is not null
    on conflict do nothing
  `.execute(db)
}

export async function deleteBlock(db: Db, pair: Pair, side: Side): Promise<void> {
  await sql`
    delete from blocks where id in (
      select blocks.id from blocks, jobs
      where jobs.id = ${pair.job_id} and blocks.employer = any (${employers})
        and person = any (${personOf(pair, side)})
        and blocked_by = ${blockerOf(side)}
    )
  `.execute(db)
}

/**
 * An account has proved an address: they are one person, and what blocks either of them, or either
 * blocks, concerns both.
 */
export async function inheritBlocks(
  db: Db,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const keys = sql`array[${userId}::text, 'address ' || address_key(${email})]`
  await sql`
    insert into blocks (id, employer, person, blocked_by, since)
    select id, employer, key, blocked_by, since from blocks, unnest(${keys}) key where person = any (${keys})
    on conflict do nothing
  `.execute(db)
}

/**
 * With an account goes what it wanted. What employers wanted stays for its addresses, which may
 * sign up again.
 */
export async function forgetBlocksOf(db: Db, userId: string): Promise<void> {
  await sql`
    delete from blocks
    where person = ${userId} or blocked_by = 'person' and id in (select id from blocks
      where person = ${userId})
  `.execute(db)
  await sql`delete from blocks where employer = ${userId}`.execute(db)
}

/**
 * The same for who has no account: the address that posted, and what the address wanted as an
 * applicant.
 */
export async function forgetBlocksAt(db: Db, email: string): Promise<void> {
  await sql`
    delete from blocks where employer = ${email} or blocked_by = 'person'
      and person = 'address ' || address_key(${email})
  `.execute(db)
}
