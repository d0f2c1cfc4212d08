// Runs on any Node ≥ 20 before anything is installed: plain JavaScript without packages.
import { spawn } from 'node:child_process'
// The whole module: an older Node has no `statfsSync`, and shall say so in words of ours.
import fs, { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const neededNode = 26
const oldestNode = 20
if (Number(process.versions.node.split('.')[0]) < oldestNode)
  fail(`Whitecoat needs Node.js ${oldestNode} or newer; this is ${process.versions.node}.`)

const ownNode = join(root, 'node_modules/.bin/node')
/** The machine's own. */
const hasFittingNode =
  Number(process.versions.node.split('.')[0]) >= neededNode &&
  !/[\\/]node_modules[\\/]/.test(process.execPath)
const progressMs = 10_000
/** npm takes half a minute to end by itself. */
const patienceMs = 2_000
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/**
 * Installs what package-lock.json lists and is missing: what runs and builds the product, with
 * `tests` also what tests, lints and measures it. A Node comes with it unless the machine's own
 * fits. Nothing that is there is removed: a server may run on it.
 */
export async function ensureInstalled({
  tests = existsSync(join(root, 'node_modules/vitest')),
} = {}) {
  if (missingPackages(tests).length === 0 && !existsSync(lock)) return
  await alone('installs packages', async () => {
    const missing = missingPackages(tests)
    if (missing.length > 0) await install(tests, missing)
  })
}

async function install(tests, missing) {
  const size =
    (tests ? 430 : 0) +
    (existsSync(join(root, 'node_modules/vite')) ? 0 : hasFittingNode ? 370 : 590)
  const { bavail, bsize } = fs.statfsSync(root)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free < size)
    fail(`The disk of ${root} has ${free} MB free, and the packages take up to ${size} MB.`)
  console.log(`Installing ${missing.length} packages, up to ${size} MB on the disk (once) …`)
  const left = () => missing.filter((path) => !isThere(path)).length
  const progress = setInterval(
    () => console.log(`  ${missing.length - left()} of ${missing.length} are there`),
    progressMs,
  )
  // With NODE_ENV=production npm would omit the tests' packages. The workspace is the Node. `npm
  // ci` would remove all packages first, also from below a server that runs.
  const args = [
    'install',
    '--no-save',
    tests ? '--include=dev' : '--omit=dev',
    ...(hasFittingNode ? ['--workspaces=false'] : []),
  ]
  const code = await runAlone('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'])
  clearInterval(progress)
  if (code !== 0)
    fail(`npm install failed (${code}): what it says is above. The next start tries again.`)
}

/**
 * Runs a program in a group of processes of its own, and passes signals on to all of the group.
 * @returns its exit code, or why there is none.
 */
export async function runAlone(command, args, env = {}) {
  const options = {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, ...env },
  }
  let exitCode
  const interrupt = (signal) => {
    exitCode = exitCodes[signal]
    killGroup(child.pid, signal)
    setTimeout(() => killGroup(child.pid, 'SIGKILL'), patienceMs).unref()
  }
  // Before the program runs: a signal may come with its first line.
  for (const signal of Object.keys(exitCodes)) process.on(signal, interrupt)
  const child = spawn(command, args, options)
  if (child.pid) writeFileSync(lock, JSON.stringify({ ...readLock(), child: child.pid }))
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(code ?? signal))
  })
  const result = await ended
  for (const signal of Object.keys(exitCodes)) process.off(signal, interrupt)
  if (exitCode === undefined) return result
  console.error('Interrupted. The next start goes on with it.')
  return process.exit(exitCode)
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

/** Who works in this folder; left behind by a command that was killed. */
const lock = join(root, '.cache/at-work.json')
const pollMs = 300

/**
 * Does what one command at a time may do in this folder. Another one waits for it, and of one that
 * was killed removes the packages that it may have written in part.
 */
export async function alone(what, work) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const command = process.env['npm_lifecycle_event']
    ? `npm run ${process.env['npm_lifecycle_event']}`
    : process.argv[1]
  for (let hasSaid = false; !take({ what, command, pid: process.pid, since: Date.now() });) {
    const holder = readLock()
    if ([holder.pid, holder.child].some(isAlive)) {
      if (!hasSaid)
        console.log(
          `'${holder.command}' (process ${holder.pid}) ${holder.what} in this folder: waiting for it …`,
        )
      hasSaid = true
      await delay(pollMs)
    } else {
      removeWrittenSince(holder.since)
      rmSync(lock, { force: true })
    }
  }
  await work()
  rmSync(lock)
}

function take(holder) {
  try {
    writeFileSync(lock, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    return error.code === 'EEXIST' ? false : fail(`Cannot write to ${lock} (${error.code}).`)
  }
}

function readLock() {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch {
    return {}
  }
}

function isAlive(pid) {
  try {
    return pid !== undefined && pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** By the time of the folder itself: npm gives files the times that they were packed with. */
function removeWrittenSince(since = Infinity) {
  for (const path of Object.keys(readPackages('package-lock.json'))) {
    const folder = join(root, path)
    if (
      path.includes('node_modules/') &&
      statSync(folder, { throwIfNoEntry: false })?.ctimeMs >= since
    )
      rmSync(folder, { recursive: true, force: true })
  }
}

/** The Node of our packages, or the machine's own. */
export function findNode() {
  if (existsSync(ownNode)) return ownNode
  if (hasFittingNode) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const packaged = Object.keys(readPackages('package-lock.json')).filter((path) =>
    path.includes('node_modules/node-'),
  )
  if (packaged.some((path) => path.endsWith(platform)))
    return fail(
      'The Node of the packages is missing: delete the folder node_modules, and start again.',
    )
  return fail(`npm has no Node ${neededNode} for ${platform}: install it and try again.`)
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}

/**
 * The paths of what is to be installed. npm writes the second file after an installation; optional
 * packages are for other platforms.
 */
function missingPackages(tests) {
  const installed = readPackages('node_modules/.package-lock.json')
  const isMissing = ([path, { version, optional }]) =>
    installed[path] ? installed[path].version !== version || !isThere(path) : !optional
  const missing = Object.entries(readPackages('package-lock.json'))
    .filter(
      ([path, it]) =>
        path.includes('node_modules/') && !it.link && (tests || !(it.dev || it.devOptional)),
    )
    .filter(isMissing)
    .map(([path]) => path)
  return missing.length === 0 && !hasFittingNode && !existsSync(ownNode) ? [ownNode] : missing
}

const isThere = (path) => existsSync(join(root, path, 'package.json'))

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}
