import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { listNodes, nodeOf, thisNode } from '#platform/server/http/invalidate-on-change.ts'

/** Those that are connected now, also this one. */
export const findNodes = async (db: Db) =>
  (await listNodes(db)).map(({ name, connectedAt }) => ({
    // Nodes of the first release have no name.
    ...nodeOf(name || '1.0.0 unnamed'),
    connectedAt: connectedAt.toISOString(),
    isThis: name === thisNode,
  }))

type WaitingTasks = { name: string; waiting: number; active: number; oldestSeconds: number }

/** Background tasks that are due or running, by kind. */
export async function countOpenTasks(db: Db): Promise<WaitingTasks[]> {
  const { rows } = await sql<WaitingTasks>`
    select name, count(*) filter (where state <> 'active')::int as waiting, count(*)
      filter (where state = 'active')::int as active,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state <> 'active')), 0)::float as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now() and name <> 'dead-tasks'
    group by name order by name
  `.execute(db)
  return rows
}
