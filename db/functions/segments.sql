create or replace function is_dense(n bigint, size integer) returns boolean language sql immutable parallel safe return n * 64 >= size;

-- The server has the same formula.
create or replace function miles_between(lat float8, lon float8, other_lat float8, other_lon float8) returns float8
language sql immutable parallel safe
return 2 * 3958.8 * asin(sqrt(
  power(sin(radians(lat - other_lat) / 2), 2)
  + cos(radians(lat)) * cos(radians(other_lat)) * power(sin(radians(lon - other_lon) / 2), 2)
));

-- To set a bit copies all of them: many are set in pieces of 1,024. `set_bit` counts the bits of a
-- byte from the right.
create or replace function bitmap_of(positions integer[], zeros bit varying) returns bit varying language plpgsql immutable parallel safe as $$
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
create or replace function positions_of(bitmap bit varying) returns setof integer language sql immutable parallel safe as $$
  select (sum(length(zeros) + 1) over (order by n))::integer - 1
  from string_to_table(bitmap::text, '1') with ordinality as it (zeros, n)
  limit bit_count(bitmap)
$$;

-- The highest position first. The wire format of bits is a length of four bytes and the bits, the
-- first of them in the highest place.
create or replace function last_positions(bitmap bit varying, most integer) returns integer[] language plpgsql immutable parallel safe as $$
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

-- The first `most` hits in an order, themselves in no order: halving finds the step in which they
-- end.
create or replace function first_positions(the_segment integer, the_order text, hits bit varying, most integer) returns integer[]
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
create or replace function first_position_since(the_segment integer, size integer, since timestamptz) returns integer
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

-- Those of the positions that lie in a circle. A degree of latitude has a little more than 69
-- miles, so the box is around the circle.
create or replace function positions_within(the_segment integer, bitmap bit varying, center_lat float8, center_lon float8, radius float8)
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

-- The pay of the last of these positions whose job still belongs to the segment; no row if none
-- does.
create or replace function last_pay(the_segment integer, positions integer[]) returns setof integer
language plpgsql stable parallel safe rows 1 as $$
declare
  pay integer;
begin
  for n in reverse cardinality(positions) .. 1 loop
    select pay_annual into pay from segment_jobs join job_search using (job_id)
      where segment = the_segment and position = positions[n];
    if found then
      return next pay;
      return;
    end if;
  end loop;
end $$;

-- Jobs that pay at most so many US dollars a year, perhaps with tombstones. In the order of pay
-- they come first: halving finds the step in which they end, and where in it. A step of tombstones
-- alone ends as the one before it.
create or replace function paid_at_most(the_segment integer, zeros bit varying, most integer) returns bit varying
language plpgsql stable parallel safe as $$
declare
  low integer := 0;
  high integer := coalesce((select max(step) + 1 from segment_orders where segment = the_segment and name = 'comp asc'), 0);
  middle integer;
  pay integer;
  there integer[];
  paid bit varying := zeros;
begin
  while low < high loop
    middle := (low + high) / 2;
    for back in reverse middle .. low loop
      select last_pay into pay
        from segment_orders cross join last_pay(the_segment, positions)
        where segment = the_segment and name = 'comp asc' and step = back;
      exit when found;
    end loop;
    if found and (pay is null or pay > most) then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  if low > 0 then
    select bitmap into paid from segment_orders where segment = the_segment and name = 'comp asc' and step = low - 1;
  end if;
  select positions into there from segment_orders where segment = the_segment and name = 'comp asc' and step = low;
  low := 0;
  high := coalesce(cardinality(there), 0);
  while low < high loop
    middle := (low + high + 1) / 2;
    select last_pay into pay from last_pay(the_segment, there[low + 1:middle]);
    if found and (pay is null or pay > most) then
      high := middle - 1;
    else
      low := middle;
    end if;
  end loop;
  return paid | bitmap_of(coalesce(there[1:low], '{}'), zeros);
end $$;

-- A program is a search in postfix notation: '=word', '^prefix', '>date', '$least most' and '*'
-- push a bitmap, '&', '|' and '!' combine them, and '@lat lon miles' leaves what lies in the
-- circle.
create or replace function segment_hits(the_segment integer, zeros bit varying, program text[]) returns bit varying
language plpgsql stable parallel safe as $$
declare
  stack bit varying[] := '{}';
  top integer := 0;
  step text;
  circle float8[];
  pay integer[];
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
      when '$' then
        pay := string_to_array(substr(step, 2), ' ');
        top := top + 1;
        stack[top] := paid_at_most(the_segment, zeros, pay[2]) & ~ paid_at_most(the_segment, zeros, pay[1] - 1);
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

-- The jobs of the delta that a search finds, within any of these circles, each a latitude, a
-- longitude and miles; anywhere without circles. The table may be empty when a plan is made and
-- full when it is used: the index serves in both cases, so it is planned once.
create or replace function delta_hits_of(
  query tsquery, min_pay integer, max_pay integer, since timestamptz, until timestamptz, circles float8[]
) returns setof uuid language plpgsql stable rows 10 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select d.job_id
    from (
      select * from segment_delta where query is null
      union all
      select * from segment_delta where search @@ query
    ) d
    where (min_pay is null or d.pay_annual >= min_pay) and (max_pay is null or d.pay_annual <= max_pay)
      and (since is null or d.posted_at >= since) and (until is null or d.posted_at < until)
      and (cardinality(circles) = 0 or exists (
        select from generate_series(1, cardinality(circles), 3) at cross join points_of(d.lat, d.lon, d.further_points) p
        where miles_between(p.lat, p.lon, circles[at], circles[at + 1]) <= circles[at + 2]
      ));
end $$;

-- What nodes of the version before ask while they run beside this one.
create or replace function delta_hits(query tsquery, min_pay integer, since timestamptz, center_lat float8, center_lon float8, radius float8)
  returns setof uuid language sql stable as $$
  select delta_hits_of(query, min_pay, null, since, null, case when radius is null then '{}' else array[center_lat, center_lon, radius] end)
$$;

-- A search in the segments and the delta: its total, that of each section, and the first `most`
-- jobs of each place, in no order. No row while a bulk load waits for compaction. Each section
-- takes its own hits from what those before it left, and within it so does each rank, but only
-- while jobs are needed. Sections and ranks come as programs, whose steps chr(31) parts, and as
-- queries for the delta.
create or replace function search_segments(
  program text[], query tsquery, min_pay integer, max_pay integer, since timestamptz, until timestamptz, circles float8[],
  section_programs text[], section_queries text[], rank_programs text[], rank_queries text[], the_order text, most integer
) returns table (total integer, sections integer[], places integer[], ids uuid[])
language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan as $$
declare
  last_section integer := cardinality(section_programs);
  last_rank integer := cardinality(rank_programs);
  needed integer := most;
  left_to_find integer;
  counted integer;
  place integer;
  delta_places integer[];
  positions integer[];
  jobs uuid[];
  segment_ids integer[];
  empty bit varying[];
  rest bit varying[];
  source bit varying[];
  own bit varying;
begin
  if exists (select from segment_delta where search is null) then
    return;
  end if;
  select coalesce(array_agg(job_id), '{}'), coalesce(array_agg(section * (last_rank + 1) + rank), '{}') into ids, places
  from delta_hits_of(query, min_pay, max_pay, since, until, circles) job_id join segment_delta d using (job_id)
  cross join lateral (
    select
      coalesce((select min(n) from unnest(section_queries) with ordinality it (words, n) where d.search @@ words::tsquery), last_section + 1) - 1 as section,
      coalesce((select min(n) from unnest(rank_queries) with ordinality it (words, n) where d.search @@ words::tsquery), last_rank + 1) - 1 as rank
  ) placed;
  delta_places := places;
  total := cardinality(ids);
  sections := '{}';
  select array_agg(id), array_agg(zeros), array_agg(segment_hits(id, zeros, program)) into segment_ids, empty, rest from segments;
  for i in 1 .. coalesce(cardinality(segment_ids), 0) loop
    total := total + bit_count(rest[i]);
  end loop;
  for section in 0 .. last_section loop
    source := rest;
    if section < last_section then
      counted := (select count(*) from unnest(delta_places) it where it / (last_rank + 1) = section);
      for i in 1 .. coalesce(cardinality(segment_ids), 0) loop
        continue when bit_count(rest[i]) = 0;
        source[i] := rest[i] & segment_hits(segment_ids[i], empty[i], string_to_array(section_programs[section + 1], chr(31)));
        rest[i] := rest[i] & ~ source[i];
        counted := counted + bit_count(source[i]);
      end loop;
      sections := sections || counted;
    end if;
    left_to_find := needed;
    for rank in 0 .. last_rank loop
      exit when left_to_find <= 0;
      place := section * (last_rank + 1) + rank;
      counted := cardinality(array_positions(delta_places, place));
      for i in 1 .. coalesce(cardinality(segment_ids), 0) loop
        continue when bit_count(source[i]) = 0;
        own := source[i];
        if rank < last_rank then
          own := own & segment_hits(segment_ids[i], empty[i], string_to_array(rank_programs[rank + 1], chr(31)));
          source[i] := source[i] & ~ own;
        end if;
        positions := first_positions(segment_ids[i], the_order, own, left_to_find);
        jobs := array(select job_id from segment_jobs where segment = segment_ids[i] and position = any (positions));
        ids := ids || jobs;
        places := places || array_fill(place, array[cardinality(jobs)]);
        counted := counted + bit_count(own);
      end loop;
      left_to_find := left_to_find - counted;
    end loop;
    if section < last_section then
      needed := needed - sections[section + 1];
    end if;
  end loop;
  return next;
end $$;
