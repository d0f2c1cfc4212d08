import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What an administrator changes while the site runs, with its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_settings (
      key text primary key,
      value jsonb not null,
      changed_by uuid references users (id) on delete set null,
      changed_at timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    create table site_setting_changes (
      id bigint generated always as identity primary key,
      key text not null,
      old_value jsonb,
      value jsonb not null,
      changed_by uuid references users (id) on delete set null,
      changed_at timestamptz not null
    )
  `.execute(db)
  await sql`create index site_setting_changes_key on site_setting_changes (key, id)`.execute(db)
  // Kept pages and answers say what the settings say, so every node drops its own: the mark is heard like a change of many jobs.
  await sql`
    create function record_site_setting() returns trigger language plpgsql as $$
    declare
      mark bigint;
    begin
      insert into site_setting_changes (key, old_value, value, changed_by, changed_at)
        values (new.key, case when tg_op = 'UPDATE' then old.value end, new.value, new.changed_by, new.changed_at);
      insert into job_changes (sign) values (0) returning id into mark;
      perform pg_notify('jobs_changed', mark::text);
      return null;
    end $$
  `.execute(db)
  await sql`create trigger record_site_setting after insert or update on site_settings for each row execute function record_site_setting()`.execute(
    db,
  )
}
