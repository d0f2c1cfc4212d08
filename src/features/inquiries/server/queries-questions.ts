import { sql } from 'kysely'
import type { Scope } from '#features/postings/server/public.ts'
import { type Db, isWritten } from '#platform/server/database.ts'
import type { Question } from '../model.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

/** Earlier versions knew no marks. */
const withMarks = (questions: Question[]): Question[] =>
  questions.map((question) => ({ ...question, marks: question.marks ?? [] }))

/** `version` is when they were saved; null before. */
export async function findQuestions(db: Db, jobId: string) {
  const row = await tables(db)
    .selectFrom('posting_questions')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return {
    questions: withMarks(row?.questions ?? []),
    version: row?.updated_at.toISOString() ?? null,
    setId: row?.set_id ?? null,
  }
}

export async function upsertQuestions(
  db: Db,
  jobId: string,
  { questions, setId }: { questions: readonly Question[]; setId: string | null },
): Promise<void> {
  const row = { questions: JSON.stringify(questions), set_id: setId, updated_at: new Date() }
  await tables(db)
    .insertInto('posting_questions')
    .values({ job_id: jobId, ...row })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute()
}

/** A set is its maker's organization's, as postings are. */
const reachedBy = (userId: string, to: 'see' | 'manage') =>
  sql<boolean>`owner_id = any (team_of(${userId}, ${to === 'manage'}))`

export async function findSets(db: Db, userId: string, to: 'see' | 'manage' = 'see') {
  const rows = await tables(db)
    .selectFrom('question_sets')
    .select(['id', 'name', 'questions', 'updated_at'])
    .select(
      sql<number>`(select count(*)::integer from posting_questions where set_id = question_sets.id)`.as(
        'postings',
      ),
    )
    .where(reachedBy(userId, to))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ updated_at: at, questions, ...row }) => ({
    ...row,
    questions: withMarks(questions),
    version: at.toISOString(),
  }))
}

export const findOwnSets = (db: Db, ownerId: string) =>
  tables(db)
    .selectFrom('question_sets')
    .select(['name', 'questions', 'updated_at'])
    .where('owner_id', '=', ownerId)
    .execute()

type Kept = { id: string; name: string; questions: readonly Question[] }

export const insertSet = (db: Db, ownerId: string, { id, name, questions }: Kept) =>
  tables(db)
    .insertInto('question_sets')
    .values({ id, owner_id: ownerId, name, questions: JSON.stringify(questions) })
    .execute()

/** Also in the postings of the scope that ask the set. Others keep what they ask as their own. */
export async function changeSet(
  db: Db,
  { condition }: Scope,
  { id, name, questions }: Kept,
): Promise<void> {
  const text = JSON.stringify(questions)
  await tables(db)
    .updateTable('question_sets')
    .set({ name, questions: text, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await sql`
    update posting_questions
    set questions = case when ${condition} then ${text}::jsonb else questions end,
      set_id = case when ${condition} then set_id end, updated_at = now()
    from jobs where jobs.id = job_id and set_id = ${id}
  `.execute(db)
}

export const deleteSet = (db: Db, userId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db).deleteFrom('question_sets').where('id', '=', id).where(reachedBy(userId, 'manage')),
  )
