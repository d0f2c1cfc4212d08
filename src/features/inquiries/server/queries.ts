import { type Insertable, type Updateable, sql } from 'kysely'
import { ownPostings } from '#features/postings/server/public.ts'
import {
  type Db,
  idsOf,
  inTransaction,
  insertMissing,
  takeLock,
} from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import { type Answer, type CloseReason, type Side, waitingHours } from '../model.ts'
import {
  type LockedInquiry,
  findInquiryOf,
  isNewToSender,
  isProved,
  lockInquiries,
  lockInquiryOf,
  shownStage,
} from './queries-inbox.ts'
import { blockers, isTakenDown, posterReads } from './reach.ts'
import type { InquiriesTables } from './tables.ts'

export const sideOf = ({ role }: Viewer): Side => (role === 'physician' ? 'sender' : 'poster')

/**
 * The caller's inquiry or application, locked. Readers of an organization see what comes in, and
 * change nothing.
 */
export async function lockOwn(
  trx: Db,
  viewer: Viewer,
  id: string,
  to: 'see' | 'manage' = 'manage',
): Promise<LockedInquiry> {
  const inquiry =
    sideOf(viewer) === 'sender'
      ? await lockApplication(trx, id, viewer.id)
      : await lockInquiryOf(trx, id, ownPostings(viewer.id, to))
  if (!inquiry) throw new AppError('NOT_FOUND')
  return inquiry
}

/** Changes an inquiry or application of the caller's. */
export const changeOwn = <T>(
  db: Db,
  viewer: Viewer,
  id: string,
  change: (trx: Db, inquiry: LockedInquiry) => Promise<T>,
): Promise<T> => inTransaction(db, async (trx) => change(trx, await lockOwn(trx, viewer, id)))

/** The same, to read. */
export const findOwn = (db: Db, viewer: Viewer, id: string) =>
  sideOf(viewer) === 'sender'
    ? findApplication(db, id, viewer.id)
    : findInquiryOf(db, id, ownPostings(viewer.id))

const tables = (db: Db) => db.withTables<InquiriesTables>()

export type NewInquiry = Insertable<InquiriesTables['inquiries']> & { sender_id: string | null }

type Sender = Pick<NewInquiry, 'sender_id' | 'email' | 'proof'>

type Earlier = Pick<LockedInquiry, 'id' | 'shown' | 'closed_at' | 'told_at' | 'was_hired'> & {
  answers: Answer[]
  hasWords: boolean
  showsEmail: boolean
}

export const addressLock = (email: string) => `inquiries:${email}`

/**
 * The first of two at once is there before the second looks, also for an account that is just
 * proving the address.
 */
export async function lockSender(
  db: Db,
  { sender_id, email }: Omit<Sender, 'proof'>,
): Promise<void> {
  // Who proves an address holds its account's row before this lock.
  await sql`select from users where id = ${sender_id} for key share`.execute(db)
  await takeLock(db, addressLock(email))
}

/**
 * Whether the very same was sent from the same address. Equal words alone are no repeat: the name
 * and the answers belong to it.
 */
export async function isSentUnproved(
  db: Db,
  { job_id, email, name, message }: NewInquiry,
  answers: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from inquiries
    where job_id = ${job_id} and email = ${email} and name = ${name} and message = ${message}
      and proof = 'none'
      and coalesce(answers, '[]') = ${answers}::jsonb and withdrawn_at is null
    limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * The application that an inquiry joins, locked: the same account's, or the same address's if a
 * link has proved it for both. What nobody has proved joins nothing, because anybody can type any
 * address. `hasWords`: the same words are there.
 */
export async function lockEarlier(
  db: Db,
  { job_id, email, message, ...sender }: Omit<NewInquiry, 'id'>,
) {
  const { rows } = await sql<Earlier>`
    select id, coalesce(answers, '[]') as answers, shows_sender_email as "showsEmail", closed_at,
      told_at, was_hired, ${shownStage} as shown, message = ${message} or exists (
      select from inquiry_replies where inquiry_id = inquiries.id and by_sender and message = ${message}
    ) as "hasWords"
    from inquiries
    where job_id = ${job_id} and withdrawn_at is null and proof <> 'none' and ${sender.proof} <> 'none' and (
      sender_id = ${sender.sender_id} or sender_id is null and email = ${email} and proof = 'link'
        and ${sender.proof} = 'link'
    )
    order by "hasWords" desc, created_at desc limit 1 for update
  `.execute(db)
  return rows[0]
}

export const insertInquiry = (db: Db, inquiry: NewInquiry) =>
  tables(db).insertInto('inquiries').values(inquiry).execute()

/** How long the posting's organization keeps inquiries, if it chose that. */
export async function findKeptMonths(db: Db, jobId: string): Promise<number | null> {
  const { rows } = await sql<{ keep_months: number | null }>`
    select keep_months from jobs join organization_members on user_id = owner_id
      join organizations o on o.id = organization_id
    where jobs.id = ${jobId}
  `.execute(db)
  return rows[0]?.keep_months ?? null
}

/**
 * What an employer calls itself, whose posting does not: its organization's name, or the account's
 * company.
 */
export async function findEmployerName(db: Db, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(o.name, nullif(btrim(users.company_name), '')) as name
    from jobs join users on users.id = owner_id
    left join organization_members m on m.user_id = owner_id left join organizations o
      on o.id = organization_id
    where jobs.id = ${jobId}
  `.execute(db)
  return rows[0]?.name ?? null
}

const applications = (db: Db, senderId: string) =>
  tables(db)
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .selectAll('inquiries')
    .select(['jobs.employer', 'jobs.city', 'jobs.state', 'jobs.status as job_status'])
    .select(shownStage.as('shown'))
    .select(
      sql<CloseReason | null>`(
        select reason from inquiry_events where inquiry_id = inquiries.id and stage = 'closed'
          order by inquiry_events.id desc limit 1
      )`.as('reason'),
    )
    .select([
      sql<boolean>`exists (
        select from interviews where inquiry_id = inquiries.id and chosen is not null
      )`.as('has_interview'),
      isNewToSender.as('is_unread'),
      isProved.as('is_proved'),
      isTakenDown.as('is_taken_down'),
    ])
    .where('sender_id', '=', senderId)

export const findApplications = (db: Db, senderId: string) =>
  applications(db, senderId)
    .orderBy('inquiries.created_at', 'desc')
    .orderBy('inquiries.id')
    .execute()

export type ApplicationRow = Awaited<ReturnType<typeof findApplications>>[number]

export const findApplication = (
  db: Db,
  id: string,
  senderId: string,
): Promise<ApplicationRow | undefined> =>
  applications(db, senderId).where('inquiries.id', '=', id).executeTakeFirst()

/** The sender's own inquiry, locked. */
const lockApplication = async (
  db: Db,
  id: string,
  senderId: string,
): Promise<LockedInquiry | undefined> =>
  (await lockInquiries(db, sql`id = ${id} and sender_id = ${senderId}`))[0]

/** Any inquiry that was not withdrawn, locked: for tasks, and the holder of its mailed link. */
export const lockInquiry = async (db: Db, id: string): Promise<LockedInquiry | undefined> =>
  (await lockInquiries(db, sql`id = ${id} and withdrawn_at is null`))[0]

export async function updateInquiry(
  db: Db,
  ids: string | readonly string[],
  change: Updateable<InquiriesTables['inquiries']>,
  /** Times that stay once they are set. */
  ...stamps: ('read_at' | 'answered_at' | 'withdrawn_at' | 'hire_confirmed_at')[]
): Promise<void> {
  const stamped = stamps.map((stamp) => [stamp, sql`coalesce(${sql.ref(stamp)}, now())`])
  await tables(db)
    .updateTable('inquiries')
    .set({ ...change, ...Object.fromEntries(stamped) })
    .where('id', 'in', [ids].flat())
    .execute()
}

/** False if the link was used before. */
export const claimCvLink = (db: Db, hash: Buffer, inquiryId: string): Promise<boolean> =>
  insertMissing(
    tables(db).insertInto('used_cv_links').values({ token_hash: hash, inquiry_id: inquiryId }),
  )

export const isLinkUsed = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await tables(db)
    .selectFrom('used_cv_links')
    .select('inquiry_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()) !== undefined

export const insertWaiting = (db: Db, waiting: Insertable<InquiriesTables['waiting_inquiries']>) =>
  tables(db).insertInto('waiting_inquiries').values(waiting).execute()

/** By id, or of an address. */
export const findWaiting = (db: Db, column: 'id' | 'email', value: string) =>
  tables(db)
    .selectFrom('waiting_inquiries as waiting')
    .innerJoin('jobs', 'jobs.id', 'waiting.job_id')
    .innerJoin('cv_files', 'cv_files.id', 'waiting.id')
    .select([
      'waiting.id',
      'waiting.name',
      'waiting.email',
      'waiting.message',
      'waiting.answers',
      'waiting.created_at',
    ])
    .select([
      'job_id as jobId',
      'jobs.title as jobTitle',
      'jobs.employer',
      'cv_files.file_name as cvFileName',
    ])
    .where(`waiting.${column}`, '=', value)
    .execute()

/** Not later than its link works. */
export const takeWaiting = (db: Db, id: string) =>
  tables(db)
    .deleteFrom('waiting_inquiries')
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${waitingHours} * interval '1 hour'`)
    .returningAll()
    .executeTakeFirst()

export async function countWaiting(
  db: Db,
  network: string,
): Promise<{ ofNetwork: number; all: number }> {
  const { rows } = await sql<{ ofNetwork: number; all: number }>`
    select (count(*) filter (where network = ${network}))::integer as "ofNetwork", count(*)::integer as all from waiting_inquiries
  `.execute(db)
  return rows[0] ?? { ofNetwork: 0, all: 0 }
}

const unopened = (before: Date) => sql`
  from waiting_inquiries waiting join cv_files file using (id)
  where created_at < ${before} and file.physician_id is null
    and not exists (select from cv_attachments where file_id = file.id)
`

export async function countWaitingBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n ${unopened(before)}`.execute(db)
  return rows[0]?.n ?? 0
}

export const findWaitingBefore = (db: Db, before: Date): Promise<string[]> =>
  sql<{ id: string }>`select id ${unopened(before)} limit 200`
    .execute(db)
    .then(({ rows }) => idsOf(rows))

/** Whose address it is: of the account that has proved it. */
export const findAccountOf = async (db: Db, email: string) =>
  (await tables(db)
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()) ?? null

/** The posting of an inquiry, as long as its poster may open the CV. */
export const findPostingOfCv = (db: Db, inquiryId: string) =>
  tables(db)
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .innerJoinLateral(blockers.as('blockers'), (join) => join.onTrue())
    .innerJoin('cv_attachments', 'cv_attachments.inquiry_id', 'inquiries.id')
    .select(['jobs.employer', 'jobs.owner_id', 'inquiries.job_title', 'jobs.contact_email'])
    .where('inquiries.id', '=', inquiryId)
    .where(posterReads)
    .where('cv_attachments.file_id', 'is not', null)
    .executeTakeFirst()
