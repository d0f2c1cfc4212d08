import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * A second index of `job_search`, for searches with many hits: segments of up to 262,144 jobs, numbered by date, in which each word has
 * a string of bits, one for each job that has the word. Two words are one `&`, a total is `bit_count`, and the newest are the last bits.
 *
 * A segment is never changed. A job that is, leaves a gap in it and is fresh: searched by itself, until it gets into a new segment
 * (`queries-segments.ts`). Triggers do that in the transaction of the change, so every snapshot has each job exactly once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await sql`insert into fresh_jobs select job_id, posted_at, pay_annual, lat, lon, null from job_search`.execute(db)
  await createReaders(db)
  await createTriggers(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_segments (
      id integer generated always as identity primary key,
      -- As many bits as there are positions, all of them 0: what a word has that no job has.
      none bit varying not null,
      -- When the jobs were posted that are in it, and those that left it.
      oldest timestamptz not null,
      newest timestamptz not null
    )
  `.execute(db)
  await sql`
    create table segment_words (
      segment integer not null references search_segments on delete cascade,
      word text collate "C" not null,
      bits bit varying not null,
      primary key (segment, word)
    )
  `.execute(db)
  await sql`
    create table segment_jobs (
      segment integer not null references search_segments on delete cascade,
      -- From 0, by (posted_at, job_id).
      position integer not null,
      job_id uuid not null unique,
      posted_at timestamptz not null,
      primary key (segment, position)
    )
  `.execute(db)
  await sql`
    create table segment_gaps (
      segment integer not null references search_segments on delete cascade,
      position integer not null,
      primary key (segment, position)
    )
  `.execute(db)
  // Many jobs are at the same spot, as cities and ZIP codes have only one; the positions of those that are, the last one first.
  await sql`
    create table segment_spots (
      segment integer not null references search_segments on delete cascade,
      lat real not null,
      lon real not null,
      positions integer[] not null,
      primary key (segment, lat, lon)
    )
  `.execute(db)
  // Without its words where too many came at once: as long as there is one of these, segments cannot be searched.
  await sql`
    create table fresh_jobs (
      job_id uuid primary key, posted_at timestamptz not null, pay_annual integer, lat real, lon real, search tsvector
    )
  `.execute(db)
  await sql`alter table fresh_jobs alter column search set storage external`.execute(db)
  await sql`create index fresh_jobs_words on fresh_jobs using gin (search) with (gin_pending_list_limit = 64)`.execute(db)
  await sql`create index fresh_jobs_without_words on fresh_jobs (job_id) where search is null`.execute(db)
}

async function createReaders(db: Kysely<unknown>): Promise<void> {
  // Where the first job is that was posted then or later; gaps have no date.
  await sql`
    create function first_position(the_segment integer, size integer, since timestamptz) returns integer
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
    end $$
  `.execute(db)
  // A program is a search in postfix notation: '=word', '^beginning', '>date' and '*' bring bits, '&', '|' and '!' combine them.
  await sql`
    create function segment_hits(the_segment integer, nothing bit varying, program text[]) returns bit varying
    language plpgsql stable parallel safe as $$
    declare
      stack bit varying[] := '{}';
      top integer := 0;
      step text;
      found bit varying;
      gap integer;
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
            select bits into found from segment_words where segment = the_segment and word = substr(step, 2);
            top := top + 1;
            stack[top] := coalesce(found, nothing);
          when '^' then
            select bit_or(bits) into found from segment_words
              where segment = the_segment and word >= substr(step, 2) and word < substr(step, 2) || chr(1114111);
            top := top + 1;
            stack[top] := coalesce(found, nothing);
          when '>' then
            top := top + 1;
            stack[top] := ~ nothing >> first_position(the_segment, length(nothing), substr(step, 2)::timestamptz);
          when '*' then
            top := top + 1;
            stack[top] := ~ nothing;
        end case;
      end loop;
      found := stack[1];
      if bit_count(found) = 0 then
        return found;
      end if;
      for gap in select position from segment_gaps where segment = the_segment and get_bit(found, position) = 1 loop
        found := set_bit(found, gap, 0);
      end loop;
      return found;
    end $$
  `.execute(db)
  // The server has the same formula.
  await sql`
    create function miles_between(lat float8, lon float8, other_lat float8, other_lon float8) returns float8
    language sql immutable parallel safe
    return 2 * 3958.8 * asin(sqrt(
      power(sin(radians(lat - other_lat) / 2), 2)
      + cos(radians(lat)) * cos(radians(other_lat)) * power(sin(radians(lon - other_lon) / 2), 2)
    ))
  `.execute(db)
  // The last first. A degree of latitude has a little more than 69 miles, so the box is around the circle.
  await sql`
    create function positions_around(the_segment integer, bits bit varying, center_lat float8, center_lon float8, radius float8)
      returns integer[] language plpgsql stable parallel safe as $$
    declare
      north float8 := radius / 69;
      east float8 := north / cos(radians(least(abs(center_lat) + north, 89)));
    begin
      return array(
        select position
        from (
          select unnest(positions) as position from segment_spots
          where segment = the_segment and lat between center_lat - north and center_lat + north
            and lon between center_lon - east and center_lon + east
            and miles_between(lat, lon, center_lat, center_lon) <= radius
          offset 0
        ) near
        where get_bit(bits, position) = 1
        order by position desc
      );
    end $$
  `.execute(db)
  // The wire format of bits is a length of four bytes and the bits, the first of them in the highest place.
  await sql`
    create function last_positions(bits bit varying, most integer) returns setof integer
    language plpgsql immutable parallel safe as $$
    declare
      bytes bytea := substring(varbit_send(bits) from 5);
      byte integer;
      found integer := 0;
    begin
      for start in reverse (length(bytes) - 1) / 64 * 64 .. 0 by 64 loop
        continue when ltrim(substring(bytes from start + 1 for 64), '\\x00') = '';
        for at in reverse least(start + 64, length(bytes)) - 1 .. start loop
          byte := get_byte(bytes, at);
          continue when byte = 0;
          for i in reverse 7 .. 0 loop
            continue when byte & (128 >> i) = 0;
            return next at * 8 + i;
            found := found + 1;
            if found >= most then
              return;
            end if;
          end loop;
        end loop;
      end loop;
    end $$
  `.execute(db)
  // To set a bit copies them all: where there are many to set, that is done in pieces of 1,024.
  await sql`
    create function bits_at(positions integer[], nothing bit varying) returns bit varying language plpgsql immutable parallel safe as $$
    declare
      bits bit varying := nothing;
      pieces bytea[];
      piece integer;
      byte integer;
      at integer;
    begin
      if cardinality(positions) < 500 then
        foreach at in array positions loop
          bits := set_bit(bits, at, 1);
        end loop;
        return bits;
      end if;
      pieces := array_fill(decode(repeat('00', 128), 'hex'), array[(length(nothing) + 1023) / 1024]);
      foreach at in array positions loop
        piece := at / 1024 + 1;
        byte := at % 1024 / 8;
        pieces[piece] := set_byte(pieces[piece], byte, get_byte(pieces[piece], byte) | (128 >> at % 8));
      end loop;
      select ('x' || string_agg(encode(it, 'hex'), '' order by place))::bit varying into bits
        from unnest(pieces) with ordinality as given (it, place);
      return substring(bits from 1 for length(nothing));
    end $$
  `.execute(db)
  // The table may be empty when a plan is made and full when it is used: the index serves in both cases.
  await sql`
    create function fresh_hits(query tsquery, min_pay integer, since timestamptz, center_lat float8, center_lon float8, radius float8)
      returns table (job_id uuid, posted_at timestamptz)
    language plpgsql stable set enable_seqscan = off as $$
    begin
      return query
        select f.job_id, f.posted_at
        from (
          select * from fresh_jobs where query is null
          union all
          select * from fresh_jobs where search @@ query
        ) f
        where (min_pay is null or f.pay_annual >= min_pay) and (since is null or f.posted_at >= since)
          and (radius is null or miles_between(f.lat, f.lon, center_lat, center_lon) <= radius);
    end $$
  `.execute(db)
}

/**
 * A statement may change one job or all of them, and its plan is made once: so jobs are found by their keys, and the rows of a statement
 * are never joined with each other.
 */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // The lock keeps a new segment from taking jobs over while they change; changes do not wait for each other.
  await sql`
    create function make_fresh(ids uuid[]) returns void language plpgsql as $$
    begin
      if cardinality(ids) = 0 then
        return;
      end if;
      perform pg_advisory_xact_lock_shared(hashtext('search_segments'));
      delete from fresh_jobs where job_id = any (ids) and not exists (select from job_search s where s.job_id = fresh_jobs.job_id);
      insert into fresh_jobs
        select job_id, posted_at, pay_annual, lat, lon, case when cardinality(ids) <= 200 then search end
        from job_search where job_id = any (ids)
        on conflict (job_id) do update set posted_at = excluded.posted_at, pay_annual = excluded.pay_annual,
          lat = excluded.lat, lon = excluded.lon, search = excluded.search;
      with gone as (delete from segment_jobs where job_id = any (ids) returning segment, position)
        insert into segment_gaps select segment, position from gone;
    end $$
  `.execute(db)
  for (const [operation, { referencing, changed }] of Object.entries(operations)) {
    const name = sql.raw(`refresh_segments_on_${operation}`)
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        perform make_fresh(array(${sql.raw(changed)}));
        return null;
      end $$
    `.execute(db)
    await sql`
      create trigger ${name} after ${sql.raw(operation)} on job_search referencing ${sql.raw(referencing)}
        for each statement execute function ${name}()
    `.execute(db)
  }
}

/** The fingerprint tells whether words, place or date changed. */
const searched = 'job_id, document, pay_annual'
const operations = {
  insert: { referencing: 'new table as new_rows', changed: 'select job_id from new_rows' },
  update: {
    referencing: 'old table as old_rows new table as new_rows',
    changed: `select job_id from (select ${searched} from new_rows except select ${searched} from old_rows) changed`,
  },
  delete: { referencing: 'old table as old_rows', changed: 'select job_id from old_rows' },
}
