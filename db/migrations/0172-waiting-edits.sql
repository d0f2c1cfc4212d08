-- What posters want to change about postings that a moderator has accepted; the accepted version stays until a moderator decides.
create table waiting_edits (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- Of the posting form, as its poster sent them.
  fields jsonb not null,
  -- The names of those that differ.
  changed text[] not null,
  -- Since the first of several edits that wait together.
  since timestamptz not null default now(),
  updated_at timestamptz not null
);
create index waiting_edits_since on waiting_edits (since, job_id);
