-- What each source last said of each job that it lists. A row whose hash is here changes nothing.
create table import_rows (
  -- As the jobs give it.
  source text not null,
  job_id uuid not null references jobs (id) on delete cascade,
  -- The key of the row that speaks for the job; other rows of the source about it are duplicates.
  key text,
  hash text,
  -- By field; null until a run reads the row.
  said jsonb,
  -- What the job's page shows of a source that the job does not come from: link, pay, place.
  facts jsonb,
  -- The run that saw the job last, and the one that saw the row of `key` last. No references: they
  -- are only ever compared.
  run_id uuid not null,
  spoken_run_id uuid,
  -- A source that is kept lists it: what a complete one no longer lists is closed.
  is_listed boolean not null,
  primary key (source, job_id)
) with (fillfactor = 80);
create index import_rows_job on import_rows (job_id);
create index import_rows_hash on import_rows (hash) where hash is not null;

insert into import_rows (source, job_id, run_id, is_listed)
  select s.name, l.job_id, l.run_id, true from import_listings l join import_sources s on s.id = l.source_id;
drop table import_listings;

-- Rows that changed their jobs, rows that said what they had said before, and how often each field
-- changed.
alter table imports add column changed integer not null default 0;
alter table imports add column unchanged integer not null default 0;
alter table imports add column changes jsonb not null default '{}';
