-- Who is behind postings, and who works there: `src/features/employers`. A posting belongs to the organization of its owner.
create table organizations (
  id uuid primary key,
  name text not null,
  kind text,
  -- Begins with https://.
  site text,
  size text,
  description text,
  -- Somebody else vouched for it, so its page says what it says about itself.
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The addresses of a verified organization: its name's, and those of earlier names and of names that mean the same.
create table organization_names (
  slug text primary key,
  name text not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  since timestamptz not null default now()
);
create index organization_names_organization on organization_names (organization_id);

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

-- Search firms that a verified organization lets post in its name.
create table organization_agencies (
  organization_id uuid not null references organizations (id) on delete cascade,
  agency_id uuid not null references organizations (id) on delete cascade,
  allowed_at timestamptz not null default now(),
  primary key (organization_id, agency_id)
);
create index organization_agencies_agency on organization_agencies (agency_id);

-- Requests of accounts with an address in an employer's mail domain. A granted seat can be taken after a week without an objection.
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

-- Every account that hires owns an organization; this first one has the account's id.
insert into organizations (id, name, kind, site, size, description, verified_at)
select id,
  coalesce(nullif(btrim(company_name), ''), nullif(btrim(concat_ws(' ', first_name, last_name)), ''), 'Organization'),
  organization_type, case when company_website like 'https://%' then company_website end, company_size, company_description,
  case when is_verified_hospital then now() end
from users where role in ('employer', 'recruiter')
on conflict do nothing;

insert into organization_members (user_id, organization_id, seat)
select organizations.id, organizations.id, 'owner' from organizations join users using (id)
on conflict do nothing;

-- As `employer_slug` does.
insert into organization_names (slug, name, organization_id)
select slug, name, id
from (
  select id, name, btrim(regexp_replace(
    lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'
  ), '-') as slug
  from organizations where verified_at is not null
) named
where slug <> '' and slug not like 'confidential%'
order by id
on conflict do nothing;
