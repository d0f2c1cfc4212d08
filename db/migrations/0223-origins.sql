-- Where those who look at a posting come from, beside its days: counts alone, of what `origins.ts` knows.
create table posting_origins (
  job_id uuid not null references jobs (id) on delete cascade,
  day date not null,
  origin text not null,
  views integer not null,
  apply_clicks integer not null,
  inquiries integer not null,
  primary key (job_id, day, origin) include (views, apply_clicks, inquiries)
);
-- The whole board's last days, and days past their period.
create index posting_origins_day on posting_origins (day, origin) include (views, apply_clicks, inquiries);

-- Counted when it is sent.
alter table waiting_inquiries add column origin text;

-- Beside index_now_queue, for Google, which takes one page a call. A refusal holds the whole queue until its latest `held_until`.
create table google_index_queue (
  job_id uuid primary key,
  queued_at timestamptz not null,
  held_until timestamptz
);

-- What closed in the last days.
create index posting_events_closed on posting_events (at) include (job_id) where from_status = 'active' and to_status <> 'active';
