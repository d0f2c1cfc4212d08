-- What a posting asks those who apply: up to ten questions, in their order.
create table posting_questions (
  job_id uuid primary key references jobs (id) on delete cascade,
  questions jsonb not null,
  updated_at timestamptz not null default now()
);

-- Each answer has its question as it was asked: it stays when the question is changed or deleted.
alter table inquiries add column answers jsonb;
alter table waiting_inquiries add column answers jsonb;

-- One application for each person and posting: what its sender writes later joins it as a message.
alter table inquiry_replies add column by_sender boolean not null default false;

alter table inquiries
  -- Null for what is older than stages: it then follows from the times.
  add column stage text,
  -- Counts the moves, so that of two people who move the same card the second is told.
  add column version integer not null default 0,
  -- The physician agrees that they were hired; until then it is the employer's claim.
  add column hire_confirmed_at timestamptz,
  add constraint inquiries_stage_check check (stage in ('new', 'reviewing', 'interview', 'offer', 'hired', 'closed')) not valid;

-- Who moved an application where, and why it was closed. No actor: the clock, or the sender.
create table inquiry_events (
  id bigint generated always as identity primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null,
  stage text not null,
  reason text
);
create index inquiry_events_inquiry on inquiry_events (inquiry_id, id);

-- Never shown to the applicant on the site; part of the export of their data.
create table inquiry_notes (
  id uuid primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  note text not null,
  created_at timestamptz not null default now()
);
create index inquiry_notes_inquiry on inquiry_notes (inquiry_id, created_at);

create table saved_replies (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  title text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index saved_replies_owner on saved_replies (owner_id, title);

alter table inquiry_replies
  -- Checked as CVs are.
  add column file_id uuid references cv_files (id) on delete set null;

alter table inquiries
  -- When each side last wrote after the inquiry, and last saw the thread.
  add column sender_wrote_at timestamptz,
  add column poster_wrote_at timestamptz,
  add column sender_seen_at timestamptz,
  add column poster_seen_at timestamptz,
  -- False between two accounts until the owner of the address shows it. What is older went out with the addresses.
  add column shows_sender_email boolean not null default true,
  add column shows_poster_email boolean not null default true,
  -- Who wants no more of it.
  add column blocked_by text,
  add constraint inquiries_blocked_by_check check (blocked_by in ('sender', 'poster')) not valid;

-- Who wants one notice a day in place of one for each message.
create table daily_notices (
  user_id uuid primary key references users (id) on delete cascade,
  noticed_at timestamptz not null default now()
);

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
