-- What databases of commit 7c607d0 and later lack. A new database has all of it.

-- An alert that cannot be matched is set aside, with the reason, until its search is worked out anew; all others go on.
alter table job_alerts add column if not exists failed_at timestamptz, add column if not exists failure text;
create index if not exists job_alerts_failed on job_alerts (failed_at) where failed_at is not null;

-- A second step can be undone by a mailed link, recovery codes have an age, and the last mail of an account goes once it is sent.

-- Codes from before count as new: an undo removes them rather than leave a thief's.
alter table recovery_codes add column if not exists created_at timestamptz not null default now();

-- Links live for an hour or a week, so the table is small.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'sign-in', 'change-email', 'undo-email', 'undo-second-step'));

alter table mails add column if not exists delete_once_sent boolean not null default false;

-- Limits per recipient: the address as one mailbox has it, and what kind of mail it is. Null for mails of earlier versions.
alter table mails add column if not exists mailbox text, add column if not exists class text;
create index if not exists mails_mailbox on mails (mailbox, created_at) where mailbox is not null;

-- Which mail domains stand for which employer, because an administrator said so: nothing that an account says about itself counts.
create table if not exists vouched_employers (
  id uuid primary key,
  domain text not null,
  -- As it was written then, and as it is compared.
  employer text not null,
  employer_key text not null,
  vouched_by uuid references users (id) on delete set null,
  vouched_at timestamptz not null default now(),
  unique (domain, employer_key)
);

-- What posters want to change about postings that a moderator has accepted; the accepted version stays until a moderator decides.
create table if not exists waiting_edits (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- Of the posting form, as its poster sent them.
  fields jsonb not null,
  -- The names of those that differ.
  changed text[] not null,
  -- Since the first of several edits that wait together.
  since timestamptz not null default now(),
  updated_at timestamptz not null
);
create index if not exists waiting_edits_since on waiting_edits (since, job_id);

alter table moderation_decisions drop constraint moderation_decisions_action_check;
alter table moderation_decisions add constraint moderation_decisions_action_check check (
  action in (
    'approve', 'reject', 'remove', 'read', 'edit', 'accept', 'dismiss', 'approve-source', 'reject-source', 'answer', 'approve-edit',
    'reject-edit'
  )
) not valid;
alter table moderation_decisions validate constraint moderation_decisions_action_check;

-- The highest timelines of this cluster that nodes have seen elsewhere. A row that is higher than the server's own means that a failover has
-- left this server behind.
create table if not exists database_timelines (
  system text not null,
  timeline integer not null,
  seen_at timestamptz not null default now(),
  primary key (system, timeline)
);

-- What a node writes to find out whether a write can be committed.
create table if not exists node_heartbeats (
  node text primary key,
  at timestamptz not null default now()
);

-- Functions and triggers have moved to db/functions. What follows from a change of jobs has one entry there.
do $$
begin
  if exists (select from pg_attribute where attrelid = 'job_search'::regclass and attname = 'facets') then return; end if;

  drop trigger record_inserted on jobs;
  drop trigger record_updated on jobs;
  drop trigger record_deleted on jobs;
  drop trigger invalidate_updated on jobs;
  drop trigger invalidate_deleted on jobs;
  drop trigger record_arrivals_inserted on jobs;
  drop trigger record_arrivals_updated on jobs;
  drop trigger outdate_fingerprint_edited on jobs;
  drop trigger outdate_fingerprint_moved on jobs;
  drop trigger forget_fingerprint on jobs;
  drop trigger close_likely_duplicates on jobs;
  drop trigger move_inserted_to_delta on job_search;
  drop trigger move_updated_to_delta on job_search;
  drop trigger move_deleted_to_delta on job_search;
  drop trigger audit_fixed on audit_log;
  drop trigger audit_kept on audit_log;
  drop trigger audit_seals_fixed on audit_seals;
  drop trigger audit_seals_kept on audit_seals;
  drop trigger posting_events_fixed on posting_events;
  drop function record_job_insert, record_job_update, record_job_delete, invalidate_jobs, record_arrivals, outdate_fingerprint,
    forget_fingerprint, close_likely_duplicates, move_inserted_to_delta, move_updated_to_delta, move_deleted_to_delta,
    refuse_audit_change, refuse_posting_event_change, search_segments, search_document, county_word;

  -- What the rest of the row means, and its values that facets count; a task fills both.
  alter table job_search add column version integer not null default 0, add column facets text[];
  alter table job_search alter column facets set storage main;

  -- What belongs to a segment goes after it, in small pieces, and a job may be in an old and in a new one until then.
  alter table segment_postings drop constraint segment_postings_segment_fkey;
  alter table segment_jobs drop constraint segment_jobs_segment_fkey, drop constraint segment_jobs_job_id_key;
  alter table segment_tombstones drop constraint segment_tombstones_segment_fkey;
  alter table segment_locations drop constraint segment_locations_segment_fkey;
  alter table segment_orders drop constraint segment_orders_segment_fkey;
  create index segment_jobs_job on segment_jobs (job_id);
end $$;

-- Entries of the audit log are appended in the transaction of their action, and a task chains them afterwards with a key that is not in the
-- database.
do $$
begin
  if to_regclass('audit_chain') is not null then return; end if;

  drop trigger audit_append on audit_inbox;
  drop trigger audit_chain on audit_log;
  drop trigger if exists audit_fixed on audit_log;
  drop trigger if exists audit_seals_fixed on audit_seals;
  drop function chain_audit_entry, audit_hash;

  create table audit_chain (
    number bigint primary key,
    entry_id bigint not null unique,
    key_id text not null,
    code bytea not null
  );

  alter table audit_log alter at set default clock_timestamp();
  alter table audit_log alter id add generated always as identity;
  perform setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) from audit_log having max(id) is not null;

  -- The task chains what was there before as well; where the former chain ended stays readable.
  insert into audit_log (action, detail, previous_hash, hash)
    select 'audit.rechained',
      jsonb_build_object('entries', id, 'lastHash', encode(hash, 'hex'), 'sealed', (select max(last_id) from audit_seals)), '', ''
    from audit_log order by id desc limit 1;
  drop table audit_seals;
  alter table audit_log drop column previous_hash, drop column hash;

  -- Addresses of the first entries move beside the log, too. A node of the previous version reads the empty column.
  insert into audit_addresses select id, ip, gen_random_uuid() from audit_log where ip is not null on conflict do nothing;
  update audit_log a set ip = null, address_hash = sha256(convert_to(d.salt::text || host(d.ip), 'UTF8'))
    from audit_addresses d where entry_id = a.id and a.ip is not null;
  drop index audit_log_ip;
end $$;
