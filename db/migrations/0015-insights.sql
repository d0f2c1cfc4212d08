-- How often postings are looked at, a row for each posting and day (UTC). Nothing here outlives its day that stands for a person.

create table posting_insights (
  job_id uuid not null references jobs (id) on delete cascade,
  day date not null,
  views integer not null,
  apply_clicks integer not null,
  visitors integer not null,
  primary key (job_id, day)
);

-- Somebody who looks at two postings of an owner is one visitor of theirs, so these are no sums of the above.
create table owner_insights (
  owner_id uuid not null references users (id) on delete cascade,
  day date not null,
  visitors integer not null,
  primary key (owner_id, day)
);

create table insight_salts (
  day date primary key,
  salt bytea not null
);

-- Who was counted already today: salted hashes, deleted with their salt once the day is over.
create table insight_visitors (
  day date not null,
  -- A posting, or an owner.
  subject_id uuid not null,
  visitor bytea not null,
  primary key (day, subject_id, visitor)
);

-- The name under which an account's jobs are shown on other sites: public, and it says nothing about the account.
create table widgets (
  id text primary key,
  owner_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
