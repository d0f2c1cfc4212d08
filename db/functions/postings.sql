create or replace function queue_index_now() returns trigger language plpgsql as $$
declare
  changed uuid[] := array(select distinct job_id from added where (to_status = 'active') <> (coalesce(from_status, '') = 'active'));
begin
  insert into index_now_queue (job_id, queued_at) select unnest(changed), clock_timestamp()
    on conflict (job_id) do update set queued_at = excluded.queued_at;
  insert into google_index_queue (job_id, queued_at) select unnest(changed), clock_timestamp()
    on conflict (job_id) do update set queued_at = excluded.queued_at;
  return null;
end $$;

-- Whether the public saw a posting that has closed. One that was added hidden was active for no
-- moment; what is held counts as removed.
create or replace function was_public(posting uuid) returns boolean language sql stable parallel safe
return not exists (select from posting_holds where job_id = posting and lifted_at is null)
  and coalesce((
    select max(at) filter (where from_status = 'active') > min(at) filter (where to_status = 'active')
    from posting_events where job_id = posting
  ), true);

create or replace trigger posting_events_index_now after insert on posting_events
  referencing new table as added for each statement execute function queue_index_now();

-- Foreign keys act inside triggers of their own, at a depth of one. Retention says that it is at
-- work.
create or replace trigger posting_events_fixed before update or delete on posting_events
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('posting_events.forgets', true), '') = '')
  execute function refuse_change('the history of postings');
