import type { ColumnType, Generated } from 'kysely'
import type { JobStatus, PostingChannel } from '#features/jobs/model.ts'
import type { JobsTables } from '#features/jobs/server/public.ts'
import type { HoldReason } from '../model.ts'
import type { DraftForm, PostingChanges } from '../schemas.ts'
import type { PostingAction, PostingActor } from '../state-machine.ts'

export type PostingEventsTable = {
  id: Generated<string>
  job_id: string
  at: Generated<Date>
  action: PostingAction
  actor: PostingActor
  actor_id: string | null
  from_status: JobStatus | null
  to_status: JobStatus
  channel: PostingChannel
  reason: string | null
  changed: string[] | null
}

export type LinkKind = 'manage' | 'posted'
export type DraftKind = 'account' | 'posting'

/** The jobs feature owns these tables; postings writes rows of theirs. */
export type PostingsTables = Pick<JobsTables, 'jobs'> & {
  posting_events: PostingEventsTable
  posting_links: {
    token_hash: Buffer
    job_id: string
    kind: LinkKind
    created_at: Generated<Date>
    confirmed_at: Date | null
    ends_at: Date | null
  }
  posting_drafts: {
    id: string
    owner_id: string
    kind: DraftKind
    form: ColumnType<DraftForm, string, string>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  posting_keys: {
    scope: string
    key: string
    asked: Buffer
    answer: ColumnType<unknown, string | null, string>
    created_at: Generated<Date>
  }
  waiting_edits: {
    job_id: string
    fields: ColumnType<PostingChanges, string, string>
    changed: string[]
    since: Generated<Date>
    updated_at: Date
  }
  posting_holds: {
    id: Generated<string>
    job_id: string
    reason: HoldReason
    subject_id: string | null
    author_id: string | null
    note: string | null
    event_id: string | null
    since: Generated<Date>
    lifted_at: Date | null
    lifted_by: string | null
  }
  disowned_postings: { job_id: string; user_id: string }
  unread_postings: { job_id: string; since: Generated<Date> }
}
