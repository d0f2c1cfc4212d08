import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { SystemPoint } from '../contract.ts'

/** What a node did since its last sample, a minute before. `node` is host and process, so that two nodes of one host differ. */
export type NodeSample = Omit<SystemPoint, 'at'> & { node: string; at: Date; version: string; startedAt: Date }

/** Stores a sample, and deletes those of any node that are older than the page shows. */
export async function addSample(db: Db, sample: NodeSample): Promise<void> {
  const row = {
    ...renamed(sample, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    // Columns that the version before reads.
    event_loop_ms: 0,
    connections: 0,
    waiting: 0,
  }
  await sql`insert into node_samples select * from json_populate_record(null::node_samples, ${JSON.stringify(row)}::json)`.execute(
    db,
  )
  await sql`delete from node_samples where at < now() - interval '25 hours'`.execute(db)
}

export async function findDaysSamples(db: Db): Promise<NodeSample[]> {
  const { rows } = await sql<object>`select * from node_samples where at > now() - interval '24 hours' order by at`.execute(db)
  return rows.map(
    (row) => renamed(row, (name) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())) as NodeSample,
  )
}

const renamed = (row: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

type WaitingTasks = { name: string; waiting: number; active: number; oldestSeconds: number }

/** Background tasks that are due or running, by kind. */
export async function countOpenTasks(db: Db): Promise<WaitingTasks[]> {
  const { rows } = await sql<WaitingTasks>`
    select name, count(*) filter (where state <> 'active')::int as waiting, count(*) filter (where state = 'active')::int as active,
      coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'active')), 0)::float as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now() and name <> 'dead-tasks'
    group by name order by name
  `.execute(db)
  return rows
}
