import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Pairs of jobs that are probably one, and what an administrator made of them. All scores are in percent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table likely_duplicates (
      id uuid primary key default gen_random_uuid(),
      -- The older one, which a merge keeps.
      job_a uuid not null references jobs (id) on delete cascade,
      job_b uuid not null references jobs (id) on delete cascade,
      status text not null default 'open' check (status in ('open', 'dismissed', 'merged')),
      score smallint not null,
      title_score smallint not null,
      employer_score smallint not null,
      place_score smallint not null,
      text_score smallint not null,
      -- What the list is filtered by; the specialty and state of the older one.
      specialty text not null,
      state text not null,
      sources text[] not null,
      found_at timestamptz not null default now(),
      decided_by uuid references users (id) on delete set null,
      decided_at timestamptz,
      check (job_a < job_b),
      unique (job_a, job_b)
    )
  `.execute(db)
  await sql`create index likely_duplicates_b on likely_duplicates (job_b)`.execute(db)
  for (const [name, columns] of Object.entries(openIndexes)) {
    await sql`create index ${sql.ref(name)} on likely_duplicates ${sql.raw(columns)} where status = 'open'`.execute(db)
  }
  await sql`create index likely_duplicates_decider on likely_duplicates (decided_by) where decided_by is not null`.execute(db)

  await sql`
    create function close_likely_duplicates() returns trigger language plpgsql as $$
    begin
      delete from likely_duplicates where status = 'open' and (job_a = new.id or job_b = new.id);
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger close_likely_duplicates after update of status on jobs
      for each row when (old.status in ('pending', 'active') and new.status not in ('pending', 'active'))
      execute function close_likely_duplicates()
  `.execute(db)
}

/** The list, and each way to filter it. */
const openIndexes: Record<string, string> = {
  likely_duplicates_open: '(score desc, id)',
  likely_duplicates_specialty: '(specialty, state, score desc, id)',
  likely_duplicates_state: '(state, score desc, id)',
  likely_duplicates_source: 'using gin (sources)',
}
