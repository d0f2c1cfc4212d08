-- What hooks send: what happens to postings of an organization's members. In the transaction of the
-- cause; the words of people stay out, because a reader asks for them with a key.
create or replace function queue_hook_deliveries() returns trigger language plpgsql as $$
declare
  events jsonb;
  hooked uuid[];
begin
  if not exists (select from hooks where off_at is null) then
    return null;
  end if;
  if tg_table_name = 'posting_events' then
    -- A posting that is posted and published at once is one event.
    events := (select jsonb_agg(event) from (
      select distinct on (job_id) jsonb_build_object('job', job_id, 'type', 'posting.changed',
        'data', jsonb_build_object('action', action, 'status', to_status)) as event
      from added where to_status is distinct from from_status order by job_id, id desc
    ) last);
  elsif tg_table_name = 'inquiries' then
    events := (select jsonb_agg(jsonb_build_object('job', job_id, 'type', 'application.received',
      'data', jsonb_build_object('applicationId', id))) from added);
  elsif tg_table_name = 'inquiry_replies' then
    events := (select jsonb_agg(jsonb_build_object('job', job_id, 'type', 'message.received',
      'data', jsonb_build_object('applicationId', inquiry_id, 'messageId', added.id)))
      from added join inquiries on inquiries.id = inquiry_id where by_sender);
  else
    events := (select jsonb_agg(jsonb_build_object('job', job_id, 'type', 'application.moved',
      'data', jsonb_build_object('applicationId', inquiry_id, 'stage', added.stage)))
      from added join inquiries on inquiries.id = inquiry_id where action is null);
  end if;
  with due as (
    insert into hook_deliveries (hook_id, event, data)
    select hooks.id, event ->> 'type',
      event -> 'data' || jsonb_build_object('postingId', jobs.id, 'reference', requisition)
    from jsonb_array_elements(events) event
    join jobs on jobs.id = (event ->> 'job')::uuid
    join organization_members m on m.user_id = owner_id
    join hooks on hooks.organization_id = m.organization_id
    where off_at is null and event ->> 'type' = any (hooks.events)
    returning hook_id
  )
  select array_agg(distinct hook_id) into hooked from due;
  -- As the server enqueues a task; without a worker since the start, the minutely task finds them.
  insert into pgboss.job (name, data, singleton_key, keep_until, policy, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter)
  select name, jsonb_build_object('hookId', hook), hook::text,
    now() + retention_seconds * interval '1 second', policy, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter
  from pgboss.queue, unnest(hooked) hook where name = 'deliver-hook'
  on conflict do nothing;
  return null;
end $$;

create or replace trigger posting_events_hooks after insert on posting_events
  referencing new table as added for each statement execute function queue_hook_deliveries();
create or replace trigger inquiries_hooks after insert on inquiries
  referencing new table as added for each statement execute function queue_hook_deliveries();
create or replace trigger inquiry_replies_hooks after insert on inquiry_replies
  referencing new table as added for each statement execute function queue_hook_deliveries();
create or replace trigger inquiry_events_hooks after insert on inquiry_events
  referencing new table as added for each statement execute function queue_hook_deliveries();
