create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_argv[0];
end $$;

-- Runs as the owner of the tables: the server can call it, and choose neither the number nor the time of an entry.
create or replace function record_audit(action text, actor_id uuid, subject text, ip inet, detail jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with address as (select record_audit.ip, gen_random_uuid() as salt),
  entry as (
    insert into audit_log (action, actor_id, subject, detail, address_hash)
      select record_audit.action, record_audit.actor_id, record_audit.subject, record_audit.detail,
        sha256(convert_to(salt::text || host(address.ip), 'UTF8'))
      from address
      returning id
  )
  insert into audit_addresses select id, address.ip, salt from entry, address where address.ip is not null;
$$;

-- Nodes of the previous version write here.
create or replace function append_audit_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_audit(new.action, new.actor_id, new.subject, new.ip, new.detail);
  delete from audit_inbox where id = new.id;
  return null;
end $$;

-- The server's role may read addresses, and forget old ones by this function only.
create or replace function forget_audit_addresses(before timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from audit_addresses using audit_log where id = entry_id and at < least(before, now() - interval '7 days') returning id
  )
  select count(*)::integer from forgotten;
$$;

-- Deletes the oldest entries, up to one that is younger than seven years. Of the forgotten ones the last stays, with its link and the code
-- before it: it proves that all before it were as old. Called until it returns 0.
create or replace function forget_audit_entries(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last bigint;
  forgotten integer;
begin
  select max(number) into last from (
    select number, bool_or(at >= now() - interval '7 years') over (order by number) as stays
    from (select number, at from audit_chain left join audit_log on id = entry_id order by number limit most) oldest
  ) old where stays is not true;
  perform set_config('audit.forgets', 'on', true);
  delete from audit_addresses using audit_chain where audit_addresses.entry_id = audit_chain.entry_id and number < last;
  delete from audit_log using audit_chain where id = entry_id and number < last;
  get diagnostics forgotten = row_count;
  delete from audit_chain where number < last - 1;
  perform set_config('audit.forgets', '', true);
  return forgotten;
end $$;

create or replace trigger audit_append after insert on audit_inbox for each row execute function append_audit_entry();
create or replace trigger audit_fixed before update or delete or truncate on audit_log
  for each statement when (coalesce(current_setting('audit.forgets', true), '') = '')
  execute function refuse_change('the audit log');
create or replace trigger audit_chain_fixed before update or delete or truncate on audit_chain
  for each statement when (coalesce(current_setting('audit.forgets', true), '') = '')
  execute function refuse_change('the audit log');

-- In replica sessions, too.
alter table audit_log enable always trigger audit_fixed;
alter table audit_chain enable always trigger audit_chain_fixed;
