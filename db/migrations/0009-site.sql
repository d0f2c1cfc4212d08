-- What an administrator changes while the site runs, with its history.
create table site_settings (
  key text primary key,
  value jsonb not null,
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null default now()
);

create table site_setting_changes (
  id bigint generated always as identity primary key,
  key text not null,
  old_value jsonb,
  value jsonb not null,
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null
);
create index site_setting_changes_key on site_setting_changes (key, id);

-- The figures of the landing page, in one row: a task makes them anew, so that no request has to
-- read the catalogue.
create table board_figures (
  id boolean primary key default true check (id),
  jobs integer not null default 0,
  employers integer not null default 0,
  -- US dollars a year; null while there are too few postings to tell.
  median_pay integer,
  -- When they were made, how long that took, and how far the catalogue had been written to by then.
  refreshed_at timestamptz,
  took_ms integer not null default 0,
  job_writes bigint not null default -1
);
insert into board_figures default values;
