-- The inbox counts an employer's inquiries by stage, and the board ranks them, from the index alone.
create index inquiries_stages on inquiries (job_id, created_at desc, id desc) include (stage, closed_at, answered_at, read_at)
  where withdrawn_at is null;
-- The days of a posting lie far apart: a year of hundreds of postings is summed from the index alone. Only the counter writes here, and it tries again.
alter table posting_insights
  drop constraint posting_insights_pkey,
  add primary key (job_id, day) include (views, apply_clicks, visitors);
