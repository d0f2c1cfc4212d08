import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { Specialty } from '../specialties.ts'
import type { JobsTables } from './tables.ts'

export type SitemapEntry = { id: string; updated_at: Date }

/** The ids at which the files of a sitemap begin, `size` jobs each. */
export async function sitemapStarts(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id) - 1 as place from jobs where status = 'active'
    ) numbered
    where place % ${size} = 0
    order by id
  `.execute(db)
  return rows.map((it) => it.id)
}

export async function sitemapEntries(db: Db, from: string, size: number): Promise<SitemapEntry[]> {
  return db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .select(['id', 'updated_at'])
    .where('status', '=', sql.lit('active'))
    .where('id', '>=', from)
    .orderBy('id')
    .limit(size)
    .execute()
}

/** Every specialty and state in which there are jobs now. */
export async function populatedSpecialtyStates(db: Db): Promise<{ specialty: Specialty; state: StateCode }[]> {
  return db
    .withTables<JobsTables>()
    .selectFrom('job_counts')
    .select(['specialty', 'state'])
    .groupBy(['specialty', 'state'])
    .having((it) => it.fn.sum('n'), '>', 0)
    .orderBy('specialty')
    .orderBy('state')
    .execute()
}
