-- What a run found in its dataset: columns, outcomes and examples.
alter table imports add column report jsonb;

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
