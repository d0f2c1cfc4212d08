-- The one entry for what follows from a change of jobs, in its transaction. The rows of a statement
-- are never joined with each other: it may change one job or all of them, and a plan is made once.
create or replace function follow_jobs() returns trigger language plpgsql as $$
declare
  was_active uuid[] := '{}';
  now_active uuid[] := '{}';
  closed uuid[] := '{}';
  waits uuid[];
  waited uuid[];
begin
  if tg_op <> 'INSERT' then
    was_active := array(select id from old_rows where status = 'active');
  end if;
  if tg_op = 'DELETE' then
    closed := array(select id from old_rows);
  else
    now_active := array(select id from new_rows where status = 'active');
    -- Each once in its life: who has alerts is asked about it.
    insert into job_arrivals (job_id) select unnest(now_active) except select unnest(was_active) on conflict do nothing;
  end if;
  if tg_op = 'UPDATE' then
    closed := array(
      select id from old_rows where status in ('pending', 'active') except select id from new_rows where status in ('pending', 'active')
    );
    waited := array(select id from old_rows where status = 'pending' except select id from new_rows where status = 'pending');
    waits := array(select id from new_rows where status = 'pending' except select id from old_rows where status = 'pending');
    update job_facts set doubt = case when job_id = any (waits) then first_doubt(facts, doubtful) else '' end
      where job_id = any (waited || waits) and doubtful <> '{}';
    -- A fingerprint that an edit made wrong is made anew, and compared again.
    insert into job_fingerprints (job_id)
      select id
      from (
        select id, title, employer, city, state, specialty, description from new_rows where status in ('pending', 'active')
        except
        select id, title, employer, city, state, specialty, description from old_rows where status in ('pending', 'active')
      ) changed
      on conflict (job_id) do update set
        title = null, employer = null, same_job = null, same_place = null, same_employer = null, compared_at = null;
    delete from likely_duplicates where status = 'open' and (job_a = any (closed) or job_b = any (closed));
  end if;
  delete from job_fingerprints where job_id = any (closed);
  perform refresh_job_search(was_active || now_active);
  -- Tells every node at commit which jobs are not what cached answers show; 200 ids fit into a
  -- message. Nothing shows a new job.
  if cardinality(was_active) > 0 then
    perform pg_notify(
      'cache_invalidation', case when cardinality(was_active) > 200 then 'all' else array_to_string(was_active, ',') end
    );
  end if;
  return null;
end $$;

create or replace trigger follow_inserted after insert on jobs referencing new table as new_rows
  for each statement execute function follow_jobs();
create or replace trigger follow_updated after update on jobs referencing old table as old_rows new table as new_rows
  for each statement execute function follow_jobs();
create or replace trigger follow_deleted after delete on jobs referencing old table as old_rows
  for each statement execute function follow_jobs();
