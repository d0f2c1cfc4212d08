import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Jobs that have become public, each once in its life: a queue that job alerts are matched from. A row is there if and only
 * if the job's transaction has committed, so however long that took, nothing can be overtaken and missed, as it would be by
 * comparing times or numbers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_arrivals (
      job_id uuid primary key references jobs (id) on delete cascade,
      -- Null until the alerts have been asked about it. The row stays: a job that comes back is not new.
      matched_at timestamptz
    )
  `.execute(db)
  await sql`create index job_arrivals_unmatched on job_arrivals (job_id) where matched_at is null`.execute(db)
  await sql`insert into job_arrivals (job_id, matched_at) select id, now() from jobs where status <> 'pending'`.execute(db)
  await sql`
    create function record_arrivals() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into job_arrivals (job_id) select id from new_rows where status = 'active' on conflict do nothing;
      else
        insert into job_arrivals (job_id)
          select n.id from new_rows n join old_rows o on o.id = n.id where n.status = 'active' and o.status <> 'active'
          on conflict do nothing;
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`create trigger record_arrivals_inserted after insert on jobs referencing new table as new_rows for each statement execute function record_arrivals()`.execute(
    db,
  )
  await sql`create trigger record_arrivals_updated after update on jobs referencing old table as old_rows new table as new_rows for each statement execute function record_arrivals()`.execute(
    db,
  )
}
