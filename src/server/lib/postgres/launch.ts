import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Account } from './account.ts'
import { ask, readHolder } from './lock.ts'
import type { Log, ServerProcess } from './server-process.ts'
import { spawnServer } from './server-process.ts'
import { serverArguments } from './tuning.ts'
import { StartError } from '../start-error.ts'

export type Place = {
  dataDir: string
  cluster: string
  socketFolder: string
  postgres: string
  account: Account
  fast: boolean
  connection: pg.ClientConfig
}

const pollMs = 20
/** A server whose Node was killed a moment ago is still up, and about to stop. */
const graceMs = 1_500
const patienceMs = 60_000

/** Starts PostgreSQL on the cluster and waits until it answers, and before that for a predecessor that is still stopping. */
export async function launch(place: Place, log: Log): Promise<ServerProcess> {
  const began = Date.now()
  for (;;) {
    const holder = await readHolder(place.cluster)
    const answer = holder ? await ask(holder.connection) : 'silent'
    const waited = Date.now() - began
    if (holder && (waited > patienceMs || (answer === 'ready' && waited > graceMs))) throw inUse(place, holder.pid)
    if (answer === 'silent') {
      const server = await tryToStart(place, holder?.pid, log)
      if (server) return server
      if (waited > patienceMs) throw inUse(place, holder?.pid)
    }
    await delay(pollMs * 5)
  }
}

/** Undefined if another server, or what is left of one, still holds the cluster. */
async function tryToStart(place: Place, stalePid: number | undefined, log: Log): Promise<ServerProcess | undefined> {
  const command = [place.postgres, ...serverArguments(place.cluster, place.socketFolder, place)]
  // PostgreSQL takes a lock file for stale if its process is gone. After a reboot another program may have got that number;
  // nobody answered there, so PostgreSQL is told not to mind it. Its shared memory check still stands.
  const env: Record<string, string> = stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}
  const server = spawnServer(command, place.account, env, log)
  while (!server.hasExited()) {
    if ((await ask(place.connection)) === 'ready') return server
    await Promise.race([server.exited, delay(pollMs)])
  }
  const reason = server.lastLines.join('\n')
  if (/lock file .* already exists|is still in use/.test(reason)) return undefined
  throw new StartError(`PostgreSQL did not start on ${place.cluster}: ${reason || 'it wrote no reason'}`)
}

function inUse(place: Place, pid: number | undefined): StartError {
  const who = pid ? ` (PostgreSQL is process ${pid})` : ''
  return new StartError(`DATA_DIR ${place.dataDir} is in use by another server${who}: stop that one, or choose another DATA_DIR.`)
}
