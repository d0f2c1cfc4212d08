-- Keys for an organization's own systems. Each acts as the member who made it.
create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  scope text not null,
  secret_hash bytea not null unique,
  made_by uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index api_keys_organization on api_keys (organization_id);
create index api_keys_maker on api_keys (made_by);
