import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * How many active jobs there are of each specialty, state and type. Statement triggers keep it in the transaction of the
 * change, so totals and facets need no scan and can never drift.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_counts (
      specialty text not null,
      state text not null,
      employment_type text not null,
      n integer not null,
      primary key (specialty, state, employment_type)
    )
  `.execute(db)
  await sql`
    create function count_jobs() returns trigger language plpgsql as $$
    begin
      -- Sorted, so that two writers take the rows' locks in one order.
      if tg_op = 'INSERT' then
        insert into job_counts as c (specialty, state, employment_type, n)
          select specialty, state, employment_type, count(*) from new_rows where status = 'active' group by 1, 2, 3 order by 1, 2, 3
          on conflict (specialty, state, employment_type) do update set n = c.n + excluded.n;
      elsif tg_op = 'DELETE' then
        insert into job_counts as c (specialty, state, employment_type, n)
          select specialty, state, employment_type, -count(*) from old_rows where status = 'active' group by 1, 2, 3 order by 1, 2, 3
          on conflict (specialty, state, employment_type) do update set n = c.n + excluded.n;
      else
        insert into job_counts as c (specialty, state, employment_type, n)
          select specialty, state, employment_type, sum(change) from (
            select specialty, state, employment_type, 1 as change from new_rows where status = 'active'
            union all
            select specialty, state, employment_type, -1 from old_rows where status = 'active'
          ) changes
          group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
          on conflict (specialty, state, employment_type) do update set n = c.n + excluded.n;
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`create trigger count_inserted after insert on jobs referencing new table as new_rows for each statement execute function count_jobs()`.execute(
    db,
  )
  await sql`create trigger count_deleted after delete on jobs referencing old table as old_rows for each statement execute function count_jobs()`.execute(
    db,
  )
  await sql`create trigger count_updated after update on jobs referencing old table as old_rows new table as new_rows for each statement execute function count_jobs()`.execute(
    db,
  )
}
