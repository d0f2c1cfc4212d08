import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

/**
 * For a job that was merged into another one: day by day, both together. Whoever looked at both on one day was told apart by nothing
 * that is still there, and counts as two visitors.
 */
export async function moveInsights(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    with gone as (
      delete from posting_insights where job_id = ${from} returning day, views, apply_clicks, visitors
    )
    insert into posting_insights as kept (job_id, day, views, apply_clicks, visitors)
    select ${to}, day, views, apply_clicks, visitors from gone
    on conflict (job_id, day) do update set
      views = kept.views + excluded.views,
      apply_clicks = kept.apply_clicks + excluded.apply_clicks,
      visitors = kept.visitors + excluded.visitors
  `.execute(trx)
}
