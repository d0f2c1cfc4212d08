import {
  sql,
  type RawBuilder,
  type ColumnType,
  type Generated,
  type Insertable,
  type Selectable,
  type Updateable,
} from 'kysely'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import { placeText } from '#features/jobs/display.ts'
import { containing, type Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { Fact, FactName, FactValues } from '#features/imports/facts.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import { undoHours } from '#features/postings/model.ts'
import { rowsPast } from '#platform/server/retention.ts'
import { undoableActions, type ModeratorAction } from '../model.ts'

export type Moderation = { db: Db; publicUrl: string }

/** What a moderator answered for a source's words. */
export type AnswerDetail = FactAnswer & {
  source: string
  words: string
  /** For all postings of the source that say the same. */
  all: boolean
  postings: number
  /** What held for later rows until then. */
  before: FactValues[FactName] | null
}

type ModerationTables = {
  moderation_decisions: {
    /** A bigint as text. */
    id: Generated<string>
    at: Generated<Date>
    moderator_id: string | null
    action: ModeratorAction
    job_id: string | null
    subject: string
    reason: string | null
    changed: string[] | null
    /** So far, of a decision about a source. */
    postings: number | null
    report_ids: string[] | null
    event_id: string | null
    /** Of an answer about a doubtful fact. */
    answer: ColumnType<AnswerDetail | null, string | null | undefined, never>
    undone_at: ColumnType<Date | null, undefined, Date>
    undone_by: ColumnType<string | null, undefined, string>
  }
  fact_corrections: {
    decision_id: string
    job_id: string
    /** The fact and the job's columns as they were. */
    fact: ColumnType<Fact, string, never>
    columns: ColumnType<Updateable<JobsTable>, string, never>
    event_id: string | null
  }
  users: { id: string; first_name: string | null; last_name: string | null; email: string | null }
}

const tables = (db: Db) => db.withTables<ModerationTables>()

type NewDecision = Insertable<ModerationTables['moderation_decisions']> & { moderator_id: string }

/** @returns the decision's id. */
export async function insertDecision(db: Db, decision: NewDecision): Promise<string> {
  const { id } = await tables(db)
    .insertInto('moderation_decisions')
    .values(decision)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type DecisionRow = Selectable<ModerationTables['moderation_decisions']>

/** Locked, so that of two concurrent undos one gets a conflict. */
export const lockDecision = (trx: Db, id: string): Promise<DecisionRow | undefined> =>
  tables(trx)
    .selectFrom('moderation_decisions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function markUndone(db: Db, id: string, undoneBy: string): Promise<void> {
  await tables(db)
    .updateTable('moderation_decisions')
    .set({ undone_at: new Date(), undone_by: undoneBy })
    .where('id', '=', id)
    .execute()
}

/** Deletes their corrections, too. The posting and its events keep the results. */
export const decisionRetention = rowsPast(
  'decisions of moderators',
  'moderation_decisions',
  (before) => sql`at < ${before}`,
)

/** Whether a later decision about the same posting is in force. */
export async function hasLaterDecision(
  db: Db,
  { id, job_id }: Pick<DecisionRow, 'id' | 'job_id'>,
): Promise<boolean> {
  const { rows } = await sql<{ later: boolean }>`
    select exists (${laterDecisions(sql`${job_id}::uuid`, sql`${id}::bigint`)}) as later
  `.execute(db)
  return rows[0]?.later ?? false
}

const laterDecisions = (jobId: ReturnType<typeof sql>, id: ReturnType<typeof sql>) => sql`
  select from moderation_decisions later
  where later.job_id = ${jobId} and later.id > ${id} and later.undone_at is null and later.action <> 'edit'
`

export async function insertCorrection(
  trx: Db,
  correction: Insertable<ModerationTables['fact_corrections']>,
): Promise<void> {
  await tables(trx).insertInto('fact_corrections').values(correction).execute()
}

/** Some of a decision's corrections, the posting's first that it names; they are then forgotten. */
export async function takeCorrections(
  trx: Db,
  { id, job_id }: Pick<DecisionRow, 'id' | 'job_id'>,
  limit: number,
): Promise<Selectable<ModerationTables['fact_corrections']>[]> {
  const some = tables(trx)
    .selectFrom('fact_corrections')
    .select('job_id')
    .where('decision_id', '=', id)
    .orderBy(sql`job_id is distinct from ${job_id}::uuid`)
    .orderBy('job_id')
    .limit(limit)
  return tables(trx)
    .deleteFrom('fact_corrections')
    .where('decision_id', '=', id)
    .where('job_id', 'in', some)
    .returningAll()
    .execute()
}

type HistoryFilter = { action?: ModeratorAction | undefined; before?: string | undefined }

const nameOf = (alias: string) =>
  sql<string | null>`coalesce(
    nullif(concat_ws(' ', ${sql.ref(`${alias}.first_name`)}, ${sql.ref(`${alias}.last_name`)}), ''),
    ${sql.ref(`${alias}.email`)}
  )`

/** The latest first. */
export const findDecisions = (db: Db, { action, before }: HistoryFilter, limit: number) =>
  tables(db)
    .selectFrom('moderation_decisions as d')
    .leftJoin('users as m', 'm.id', 'd.moderator_id')
    .leftJoin('users as u', 'u.id', 'd.undone_by')
    .select([
      'd.id',
      'd.at',
      'd.action',
      'd.moderator_id',
      'd.job_id',
      'd.subject',
      'd.reason',
      'd.changed',
      'd.answer',
      'd.undone_at',
    ])
    .select([
      sql<number | null>`coalesce(d.postings, nullif((d.answer ->> 'postings')::integer, 1))`.as(
        'count',
      ),
      nameOf('m').as('moderator_name'),
      nameOf('u').as('undone_name'),
      sql<boolean>`
        d.undone_at is null
        and d.action in (${sql.join(undoableActions)})
        and d.at > now() - ${undoHours} * interval '1 hour'
        and not exists (${laterDecisions(sql`d.job_id`, sql`d.id`)})
      `.as('can_undo'),
    ])
    .$if(action !== undefined, (query) => query.where('d.action', '=', action ?? 'approve'))
    .$if(before !== undefined, (query) => query.where('d.id', '<', before ?? ''))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
export type HistoryRow = Awaited<ReturnType<typeof findDecisions>>[number]

/** Counts more postings for a decision about a source. */
export async function addPostings(trx: Db, id: string, count: number): Promise<void> {
  await sql`update moderation_decisions set postings = postings + ${count} where id = ${id}`.execute(
    trx,
  )
}

/** The search for any posting. */

type Found = ResponseOf<'GET /api/admin/postings'>['postings']
type Row = Omit<Found[number], 'referenceId' | 'location' | 'postedAt'> &
  Pick<JobRow, 'city' | 'state' | 'posted_at'>

const [most, maxWords, closedImports] = [50, 8, 20_000]

/**
 * Each word has to occur in title and employer, or in the poster's name or address. Accounts come
 * first, because their index finds few. Closed imports have no index, so the search reads the
 * latest.
 */
export async function searchPostings(db: Db, q: string): Promise<Found> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (words.length === 0) return []
  const reference = /^(?:wc-?)?([\da-f]{6})$/i.exec(q.trim())?.[1]?.toLowerCase()
  const has = (text: RawBuilder<unknown>, folded = sql``) =>
    sql.join(
      words.map((word) => sql`${text} like ${folded}(${containing(word)})`),
      sql` and `,
    )
  const posted = sql`lower(title || ' ' || employer || ' ' || coalesce(contact_email, ''))`
  const stated = sql`lower(jobs.title || ' ' || jobs.employer)`
  const { rows } = await sql<Row>`
    with found as (
      (select id from jobs where right(id::text, 6) = ${reference ?? ''})
      union
      (select id from jobs where channel <> 'import' and ${has(posted)} order by posted_at desc limit ${most})
      union
      (
        select jobs.id from users u join jobs on owner_id = u.id
        where ${has(sql`u.search_text`, sql`fold_accents`)} order by posted_at desc limit ${most}
      )
      union
      (
        select jobs.id from job_search s join jobs on jobs.id = s.job_id
        where s.search @@ plainto_tsquery('english', search_text(${words.join(' ')})) and ${has(stated)}
        order by s.posted_at desc limit ${most}
      )
      union
      (
        select id from (
          select id, title, employer from jobs
          where status <> 'active' and channel = 'import' order by posted_at desc limit ${closedImports}
        ) jobs
        where ${has(stated)} limit ${most}
      )
    )
    select jobs.id, title, employer as company, city, state, status, channel, jobs.posted_at,
      coalesce(u.email, contact_email) as poster,
      exists (select from posting_holds h where h.job_id = jobs.id and h.lifted_at is null) as "isHeld"
    from found join jobs using (id) left join users u on u.id = owner_id
    order by jobs.posted_at desc limit ${most}
  `.execute(db)
  return rows.map(({ city, state, posted_at, ...row }) => ({
    ...row,
    referenceId: referenceCode(row.id),
    location: placeText({ city, state }),
    postedAt: posted_at.toISOString(),
  }))
}
