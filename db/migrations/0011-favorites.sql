-- The jobs that physicians saved, with what each was called then: a job that is not public any more
-- shows nothing else.
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
  -- How far the physician is with it, and what comes next.
  status text not null default 'saved',
  next_step text,
  next_on date,
  -- Counts the changes, so that a stale save is noticed.
  version integer not null default 0,
  -- The time of day of the next step, as the clock shows it in `next_zone`; null for the whole day.
  next_time time(0),
  next_zone text,
  -- A removed favorite keeps what the physician wrote for thirty days, so that the removal can be
  -- undone.
  removed_at timestamptz,
  constraint favorites_status check (status in ('saved', 'applied', 'interview', 'offer', 'closed')),
  primary key (physician_id, job_id)
);
create index favorites_job on favorites (job_id);

-- What the desk remembers of a physician: the last two visits, and the message that goes with a CV
-- by one tap.
create table physician_desks (
  physician_id uuid primary key references users (id) on delete cascade,
  visited_at timestamptz,
  -- The end of the visit before the current one.
  previous_visit_at timestamptz,
  introduction text,
  version integer not null default 0
);
