import type { ColumnType, Generated } from 'kysely'
import type { ImportStatus, SkippedRow, SkipReason } from '../model.ts'
import type { Cursor } from './reading/cursor.ts'

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
    skipped: Generated<number>
    duplicates: Generated<number>
    reasons: Json<Partial<Record<SkipReason, number>>>
    skipped_rows: Json<SkippedRow[]>
    duplicate_rows: Json<string[]>
    closed: Generated<number>
    reopened: Generated<number>
    message: string | null
  }
  import_keys: {
    key: string
    /** Null once the job was erased. */
    job_id: string | null
  }
  import_listings: {
    source_id: string
    job_id: string
    /** The run that saw it last. */
    run_id: string
  }
}
