-- What the duplicates of an open job are looked up by, a row for each job that is pending or
-- active. Whoever adds jobs adds their fingerprints; `follow_jobs` takes away what an edit made
-- wrong, and marks it to be made anew and compared again.
create table job_fingerprints (
  -- Not a reference: to check it would cost an import more than the row does.
  job_id uuid primary key,
  -- Normalized, for comparing them by similarity. Null: all of the fingerprint is to be made anew.
  title text,
  employer text,
  lat real,
  lon real,
  -- Hashes of what equal jobs, jobs of one specialty in one place, and jobs of one specialty and
  -- employer in one state have in common.
  same_job bigint,
  same_place bigint,
  same_employer bigint,
  -- Null until it has been compared with the others.
  compared_at timestamptz
);
create index job_fingerprints_same_job on job_fingerprints ("same_job");
create index job_fingerprints_same_place on job_fingerprints ("same_place");
create index job_fingerprints_same_employer on job_fingerprints ("same_employer");
create index job_fingerprints_outdated on job_fingerprints (job_id) where title is null;
create index job_fingerprints_due on job_fingerprints (job_id) where compared_at is null and title is not null;

-- Pairs of jobs that are probably one, and what an administrator made of them. All scores are in
-- percent.
create table likely_duplicates (
  id uuid primary key default gen_random_uuid(),
  -- The older one, which a merge keeps.
  job_a uuid not null references jobs (id) on delete cascade,
  job_b uuid not null references jobs (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'dismissed', 'merged')),
  score smallint not null,
  title_score smallint not null,
  employer_score smallint not null,
  place_score smallint not null,
  text_score smallint not null,
  -- What the list is filtered by; the specialty and state of the older one.
  specialty text not null,
  state text not null,
  sources text[] not null,
  found_at timestamptz not null default now(),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  check (job_a < job_b),
  unique (job_a, job_b)
);
-- The list, and each way to filter it.
create index likely_duplicates_open on likely_duplicates (score desc, id) where status = 'open';
create index likely_duplicates_specialty on likely_duplicates (specialty, state, score desc, id) where status = 'open';
create index likely_duplicates_state on likely_duplicates (state, score desc, id) where status = 'open';
create index likely_duplicates_source on likely_duplicates using gin (sources) where status = 'open';
create index likely_duplicates_b on likely_duplicates (job_b);
create index likely_duplicates_decider on likely_duplicates (decided_by) where decided_by is not null;

-- Where a job went that was merged into another one. Always the last of a chain: one look finds it.
create table merged_jobs (
  -- Not a reference: the address leads on even when the row is gone.
  job_id uuid primary key,
  kept_id uuid not null references jobs (id) on delete cascade,
  merged_at timestamptz not null default now(),
  merged_by uuid references users (id) on delete set null
);
create index merged_jobs_kept on merged_jobs (kept_id);
create index merged_jobs_by on merged_jobs (merged_by) where merged_by is not null;
