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
