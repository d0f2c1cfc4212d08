import type { ColumnType, Generated } from 'kysely'
import type { FactName, Facts, FactValues } from '../facts.ts'
import type { ImportSchedule, ImportStatus, Mapping, SkipReason } from '../model.ts'
import type { Outline } from '../contract.ts'
import type { RowFacts } from '#features/jobs/server/public.ts'
import type { Said } from '#features/postings/server/public.ts'
import type { Cursor } from './reading/row.ts'

/** Written as JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>
/** Said when the run begins, and never changed. */
type Fixed<T> = ColumnType<T, T | undefined, never>

export type ImportsTables = {
  imports: {
    id: string
    source: Fixed<string>
    source_id: Fixed<string | null>
    url: Fixed<string | null>
    dataset: Fixed<string | null>
    sealed_url: string | null
    started_by: Fixed<string | null>
    is_task: Fixed<boolean>
    approved: Fixed<boolean>
    status: ImportStatus
    started_at: Fixed<Date>
    finished_at: Date | null
    total: number | null
    processed: Generated<number>
    cursor: Json<Cursor>
    imported: Generated<number>
    /** Of the imported jobs: those that wait because of a doubtful fact. */
    doubtful: Generated<number>
    skipped: Generated<number>
    duplicates: Generated<number>
    reasons: Json<Partial<Record<SkipReason, number>>>
    closed: Generated<number>
    reopened: Generated<number>
    /** Rows that changed their jobs. */
    changed: Generated<number>
    /** Rows that said what they had said before. */
    unchanged: Generated<number>
    /** How many rows changed each field. */
    changes: Json<Record<string, number>>
    message: string | null
    /** Null until its first rows are done. */
    report: Json<Outline | null>
  }
  job_facts: {
    job_id: string
    source: string
    facts: ColumnType<Facts, string, string>
    /** The doubtful facts that hold the job. */
    doubtful: FactName[]
    /** Sentences with contact details that are not shown. */
    withheld: string[]
  }
  fact_answers: {
    source: string
    fact: FactName
    /** As `answerKey` makes them. */
    words: string
    value: ColumnType<FactValues[FactName], string, string>
    answered_by: string | null
    answered_at: Generated<Date>
  }
  import_files: {
    id: string
    name: string
    size: ColumnType<string, number, never>
    uploaded_by: string | null
    created_at: Generated<Date>
  }
  import_checks: {
    id: string
    url: Fixed<string>
    sealed_url: string | null
    source_name: Fixed<string | null>
    mapping: ColumnType<Mapping, string, never>
    status: 'running' | 'finished' | 'failed'
    started_by: Fixed<string | null>
    created_at: Generated<Date>
    processed: Generated<number>
    message: string | null
    report: Json<Outline | null>
  }
  import_keys: {
    key: string
    /** Null once the job was erased. */
    job_id: string | null
  }
  import_rows: {
    source: string
    job_id: string
    key: string | null
    hash: string | null
    said: Json<Said | null>
    /** Of a source that the job does not come from. */
    facts: Json<RowFacts | null>
    /** The run that saw the job last, and the one that saw the row of `key` last. */
    run_id: string
    spoken_run_id: string | null
    is_listed: boolean
  }
  job_sightings: { job_id: string; seen_at: Date }
  apply_links: {
    job_id: string
    /** SHA-256 of the address. */
    link: Buffer
    host: string
    due_at: Date
    checked_at: Date | null
    answer: string | null
    failures: number
    failed_on: Date | null
  }
  import_sources: {
    id: string
    /** What its jobs give as their source. */
    name: string
    /** As it is shown. */
    url: string
    /** The whole of it, encrypted, where it holds a secret. */
    sealed_url: string | null
    mapping: ColumnType<Mapping, string, string>
    schedule: ImportSchedule
    /** Null where it is imported only when asked. */
    next_run_at: Date | null
    is_complete: boolean
    structured_data_allowed: boolean
    failures_in_a_row: Generated<number>
    /** Of the careers page of an organization. */
    organization_id: Fixed<string | null>
    owner_id: string | null
    employer: string | null
    left_out: Generated<string[]>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    version: Generated<number>
  }
}
