-- A source may be the careers page of an organization: its rows become postings of an account.
alter table import_sources
  add column organization_id uuid references organizations (id) on delete cascade,
  -- The account that connected it.
  add column owner_id uuid references users (id) on delete set null,
  -- Whose openings they are where a row does not say so.
  add column employer text,
  -- Specialties that the organization does not bring.
  add column left_out text[] not null default '{}';
-- One page has one owner.
create unique index import_sources_page on import_sources (url) where organization_id is not null;
create index import_sources_organization on import_sources (organization_id) where organization_id is not null;

-- A posting that the page of its organization lists: the page changes, closes and reopens it.
alter table jobs add column follows_page boolean not null default false;
