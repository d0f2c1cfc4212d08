import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'

type Growing = { total: number; thisWeek: number; perDay: number[] }

const days = 7

/** Over the tables of several features: nothing but how many rows there are. */
export async function countEverything(db: Db) {
  const [users, jobs, subscribers, pendingPerDay, deadMails] = await Promise.all([
    growing(countRows(db, sql`users`), countByDay(db, sql`users`, sql`created_at`)),
    growing(countActiveJobs(db), countByDay(db, sql`job_search`, sql`posted_at`)),
    growing(countRows(db, sql`newsletter_subscribers`), countByDay(db, sql`newsletter_subscribers`, sql`subscribed_at`)),
    countByDay(db, sql`jobs`, sql`posted_at`, sql`status = 'pending'`),
    countRows(db, sql`mails`, sql`state = 'dead'`),
  ])
  return { users, jobs, subscribers, pendingPerDay, deadMails }
}

async function growing(counted: Promise<number>, byDay: Promise<number[]>): Promise<Growing> {
  const [total, perDay] = await Promise.all([counted, byDay])
  return { total, thisWeek: perDay.reduce((sum, count) => sum + count, 0), perDay }
}

type Part = RawBuilder<unknown>

async function countRows(db: Db, table: Part, condition: Part = sql`true`): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${table} where ${condition}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** From the counts that the catalogue keeps: to count a million rows takes longer than the page may. */
async function countActiveJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string | null }>`select sum(n) as n from job_counts`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

const dayMs = 86_400_000

/** New rows on each of the last days, today last; days are those of UTC. */
async function countByDay(db: Db, table: Part, since: Part, condition: Part = sql`true`): Promise<number[]> {
  const today = Math.floor(Date.now() / dayMs)
  const starts = Array.from({ length: days }, (_, index) => new Date((today - days + 1 + index) * dayMs))
  const { rows } = await sql<{ day: number; n: string }>`
    select width_bucket(${since}, ${starts}::timestamptz[]) as day, count(*) as n from ${table}
    where ${since} >= ${starts[0]} and ${condition}
    group by 1
  `.execute(db)
  const counts = new Map(rows.map(({ day, n }) => [day, Number(n)]))
  return starts.map((_, index) => counts.get(index + 1) ?? 0)
}
