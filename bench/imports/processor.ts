import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10

/** What work costs, on a machine that may have other work to do. */
type Cost = { ms: number; nodeMs: number; postgresMs: number }

/** Runs work on a server of this machine. */
export async function costOf<T>(db: Db, work: () => Promise<T>): Promise<Cost & { result: T }> {
  const server = await serverOf(db)
  const [began, node, postgres] = [performance.now(), process.cpuUsage(), postgresMsOf(server)]
  const result = await work()
  const { user, system } = process.cpuUsage(node)
  return {
    result,
    ms: performance.now() - began,
    nodeMs: (user + system) / 1000,
    postgresMs: postgresMsOf(server) - postgres,
  }
}

async function serverOf(db: Db): Promise<number> {
  const { rows } = await sql<{ file: string }>`
    select pg_read_file('postmaster.pid') as file
  `.execute(db)
  return Number.parseInt(rows[0]?.file ?? '', 10)
}

/** Of the server and its processes, also those that have ended. */
function postgresMsOf(server: number): number {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
  const ticks = (pid: string | number): number[] =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = ticks(server)
  const living = children
    .trim()
    .split(' ')
    .flatMap((pid) => ticks(pid).slice(0, 2))
  return (
    (user + system + endedUser + endedSystem + living.reduce((sum, n) => sum + n, 0)) * msPerTick
  )
}
