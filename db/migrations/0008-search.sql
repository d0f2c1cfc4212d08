-- What searches read. All of it is derived from `jobs`, by `follow_jobs` in the transaction of the
-- change or by tasks.

-- The labels that the search box suggests, and the single words that typing errors are mended to,
-- of active jobs.
create table search_vocabulary (
  kind text not null check (kind in ('specialty', 'title', 'place', 'employer', 'word')),
  label text not null,
  -- Lower case without accents: what typed text is compared with.
  folded text not null,
  n integer not null,
  -- Of a word that titles, employers or places have: a search demands it, and other words only
  -- rank. Null until the vocabulary is rebuilt.
  stem text,
  primary key (kind, label)
);
create index search_vocabulary_names on search_vocabulary (stem) where stem is not null;
create index search_vocabulary_words on search_vocabulary using gin (folded gin_trgm_ops) where kind = 'word';
create index search_vocabulary_labels on search_vocabulary using gin (folded gin_trgm_ops) where kind <> 'word';
create index search_vocabulary_prefix on search_vocabulary (kind, folded text_pattern_ops);

-- Active jobs as searches see them: a row of `jobs` is ten times as long.
create table job_search (
  job_id uuid primary key,
  posted_at timestamptz not null,
  updated_at timestamptz not null,
  pay_annual integer,
  lat real,
  lon real,
  state text not null,
  employment_type text not null,
  specialty text not null,
  -- What titles and cities are sorted by: in lower case.
  title text not null,
  city text not null,
  -- A fingerprint of everything that `search` is made of.
  document bigint not null,
  search tsvector not null,
  -- What the rest of the row means, and its values that facets count; a task fills both.
  version integer not null default 0,
  facets text[],
  -- What a job counts with in medians of pay, in US dollars a year; null if it does not count.
  middle_pay integer,
  further_points real[]
) with (toast_tuple_target = 128);
alter table job_search
  alter column search set storage external,
  alter column title set storage main,
  alter column city set storage main,
  alter column specialty set storage main,
  alter column employment_type set storage main,
  alter column facets set storage main;
-- What was inserted lately waits in a list that every search has to read: it must stay short.
create index job_search_words on job_search using gin (search) with (gin_pending_list_limit = 64);
-- For feeds, and for what filters offer.
create index job_search_newest on job_search (posted_at desc, job_id desc);
create index job_search_specialty on job_search (specialty, posted_at desc, job_id desc);
create index job_search_state on job_search (state, posted_at desc, job_id desc);
create index job_search_type on job_search (employment_type);
create index job_search_several on job_search (job_id) where further_points is not null;
-- A reference code is the end of a job's id.
create index job_search_reference on job_search (right(job_id::text, 6));

-- Segments: the index that answers nearly every search. src/features/jobs/server/segments/README.md
-- draws it.
create table segments (
  id integer generated always as identity primary key,
  -- A 0 for each position: what a word has that no job of the segment has.
  zeros bit varying not null
);

-- What belongs to a segment goes after it, in small pieces, and a job may be in an old and in a new
-- one until then: hence no references.

-- A posting is a bitmap: one bit for each position. Dense ones are not compressed: they hardly get
-- smaller, and take four times as long to read.
create table segment_postings (
  segment integer not null,
  word text collate "C" not null,
  dense bit varying,
  sparse bit varying,
  primary key (segment, word),
  constraint dense_or_sparse check (num_nonnulls(dense, sparse) = 1)
);
alter table segment_postings alter column dense set storage external;

create table segment_jobs (
  segment integer not null,
  -- From 0, by (posted_at, job_id).
  position integer not null,
  job_id uuid not null,
  posted_at timestamptz not null,
  primary key (segment, position)
);
create index segment_jobs_job on segment_jobs (job_id);

-- Positions of jobs that have changed or gone since the segment was made.
create table segment_tombstones (
  segment integer not null,
  position integer not null,
  primary key (segment, position)
);

-- Jobs of a city or ZIP code share a location.
create table segment_locations (
  segment integer not null,
  lat real not null,
  lon real not null,
  positions integer[] not null,
  primary key (segment, lat, lon)
);

-- A sort order, cut into steps.
create table segment_orders (
  segment integer not null,
  name text collate "C" not null,
  step integer not null,
  -- The jobs of this step and of those before.
  bitmap bit varying not null,
  -- Those of this step, in order.
  positions integer[] not null,
  primary key (segment, name, step)
);
alter table segment_orders alter column positions set storage external;

-- Jobs that are in no segment yet. A bulk load leaves `search` null, and segments cannot be
-- searched before they are compacted.
create table segment_delta (
  job_id uuid primary key,
  posted_at timestamptz not null,
  pay_annual integer,
  lat real,
  lon real,
  search tsvector,
  further_points real[]
);
alter table segment_delta alter column search set storage external;
create index segment_delta_words on segment_delta using gin (search) with (gin_pending_list_limit = 64);
create index segment_delta_without_words on segment_delta (job_id) where search is null;
