-- Counties and regions, and what cities lacked. 0022-places-data.ts fills them.

alter table zip_codes add column county char(5);

alter table cities
  add column population integer not null default 0,
  add column county char(5);

create table counties (
  -- The FIPS code.
  fips char(5) primary key,
  -- Without 'County' or 'Parish'.
  name text not null,
  state text not null,
  -- What a typed name is compared with.
  folded text not null
);

-- Metropolitan areas, regions and nicknames: whole states or single counties.
create table regions (
  label text primary key,
  -- As people write them, folded.
  names text[] not null,
  states text[] not null default '{}',
  counties text[] not null default '{}',
  constraint states_or_counties check ((states = '{}') <> (counties = '{}'))
);
