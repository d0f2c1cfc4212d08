-- When the poster was reminded that it waits for an answer.
alter table inquiries add column reminded_at timestamptz;
-- Those that are older than stages are left alone.
create index inquiries_unanswered on inquiries (created_at)
  where stage is not null and answered_at is null and closed_at is null and withdrawn_at is null;

-- What became of a posting, as its poster says when it has closed.
create table posting_outcomes (
  job_id uuid primary key references jobs (id) on delete cascade,
  outcome text not null check (outcome in ('here', 'elsewhere', 'withdrawn')),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz not null default now()
);
