-- ZIP codes with coordinates, cities, counties and regions. 0004-places-data.ts fills them.

create table zip_codes (
  zip char(5) primary key,
  city text not null,
  state text not null,
  lat real not null,
  lon real not null,
  county char(5)
);

create table cities (
  id integer generated always as identity primary key,
  name text not null,
  state text not null,
  -- What a typed name is compared with.
  folded text not null,
  lat real not null,
  lon real not null,
  -- How many ZIP codes it has: the larger of two cities with one name comes first.
  zips integer not null,
  population integer not null default 0,
  county char(5),
  unique (folded, state)
);
create index cities_folded_trgm on cities using gin (folded gin_trgm_ops);

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
