-- Searches whose new jobs somebody gets by mail.
create table job_alerts (
  id uuid primary key,
  email text not null check (email = lower(email)),
  -- Whoever has an account with this address, once that is verified.
  user_id uuid references users (id) on delete cascade,
  -- Pending until the address's owner has confirmed.
  status text not null check (status in ('pending', 'active', 'paused')),
  -- The query string of the search in its canonical order: equal searches are equal texts.
  search text not null,
  -- The search as the jobs feature has worked it out, with which version of its rules, and when.
  stored jsonb not null,
  stored_version text not null,
  stored_at timestamptz not null,
  frequency text not null check (frequency in ('instant', 'daily', 'weekly')),
  time_zone text not null,
  -- When the next mail of a daily or weekly alert is due, if there is anything to mail.
  due_at timestamptz not null,
  mails_sent integer not null default 0,
  last_mail_at timestamptz,
  created_at timestamptz not null,
  -- An alert that cannot be matched is set aside, with the reason, until its search is worked out
  -- anew; all others go on.
  failed_at timestamptz,
  failure text,
  unique (email, search)
);
create index job_alerts_due on job_alerts (due_at) where status = 'active' and frequency <> 'instant';
create index job_alerts_active on job_alerts (id) where status = 'active';
create index job_alerts_user on job_alerts (user_id) where user_id is not null;
create index job_alerts_failed on job_alerts (failed_at) where failed_at is not null;
create index job_alerts_pending on job_alerts (created_at) where status = 'pending';

-- The jobs that wait to be mailed. Without foreign keys: they would hold a lock on every matched
-- alert, and people would wait for it who change theirs.
create table job_alert_matches (
  alert_id uuid not null,
  job_id uuid not null,
  primary key (alert_id, job_id)
);

-- Jobs that have become public, each once in its life: the queue that alerts are matched from. A
-- row is there if and only if the job's transaction has committed, so however long that took,
-- nothing is overtaken and missed, as it would be by comparing times.
create table job_arrivals (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- Null until the alerts have been asked about it. The row stays: a job that comes back is not
  -- new.
  matched_at timestamptz
);
create index job_arrivals_unmatched on job_arrivals (job_id) where matched_at is null;
