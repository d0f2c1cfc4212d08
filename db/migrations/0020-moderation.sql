-- What moderators decided, one by one and source by source: what their history shows, and what can
-- be taken back.

create table source_decisions (
  id uuid primary key,
  source text not null,
  action text not null check (action in ('approve', 'reject')),
  reason text,
  moderator_id uuid references users (id) on delete set null,
  state text not null default 'running' check (state in ('running', 'finished', 'stopped')),
  -- What waited when it began; what came in later waits on.
  total integer not null,
  done integer not null default 0,
  stop_asked boolean not null default false,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index source_decisions_started on source_decisions (started_at desc);
create unique index source_decisions_one on source_decisions (source) where state = 'running';

create table moderation_decisions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  moderator_id uuid references users (id) on delete set null,
  action text not null check (
    action in (
      'approve', 'reject', 'remove', 'read', 'edit', 'accept', 'dismiss', 'approve-source', 'reject-source', 'answer', 'approve-edit',
      'reject-edit', 'release'
    )
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
  undone_by uuid references users (id) on delete set null,
  -- About a doubtful fact: the fact, the source's words, the answer, and how many postings it came
  -- to.
  answer jsonb
);
create index moderation_decisions_moderator on moderation_decisions (moderator_id, id desc);
create index moderation_decisions_action on moderation_decisions (action, id desc);
create index moderation_decisions_job on moderation_decisions (job_id, id desc);

-- What answers changed, so that they can be taken back.
create table fact_corrections (
  decision_id bigint not null references moderation_decisions (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  -- The fact and the job's columns as they were.
  fact jsonb not null,
  columns jsonb not null,
  -- For a posting that was rejected because it is not for physicians.
  event_id bigint,
  primary key (decision_id, job_id)
);
create index fact_corrections_job on fact_corrections (job_id);
