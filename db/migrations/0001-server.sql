-- What the server itself needs, whatever features it has: text folding, the audit log, and mails.


-- unaccent() alone may not stand in an index or a generated column, because its dictionary could be changed.

-- The planner takes a look into a text vector for as cheap as a comparison, though it lies out of line, and would rather read
-- the whole table than the index. Only a superuser may correct that; elsewhere it stays as it is.
do $$
begin
  alter function pg_catalog.ts_match_vq(tsvector, tsquery) cost 200;
exception when insufficient_privilege then
  raise notice 'the cost of text search stays at its default';
end $$;

-- Who did what to rights and to other people's data. Append-only: the database refuses everything but an insert, and each
-- entry carries the hash of the one before it, so that a gap or a change shows.
create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  action text not null,
  -- Not a reference: entries outlive accounts.
  actor_id uuid,
  -- What it was done to, as 'user:<id>', 'cv:<id>' …
  subject text,
  ip inet,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_at on audit_log (at, id);
create index audit_log_ip on audit_log (host(ip) text_pattern_ops, id desc);

create function audit_hash(entry audit_log) returns bytea
  language sql immutable
  return sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.action, entry.actor_id, entry.subject, host(entry.ip), entry.detail
  )::text, 'UTF8'));

create function chain_audit_entry() returns trigger language plpgsql as $$
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
create trigger audit_chain before insert on audit_log
  for each row execute function chain_audit_entry();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_fixed before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_kept before truncate on audit_log
  for each statement execute function refuse_audit_change();
-- In replica sessions, too.
alter table audit_log enable always trigger audit_fixed, enable always trigger audit_kept;

-- Every mail from the moment that something caused it, rendered, until it is purged.
create table mails (
  id uuid primary key,
  -- What it is about, once: a second mail for the same cause is not taken.
  cause text not null unique,
  to_address text not null,
  -- { name?, address }
  reply_to jsonb,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null default '{}',
  -- It carries a secret: its body is blanked as soon as it is sent or dead.
  sensitive boolean not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_created_at on mails (created_at desc, id);
create index mails_to_address on mails (lower(to_address), created_at desc);
create index mails_state on mails (state, id desc);
create index mails_words on mails using gin (lower(to_address || ' ' || cause) gin_trgm_ops);
