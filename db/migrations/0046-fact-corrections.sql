-- What moderators answered about doubtful facts of imported jobs, so that history shows it and it can be taken back.
alter table moderation_decisions
  -- The fact, the source's words, the answer, and how many postings it came to: src/features/moderation/server/facts.ts.
  add column answer jsonb,
  drop constraint moderation_decisions_action_check,
  add constraint moderation_decisions_action_check check (
    action in ('approve', 'reject', 'remove', 'read', 'edit', 'accept', 'dismiss', 'approve-source', 'reject-source', 'answer')
  ) not valid;

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
