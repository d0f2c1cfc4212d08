-- Hooks of organizations, and what they send: ids, never what people wrote.
create table hooks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  url text not null,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  off_at timestamptz
);
create index hooks_organization on hooks (organization_id);
create table hook_deliveries (
  id uuid primary key default gen_random_uuid(),
  hook_id uuid not null references hooks on delete cascade,
  event text not null,
  data jsonb not null,
  happened_at timestamptz not null default now(),
  attempts integer not null default 0,
  attempted_at timestamptz,
  answer text,
  delivered_at timestamptz,
  due_at timestamptz default now()
);
create index hook_deliveries_hook on hook_deliveries (hook_id, happened_at);
create index hook_deliveries_due on hook_deliveries (hook_id, due_at) where due_at is not null;
