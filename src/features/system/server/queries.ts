import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'

const tables = (db: Db) => db.withTables<SystemTables>()

/** Stores a sample, and deletes those of any node that are older than the page shows. */
export async function addSample(db: Db, sample: NodeSample): Promise<void> {
  await tables(db).insertInto('node_samples').values(sample).execute()
  await sql`delete from node_samples where at < now() - interval '25 hours'`.execute(db)
}

export const listDaysSamples = (db: Db): Promise<NodeSample[]> =>
  tables(db)
    .selectFrom('node_samples')
    .selectAll()
    .where('at', '>', sql<Date>`now() - interval '24 hours'`)
    .orderBy('at')
    .execute()

type WaitingTasks = { name: string; waiting: number; active: number; oldestSeconds: number }

/** Background tasks that are due or running, by kind; and mails by state. */
export async function countOpenWork(db: Db): Promise<{ tasks: WaitingTasks[]; mails: Record<string, number> }> {
  const [tasks, mails] = await Promise.all([
    sql<WaitingTasks>`
      select name, count(*) filter (where state <> 'active')::int as waiting, count(*) filter (where state = 'active')::int as active,
        coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'active')), 0)::float as "oldestSeconds"
      from pgboss.job
      where state in ('created', 'retry', 'active') and start_after <= now() and name <> 'dead-tasks'
      group by name order by name
    `.execute(db),
    sql<{ state: string; n: number }>`select state, count(*)::int as n from mails group by state`.execute(db),
  ])
  return { tasks: tasks.rows, mails: Object.fromEntries(mails.rows.map(({ state, n }) => [state, n])) }
}

export type SystemTables = { node_samples: NodeSample }

/** What a node did since its last sample, a minute before. */
export type NodeSample = {
  /** Host and process, so that two nodes of one host differ. */
  node: string
  at: Date
  version: string
  started_at: Date
  requests: number
  cached: number
  failed: number
  refused: number
  p50_ms: number
  p95_ms: number
  event_loop_ms: number
  memory_mb: number
  cpu_percent: number
  connections: number
  waiting: number
}
