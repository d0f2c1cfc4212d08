create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_argv[0];
end $$;

create or replace function audit_hash(entry audit_log) returns bytea
  language sql immutable
  return sha256(entry.previous_hash || convert_to((jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.action, entry.actor_id, entry.subject, host(entry.ip), entry.detail
  ) || case when entry.address_hash is null then '[]'::jsonb
    else jsonb_build_array(encode(entry.address_hash, 'hex')) end)::text, 'UTF8'));

create or replace function chain_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_log;
begin
  -- One after the other until commit, or two entries would follow the same one.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select * into last from audit_log order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last.hash, ''::bytea);
  new.hash := audit_hash(new);
  return new;
end $$;

-- Runs as the owner of the tables: the server needs only the right to insert into the inbox.
create or replace function append_audit_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_salt uuid := gen_random_uuid();
  entry_id bigint;
begin
  insert into audit_log (action, actor_id, subject, detail, address_hash)
    values (new.action, new.actor_id, new.subject, new.detail, sha256(convert_to(own_salt::text || host(new.ip), 'UTF8')))
    returning id into entry_id;
  if new.ip is not null then
    -- A row that is there belongs to an entry that was removed: it then contradicts the new one, and verification shows it.
    insert into audit_addresses values (entry_id, new.ip, own_salt) on conflict do nothing;
  end if;
  delete from audit_inbox where id = new.id;
  return null;
end $$;

-- The server's role may read addresses, and forget old ones by this function only.
create or replace function forget_audit_addresses(before timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_id bigint;
  forgotten integer;
begin
  select max(id) into last_id from audit_log where at < least(before, now() - interval '7 days');
  delete from audit_addresses where entry_id <= last_id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

create or replace trigger audit_chain before insert on audit_log
  for each row execute function chain_audit_entry();

drop trigger if exists audit_append on audit_inbox;
create constraint trigger audit_append after insert on audit_inbox
  deferrable initially deferred for each row execute function append_audit_entry();

create or replace trigger audit_fixed before update or delete or truncate on audit_log
  for each statement execute function refuse_change('the audit log');
create or replace trigger audit_seals_fixed before update or delete or truncate on audit_seals
  for each statement execute function refuse_change('the audit log');

-- In replica sessions, too.
alter table audit_log enable always trigger audit_fixed;
alter table audit_seals enable always trigger audit_seals_fixed;
alter table audit_inbox enable always trigger audit_append;
