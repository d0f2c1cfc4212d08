-- What mail servers say of a mail after they accepted it, each thing once.
create table mail_bounces (
  mail_id uuid not null,
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  address text not null,
  at timestamptz not null default now(),
  primary key (mail_id, kind)
);
create index mail_bounces_address on mail_bounces (address, at);

-- Addresses that get less mail because of that. A lifted row stays, so that a repeated report does not bring it back.
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

alter table mails drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('queued', 'sent', 'dead', 'suppressed')) not valid;
