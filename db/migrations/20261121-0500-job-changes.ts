import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What changed in the public catalogue, told to every node at commit: both images of each job, so that a node can find
 * which of its cached searches the change touches. Many rows in one statement leave one mark without images instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_changes (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      -- Null when the change is too large to tell one by one.
      job_id uuid,
      specialty text,
      state text,
      employment_type text,
      visa_support text,
      setting text[],
      schedule text[],
      benefits text[],
      telehealth boolean,
      new_graduates_acceptable boolean,
      pay_annual integer,
      lat real,
      lon real,
      search tsvector
    )
  `.execute(db)
  await sql`create index job_changes_at on job_changes (at)`.execute(db)
  const columns = sql.raw(
    'job_id, specialty, state, employment_type, visa_support, setting, schedule, benefits, telehealth, new_graduates_acceptable, pay_annual, lat, lon, search',
  )
  const image = sql.raw(
    'id, specialty, state, employment_type, visa_support, setting, schedule, benefits, telehealth, new_graduates_acceptable, pay_annual, lat, lon, search',
  )
  for (const [operation, images] of [
    ['insert', 'select * from new_rows'],
    ['delete', 'select * from old_rows'],
    ['update', 'select * from old_rows union all select * from new_rows'],
  ] as const) {
    await sql`
      create function record_job_${sql.raw(operation)}() returns trigger language plpgsql as $$
      declare
        many bigint;
        ids bigint[];
      begin
        select count(*) into many from (${sql.raw(images)}) i where status = 'active';
        if many = 0 then
          return null;
        elsif many > 200 then
          with marked as (insert into job_changes (job_id) values (null) returning id)
          select array_agg(id) into ids from marked;
        else
          with recorded as (
            insert into job_changes (${columns}) select ${image} from (${sql.raw(images)}) i where status = 'active' returning id
          )
          select array_agg(id) into ids from recorded;
        end if;
        perform pg_notify('jobs_changed', array_to_string(ids, ','));
        return null;
      end $$
    `.execute(db)
  }
  await sql`create trigger record_inserted after insert on jobs referencing new table as new_rows for each statement execute function record_job_insert()`.execute(
    db,
  )
  await sql`create trigger record_deleted after delete on jobs referencing old table as old_rows for each statement execute function record_job_delete()`.execute(
    db,
  )
  await sql`create trigger record_updated after update on jobs referencing old table as old_rows new table as new_rows for each statement execute function record_job_update()`.execute(
    db,
  )
}
