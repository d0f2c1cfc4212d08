-- The jobs that physicians saved, with what each was called then: a job that is not public any more shows nothing else.
create table favorites (
  physician_id uuid not null references users (id) on delete cascade,
  -- Not a reference: a favorite outlives its job.
  job_id uuid not null,
  saved_at timestamptz not null default now(),
  note text,
  title text not null,
  employer text not null,
  city text not null,
  state text not null,
  primary key (physician_id, job_id)
);
create index favorites_job on favorites (job_id);
