-- When a source last listed an imported job. Beside `jobs`, because a run over a hundred thousand known rows would otherwise
-- write each of them anew. Without a row the job was last seen when it was added.
create table job_sightings (
  job_id uuid primary key references jobs (id) on delete cascade,
  seen_at timestamptz not null
) with (fillfactor = 80);

-- The apply links of live imported jobs, and how they answered.
create table apply_links (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- SHA-256 of the address: jobs that share a link share its checks.
  link bytea not null,
  host text not null,
  -- At most once a week.
  due_at timestamptz not null,
  checked_at timestamptz,
  -- The last answer in words: '404', 'timeout'.
  answer text,
  -- On different days, since the link last worked.
  failures smallint not null default 0,
  failed_on date
);
create index apply_links_due on apply_links (due_at, host);
create index apply_links_link on apply_links (link);
