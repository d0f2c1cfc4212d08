-- What a physician says of themselves: each field with a list of values, and who reads it.
create table profiles (
  physician_id uuid primary key references users on delete cascade,
  fields jsonb not null,
  shown text[] not null default '{}',
  saved_at timestamptz not null default now()
);
