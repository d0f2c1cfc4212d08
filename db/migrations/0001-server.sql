-- What the server itself needs, whatever features it has: the audit log, mails, and what nodes tell
-- each other.

-- Who did what to rights and to other people's data. Append-only, and written by `record_audit`
-- only.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  action text not null,
  -- Not a reference: entries outlive accounts.
  actor_id uuid,
  -- What it was done to, as 'user:<id>', 'cv:<id>' …
  subject text,
  -- Nodes of the previous version read it; it is empty.
  ip inet,
  detail jsonb not null,
  -- Of the salt and the network address in `audit_addresses`.
  address_hash bytea
);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_at on audit_log (at, id);

-- Network addresses lie beside the log, so that they can be forgotten after their period: an entry
-- has a salted hash of its own, which says nothing once the address and the salt are gone.
create table audit_addresses (
  entry_id bigint primary key,
  ip inet not null,
  salt uuid not null
);
create index audit_addresses_ip on audit_addresses (host(ip) text_pattern_ops, entry_id desc);

-- Which entries the task has chained, in which order. A code covers the entry and the code before
-- it.
create table audit_chain (
  number bigint primary key,
  entry_id bigint not null unique,
  key_id text not null,
  code bytea not null
);

-- Nodes of the previous version write their entries here.
create table audit_inbox (
  id bigint generated always as identity primary key,
  action text not null check (octet_length(action) <= 100),
  actor_id uuid,
  subject text check (octet_length(subject) <= 400),
  ip inet,
  detail jsonb not null check (octet_length(detail::text) <= 16000)
);

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
  state text not null default 'queued' check (
    state in ('queued', 'waiting', 'gathered', 'sent', 'dead', 'suppressed')
  ),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delete_once_sent boolean not null default false,
  -- Limits per recipient: the address as one mailbox has it, and what kind of mail it is. Null for
  -- mails of earlier versions.
  mailbox text,
  class text,
  -- An iCalendar file that goes with it.
  calendar text,
  -- How it stands in a mail with others: { key?, many, intro?, line, more?, reason }.
  gather jsonb,
  -- Of a gathered mail: the one that carries it. That one names its parts.
  gathered_in uuid,
  parts uuid[],
  -- It leaves no earlier, and not after the end of its link.
  due_at timestamptz,
  expires_at timestamptz,
  -- When it was written; created_at is then the moment when its mailbox had room.
  waited_since timestamptz
);
create index mails_created_at on mails (created_at desc, id);
create index mails_to_address on mails (lower(to_address), created_at desc);
create index mails_state on mails (state, id desc);
create index mails_words on mails using gin (lower(to_address || ' ' || cause) gin_trgm_ops);
create index mails_mailbox on mails (mailbox, created_at) where mailbox is not null;
-- Mails that name an address are deleted with its account.
create index mails_reply_to on mails (lower(reply_to ->> 'address')) where reply_to is not null;

-- What mail servers say of a mail after they accepted it, each thing once.
create table mail_bounces (
  mail_id uuid not null,
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  address text not null,
  at timestamptz not null default now(),
  primary key (mail_id, kind)
);
create index mail_bounces_address on mail_bounces (address, at);

-- Addresses that get less mail because of that. A lifted row stays, so that a repeated report does
-- not bring it back.
create table mail_suppressions (
  id uuid primary key,
  -- In lower case.
  address text not null unique,
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  scope text not null check (scope in ('lists', 'notices', 'all')),
  reason text not null,
  mail_id uuid not null,
  at timestamptz not null default now(),
  lifted_at timestamptz
);
create index mail_suppressions_at on mail_suppressions (at desc, id) where lifted_at is null;

-- Proofs of work near a limit: each is accepted once. A row lives as long as its challenge.
create table spent_proofs (
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expiry on spent_proofs (expires_at);

-- One row a minute for each node, for a day: the pictures of the system page.
create table node_samples (
  node text not null,
  at timestamptz not null,
  version text not null,
  started_at timestamptz not null,
  requests integer not null,
  cached integer not null,
  failed integer not null,
  refused integer not null,
  p50_ms real not null,
  p95_ms real not null,
  event_loop_ms real not null,
  memory_mb real not null,
  cpu_percent real not null,
  connections integer not null,
  waiting integer not null,
  primary key (at, node)
);

-- The highest timelines of this cluster that nodes have seen elsewhere. A row that is higher than
-- the server's own means that a failover has left this server behind.
create table database_timelines (
  system text not null,
  timeline integer not null,
  seen_at timestamptz not null default now(),
  primary key (system, timeline)
);

-- What a node writes to find out whether a write can be committed.
create table node_heartbeats (
  node text primary key,
  at timestamptz not null default now()
);
