import { spawn } from 'node:child_process'
import { findNode, root } from './install.mjs'

const parentCheckMs = 500

/** Without limits V8 fills what a large machine has before it collects. */
export const heapFlags = ['--max-semi-space-size=8', '--max-old-space-size=512']

/** By default glibc keeps free memory in eight arenas for each processor. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2' }

/** The demo entry passes sample data to the product. */
export const serverFile = () =>
  process.env['APP_MODE'] === 'production' ? 'src/app/server/main.ts' : 'demo/start.ts'

/**
 * Runs the server as a child: signals and the exit code are passed on, and the server stops if this
 * process or npm is killed.
 * `afterwards` runs when the server has ended.
 */
export function runServer(args, env = {}, afterwards = async () => {}) {
  // Nothing is written to the channel; its end is the message.
  const server = spawn(findNode(), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...memoryEnv, ...process.env, ...env },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => server.kill(signal))
  process.on('disconnect', () => server.kill('SIGTERM'))
  server.on('exit', async (code, signal) => {
    await afterwards()
    process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1))
  })
  if (process.env['npm_lifecycle_event']) followParent(server)
}

/** A killed npm sends no signal, but changes the parent of this process. */
function followParent(server) {
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    server.kill('SIGTERM')
  }, parentCheckMs).unref()
}
