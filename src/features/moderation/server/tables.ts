import type { ColumnType, Generated, Updateable } from 'kysely'
import type { Fact, FactName, FactValues } from '#features/imports/facts.ts'
import type { JobsTable } from '#features/jobs/server/public.ts'
import type { ModeratorAction } from '../model.ts'

/** What a moderator answered for a source's words. */
export type AnswerDetail = {
  fact: FactName
  value: FactValues[FactName]
  source: string
  words: string
  /** For all postings of the source that say the same. */
  all: boolean
  postings: number
  /** What held for later rows until then. */
  before: FactValues[FactName] | null
}

export type ModerationTables = {
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
    source_decision_id: string | null
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
  source_decisions: {
    id: string
    source: string
    action: 'approve' | 'reject'
    reason: string | null
    moderator_id: string | null
    state: Generated<'running' | 'finished' | 'stopped'>
    total: number
    done: Generated<number>
    stop_asked: Generated<boolean>
    started_at: Generated<Date>
    finished_at: ColumnType<Date | null, undefined, Date>
  }
  users: { id: string; first_name: string | null; last_name: string | null; email: string | null }
}
