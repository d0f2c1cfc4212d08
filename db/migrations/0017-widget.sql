-- The name under which an account's jobs are shown on other sites: public, and it says nothing about the account.
create table widgets (
  id text primary key,
  owner_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
