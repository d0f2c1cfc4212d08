-- What all postings say together. A task counts the figures after changes, so that no request has
-- to read the whole catalog.
create table cached_figures (
  name text primary key,
  figures jsonb not null default 'null',
  -- When and how long the task counted, and how far the catalog had been written by then.
  refreshed_at timestamptz,
  took_ms integer not null default 0,
  job_writes bigint not null default -1
);
-- Nodes of the version before still use board_figures and pay_statistics_refresh.
