import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export type Program = {
  pid: number
  stdout: string[]
  stderr: string[]
  /** The exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>
  /** The first matching line of standard output; fails if the program ends before. */
  line(pattern: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
}

/**
 * A Node program with only the given settings, killed when the test ends, or what `whenDone` waits
 * for.
 */
export function startProgram(
  args: string[],
  env: Record<string, string> = {},
  node = process.execPath,
  whenDone: (end: () => void) => void = onTestFinished,
): Program {
  const child = spawn(node, args, {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  whenDone(() => {
    child.kill('SIGKILL')
  })
  const stdout: string[] = []
  const stderr: string[] = []
  const out = createInterface(child.stdout).on('line', (line) => stdout.push(line))
  createInterface(child.stderr).on('line', (line) => stderr.push(line))
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return {
    pid: child.pid ?? 0,
    stdout,
    stderr,
    exited,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const said = stdout.find((it) => pattern.test(it))
        if (said !== undefined) resolve(said)
        out.on('line', (line) => {
          if (pattern.test(line)) resolve(line)
        })
        void exited.then((code) =>
          reject(
            new Error(
              `It ended (${code}) without saying ${pattern}:\n${[...stdout, ...stderr].join('\n')}`,
            ),
          ),
        )
      }),
    kill: (signal) => void child.kill(signal),
  }
}

/**
 * The compile cache saves a quarter of a server's start. Behind a proxy npm needs its certificate,
 * and tries for minutes without.
 */
function inherited(): Record<string, string | undefined> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS } = process.env
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS }
}

/** What a program of our packages writes, whether it succeeds or fails. */
export const outputOf = (program: string, args: string[], cwd?: string): Promise<string> =>
  promisify(execFile)(join(import.meta.dirname, '../../node_modules/.bin', program), args, {
    cwd,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )

/** Whether the process runs; a zombie (in a container without init) does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}
