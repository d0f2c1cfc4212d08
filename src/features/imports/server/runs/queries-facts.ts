import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { answerKey, type FactName, type FactValues } from '#features/imports/facts.ts'
import type { ImportsTables } from '../tables.ts'
import { idsBy } from './queries-jobs.ts'

/** What is known of the facts of imported jobs. */

export async function insertFacts(
  db: Db,
  rows: readonly Selectable<ImportsTables['job_facts']>[],
): Promise<void> {
  await sql`
    insert into job_facts (job_id, source, facts, doubtful, withheld)
    select job_id, source, facts, array(select jsonb_array_elements_text(doubtful)),
      array(select jsonb_array_elements_text(withheld))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (job_id uuid, source text, facts jsonb, doubtful jsonb, withheld jsonb)
  `.execute(db)
}

/** Whether no fact of the job keeps it from being published. */
export const isCertain = (jobId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from job_facts f where f.job_id = ${jobId} and f.doubtful <> '{}')`

/** A fact as a source words it. */
export type Asked = { source: string; fact: FactName; words: string }

/** What moderators answered for these words, in the order of the questions. */
export async function findAnswers(
  db: Db,
  questions: readonly Asked[],
): Promise<(FactValues[FactName] | undefined)[]> {
  const { rows } = await sql<{ at: number; value: FactValues[FactName] }>`
    select asked.at::integer, a.value
    from unnest(
      ${questions.map((question) => question.source)}::text[], ${questions.map((question) => question.fact)}::text[], ${questions.map((question) => answerKey(question.words))}::text[]
    ) with ordinality as asked (source, fact, words, at)
    join fact_answers a using (source, fact, words)
  `.execute(db)
  const found = new Map(rows.map((row) => [row.at - 1, row.value]))
  return questions.map((_, index) => found.get(index))
}

export type FactsRow = Selectable<ImportsTables['job_facts']>

const tables = (db: Db) => db.withTables<ImportsTables>()

const factsOf = (db: Db, jobIds: readonly string[]) =>
  tables(db)
    .selectFrom('job_facts')
    .selectAll()
    .where('job_id', '=', sql<string>`any(${jobIds}::uuid[])`)

/** Locked until the transaction ends, for the caller that has locked the jobs. */
export const lockFacts = (trx: Db, jobIds: readonly string[]): Promise<FactsRow[]> =>
  factsOf(trx, jobIds).orderBy('job_id').forUpdate().execute()

export async function updateFacts(db: Db, { job_id, facts, doubtful }: FactsRow): Promise<void> {
  await tables(db)
    .updateTable('job_facts')
    .set({ facts: JSON.stringify(facts), doubtful: sql`${doubtful}::text[]` })
    .where('job_id', '=', job_id)
    .execute()
}

/** The same for many, locked. */
export async function updateFactsOf(db: Db, rows: readonly FactsRow[]): Promise<void> {
  await sql`
    update job_facts f set facts = row.facts,
      doubtful = array(select jsonb_array_elements_text(row.doubtful))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (job_id uuid, facts jsonb, doubtful jsonb)
    where f.job_id = row.job_id
  `.execute(db)
}

/** Those of these jobs that a doubtful fact holds. */
export const findDoubtful = (db: Db, jobIds: readonly string[]): Promise<FactsRow[]> =>
  factsOf(db, jobIds)
    .where(sql<boolean>`doubtful <> '{}'`)
    .execute()

/**
 * The sentences with contact details that the jobs' texts go without; those of jobs that have some.
 */
export async function findWithheld(
  db: Db,
  jobIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await factsOf(db, jobIds)
    .where(sql<boolean>`withheld <> '{}'`)
    .execute()
  return new Map(rows.map((row) => [row.job_id, row.withheld]))
}

/** What waits for an answer. */
const isWaiting = sql`f.doubtful <> '{}' and f.doubt <> ''`

/**
 * A condition about a job that waits: one of these facts, or any, holds it. 'Is true' keeps it from
 * becoming a join, which would read all that waits before it sorts: the doubts are hashed once, and
 * the oldest jobs are read in order until there are enough.
 */
export const isDoubtful = (jobId: RawBuilder<unknown>, fact?: FactName): RawBuilder<boolean> =>
  sql`exists (
    select from job_facts f
    where f.job_id = ${jobId} and f.doubtful <> '{}'
      and ${fact === undefined ? sql`true` : sql`f.doubtful @> array[${fact}]`}
  ) is true`

/** How many of a source wait for an answer, up to a limit. */
export const countDoubtful = (source: RawBuilder<unknown>, limit: number): RawBuilder<number> =>
  sql`(select count(*)::integer from (select from job_facts f where f.source = ${source}
    and ${isWaiting} limit ${limit}) w)`

/** As `first_doubt` in the database makes it. */
const doubtKey = ({ fact, words }: Pick<Asked, 'fact' | 'words'>) => `${fact} ${answerKey(words)}`

/**
 * How many waiting rows of the source wait for this first of all, in the order of the questions.
 */
export async function countSameWords(db: Db, questions: readonly Asked[]): Promise<number[]> {
  const { rows } = await sql<{ same: number }>`
    select (
      select count(*)::integer from job_facts f where f.doubtful <> '{}' and f.source = asked.source
        and f.doubt = asked.doubt
    ) as same
    from unnest(${questions.map((question) => question.source)}::text[], ${questions.map(doubtKey)}::text[])
      with ordinality as asked (source, doubt, at)
    order by at
  `.execute(db)
  return rows.map((row) => row.same)
}

/** A condition about a job: it waits for this first of all. */
export const waitsFor = (jobId: RawBuilder<unknown>, question: Asked): RawBuilder<boolean> =>
  sql`${jobId} = any (array(
    select f.job_id from job_facts f where f.doubtful <> '{}' and f.source = ${question.source}
      and f.doubt = ${doubtKey(question)}
  ))`

/** One of the postings that wait for it, and how many questions there are. */
type Question = { id: string; since: Date; questions: number }

/**
 * What waiting postings wait for, each thing once: the largest number of postings first, or the
 * oldest posting.
 */
export async function findQuestions(
  db: Db,
  { source, fact }: { source: string | undefined; fact: FactName | undefined },
  { order, limit }: { order: 'size' | 'age'; limit: number },
): Promise<Question[]> {
  const asking = sql`${isWaiting}
    and ${source === undefined ? sql`true` : sql`f.source = ${source}`}
    and ${fact === undefined ? sql`true` : sql`f.doubtful @> array[${fact}]`}`
  const { rows } = await (
    order === 'age'
      ? sql<Question>`
          select jobs.id, jobs.created_at as since, q.questions
          from (
            select job_id, count(*) over ()::integer as questions
            from (
              select distinct on (f.source, f.doubt) f.job_id from job_facts f where ${asking}
                order by f.source, f.doubt, f.job_id
            ) oldest
            order by job_id limit ${limit}
          ) q
          join jobs on jobs.id = q.job_id
          order by jobs.id
        `
      : sql<Question>`
          select jobs.id, jobs.created_at as since, q.questions
          from (
            select f.source, f.doubt, count(*) as postings, count(*) over ()::integer as questions
            from job_facts f where ${asking} group by f.source, f.doubt
              order by postings desc, f.source, f.doubt limit ${limit}
          ) q
          cross join lateral (
            select f.job_id from job_facts f where ${asking} and f.source = q.source
              and f.doubt = q.doubt order by f.job_id limit 1
          ) oldest
          join jobs on jobs.id = oldest.job_id
          order by q.postings desc, q.source, q.doubt
        `
  ).execute(db)
  return rows
}

/** The waiting jobs of the source that wait for this first of all, or in the second place too. */
export const findSameWords = (
  db: Db,
  question: Asked,
  limit: number,
  place: 'first' | 'any',
): Promise<string[]> => {
  const { source, fact } = question
  return idsBy(
    db,
    place === 'first'
      ? sql`
          select f.job_id as id from job_facts f
          where f.doubtful <> '{}' and f.source = ${source} and f.doubt = ${doubtKey(question)}
            order by f.job_id limit ${limit}
        `
      : sql`
          select f.job_id as id from job_facts f join jobs on jobs.id = f.job_id
          where f.source = ${source} and f.doubtful @> array[${fact}] and jobs.status = 'pending'
            and first_doubt(f.facts, array[${fact}]) = ${doubtKey(question)}
          order by f.job_id limit ${limit}
        `,
  )
}
