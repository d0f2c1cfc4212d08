import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import type { Running, StartDemo } from './start.ts'

/**
 * How long the stop may take: longer than open requests and the database's end together.
 * `DRAIN_SECONDS` is added.
 */
let stopWithinMs = 45_000
/** A terminal and npm both deliver one Ctrl-C; later signals count as a second one. */
const sameSignalMs = 1_000

let starting: Promise<Running> | undefined
let stoppingSince: number | undefined

/** @throws {StartError} for a demo where its sample data are not. */
export function readStartSettings(env: NodeJS.ProcessEnv, hasSamples: boolean): Settings {
  const mode = env['APP_MODE'] || (hasSamples ? undefined : 'production')
  const settings = readSettings({ ...env, APP_MODE: mode })
  if (settings.appMode === 'demo' && !hasSamples)
    throw new StartError('A demo starts with `npm start`; set APP_MODE=production.')
  return settings
}

/** The life of the process: settings, start, signals and output. */
export async function run(startDemo?: StartDemo): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // Ends with the script or watcher that started it.
  process.once('disconnect', stop)
  try {
    const settings = readStartSettings(process.env, startDemo !== undefined)
    stopWithinMs += settings.drainSeconds * 1000
    // Saves a quarter of a restart's CPU time.
    if (existsSync(settings.dataDir)) enableCompileCache(join(settings.dataDir, 'compile-cache'))
    // Loaded late, so that an invalid setting is reported at once.
    const { startServer } = await import('./start.ts')
    starting = startServer(settings, {
      dev: process.argv.includes('--dev'),
      startDemo: settings.appMode === 'demo' ? startDemo : undefined,
      report: (line) => console.log(line),
      onDeath: ({ message }) => console.error(message),
    })
    const { url, demoAccounts } = await starting
    console.log(`Whitecoat is ready at ${url}`)
    if (demoAccounts.length > 0) console.log('Accounts to try it with:')
    for (const { role, email, password } of demoAccounts)
      console.log(`  ${role.padEnd(12)}${email.padEnd(36)}${password}`)
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}

function stop() {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince > sameSignalMs) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  void Promise.resolve(starting)
    .then((running) => running?.stop())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        complain(error)
        process.exit(1)
      },
    )
}

function complain(error: unknown) {
  console.error(error instanceof StartError ? error.message : error)
}
