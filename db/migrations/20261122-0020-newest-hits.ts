import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What counts a search in segments and finds its newest hits, as one function: a statement that says the same takes longer, and
 * cannot go on asking segments until the page is full.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function last_positions(bit varying, integer)`.execute(db)
  // The last first. The wire format of bits is a length of four bytes and the bits, the first of them in the highest place.
  await sql`
    create function last_positions(bits bit varying, most integer) returns integer[] language plpgsql immutable parallel safe as $$
    declare
      bytes bytea := substring(varbit_send(bits) from 5);
      piece bytea;
      byte integer;
      at integer;
      found integer[] := '{}';
    begin
      for start in reverse (length(bytes) - 1) / 512 * 512 .. 0 by 512 loop
        piece := rtrim(substring(bytes from start + 1 for 512), '\\x00');
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
          piece := rtrim(substring(piece for at), '\\x00');
        end loop;
      end loop;
      return found;
    end $$
  `.execute(db)
  // Nothing while there are jobs that cannot be searched so; a row without a job where the page has none.
  await sql`
    create function newest_hits(
      program text[], query tsquery, min_pay integer, since timestamptz, center_lat float8, center_lon float8, radius float8,
      most integer, page_start integer, page_end integer
    ) returns table (n integer, job_id uuid, posted_at timestamptz) language plpgsql stable as $$
    #variable_conflict use_column
    declare
      segment record;
      bits bit varying;
      places integer[];
      total integer;
      ids uuid[];
      dates timestamptz[];
      -- Whether older segments have nothing that belongs on the page. They overlap where old jobs were edited.
      is_full boolean := page_end = 0;
    begin
      if exists (select from fresh_jobs where search is null) then
        return;
      end if;
      select coalesce(array_agg(job_id), '{}'), coalesce(array_agg(posted_at), '{}') into ids, dates
        from fresh_hits(query, min_pay, since, center_lat, center_lon, radius);
      total := cardinality(ids);
      for segment in select * from search_segments order by newest desc, id loop
        if not is_full and cardinality(dates) >= page_end then
          is_full := (select count(*) from unnest(dates) date where date > segment.newest) >= page_end;
        end if;
        exit when is_full and total > most;
        bits := segment_hits(segment.id, segment.none, program);
        if radius is null then
          total := total + bit_count(bits);
          continue when is_full or bit_count(bits) = 0;
          places := last_positions(bits, page_end);
        else
          places := positions_around(segment.id, bits, center_lat, center_lon, radius);
          total := total + cardinality(places);
          continue when is_full or places = '{}';
          places := places[:page_end];
        end if;
        select ids || array_agg(job_id), dates || array_agg(posted_at) into ids, dates
          from unnest(places) place
          cross join lateral (
            select job_id, posted_at from segment_jobs where segment = segment.id and position = place offset 0
          ) job;
      end loop;
      return query
        select total, id, date
        from (select) always left join (
          select * from unnest(ids, dates) hit (id, date)
          order by date desc, id desc limit page_end - page_start offset page_start
        ) page on true;
    end $$
  `.execute(db)
}
