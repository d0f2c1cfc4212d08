import type { ColumnType, Generated } from 'kysely'
import type { ModeratorAction } from '../model.ts'

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
    undone_at: ColumnType<Date | null, undefined, Date>
    undone_by: ColumnType<string | null, undefined, string>
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
