import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Orders other than 'newest first', for segments: each cuts a segment into steps of some two thousand jobs. Which step holds the last of a
 * page is found by halves, with the bits; there the jobs are asked one after the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table segment_orders (
      segment integer not null references search_segments on delete cascade,
      name text collate "C" not null,
      step integer not null,
      -- The jobs of this step and of those before.
      bits bit varying not null,
      -- Those of this step, in order.
      positions integer[] not null,
      primary key (segment, name, step)
    )
  `.execute(db)
  await sql`alter table segment_orders alter column positions set storage external`.execute(db)
  await createReaders(db)
  await watchUpdates(db)
  // Segments without orders are made anew.
  await sql`delete from search_segments`.execute(db)
  await sql`delete from fresh_jobs`.execute(db)
  await sql`insert into fresh_jobs select job_id, posted_at, pay_annual, lat, lon, null from job_search`.execute(db)
}

async function createReaders(db: Kysely<unknown>): Promise<void> {
  // As text, because to look at each bit takes longer.
  await sql`
    create function positions_of(bits bit varying) returns setof integer language sql immutable parallel safe as $$
      select (sum(length(gap) + 1) over (order by place))::integer - 1
      from string_to_table(bits::text, '1') with ordinality as it (gap, place)
      limit bit_count(bits)
    $$
  `.execute(db)
  // The first so many hits, themselves in no order.
  await sql`
    create function first_by(the_segment integer, the_order text, hits bit varying, most integer) returns setof integer
    language plpgsql stable parallel safe as $$
    declare
      low integer := 0;
      high integer;
      middle integer;
      before bit varying;
      missing bigint := most;
    begin
      if most = 0 or bit_count(hits) = 0 then
        return;
      end if;
      select max(step) into high from segment_orders where segment = the_segment and name = the_order;
      while low < high loop
        middle := (low + high) / 2;
        if (
          select bit_count(hits & bits) from segment_orders where segment = the_segment and name = the_order and step = middle
        ) < most then
          low := middle + 1;
        else
          high := middle;
        end if;
      end loop;
      select hits & bits into before from segment_orders where segment = the_segment and name = the_order and step = low - 1;
      if found then
        missing := most - bit_count(before);
        return query select positions_of(before);
      end if;
      return query
        select position
        from (
          select unnest(positions) as position from segment_orders where segment = the_segment and name = the_order and step = low
        ) there
        where get_bit(hits, position) = 1 limit missing;
    end $$
  `.execute(db)
}

/** When a job was updated is an order, too. */
async function watchUpdates(db: Kysely<unknown>): Promise<void> {
  const searched = 'job_id, document, pay_annual, updated_at'
  await sql`
    create or replace function refresh_segments_on_update() returns trigger language plpgsql as $$
    begin
      perform make_fresh(array(
        select job_id from (select ${sql.raw(searched)} from new_rows except select ${sql.raw(searched)} from old_rows) changed
      ));
      return null;
    end $$
  `.execute(db)
}
