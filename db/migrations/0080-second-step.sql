-- A second step at sign-in, proofs of identity within a session, and changes of an account's address.

create table passkeys (
  -- The credential's id in base64url.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  public_key bytea not null,
  -- The authenticator's count of signatures; synchronized passkeys stay at zero.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table authenticators (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted with a key derived from the server's secret.
  sealed_secret text not null,
  -- Null until the first code was right.
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that a code is accepted once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- When the session's holder last proved who they are. Sessions from before have to prove it again.
alter table sessions add column proved_at timestamptz;
alter table sessions alter column proved_at set default now();

-- Links live for an hour or a week, so the table is small.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'sign-in', 'change-email', 'undo-email'));
