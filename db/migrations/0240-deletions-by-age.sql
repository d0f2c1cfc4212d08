-- Each rule by which rows end, close or go: when it last ran, and since when it waits, because a
-- clock may be wrong. Both by the clock of the database.
create table age_rules (
  what text primary key,
  ran_at timestamptz not null,
  held_since timestamptz,
  held_rows integer not null default 0,
  -- An administrator lets the run that waits go on.
  is_allowed boolean not null default false
);

-- What a rule deleted, for seven days.
create table deleted_rows (
  id bigint generated always as identity primary key,
  deleted_at timestamptz not null default now(),
  what text not null,
  table_name text not null,
  row jsonb not null
);
create index deleted_rows_deleted_at on deleted_rows (deleted_at);
-- A file stays as long as its row.
create index deleted_rows_file on deleted_rows ((row ->> 'id')) where table_name in ('cv_files', 'import_files');
