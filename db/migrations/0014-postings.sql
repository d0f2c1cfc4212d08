-- The history of every posting: what its state machine decided
-- (src/features/postings/state-machine.ts), written in the transaction of the change. Append-only;
-- only deleted jobs and accounts take their part of it with them.
create table posting_events (
  id bigint generated always as identity primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  at timestamptz not null default now(),
  action text not null,
  actor text not null check (
    actor in ('owner', 'author', 'administrator', 'clock', 'policy', 'operator', 'source', 'name-owner')
  ),
  actor_id uuid references users (id) on delete set null,
  -- Null where the job was added.
  from_status text check (from_status in ('pending', 'active', 'inactive', 'expired', 'rejected', 'removed')),
  to_status text not null check (to_status in ('pending', 'active', 'inactive', 'expired', 'rejected', 'removed')),
  channel text not null,
  reason text,
  -- The fields that an edit changed.
  changed text[]
);
-- Events come in the order of their times: a few pages tell which are past their period.
create index posting_events_at on posting_events using brin (at) with (autosummarize = on);
create index posting_events_job on posting_events (job_id, id);
-- What closed in the last days.
create index posting_events_closed on posting_events (at) include (job_id) where from_status = 'active' and to_status <> 'active';
create index posting_events_actor on posting_events (actor_id) where actor_id is not null;

create table posting_links (
  -- SHA-256; the secret itself is nobody's but the author's.
  token_hash bytea not null,
  job_id uuid not null references jobs (id) on delete cascade,
  -- 'manage' came by mail and may change the posting; 'posted' is a cookie, and shows the
  -- confirmation only.
  kind text not null check (kind in ('manage', 'posted')),
  created_at timestamptz not null default now(),
  -- When the holder of a manage link confirmed the posting's contact address, to which it was
  -- mailed.
  confirmed_at timestamptz,
  -- A manage link ends a day after a newer one was mailed, and at once when the poster ends all
  -- links.
  ends_at timestamptz,
  primary key (token_hash, job_id)
);
create index posting_links_job on posting_links (job_id);
create index posting_links_age on posting_links (created_at) where kind = 'posted';

create table posting_drafts (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('account', 'posting')),
  form jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index posting_drafts_owner on posting_drafts (owner_id, updated_at desc);

-- Idempotency keys.
create table posting_keys (
  -- Whose key it is: an account's, or anybody's on one form.
  scope text not null,
  key text not null,
  -- What was asked for under the key; somebody who asks for something else under it is refused.
  asked bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index posting_keys_age on posting_keys (created_at);

create table unread_postings (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- Live since then, or changed, and not read by a moderator since.
  since timestamptz not null default now()
);
create index unread_postings_since on unread_postings (since);

-- What holds postings: a decision that stays with the posting, whoever owns it later. While a row
-- is not lifted, the posting does not become active (src/features/postings/README.md, 'Gate: what
-- holds a posting').
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

-- What posters want to change about postings that a moderator has accepted; the accepted version
-- stays until a moderator decides.
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

-- What a posting asks those who apply: up to ten questions, in their order.
create table posting_questions (
  job_id uuid primary key references jobs (id) on delete cascade,
  questions jsonb not null,
  updated_at timestamptz not null default now()
);

-- What became of a posting, as its poster says when it has closed.
create table posting_outcomes (
  job_id uuid primary key references jobs (id) on delete cascade,
  outcome text not null check (outcome in ('here', 'elsewhere', 'withdrawn')),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz not null default now()
);

-- Postings that somebody made without an account and with this account's address, of which its
-- owner says that they are not theirs.
create table disowned_postings (
  job_id uuid not null references jobs (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (job_id, user_id)
);
create index disowned_postings_user on disowned_postings (user_id);
