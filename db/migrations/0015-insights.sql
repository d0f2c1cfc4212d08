-- How often postings are looked at, a row for each posting and day (UTC). Nothing here outlives its
-- day that stands for a person.

create table posting_insights (
  job_id uuid not null references jobs (id) on delete cascade,
  day date not null,
  views integer not null,
  apply_clicks integer not null,
  visitors integer not null,
  -- The days of a posting lie far apart: a year of hundreds of postings is summed from the index
  -- alone.
  primary key (job_id, day) include (views, apply_clicks, visitors)
);
-- Days past their period are deleted.
create index posting_insights_day on posting_insights (day);

-- Where those who look at a posting come from, beside its days: counts alone, of what `origins.ts`
-- knows.
create table posting_origins (
  job_id uuid not null references jobs (id) on delete cascade,
  day date not null,
  origin text not null,
  views integer not null,
  apply_clicks integer not null,
  inquiries integer not null,
  primary key (job_id, day, origin) include (views, apply_clicks, inquiries)
);
-- The whole board's last days, and days past their period.
create index posting_origins_day on posting_origins (day, origin) include (views, apply_clicks, inquiries);

-- Somebody who looks at two postings of an owner is one visitor of theirs, so these are no sums of
-- the above.
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

-- The name under which an account's jobs are shown on other sites: public, and it says nothing
-- about the account.
create table widgets (
  id text primary key,
  owner_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
