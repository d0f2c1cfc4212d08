import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Account } from './account.ts'

export type Log = (line: string) => void

export type ServerProcess = {
  /** The last lines that it wrote. */
  readonly lastLines: string[]
  readonly exited: Promise<void>
  hasExited(): boolean
  /** Rolls open transactions back, writes everything to disk, ends. */
  stop(): Promise<void>
}

const keptLines = 20
const stopWithinMs = 20_000

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C reaches Node alone, which drains first. It waits for a word
 * before it becomes the database: by then its watchdog stands, and there is no moment in which a kill -9 leaves an orphan.
 */
export function spawnServer(command: string[], account: Account, env: Record<string, string>, log: Log): ServerProcess {
  const [program = '', ...args] = [...account.prefix, 'sh', '-c', 'read -r _ && exec "$@" </dev/null', 'sh', ...command]
  const child = spawn(program, args, { ...account.spawn, cwd: '/', env, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
  let over = false
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => {
    over = true
  })

  const lastLines: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      if (!line) continue
      lastLines.push(line)
      if (lastLines.length > keptLines) lastLines.shift()
      log(line)
    }
  })

  if (child.pid) guard(child.pid, exited, () => over)
  child.stdin.on('error', () => {})
  child.stdin.end('go\n')

  return {
    lastLines,
    exited,
    hasExited: () => over,
    async stop() {
      if (!over) child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs)
      await exited
      clearTimeout(timer)
    },
  }
}

/** Ends the database when this process is gone, however it went: then the watchdog's standing input closes. */
function guard(pid: number, exited: Promise<void>, over: () => boolean): void {
  let watchdog: ChildProcess | undefined
  const watch = () => {
    watchdog = spawn('sh', ['-c', 'while read -r _; do :; done; kill -INT "$1"', 'sh', String(pid)], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    watchdog.once('error', () => {})
    watchdog.once('exit', () => {
      if (!over()) watch()
    })
    watchdog.unref()
  }
  watch()
  void exited.then(() => watchdog?.kill('SIGKILL'))
}
