-- A press on several applications, which a task works on in batches. Once it has ended, nothing of
-- the applications stays in the row.
create table inquiry_presses (
  id uuid primary key,
  actor_id uuid not null references users on delete cascade,
  action jsonb not null,
  ids uuid[] not null,
  -- Of a move: those that its maker saw.
  versions integer[] not null,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index inquiry_presses_actor on inquiry_presses (actor_id);
