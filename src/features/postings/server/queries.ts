import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { JobStatus } from '#features/jobs/model.ts'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import { containing, isWritten, type Db } from '#platform/server/database.ts'
import type { QueryOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { pick } from '#shared/keys.ts'
import { renewableDays } from '../model.ts'
import { isId, postedWith, type Scope } from './scope.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()
const jobs = (db: Db) => tables(db).selectFrom('jobs')

/** One posting within the scope; a null id means a manage link's only posting. */
export const findPosting = async (
  db: Db,
  scope: Scope,
  id: string | null,
): Promise<JobRow | undefined> =>
  isId(id) ? postingIn(db, scope, id).executeTakeFirst() : undefined

export const loadPosting = async (db: Db, scope: Scope, id: string | null): Promise<JobRow> =>
  (await findPosting(db, scope, id)) ?? missing()

/**
 * The same with a row lock.
 * @throws {AppError} NOT_FOUND
 */
export const lockPosting = async (trx: Db, scope: Scope, id: string | null): Promise<JobRow> =>
  (isId(id) ? await postingIn(trx, scope, id).forUpdate().executeTakeFirst() : undefined) ??
  missing()

function missing(): never {
  throw new AppError('NOT_FOUND', "Job posting not found or you don't have permission to edit it.")
}

function postingIn(db: Db, scope: Scope, id: string | null) {
  const query = jobs(db).selectAll().where(scope.condition)
  const reached = scope.seesRemoved ? query : query.where('status', '<>', 'removed')
  return id === null ? reached : reached.where('id', '=', id)
}

/**
 * Inquiries to an account's address go to its new address. Postings with another address keep
 * theirs.
 */
export async function moveContacts(
  db: Db,
  ownerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const where = sql`owner_id = ${ownerId} and lower(contact_email) = lower(${from})`
  await sql`update jobs set contact_email = ${to} where ${where}`.execute(db)
}

/** False if the status has changed since it was read. */
export const updatePosting = (
  db: Db,
  { id, status }: Pick<JobRow, 'id' | 'status'>,
  columns: Updateable<JobsTable>,
): Promise<boolean> =>
  isWritten(
    tables(db).updateTable('jobs').set(columns).where('id', '=', id).where('status', '=', status),
  )

/** Sets columns of several postings: those with the same columns in one statement. */
export async function updatePostings(
  db: Db,
  rows: readonly (Updateable<JobsTable> & { id: string })[],
): Promise<void> {
  const columnsOf = (row: object) => Object.keys(row).toSorted()
  for (const alike of Map.groupBy(rows, (row) => columnsOf(row).join()).values()) {
    const columns = columnsOf(alike[0] ?? {}).filter((column) => column !== 'id')
    const set = columns.map((column) => sql`${sql.ref(column)} = edited.${sql.ref(column)}`)
    await sql`
      update jobs set ${sql.join(set)}
      from json_populate_recordset(null::jobs, ${JSON.stringify(alike)}::json) edited
      where jobs.id = edited.id
    `.execute(db)
  }
}

/**
 * Sets status and end of several postings in one statement.
 * @returns how many had not changed their status meanwhile.
 */
export async function movePostings(
  db: Db,
  moves: readonly { before: JobRow; after: JobRow }[],
): Promise<number> {
  const rows = moves.map(({ before, after }) => ({ ...pick(after, moved), before: before.status }))
  const { numAffectedRows } = await sql`
    update jobs
    set status = moved.status, apply_until = moved.apply_until, expires_at = moved.expires_at,
      period_ends_at = moved.period_ends_at, posted_at = moved.posted_at, updated_at = moved.updated_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as moved
      (id uuid, before text, status text, apply_until text, expires_at timestamptz,
        period_ends_at timestamptz,
        posted_at timestamptz, updated_at timestamptz)
    where jobs.id = moved.id and jobs.status = moved.before
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

const moved = [
  'id',
  'status',
  'apply_until',
  'expires_at',
  'period_ends_at',
  'posted_at',
  'updated_at',
] as const

/** Active without having been read, or changed since. */
export async function markUnread(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into unread_postings (job_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(
    db,
  )
}

export async function markRead(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from unread_postings where job_id = any(${ids}::uuid[])`.execute(db)
}

type ListFilter = QueryOf<'GET /api/job-postings/counts'>

export const listPostings = (
  db: Db,
  scope: Scope,
  { sort, page, limit, ...filter }: QueryOf<'GET /api/job-postings'>,
): Promise<JobRow[]> =>
  ownedIn(db, scope)
    .where(matches(filter))
    .selectAll()
    .orderBy(orders[sort])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()

const orders = {
  updated: sql`updated_at desc`,
  created: sql`created_at desc`,
  expires: sql`expires_at nulls last`,
  title: sql`lower(title)`,
  status: sql`status`,
} as const

export async function countPostings(
  db: Db,
  scope: Scope,
  filter: ListFilter,
): Promise<{ status: JobStatus; all: number; ending: number; found: number }[]> {
  return ownedIn(db, scope)
    .select([
      'status',
      sql<number>`count(*)::integer`.as('all'),
      sql<number>`(count(*) filter (where status = 'active' and expires_at
        < now() + ${renewableDays} * interval '1 day'))::integer`.as('ending'),
      sql<number>`(count(*) filter (where ${matches(filter)}))::integer`.as('found'),
    ])
    .groupBy('status')
    .execute()
}

const ownedIn = (db: Db, scope: Scope) =>
  jobs(db).where(scope.condition).where('status', '<>', 'removed')

/** Each word must occur in title, company, specialty, place, reference code or requisition number. */
function matches({ q, status }: ListFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  const text = sql`lower(concat_ws(' ', title, employer, specialty, city, state,
    'WC-' || right(id::text, 6), requisition))`
  const conditions = words.map((word) => sql<boolean>`${text} like ${containing(word)}`)
  if (status !== 'all') conditions.push(sql<boolean>`status = ${status}`)
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const findPostingsOf = (db: Db, ownerId: string): Promise<JobRow[]> =>
  ownedBy(db, ownerId).execute()

export const lockPostingsOf = (db: Db, ownerId: string): Promise<JobRow[]> =>
  ownedBy(db, ownerId).forUpdate().execute()

/** Posted without an account, with this address; also removed ones. */
export const lockPostingsFrom = (db: Db, email: string): Promise<JobRow[]> =>
  jobs(db).selectAll().where(postedWith(email).condition).orderBy('id').forUpdate().execute()

const ownedBy = (db: Db, ownerId: string) =>
  jobs(db)
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'removed')
    .orderBy('id')

/**
 * Applications and mails go to the new owner's address, wherever the former one had them sent, and
 * links that were mailed there end.
 */
export async function updateOwner(db: Db, which: RawBuilder<unknown>, to: string): Promise<void> {
  await sql`
    with moved as (
      update jobs set owner_id = ${to}, contact_email = heir.email from users heir
        where heir.id = ${to} and ${which}
      returning jobs.id
    ), pointless as (
      delete from waiting_edits using moved where job_id = moved.id and changed <@ '{contactEmail}'
    ), kept as (
      update waiting_edits set fields = fields - 'contactEmail', changed = array_remove(changed,
        'contactEmail')
      from moved where job_id = moved.id and not changed <@ '{contactEmail}'
    )
    delete from posting_links using moved where job_id = moved.id and kind = 'manage'
  `.execute(db)
}

export async function countExpired(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from jobs where status = 'active' and expires_at <= ${now}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Active, expired and locked; skips rows that another node has locked. */
export const lockExpired = (
  db: Db,
  now: Date,
  skip: readonly string[],
): Promise<JobRow | undefined> => live(db, skip).where('expires_at', '<=', now).executeTakeFirst()

/** Active and ending before `until`, locked, without a reminder within the last `days`. */
export const lockUnreminded = (
  db: Db,
  { now, until, days }: { now: Date; until: Date; days: number },
  skip: readonly string[],
): Promise<JobRow | undefined> =>
  live(db, skip)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('channel', '<>', 'import')
    .where(sql<boolean>`not exists (
      select from posting_events e
      where e.job_id = jobs.id and e.action = 'remind'
        and e.at >= jobs.expires_at - ${days} * interval '1 day'
    )`)
    .executeTakeFirst()

const live = (db: Db, skip: readonly string[]) =>
  jobs(db)
    .selectAll()
    .where('status', '=', sql.lit('active'))
    .where('id', '<>', sql<string>`all(${skip}::uuid[])`)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
