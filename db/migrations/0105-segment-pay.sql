-- The pay of the last of these positions whose job still belongs to the segment; no row if none does.
create function last_pay(the_segment integer, positions integer[]) returns setof integer
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

-- Jobs that pay at most so many US dollars a year, perhaps with tombstones. In the order of pay they come first: halving finds the
-- step in which they end, and where in it. A step of tombstones alone ends as the one before it.
create function paid_at_most(the_segment integer, zeros bit varying, most integer) returns bit varying
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

-- A program is a search in postfix notation: '=word', '^prefix', '>date', '$least most' and '*' push a bitmap, '&', '|' and '!' combine
-- them, and '@lat lon miles' leaves what lies in the circle.
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

-- Segments get words for the middle of a job's pay, of which medians are made. They notice changes of jobs, not of rules: they are
-- made anew.
select pg_advisory_xact_lock(hashtext('segments'));
delete from segments;
delete from segment_delta;
insert into segment_delta select job_id, posted_at, pay_annual, lat, lon, null from job_search;
