-- ZIP codes with coordinates, and the cities they make up. 0004-places-data.ts fills both.

-- One spelling for 'St. Louis', 'SAINT LOUIS' and 'st louis'.

create table zip_codes (
  zip char(5) primary key,
  city text not null,
  state text not null,
  lat real not null,
  lon real not null
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
  unique (folded, state)
);
create index cities_folded_trgm on cities using gin (folded gin_trgm_ops);
