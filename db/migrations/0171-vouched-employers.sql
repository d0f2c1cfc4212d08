-- Which mail domains stand for which employer, because an administrator said so: nothing that an account says about itself counts.
create table vouched_employers (
  id uuid primary key,
  domain text not null,
  -- As it was written then, and as it is compared.
  employer text not null,
  employer_key text not null,
  vouched_by uuid references users (id) on delete set null,
  vouched_at timestamptz not null default now(),
  unique (domain, employer_key)
);
