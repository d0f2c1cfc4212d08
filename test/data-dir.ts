import { chmod, mkdtemp, readFile, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

export type DataDir = { path: string; remove: () => Promise<void> }

/**
 * An empty data folder that every user may pass through, because PostgreSQL may run as another one.
 */
export async function temporaryDataDir(): Promise<DataDir> {
  const path = await mkdtemp(join((await hasRoom(memory)) ? memory : tmpdir(), prefix))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Linux's folder in memory. To copy a database's 800 files there takes a tenth of the processor
 * time.
 */
const memory = '/dev/shm'
const prefix = 'whitecoat-test-'
const roomyBytes = 6 * 1024 ** 3
const abandonedMs = 86_400_000

/** Runs that were killed leave folders that would take memory until the next boot. */
export async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(memory).catch(() => [])) {
    const path = join(memory, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (name.startsWith(prefix) && Date.now() - mtimeMs > abandonedMs)
      await rm(path, { recursive: true, force: true })
  }
}

const hasRoom = (folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, freemem()) > roomyBytes,
    () => false,
  )

/** The process id of the folder's PostgreSQL. */
export async function postgresPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

/**
 * Stops every process of the folder's PostgreSQL: it accepts connections, and answers nothing. The
 * postmaster is the first, so that no connection that is beginning is missed.
 * @returns what lets it go on.
 */
export async function freezePostgres(dataDir: string): Promise<() => void> {
  const postmaster = await postgresPid(dataDir)
  signalEach([postmaster], 'SIGSTOP')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = children.trim().split(' ').map(Number)
  signalEach(pids, 'SIGSTOP')
  return () => signalEach([postmaster, ...pids], 'SIGCONT')
}

export function signalEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
