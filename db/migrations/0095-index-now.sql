-- Jobs whose pages appeared or disappeared, for search engines; a task announces and deletes them.
create table index_now_queue (
  job_id uuid primary key,
  queued_at timestamptz not null
);

create function queue_index_now() returns trigger language plpgsql as $$
begin
  insert into index_now_queue (job_id, queued_at)
    select job_id, clock_timestamp() from (select distinct job_id from added where (to_status = 'active') <> (coalesce(from_status, '') = 'active')) changed
    on conflict (job_id) do update set queued_at = excluded.queued_at;
  return null;
end $$;

create trigger posting_events_index_now after insert on posting_events
  referencing new table as added for each statement execute function queue_index_now();
