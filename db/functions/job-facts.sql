create or replace function keep_doubt() returns trigger language plpgsql as $$
begin
  -- Of a posting that waits no more, `follow_jobs` has emptied it.
  if tg_op = 'UPDATE' and old.doubt = '' and old.doubtful <> '{}' then
    return new;
  end if;
  new.doubt := first_doubt(new.facts, new.doubtful);
  return new;
end $$;

create or replace trigger job_facts_doubt before insert or update of facts, doubtful on job_facts
  for each row execute function keep_doubt();

-- What other sources that list a job say of its pay and place.
create or replace function said_elsewhere(job uuid) returns jsonb[] language sql stable parallel safe
return array(
  select facts || jsonb_build_object('source', source) from import_rows
  where job_id = job and facts is not null order by source
);
