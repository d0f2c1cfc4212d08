-- Network addresses of the audit log lie beside it, so that they can be forgotten after their period: the chain has a salted hash of
-- each, which says nothing once the address and the salt are gone.
create table audit_addresses (
  entry_id bigint primary key,
  ip inet not null,
  salt uuid not null
);
create index audit_addresses_ip on audit_addresses (host(ip) text_pattern_ops, entry_id desc);

alter table audit_log add column address_hash bytea;

create or replace function audit_hash(entry audit_log) returns bytea
  language sql immutable
  return sha256(entry.previous_hash || convert_to((jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.action, entry.actor_id, entry.subject, host(entry.ip), entry.detail
  ) || case when entry.address_hash is null then '[]'::jsonb
    else jsonb_build_array(encode(entry.address_hash, 'hex')) end)::text, 'UTF8'));

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
create function forget_audit_addresses(before timestamptz) returns integer
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

create index inquiries_created_at on inquiries (created_at);
create index job_reports_created_at on job_reports (created_at);
