import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

type Growing = { total: number; thisWeek: number }

/** Over the tables of several features: nothing but how many rows there are. */
export async function countEverything(db: Db) {
  const [users, jobs, subscribers, deadMails] = await Promise.all([
    countGrowing(db, sql`users`, sql`created_at`, sql`true`),
    countGrowing(db, sql`jobs`, sql`posted_at`, sql`status = 'active'`),
    countGrowing(db, sql`newsletter_subscribers`, sql`subscribed_at`, sql`true`),
    countGrowing(db, sql`mails`, sql`created_at`, sql`state = 'dead'`),
  ])
  return { users, jobs, subscribers, deadMails: deadMails.total }
}

async function countGrowing(
  db: Db,
  table: ReturnType<typeof sql>,
  since: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<Growing> {
  const { rows } = await sql<{ total: string; recent: string }>`
    select count(*) as total, count(*) filter (where ${since} > now() - interval '7 days') as recent from ${table} where ${condition}
  `.execute(db)
  return { total: Number(rows[0]?.total ?? 0), thisWeek: Number(rows[0]?.recent ?? 0) }
}
