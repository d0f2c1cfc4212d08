-- Entries join the chain of the audit log when their transaction commits, so that a long transaction that records early delays no
-- other. The server needs only the right to insert here: the functions run as the owner of the tables.
create table audit_inbox (
  id bigint generated always as identity primary key,
  action text not null check (octet_length(action) <= 100),
  actor_id uuid,
  subject text check (octet_length(subject) <= 400),
  ip inet,
  detail jsonb not null check (octet_length(detail::text) <= 16000)
);

create function append_audit_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (action, actor_id, subject, ip, detail)
    values (new.action, new.actor_id, new.subject, new.ip, new.detail);
  delete from audit_inbox where id = new.id;
  return null;
end $$;
create constraint trigger audit_append after insert on audit_inbox
  deferrable initially deferred for each row execute function append_audit_entry();
alter table audit_inbox enable always trigger audit_append;

-- A seal covers the entries after the one before it. Its code is computed by the server with a key that is not in the database, over the
-- seal before it and the hash of its last entry, which covers all earlier ones.
create table audit_seals (
  number bigint primary key,
  first_id bigint not null,
  last_id bigint not null unique,
  last_hash bytea not null,
  sealed_at timestamptz not null,
  key_id text not null,
  code bytea not null
);
create trigger audit_seals_fixed before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create trigger audit_seals_kept before truncate on audit_seals
  for each statement execute function refuse_audit_change();
alter table audit_seals enable always trigger audit_seals_fixed, enable always trigger audit_seals_kept;
