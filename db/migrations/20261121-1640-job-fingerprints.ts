import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What the duplicates of an open job are looked up by, a row for each job that is pending or active. Whoever adds jobs adds their
 * fingerprints; a trigger takes away what an edit made wrong, and marks it to be made anew and compared again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_fingerprints (
      -- Not a reference: to check it would cost an import more than the row does.
      job_id uuid primary key,
      -- Normalized, for comparing them by similarity. Null: all of the fingerprint is to be made anew.
      title text,
      employer text,
      lat real,
      lon real,
      -- Hashes of what equal jobs, jobs of one specialty in one place, and jobs of one specialty and employer in one state have in common.
      same_job bigint,
      same_place bigint,
      same_employer bigint,
      -- Null until it has been compared with the others.
      compared_at timestamptz
    )
  `.execute(db)
  // What is there already is one statement's work here, and the background's from then on.
  await sql`insert into job_fingerprints (job_id) select id from jobs where status in ('pending', 'active')`.execute(db)
  for (const lookup of ['same_job', 'same_place', 'same_employer']) {
    await sql`create index ${sql.ref(`job_fingerprints_${lookup}`)} on job_fingerprints (${sql.ref(lookup)})`.execute(db)
  }
  await sql`create index job_fingerprints_outdated on job_fingerprints (job_id) where title is null`.execute(db)
  await sql`create index job_fingerprints_due on job_fingerprints (job_id) where compared_at is null and title is not null`.execute(
    db,
  )

  await sql`
    create function outdate_fingerprint() returns trigger language plpgsql as $$
    begin
      if new.status in ('pending', 'active') then
        insert into job_fingerprints (job_id) values (new.id)
          on conflict (job_id) do update set
            title = null, employer = null, same_job = null, same_place = null, same_employer = null, compared_at = null;
      else
        delete from job_fingerprints where job_id = new.id;
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger outdate_fingerprint_edited after update of title, employer, city, state, specialty, description on jobs
      for each row when (new.status in ('pending', 'active') and (
        old.title is distinct from new.title or old.employer is distinct from new.employer or old.city is distinct from new.city
        or old.state is distinct from new.state or old.specialty is distinct from new.specialty
        or old.description is distinct from new.description
      )) execute function outdate_fingerprint()
  `.execute(db)
  await sql`
    create trigger outdate_fingerprint_moved after update of status on jobs
      for each row when ((old.status in ('pending', 'active')) <> (new.status in ('pending', 'active')))
      execute function outdate_fingerprint()
  `.execute(db)
  await sql`
    create function forget_fingerprint() returns trigger language plpgsql as $$
    begin
      delete from job_fingerprints where job_id = old.id;
      return null;
    end $$
  `.execute(db)
  await sql`create trigger forget_fingerprint after delete on jobs for each row execute function forget_fingerprint()`.execute(db)
}
