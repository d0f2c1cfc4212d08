-- What people write to posters about a job, the posters' replies, and problems that are reported to us.

create table inquiries (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  -- The job's, as it was called then.
  job_title text not null,
  -- Null for people without an account, or whose account is gone.
  sender_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  withdrawn_at timestamptz,
  status text not null generated always as (
    case
      when withdrawn_at is not null then 'withdrawn'
      when closed_at is not null then 'closed'
      when answered_at is not null then 'answered'
      when read_at is not null then 'read'
      else 'sent'
    end
  ) stored,
  -- The same words went to a job that was merged into this one: it stays, and is not taken for a double click.
  is_repeat boolean not null default false,
  message_hash text not null generated always as (md5(message)) stored,
  -- The sender was signed in with this address, and had confirmed it.
  sender_confirmed boolean not null default false
);
-- A double click, or a retry after an answer got lost, finds the first one.
create unique index inquiries_once on inquiries (job_id, email, message_hash) where withdrawn_at is null and not is_repeat;
create index inquiries_sender on inquiries (sender_id, created_at desc);
create index inquiries_created_at on inquiries (created_at);
create index inquiries_job on inquiries (job_id, created_at desc);

create table inquiry_replies (
  id uuid primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  message text not null,
  created_at timestamptz not null default now()
);
create index inquiry_replies_inquiry on inquiry_replies (inquiry_id, created_at);

create table job_reports (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  job_title text not null,
  reporter_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  -- What a moderator made of it; null while it is open.
  outcome text check (outcome in ('accepted', 'dismissed')),
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  decision_note text,
  -- What the moderator wrote to whoever reported it.
  answer text,
  reason_hash text not null generated always as (md5(reason)) stored
);
create unique index job_reports_once on job_reports (job_id, email, reason_hash) where outcome is null;
create index job_reports_open on job_reports (created_at) where outcome is null;
create index job_reports_created_at on job_reports (created_at);

-- A mailed link to a CV opens it once.
create table used_cv_links (
  -- SHA-256 of the link's token.
  token_hash bytea primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  used_at timestamptz not null default now()
);
create index used_cv_links_inquiry on used_cv_links (inquiry_id);

-- Messages from the contact page. They are mailed to the operator as well.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_messages_email on contact_messages (email);
