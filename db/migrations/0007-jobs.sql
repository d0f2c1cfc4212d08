-- The catalog.

create table jobs (
  id uuid primary key,
  status text not null check (status in ('pending', 'active', 'inactive', 'expired', 'rejected', 'removed')),
  channel text not null default 'import' check (channel in ('account', 'public', 'import')),
  -- Null for what was posted without an account, and for imports.
  owner_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  posted_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  title text not null,
  employer text not null,
  city text not null,
  state text not null,
  zip text,
  lat real,
  lon real,
  specialty text not null,
  specialty_other text,
  subspecialty text,
  employment_type text not null,
  duration text,
  payroll text,
  priority text not null default 'Standard',
  organization_type text,
  user_type text not null default 'employer',
  is_verified_hospital boolean not null default false,
  start_date_text text,
  hire_window text,
  comp_text text,
  comp_min numeric(12, 2),
  comp_max numeric(12, 2),
  comp_unit text not null default 'YEAR',
  comp_notes text,
  -- The pay brought to US dollars a year, for sorting and filtering; the larger end, or the only
  -- one.
  pay_annual integer,
  visa_support text,
  ehr text,
  setting text[] not null default '{}',
  schedule text[] not null default '{}',
  benefits text[] not null default '{}',
  telehealth boolean not null default false,
  fellowship_required boolean not null default false,
  subspecialty_required boolean not null default false,
  state_license_required boolean not null default false,
  board_recertification_required boolean not null default false,
  medically_underserved_area boolean not null default false,
  new_graduates_acceptable boolean not null default false,
  facility_name text,
  facility_street text,
  facility_city text,
  facility_state text,
  facility_zip text,
  facility_country text,
  logo_url text,
  apply_url text,
  contact_name text,
  contact_email text,
  public_email text,
  contact_phone text,
  contact_website text,
  source text not null default 'manual',
  source_url text,
  structured_data_allowed boolean not null default true,
  brief text,
  snippet text not null default '',
  description text not null,
  team_notes text,
  job_duties text,
  original_description text,
  original_requirements text,
  original_benefits text,
  -- The terms of a posting, each with the words that say it, and the index words of those that
  -- filter: `src/features/jobs/terms-schema.ts`. A row of another version of the reader than the
  -- code's is read anew by a task.
  terms jsonb,
  terms_version smallint not null default 0,
  -- The last day on which a poster takes applications, 'YYYY-MM-DD' at the job's place; the posting
  -- then ends before its period does.
  apply_until text,
  -- The end of the period, while `apply_until` ends the posting before it.
  period_ends_at timestamptz,
  -- Where else a job is: 'Tulsa, OK', or ', OK' for a state alone. What a job's own columns say is
  -- its first place.
  further_places text[] not null default '{}',
  -- Latitude and longitude of each that is known, one after the other.
  further_points real[]
) with (toast_tuple_target = 256);

alter table jobs
  alter column description set storage external,
  -- What lists sort by and show lies in the row, not out of line: twenty rows were eighty more
  -- reads.
  alter column title set storage main,
  alter column employer set storage main,
  alter column city set storage main,
  alter column specialty set storage main,
  alter column employment_type set storage main,
  alter column setting set storage main,
  alter column schedule set storage main,
  alter column benefits set storage main,
  alter column comp_text set storage main,
  alter column facility_name set storage main,
  alter column apply_url set storage main,
  alter column brief set storage main,
  alter column snippet set storage main,
  alter column specialty set statistics 1000,
  alter column city set statistics 1000;

-- Lists of active jobs, newest first: of all, for sitemaps, for feeds.
create index jobs_newest on jobs (posted_at desc, id desc) where status = 'active';
create index jobs_ids on jobs (id) include (updated_at) where status = 'active';
create index jobs_feed on jobs (posted_at desc, id desc) where status = 'active' and structured_data_allowed;
create index jobs_feed_source on jobs (source, posted_at desc, id desc) where status = 'active';
create index jobs_feed_employer on jobs (lower(employer), posted_at desc, id desc) where status = 'active';
-- Owners, the clock, imports, moderators.
create index jobs_owner on jobs (owner_id, updated_at desc) where owner_id is not null;
create index jobs_expiry on jobs (expires_at) where status = 'active' and expires_at is not null;
create index jobs_source on jobs (source, structured_data_allowed);
create index jobs_not_active on jobs (status, posted_at) where status <> 'active';
-- The moderation queue filters by what stands in the index, and so reads no row in vain.
create index jobs_pending on jobs (created_at, id, channel, specialty) where status = 'pending';
create index jobs_pending_source on jobs (source, created_at, id, channel, specialty) where status = 'pending';
-- Finds the active postings of a specialty in a state, for the comparison in a poster's insights.
create index jobs_comparable on jobs (specialty, state, posted_at desc) where status = 'active';

-- What others post under a name; a source spells its employers alike.
create index jobs_posted_names on jobs (name_key(employer)) where channel <> 'import' and status in ('pending', 'active');
-- Postings without an account are found by their address.
create index jobs_unowned_contact on jobs (lower(contact_email)) where owner_id is null and channel <> 'import';
-- Moderators find any posting: by the last six characters of its id, and those that people posted
-- by their words.
create index jobs_reference on jobs (right(id::text, 6));
create index jobs_posted_words on jobs using gin (
  lower(title || ' ' || employer || ' ' || coalesce(contact_email, '')) gin_trgm_ops
) where channel <> 'import';

-- Jobs whose pages appeared or disappeared, for search engines; a task announces and deletes them.
create table index_now_queue (
  job_id uuid primary key,
  queued_at timestamptz not null
);

-- Beside index_now_queue, for Google, which takes one page a call. A refusal holds the whole queue
-- until its latest `held_until`.
create table google_index_queue (
  job_id uuid primary key,
  queued_at timestamptz not null,
  held_until timestamptz
);
