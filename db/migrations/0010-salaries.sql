-- What active postings pay, per specialty and per specialty in one state. A task makes it anew;
-- small groups are left out.
create table pay_statistics (
  specialty text not null,
  -- Null for the specialty in the whole country.
  state text,
  postings integer not null,
  -- US dollars a year.
  lowest integer not null,
  lower_quartile integer not null,
  median integer not null,
  upper_quartile integer not null,
  highest integer not null,
  unique nulls not distinct (specialty, state)
);

-- One row: when the summary was made, how long that took, and how far the catalogue had been
-- written to by then.
create table pay_statistics_refresh (
  id boolean primary key default true check (id),
  refreshed_at timestamptz,
  took_ms integer not null default 0,
  job_writes bigint not null default -1
);
insert into pay_statistics_refresh default values;
