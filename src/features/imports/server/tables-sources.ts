import type { ColumnType, Generated } from 'kysely'
import type { Mapping } from '../mapping.ts'
import type { ImportSchedule } from '../schedule.ts'

export type SourcesTables = {
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
    authorization_changed_at: ColumnType<Date | null, Date | undefined, Date>
    authorization_changed_by: ColumnType<string | null, string | undefined, string>
    failures_in_a_row: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    version: Generated<number>
  }
}
