-- Who may find a profile: nobody, until its owner says so, and until when.
alter table profiles
  add column found_id uuid unique,
  add column found_until timestamptz,
  add column found_asked_at timestamptz,
  add column shows_name boolean not null default false,
  add column to_firms boolean not null default false,
  add column hidden_states text[] not null default '{}',
  -- What is shown of the fields that employers filter by.
  add column words text[] not null default '{}',
  -- Of the present employer.
  add column employer_keys text[] not null default '{}',
  add column employer_domains text[] not null default '{}';
create index profiles_words on profiles using gin (words) where found_until is not null;
create index profiles_found on profiles (saved_at desc, found_id desc) where found_until is not null;

-- Each organization that saw a profile in a list, or opened it, by day and posting. No reference to
-- the viewer: the log stays when an account ends.
create table profile_views (
  physician_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('listed', 'opened')),
  day date not null default current_date,
  job_id uuid not null,
  viewer_id uuid not null,
  organization_id uuid not null,
  employer text not null,
  times integer not null default 1,
  last_at timestamptz not null default now(),
  primary key (physician_id, day, kind, job_id, viewer_id)
);
create index profile_views_organization on profile_views (organization_id, day, kind);
