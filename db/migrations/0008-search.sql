-- What searches read. All of it is derived from `jobs`, by triggers in the transaction of the change or by tasks.

-- The labels that the search box suggests, and the single words that typing errors are mended to, of active jobs.
create table search_vocabulary (
  kind text not null check (kind in ('specialty', 'title', 'place', 'employer', 'word')),
  label text not null,
  -- Lower case without accents: what typed text is compared with.
  folded text not null,
  n integer not null,
  primary key (kind, label)
);
create index search_vocabulary_words on search_vocabulary using gin (folded gin_trgm_ops) where kind = 'word';
create index search_vocabulary_labels on search_vocabulary using gin (folded gin_trgm_ops) where kind <> 'word';
create index search_vocabulary_prefix on search_vocabulary (kind, folded text_pattern_ops);

-- What could have been meant by a mistyped word or name. The default threshold (0.3) misses swapped letters in short ones.
create function similar_words(typed text) returns table (word text, n integer)
  language sql stable set pg_trgm.similarity_threshold = 0.2
  as $$
    select folded, n from search_vocabulary
    where kind = 'word' and folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
    union all
    select folded, zips from cities
    where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2 and zips >= 3
  $$;

create function similar_cities(typed text) returns setof cities
  language sql stable set pg_trgm.similarity_threshold = 0.2
  as $$
    select * from cities where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
  $$;

create function specialty_lexeme(text) returns text
  language sql immutable strict parallel safe
  return 'sp' || regexp_replace(lower($1), '[^a-z]', '', 'g');

-- Without the signs that the parser builds names and numbers from, 'OB/GYN', 'J-1' and '24/7' fall into the same words
-- however they are written. (One `translate` for all of them takes many times longer than these.)
create function search_text(text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    public.fold_accents(coalesce($1, ''))
    , '/', ' '), '-', ' '), '.', ' '), '@', ' '), '_', ' '), '+', ' ')
    , ':', ' '), '&', ' '), '<', ' '), '~', ' '), '•', ' '), '·', ' ');

create function english_words(text[]) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('english', search_text(array_to_string($1, ' ')));

create function mark_lexemes(mark text, words tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select mark || word from unnest(tsvector_to_array(words)) word));

create function mark_values(mark text, list text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select mark || value from unnest(list) value);

create function days_since_1970(timestamptz) returns integer
  language sql immutable strict parallel safe
  return ($1 at time zone 'UTC')::date - date '1970-01-01';

create function state_name(text) returns text
  language sql immutable strict parallel safe
  return '{
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois",
    "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland",
    "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana",
    "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York",
    "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah",
    "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
    "DC": "Washington D.C.", "OTHER": "Others"
  }'::jsonb ->> $1;

-- One vector answers whole searches without a look into the rows. Beside the words it holds lexemes that no text contains:
-- '=cardiologist': the word stands in the title or the specialty;
-- 'spcardiology', '@state:TX', '@setting:Inpatient' …: the values that filters ask for;
-- '@at:30,-98', '@around:15,-49', '@day:20777', '@week:2968': the squares of one and two degrees that the job lies in, and
-- when it was posted, counted from 1970: coarse, to be followed by an exact comparison.
create function search_document(
  title text, specialty text, subspecialty text, specialty_other text, employer text, facility_name text, city text, state text,
  brief text, description text, employment_type text, visa_support text, payroll text, telehealth boolean,
  new_graduates_acceptable boolean, lat real, lon real, posted_at timestamptz, setting text[], schedule text[], benefits text[]
) returns tsvector language sql immutable parallel safe
return array_to_tsvector(
    array_remove(array[
      specialty_lexeme(specialty),
      '@state:' || state,
      '@type:' || employment_type,
      '@visa:' || visa_support,
      '@payroll:' || payroll,
      case when telehealth then '@telehealth' end,
      case when new_graduates_acceptable then '@newGraduates' end,
      '@at:' || floor(lat)::text || ',' || floor(lon)::text,
      '@around:' || floor(lat / 2)::text || ',' || floor(lon / 2)::text,
      '@day:' || days_since_1970(posted_at)::text,
      '@week:' || (days_since_1970(posted_at) / 7)::text
    ], null)
    || mark_values('@setting:', setting) || mark_values('@schedule:', schedule) || mark_values('@benefit:', benefits)
  )
  || mark_lexemes('=', english_words(array[title, specialty, subspecialty, specialty_other]))
  || english_words(array[
       title, specialty, subspecialty, specialty_other, employer, facility_name, city, state_name(state), brief, description
     ]);

-- Active jobs as searches see them: a row of `jobs` is ten times as long.
create table job_search (
  job_id uuid primary key,
  posted_at timestamptz not null,
  updated_at timestamptz not null,
  pay_annual integer,
  lat real,
  lon real,
  state text not null,
  employment_type text not null,
  specialty text not null,
  -- What titles and cities are sorted by: in lower case.
  title text not null,
  city text not null,
  -- A fingerprint of everything that `search` is made of.
  document bigint not null,
  search tsvector not null
) with (toast_tuple_target = 128);
alter table job_search
  alter column search set storage external,
  alter column title set storage main,
  alter column city set storage main,
  alter column specialty set storage main,
  alter column employment_type set storage main;
-- What was inserted lately waits in a list that every search has to read: it must stay short.
create index job_search_words on job_search using gin (search) with (gin_pending_list_limit = 64);
-- For feeds, and for what filters offer.
create index job_search_newest on job_search (posted_at desc, job_id desc);
create index job_search_specialty on job_search (specialty, posted_at desc, job_id desc);
create index job_search_state on job_search (state, posted_at desc, job_id desc);
create index job_search_type on job_search (employment_type);

-- Write `job_search` in the transaction of the change. A statement may change one job or all of them, and its plan is made once: so
-- each row is compared with what `job_search` holds, found by its key, and never with the other rows of the statement.
create function record_job_insert() returns trigger language plpgsql as $$
begin
  insert into job_search
    select n.id, n.posted_at, n.updated_at, n.pay_annual, n.lat, n.lon, n.state, n.employment_type, n.specialty, lower(n.title),
      lower(n.city),
      hash_record_extended(row(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ), 0),
      search_document(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      )
    from new_rows n where n.status = 'active';
  return null;
end $$;
create trigger record_inserted after insert on jobs referencing new table as new_rows
  for each statement execute function record_job_insert();

create function record_job_delete() returns trigger language plpgsql as $$
begin
  delete from job_search where job_id in (select id from old_rows where status = 'active');
  return null;
end $$;
create trigger record_deleted after delete on jobs referencing old table as old_rows
  for each statement execute function record_job_delete();

create function record_job_update() returns trigger language plpgsql as $$
begin
  delete from job_search where job_id in (
    select id from old_rows where status = 'active' except select id from new_rows where status = 'active'
  );
  insert into job_search
    select n.id, n.posted_at, n.updated_at, n.pay_annual, n.lat, n.lon, n.state, n.employment_type, n.specialty, lower(n.title),
      lower(n.city), current.document,
      case when s.document = current.document then s.search else search_document(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ) end
    from new_rows n
    cross join lateral (
      select hash_record_extended(row(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ), 0) as document
    ) current
    left join job_search s on s.job_id = n.id
    where n.status = 'active' and (s.job_id is null or not (
      s.document = current.document and s.updated_at = n.updated_at and s.pay_annual is not distinct from n.pay_annual
    ))
  on conflict (job_id) do update set
    posted_at = excluded.posted_at, updated_at = excluded.updated_at, pay_annual = excluded.pay_annual,
    lat = excluded.lat, lon = excluded.lon, state = excluded.state, employment_type = excluded.employment_type,
    specialty = excluded.specialty, title = excluded.title, city = excluded.city, document = excluded.document,
    search = excluded.search;
  return null;
end $$;
create trigger record_updated after update on jobs referencing old table as old_rows new table as new_rows
  for each statement execute function record_job_update();

-- Tells every node at commit which jobs are not what cached answers show; 200 ids fit into a message. Nothing shows a new job.
create function invalidate_jobs() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(id) into ids from (select id from old_rows where status = 'active' limit 201) changed;
  if ids is not null then
    perform pg_notify('cache_invalidation', case when cardinality(ids) > 200 then 'all' else array_to_string(ids, ',') end);
  end if;
  return null;
end $$;
create trigger invalidate_updated after update on jobs referencing old table as old_rows
  for each statement execute function invalidate_jobs();
create trigger invalidate_deleted after delete on jobs referencing old table as old_rows
  for each statement execute function invalidate_jobs();

-- Segments: the index that answers nearly every search. src/features/jobs/server/segments/README.md draws it.
create table segments (
  id integer generated always as identity primary key,
  -- A 0 for each position: what a word has that no job of the segment has.
  zeros bit varying not null
);

-- A posting is a bitmap: one bit for each position. Dense ones are not compressed: they hardly get smaller, and take four times as long to read.
create table segment_postings (
  segment integer not null references segments on delete cascade,
  word text collate "C" not null,
  dense bit varying,
  sparse bit varying,
  primary key (segment, word),
  constraint dense_or_sparse check (num_nonnulls(dense, sparse) = 1)
);
alter table segment_postings alter column dense set storage external;

create table segment_jobs (
  segment integer not null references segments on delete cascade,
  -- From 0, by (posted_at, job_id).
  position integer not null,
  job_id uuid not null unique,
  posted_at timestamptz not null,
  primary key (segment, position)
);

-- Positions of jobs that have changed or gone since the segment was made.
create table segment_tombstones (
  segment integer not null references segments on delete cascade,
  position integer not null,
  primary key (segment, position)
);

-- Jobs of a city or ZIP code share a location.
create table segment_locations (
  segment integer not null references segments on delete cascade,
  lat real not null,
  lon real not null,
  positions integer[] not null,
  primary key (segment, lat, lon)
);

-- A sort order, cut into steps.
create table segment_orders (
  segment integer not null references segments on delete cascade,
  name text collate "C" not null,
  step integer not null,
  -- The jobs of this step and of those before.
  bitmap bit varying not null,
  -- Those of this step, in order.
  positions integer[] not null,
  primary key (segment, name, step)
);
alter table segment_orders alter column positions set storage external;

-- Jobs that are in no segment yet. A bulk load leaves `search` null, and segments cannot be searched before they are compacted.
create table segment_delta (
  job_id uuid primary key,
  posted_at timestamptz not null,
  pay_annual integer,
  lat real,
  lon real,
  search tsvector
);
alter table segment_delta alter column search set storage external;
create index segment_delta_words on segment_delta using gin (search) with (gin_pending_list_limit = 64);
create index segment_delta_without_words on segment_delta (job_id) where search is null;

create function is_dense(n bigint, size integer) returns boolean language sql immutable parallel safe return n * 64 >= size;

-- The server has the same formula.
create function miles_between(lat float8, lon float8, other_lat float8, other_lon float8) returns float8
language sql immutable parallel safe
return 2 * 3958.8 * asin(sqrt(
  power(sin(radians(lat - other_lat) / 2), 2)
  + cos(radians(lat)) * cos(radians(other_lat)) * power(sin(radians(lon - other_lon) / 2), 2)
));

-- To set a bit copies all of them: many are set in pieces of 1,024. `set_bit` counts the bits of a byte from the right.
create function bitmap_of(positions integer[], zeros bit varying) returns bit varying language plpgsql immutable parallel safe as $$
declare
  bitmap bit varying := zeros;
  pieces bytea[];
  place integer;
begin
  if cardinality(positions) < 500 then
    foreach place in array positions loop
      bitmap := set_bit(bitmap, place, 1);
    end loop;
    return bitmap;
  end if;
  pieces := array_fill(decode(repeat('00', 128), 'hex'), array[(length(zeros) + 1023) / 1024]);
  foreach place in array positions loop
    pieces[place / 1024 + 1] := set_bit(pieces[place / 1024 + 1], place % 1024 # 7, 1);
  end loop;
  select ('x' || string_agg(encode(piece, 'hex'), '' order by n))::bit varying into bitmap
    from unnest(pieces) with ordinality as given (piece, n);
  return substring(bitmap for length(zeros));
end $$;

-- As text, because to look at each bit takes longer.
create function positions_of(bitmap bit varying) returns setof integer language sql immutable parallel safe as $$
  select (sum(length(zeros) + 1) over (order by n))::integer - 1
  from string_to_table(bitmap::text, '1') with ordinality as it (zeros, n)
  limit bit_count(bitmap)
$$;

-- The highest position first. The wire format of bits is a length of four bytes and the bits, the first of them in the highest place.
create function last_positions(bitmap bit varying, most integer) returns integer[] language plpgsql immutable parallel safe as $$
declare
  bytes bytea := substring(varbit_send(bitmap) from 5);
  piece bytea;
  byte integer;
  at integer;
  found integer[] := '{}';
begin
  for start in reverse (length(bytes) - 1) / 512 * 512 .. 0 by 512 loop
    piece := rtrim(substring(bytes from start + 1 for 512), '\x00');
    while piece <> '' loop
      at := length(piece) - 1;
      byte := get_byte(piece, at);
      for i in reverse 7 .. 0 loop
        continue when byte & (128 >> i) = 0;
        found := found || (start + at) * 8 + i;
        if cardinality(found) >= most then
          return found;
        end if;
      end loop;
      piece := rtrim(substring(piece for at), '\x00');
    end loop;
  end loop;
  return found;
end $$;

-- The first `most` hits in an order, themselves in no order: halving finds the step in which they end.
create function first_positions(the_segment integer, the_order text, hits bit varying, most integer) returns integer[]
language plpgsql stable parallel safe as $$
declare
  low integer := 0;
  high integer;
  middle integer;
  found integer[] := '{}';
begin
  if the_order = 'recent desc' then
    return last_positions(hits, most);
  end if;
  select max(step) into high from segment_orders where segment = the_segment and name = the_order;
  while low < high loop
    middle := (low + high) / 2;
    if (
      select bit_count(hits & bitmap) from segment_orders where segment = the_segment and name = the_order and step = middle
    ) < most then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  if low > 0 then
    found := array(
      select positions_of(hits & bitmap) from segment_orders where segment = the_segment and name = the_order and step = low - 1
    );
  end if;
  return found || array(
    select position
    from (
      select unnest(positions) as position from segment_orders where segment = the_segment and name = the_order and step = low
    ) there
    where get_bit(hits, position) = 1 limit most - cardinality(found)
  );
end $$;

-- Where the first job is that was posted then or later; tombstones have no date.
create function first_position_since(the_segment integer, size integer, since timestamptz) returns integer
language plpgsql stable parallel safe as $$
declare
  low integer := 0;
  high integer := size;
  middle integer;
  found record;
begin
  while low < high loop
    middle := (low + high) / 2;
    select position, posted_at into found from segment_jobs
      where segment = the_segment and position >= middle order by position limit 1;
    if found.posted_at < since then
      low := found.position + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

-- Those of the positions that lie in a circle. A degree of latitude has a little more than 69 miles, so the box is around the circle.
create function positions_within(the_segment integer, bitmap bit varying, center_lat float8, center_lon float8, radius float8)
  returns integer[] language plpgsql stable parallel safe as $$
declare
  north float8 := radius / 69;
  east float8 := north / cos(radians(least(abs(center_lat) + north, 89)));
begin
  return array(
    select position
    from (
      select unnest(positions) as position from segment_locations
      where segment = the_segment and lat between center_lat - north and center_lat + north
        and lon between center_lon - east and center_lon + east
        and miles_between(lat, lon, center_lat, center_lon) <= radius
      offset 0
    ) near
    where get_bit(bitmap, position) = 1
  );
end $$;

-- A program is a search in postfix notation: '=word', '^prefix', '>date' and '*' push a bitmap, '&', '|' and '!' combine them, and
-- '@lat lon miles' leaves what lies in the circle.
create function segment_hits(the_segment integer, zeros bit varying, program text[]) returns bit varying
language plpgsql stable parallel safe as $$
declare
  stack bit varying[] := '{}';
  top integer := 0;
  step text;
  circle float8[];
  hits bit varying;
  tombstone integer;
begin
  foreach step in array program loop
    case left(step, 1)
      when '&' then
        top := top - 1;
        stack[top] := stack[top] & stack[top + 1];
      when '|' then
        top := top - 1;
        stack[top] := stack[top] | stack[top + 1];
      when '!' then
        stack[top] := ~ stack[top];
      when '=' then
        select coalesce(dense, sparse) into hits from segment_postings where segment = the_segment and word = substr(step, 2);
        top := top + 1;
        stack[top] := coalesce(hits, zeros);
      when '^' then
        select bit_or(coalesce(dense, sparse)) into hits from segment_postings
          where segment = the_segment and word >= substr(step, 2) and word < substr(step, 2) || chr(1114111);
        top := top + 1;
        stack[top] := coalesce(hits, zeros);
      when '>' then
        top := top + 1;
        stack[top] := ~ zeros >> first_position_since(the_segment, length(zeros), substr(step, 2)::timestamptz);
      when '*' then
        top := top + 1;
        stack[top] := ~ zeros;
      when '@' then
        circle := string_to_array(substr(step, 2), ' ');
        stack[top] := bitmap_of(positions_within(the_segment, stack[top], circle[1], circle[2], circle[3]), zeros);
    end case;
  end loop;
  hits := stack[1];
  if bit_count(hits) = 0 then
    return hits;
  end if;
  for tombstone in select position from segment_tombstones where segment = the_segment and get_bit(hits, position) = 1 loop
    hits := set_bit(hits, tombstone, 0);
  end loop;
  return hits;
end $$;

-- The table may be empty when a plan is made and full when it is used: the index serves in both cases.
create function delta_hits(query tsquery, min_pay integer, since timestamptz, center_lat float8, center_lon float8, radius float8)
  returns setof uuid language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select d.job_id
    from (
      select * from segment_delta where query is null
      union all
      select * from segment_delta where search @@ query
    ) d
    where (min_pay is null or d.pay_annual >= min_pay) and (since is null or d.posted_at >= since)
      and (radius is null or miles_between(d.lat, d.lon, center_lat, center_lon) <= radius);
end $$;

-- How many hits there are, and the jobs among which the first `most` in an order are; no row while the delta cannot be searched.
create function search_segments(
  program text[], query tsquery, min_pay integer, since timestamptz, center_lat float8, center_lon float8, radius float8,
  the_order text, most integer
) returns table (total integer, candidates uuid[]) rows 1 language plpgsql stable as $$
declare
  segment record;
  hits bit varying;
begin
  if exists (select from segment_delta where search is null) then
    return;
  end if;
  select count(*), coalesce(array_agg(job_id), '{}') into total, candidates
    from delta_hits(query, min_pay, since, center_lat, center_lon, radius) job_id;
  for segment in select * from segments loop
    hits := segment_hits(segment.id, segment.zeros, program);
    total := total + bit_count(hits);
    continue when most = 0;
    candidates := candidates || array(
      select job_id from unnest(first_positions(segment.id, the_order, hits, most)) place
      cross join lateral (select job_id from segment_jobs s where s.segment = segment.id and s.position = place offset 0) job
    );
  end loop;
  return next;
end $$;

-- The lock keeps compaction from taking jobs over while they change; changes do not wait for each other. A statement may change one
-- job or all of them, and its plan is made once: so jobs are found by their keys, and its rows are never joined with each other.
create function move_to_delta(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('segments'));
  delete from segment_delta where job_id = any (ids) and not exists (select from job_search s where s.job_id = segment_delta.job_id);
  insert into segment_delta
    select job_id, posted_at, pay_annual, lat, lon, case when cardinality(ids) <= 200 then search end
    from job_search where job_id = any (ids)
    on conflict (job_id) do update set posted_at = excluded.posted_at, pay_annual = excluded.pay_annual,
      lat = excluded.lat, lon = excluded.lon, search = excluded.search;
  with gone as (delete from segment_jobs where job_id = any (ids) returning segment, position)
    insert into segment_tombstones select segment, position from gone;
end $$;

create function move_inserted_to_delta() returns trigger language plpgsql as $$
begin
  perform move_to_delta(array(select job_id from new_rows));
  return null;
end $$;
create trigger move_inserted_to_delta after insert on job_search referencing new table as new_rows
  for each statement execute function move_inserted_to_delta();

-- The fingerprint says whether words, location or date changed.
create function move_updated_to_delta() returns trigger language plpgsql as $$
begin
  perform move_to_delta(array(
    select job_id from (
      select job_id, document, pay_annual, updated_at from new_rows except select job_id, document, pay_annual, updated_at from old_rows
    ) changed
  ));
  return null;
end $$;
create trigger move_updated_to_delta after update on job_search referencing old table as old_rows new table as new_rows
  for each statement execute function move_updated_to_delta();

create function move_deleted_to_delta() returns trigger language plpgsql as $$
begin
  perform move_to_delta(array(select job_id from old_rows));
  return null;
end $$;
create trigger move_deleted_to_delta after delete on job_search referencing old table as old_rows
  for each statement execute function move_deleted_to_delta();
