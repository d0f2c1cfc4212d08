import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What moderators decided, one by one and source by source: what their history shows, and what can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source_decisions (
      id uuid primary key,
      source text not null,
      deed text not null check (deed in ('approve', 'reject')),
      reason text,
      moderator_id uuid references users (id) on delete set null,
      state text not null default 'running' check (state in ('running', 'finished', 'stopped')),
      -- What waited when it began; what came in later waits on.
      total integer not null,
      done integer not null default 0,
      stop_asked boolean not null default false,
      started_at timestamptz not null default now(),
      finished_at timestamptz
    )
  `.execute(db)
  await sql`create index source_decisions_started on source_decisions (started_at desc)`.execute(db)
  await sql`create unique index source_decisions_one on source_decisions (source) where state = 'running'`.execute(db)
  await sql`
    create table moderation_decisions (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      moderator_id uuid references users (id) on delete set null,
      deed text not null check (
        deed in ('approve', 'reject', 'remove', 'read', 'edit', 'accept', 'dismiss', 'approve-source', 'reject-source')
      ),
      -- Null for a source as a whole.
      job_id uuid references jobs (id) on delete cascade,
      -- The job's title as it was then, or the source's name.
      subject text not null,
      reason text,
      -- The fields that an edit changed.
      changed text[],
      source_decision_id uuid references source_decisions (id) on delete cascade,
      -- The reports that were settled.
      report_ids uuid[],
      -- The posting's own history has it, too; null where its status stayed.
      event_id bigint,
      undone_at timestamptz,
      undone_by uuid references users (id) on delete set null
    )
  `.execute(db)
  await sql`create index moderation_decisions_moderator on moderation_decisions (moderator_id, id desc)`.execute(db)
  await sql`create index moderation_decisions_deed on moderation_decisions (deed, id desc)`.execute(db)
  await sql`create index moderation_decisions_job on moderation_decisions (job_id, id desc)`.execute(db)

  // What was decided before this was kept.
  await sql`
    insert into moderation_decisions (at, moderator_id, deed, job_id, subject, reason, changed, event_id)
      select e.at, e.actor_id, e.action, e.job_id, j.title, e.reason, e.changed,
        case when e.from_status is distinct from e.to_status then e.id end
      from posting_events e join jobs j on j.id = e.job_id
      where e.actor = 'administrator' and e.action in ('approve', 'reject', 'remove', 'read', 'edit')
      order by e.id
  `.execute(db)
}
