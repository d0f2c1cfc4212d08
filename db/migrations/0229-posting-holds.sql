-- What holds postings: a decision that stays with the posting, whoever owns it later. While a row is not lifted, the posting does
-- not become active (src/features/postings/README.md, 'Gate: what holds a posting').
create table posting_holds (
  id bigint generated always as identity primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  reason text not null check (reason in ('rejected', 'removed', 'suspended-account', 'suspended-organization', 'name-refused')),
  -- The suspended account or organization, which may be gone since.
  subject_id uuid,
  author_id uuid references users (id) on delete set null,
  note text,
  -- The event that undo takes back; null where the posting itself did not change.
  event_id bigint,
  since timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by uuid references users (id) on delete set null
);
create unique index posting_holds_open on posting_holds (job_id, reason, subject_id) nulls not distinct where lifted_at is null;
create index posting_holds_job on posting_holds (job_id);
create index posting_holds_subject on posting_holds (subject_id) where lifted_at is null and subject_id is not null;
create index posting_holds_author on posting_holds (author_id) where author_id is not null;
create index posting_holds_lifted_by on posting_holds (lifted_by) where lifted_by is not null;

-- What held by its owner until now, or by its status. A removed posting of a former version is held by its status alone.
insert into posting_holds (job_id, reason, subject_id, since)
  select jobs.id, 'suspended-account', users.id, suspended_at
  from users join jobs on owner_id = users.id where suspended_at is not null;
insert into posting_holds (job_id, reason, author_id, note, event_id, since)
  select jobs.id, 'rejected', decision.actor_id, decision.reason, decision.id, decision.at
  from jobs cross join lateral (
    select e.* from posting_events e where e.job_id = jobs.id and e.action = 'reject' order by e.id desc limit 1
  ) decision
  where jobs.status = 'rejected' and jobs.channel <> 'import';

-- An organization can be suspended as a whole, whoever holds which seat.
alter table organizations
  add column suspended_at timestamptz,
  add column suspension_reason text,
  add column suspension_note text;

-- A moderator releases a posting.
alter table moderation_decisions drop constraint moderation_decisions_action_check;
alter table moderation_decisions add constraint moderation_decisions_action_check check (
  action in (
    'approve', 'reject', 'remove', 'read', 'edit', 'accept', 'dismiss', 'approve-source', 'reject-source', 'answer', 'approve-edit',
    'reject-edit', 'release'
  )
) not valid;

-- Moderators find any posting: by the last six characters of its id, and those that people posted by their words.
create index jobs_reference on jobs (right(id::text, 6));
create index jobs_posted_words on jobs using gin (
  lower(title || ' ' || employer || ' ' || coalesce(contact_email, '')) gin_trgm_ops
) where channel <> 'import';
