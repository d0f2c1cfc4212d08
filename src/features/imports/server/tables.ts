import type { ColumnType, Generated } from 'kysely'

/** 'stopped' by its dataset, 'interrupted' by the end of its process. */
export type ImportStatus = 'running' | 'finished' | 'stopped' | 'failed' | 'interrupted'

export type ImportsTables = {
  imports: {
    id: string
    source: string
    approved: boolean
    status: ImportStatus
    started_at: ColumnType<Date, Date | undefined, never>
    finished_at: Date | null
    imported: Generated<number>
    skipped: Generated<number>
    duplicates: Generated<number>
    message: string | null
  }
  import_keys: {
    key: string
    /** Null once the job was erased. */
    job_id: string | null
  }
}
