-- The last day on which a poster takes applications, 'YYYY-MM-DD' at the job's place; the posting then ends before its period does.
alter table jobs
  add column apply_until text,
  -- The end of the period, while `apply_until` ends the posting before it.
  add column period_ends_at timestamptz;
