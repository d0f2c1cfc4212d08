-- Datasets that are imported again and again: where they are, how their items are read, and when it
-- is time.
create table import_sources (
  id uuid primary key,
  -- What its jobs give as their source.
  name text not null unique,
  -- Masked where it holds a secret; then the whole address, encrypted, is `sealed_url`.
  url text not null,
  sealed_url text,
  -- Our fields, with where an item has them.
  mapping jsonb not null default '{}',
  schedule text not null default 'never' check (schedule in ('never', 'hourly', 'daily', 'weekly')),
  next_run_at timestamptz,
  -- It lists every open job: what is not in it any more is closed.
  is_complete boolean not null default false,
  structured_data_allowed boolean not null default false,
  -- Who said so, and when.
  authorization_changed_at timestamptz,
  authorization_changed_by uuid references users (id) on delete set null,
  failures_in_a_row integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- One row for each run of the importer; the counts grow with every committed batch.
create table imports (
  id uuid primary key,
  source text not null,
  -- Null for a dataset that belongs to no source that is kept.
  source_id uuid references import_sources (id) on delete set null,
  -- Without what is secret in it; null for files.
  url text,
  -- The whole address, encrypted, where it holds a secret; only while the run may need it.
  sealed_url text,
  -- What tells whether it is still the same dataset when somebody wants to go on with it; null
  -- where nobody can tell.
  dataset text,
  approved boolean not null,
  status text not null check (status in ('running', 'finished', 'stopped', 'failed', 'interrupted', 'cancelled')),
  -- Null for the schedule and the command line.
  started_by uuid references users (id) on delete set null,
  -- A task works it off, rather than the process that began it.
  is_task boolean not null default false,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Rows of the whole dataset, where it tells.
  total integer,
  processed integer not null default 0,
  imported integer not null default 0,
  skipped integer not null default 0,
  duplicates integer not null default 0,
  closed integer not null default 0,
  reopened integer not null default 0,
  -- Where whoever takes it up goes on.
  cursor jsonb not null default '{"page": 0, "row": 0}',
  reasons jsonb not null default '{}',
  skipped_rows jsonb not null default '[]',
  duplicate_rows jsonb not null default '[]',
  message text,
  -- How many jobs of the run wait because of a doubtful fact.
  doubtful integer not null default 0,
  -- What it found in its dataset: columns, outcomes and examples.
  report jsonb
);
create index imports_source on imports (source, started_at desc);
create index imports_of_source on imports (source_id, id desc) where source_id is not null;
create index imports_started_by on imports (started_by) where started_by is not null;
-- Two runs over one dataset at once are one too many.
create unique index imports_one_running on imports (coalesce(source_id::text, source)) where status = 'running';

-- What an imported job is known by. The primary key keeps two imports at once from adding a job
-- twice. A key outlives its job: what was erased does not come back with the next import.
create table import_keys (
  key text primary key,
  -- Deferred, because keys are claimed before the claimed jobs are added.
  job_id uuid references jobs on delete set null deferrable initially deferred
);
create index import_keys_job on import_keys (job_id);

-- Which jobs a source lists, and which of its runs saw them last: what a complete source no longer
-- lists is closed.
create table import_listings (
  source_id uuid not null references import_sources (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  -- Not a reference: it is only ever compared.
  run_id uuid not null,
  primary key (source_id, job_id)
) with (fillfactor = 80);
create index import_listings_job on import_listings (job_id);

-- Files that administrators uploaded to be imported; their content is in the storage.
create table import_files (
  id uuid primary key,
  name text not null,
  size bigint not null,
  uploaded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index import_files_uploaded_by on import_files (uploaded_by) where uploaded_by is not null;

-- Checks of whole datasets, which write nothing else. They are removed after a week.
create table import_checks (
  id uuid primary key,
  -- Masked and sealed as in `imports`.
  url text not null,
  sealed_url text,
  source_name text,
  mapping jsonb not null,
  status text not null check (status in ('running', 'finished', 'failed')),
  started_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  processed integer not null default 0,
  message text,
  report jsonb
);
create index import_checks_created on import_checks (created_at);
create index import_checks_started_by on import_checks (started_by) where started_by is not null;

-- How sure the importer is of what it read in a row: a posting with a doubtful fact waits until a
-- moderator has answered.
create table job_facts (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- What the job gives as its source: answers hold for a source.
  source text not null,
  -- For each fact its state, with the source's own words: src/features/imports/facts.ts.
  facts jsonb not null,
  -- The doubtful facts that keep the posting from being published.
  doubtful text[] not null default '{}',
  -- Sentences with e-mail addresses and phone numbers of persons, which stood in a source's text:
  -- for moderators only.
  withheld text[] not null default '{}',
  -- The first doubtful fact of a waiting posting with the source's words, by which moderators
  -- decide about all postings that wait for the same thing; empty where nothing waits. Null in rows
  -- of former releases: each of them is decided by itself.
  doubt text
);
create index job_facts_doubtful on job_facts (source, job_id) where doubtful <> '{}';
-- The queue reads which facts are doubtful from the index alone.
create index job_facts_doubt on job_facts (source, doubt, job_id) include (doubtful) where doubtful <> '{}';
-- What is live because of a source's answer, for the day that it is withdrawn.
create index job_facts_answered on job_facts (source, job_id) where jsonb_path_exists(facts, '$.*.was');

-- What a moderator answered for every row of a source that says the same: later imports apply it.
create table fact_answers (
  source text not null,
  fact text not null check (fact in ('place', 'profession', 'specialty', 'pay', 'type', 'schedule', 'employer')),
  -- In lower case, with single spaces.
  words text not null,
  value jsonb not null,
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz not null default now(),
  primary key (source, fact, words)
);
create index fact_answers_answered_by on fact_answers (answered_by) where answered_by is not null;

-- When a source last listed an imported job. Beside `jobs`, because a run over a hundred thousand
-- known rows would otherwise write each of them anew. Without a row the job was last seen when it
-- was added.
create table job_sightings (
  job_id uuid primary key references jobs (id) on delete cascade,
  seen_at timestamptz not null
) with (fillfactor = 80);

-- The apply links of live imported jobs, and how they answered.
create table apply_links (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- SHA-256 of the address: jobs that share a link share its checks.
  link bytea not null,
  host text not null,
  -- At most once a week.
  due_at timestamptz not null,
  checked_at timestamptz,
  -- The last answer in words: '404', 'timeout'.
  answer text,
  -- On different days, since the link last worked.
  failures smallint not null default 0,
  failed_on date
);
create index apply_links_due on apply_links (due_at, host);
create index apply_links_link on apply_links (link);
