create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_argv[0];
end $$;

-- Runs as the owner of the tables: the server can call it, and choose neither the number nor the
-- time of an entry.
create or replace function record_audit(action text, actor_id uuid, subject text, ip inet, detail jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with entry as (
    insert into audit_log (action, actor_id, subject, detail)
      values (record_audit.action, record_audit.actor_id, record_audit.subject, record_audit.detail)
      returning id
  )
  insert into audit_addresses (entry_id, ip) select id, record_audit.ip from entry where record_audit.ip is not null;
$$;

-- The server's role may read addresses, and forget old ones by this function only.
create or replace function forget_audit_addresses(before timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from audit_addresses using audit_log where id = entry_id and at < least(before, now() - interval '7 days') returning id
  )
  select count(*)::integer from forgotten;
$$;

-- Deletes entries that are older than seven years. Called until it returns 0.
create or replace function forget_audit_entries(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten integer;
begin
  perform set_config('audit.forgets', 'on', true);
  with old as (
    delete from audit_log where id in (
      select id from audit_log where at < now() - interval '7 years' order by at, id limit most
    ) returning id
  ), addresses as (
    delete from audit_addresses using old where entry_id = old.id
  )
  select count(*) into forgotten from old;
  perform set_config('audit.forgets', '', true);
  return forgotten;
end $$;

create or replace trigger audit_fixed before update or delete or truncate on audit_log
  for each statement when (coalesce(current_setting('audit.forgets', true), '') = '')
  execute function refuse_change('the audit log');

-- In replica sessions, too.
alter table audit_log enable always trigger audit_fixed;
