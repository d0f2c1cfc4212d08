-- People, how they prove who they are, where they are signed in, and the organizations that they
-- work for. Tokens are stored as hashes only.

create table users (
  id uuid primary key,
  -- Lower case; null for people whose identity provider tells none.
  email text unique check (email = lower(email)),
  email_verified_at timestamptz,
  first_name text,
  last_name text,
  -- Null until it is chosen after the first sign-in with a provider.
  role text check (role in ('physician', 'employer', 'recruiter', 'moderator', 'admin')),
  -- A PHC string; null for people who sign in with a provider only.
  password_hash text,
  profile_image_url text,
  company_name text,
  company_phone text,
  company_website text,
  company_size text,
  company_description text,
  organization_type text,
  -- A sample account: it opens nothing in production.
  is_demo boolean not null default false,
  suspended_at timestamptz,
  -- One of the words of the accounts feature, and an administrator's own; both go when it is
  -- lifted.
  suspension_reason text,
  suspension_note text,
  -- Counts changes of role, mark and suspension, so that nobody decides about what they have not
  -- seen.
  revision integer not null default 0,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Raised when the account's ways in are closed: marks of browsers made before it are void.
  device_epoch integer not null default 0,
  -- Somebody who signed up as the wrong one can choose again, once.
  role_chosen_again_at timestamptz,
  -- Stored: to fold the accents of a million rows takes seconds.
  search_text text not null generated always as (user_search_text(first_name, last_name, email, company_name)) stored,
  check (suspended_at is not null or (suspension_reason is null and suspension_note is null))
);
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_name on users (user_sort_name(first_name, last_name, email), id);
-- Ids are in the order of creation.
create index users_role on users (role, id);
create index users_unverified on users (id) where email_verified_at is null;
create index users_suspended on users (id) where suspended_at is not null;

create table user_identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index user_identities_user on user_identities (user_id);

create table sessions (
  token_hash bytea primary key,
  -- What its owner sees and revokes; the token itself is nobody's to see.
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip inet,
  user_agent text,
  -- When the session's holder last proved who they are.
  proved_at timestamptz default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table account_tokens (
  token_hash bytea primary key,
  purpose text not null check (
    purpose in ('verify-email', 'reset-password', 'sign-in', 'change-email', 'undo-email', 'undo-second-step')
  ),
  user_id uuid not null references users (id) on delete cascade,
  -- The address it was sent to: it proves nothing about a later one.
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index account_tokens_user on account_tokens (user_id, purpose);

create table sign_in_failures (
  -- What is counted: an account seen from unknown devices, one device of an account, or an address.
  key text primary key,
  failures integer not null,
  last_at timestamptz not null
);
create index sign_in_failures_age on sign_in_failures (last_at);

-- Sign-ins with a provider that have come back: each does so once. A row lives as long as its
-- cookie could be sent again.
create table spent_sign_ins (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_sign_ins_expiry on spent_sign_ins (expires_at);

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
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Who is behind postings, and who works there: `src/features/employers`. A posting belongs to the
-- organization of its owner.
create table organizations (
  id uuid primary key,
  name text not null,
  kind text,
  -- Begins with https://.
  site text,
  size text,
  description text,
  -- In the file store, in two sizes below this id; the page of a verified organization shows it.
  logo_id uuid,
  -- After so many months applications to its postings are deleted, where that is sooner than the
  -- site does it.
  keep_months smallint,
  -- Suspended as a whole, whoever holds which seat.
  suspended_at timestamptz,
  suspension_reason text,
  suspension_note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index organizations_logo on organizations (logo_id) where logo_id is not null;

-- An account has one seat at most. Without one it is alone with its postings.
create table organization_members (
  user_id uuid primary key references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  seat text not null check (seat in ('owner', 'recruiter', 'assigned', 'reader')),
  since timestamptz not null default now()
);
create index organization_members_organization on organization_members (organization_id);

create table organization_invitations (
  id uuid primary key,
  -- SHA-256 of the secret in the mailed link.
  token_hash bytea not null unique,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Lower case.
  email text not null,
  seat text not null check (seat in ('owner', 'recruiter', 'assigned', 'reader')),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (organization_id, email)
);

-- Who speaks for an employer's name, by whose word: the only place that says it.
-- `src/features/names` has the rule.
create table name_grants (
  id uuid primary key,
  -- As it was written; compared by its key, and the address of its page.
  name text not null check (name <> ''),
  name_key text not null generated always as (name_key(name)) stored check (name_key <> ''),
  slug text not null generated always as (employer_slug(name)) stored,
  -- To whom: an organization, or every account with a confirmed address in a mail domain.
  organization_id uuid references organizations (id) on delete cascade,
  domain text check (domain = lower(domain)),
  kind text not null check (kind in ('own', 'client')),
  -- By whose word: an administrator's, a moderator's acceptance of a posting, the owner's of the
  -- name, or a claim of a name that nobody had.
  authority text not null check (authority in ('administrator', 'moderator', 'owner', 'claim')),
  granted_by uuid references users (id) on delete set null,
  asked_at timestamptz not null default now(),
  -- Null: a claim that waits for an administrator.
  granted_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users (id) on delete set null,
  check (num_nonnulls(organization_id, domain) = 1)
);
-- A name and its page have one owner.
create unique index name_grants_owner on name_grants (name_key)
  where kind = 'own' and authority in ('administrator', 'claim') and organization_id is not null and granted_at is not null
    and withdrawn_at is null;
create unique index name_grants_page on name_grants (slug)
  where kind = 'own' and authority in ('administrator', 'claim') and organization_id is not null and granted_at is not null
    and withdrawn_at is null and slug <> '';
create unique index name_grants_once on name_grants (organization_id, name_key, kind, authority) where withdrawn_at is null;
create unique index name_grants_domain on name_grants (domain, name_key) where withdrawn_at is null;
create index name_grants_key on name_grants (name_key) where withdrawn_at is null;
create index name_grants_waiting on name_grants (asked_at) where granted_at is null and withdrawn_at is null;
create index name_grants_granted_by on name_grants (granted_by) where granted_by is not null;
create index name_grants_withdrawn_by on name_grants (withdrawn_by) where withdrawn_by is not null;

-- The owner of each name: one organization.
create view owned_names as
  select organization_id, name, name_key, slug, authority from name_grants
  where kind = 'own' and authority in ('administrator', 'claim') and organization_id is not null and granted_at is not null
    and withdrawn_at is null;

-- Whose address may still stand in a team's postings: hashes of the addresses of those who left it.
create table organization_leavers (
  organization_id uuid not null references organizations (id) on delete cascade,
  mailbox_hash bytea not null,
  left_at timestamptz not null default now(),
  primary key (organization_id, mailbox_hash)
);

-- Requests of accounts with an address in an employer's mail domain. A granted seat can be taken
-- after a week without an objection.
create table seat_requests (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  slug text not null,
  employer text not null,
  domain text not null,
  status text not null default 'open' check (status in ('open', 'granted', 'refused', 'taken')),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null
);
create unique index seat_requests_once on seat_requests (user_id, slug) where status in ('open', 'granted');
create index seat_requests_open on seat_requests (slug, asked_at) where status in ('open', 'granted');
