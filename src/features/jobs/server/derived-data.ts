import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { dissolveSegments } from './queries-segment-upkeep.ts'
import { rebuildSearchVocabulary } from './vocabulary.ts'

/**
 * Makes anew what is derived from the jobs, should it ever have gone wrong: the counts, the vocabulary, and, by a change that is
 * too large to tell one by one, what every node has kept; in the minutes after it the segments.
 */
export async function rebuildDerivedData(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Nobody posts while the counts are made, or they would miss it.
    await sql`lock table jobs in share row exclusive mode`.execute(transaction)
    await sql`delete from job_counts`.execute(transaction)
    await sql`
      insert into job_counts (specialty, state, employment_type, n)
      select specialty, state, employment_type, count(*) from jobs where status = 'active' group by 1, 2, 3
    `.execute(transaction)
    await dissolveSegments(transaction)
  })
  await rebuildSearchVocabulary(db)
  await sql`
    with marked as (insert into job_changes (sign) values (0) returning id)
    select pg_notify('jobs_changed', (select id::text from marked))
  `.execute(db)
}
