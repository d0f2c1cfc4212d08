// Runs on any Node ≥ 20 before anything is installed: plain JavaScript without packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const neededNode = 26

/** Installs the packages of package-lock.json, unless they are installed. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages (once) …')
  // With NODE_ENV=production npm would omit build tools.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : ''}.`)
}

/** The Node of our packages, or the machine's own. */
export function findNode() {
  const installed = join(root, 'node_modules/.bin/node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= neededNode) return process.execPath
  return fail(`npm has no Node ${neededNode} for ${process.platform}-${process.arch}: install it and try again.`)
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}

/** npm writes this file after an installation; optional packages are for other platforms. */
function isInstalled() {
  return installs(() => true)
}

/** Everything that the built product needs is there. */
export function hasProductionPackages() {
  return installs((it) => !isBuildTool(it))
}

/** Somebody installed or left the production packages only. */
export function isPruned() {
  return hasProductionPackages() && !installs(isBuildTool, 'some')
}

const isBuildTool = (it) => it.dev === true || it.devOptional === true

function installs(isWanted, howMany = 'every') {
  try {
    const wanted = readPackages('package-lock.json')
    const installed = readPackages('node_modules/.package-lock.json')
    const entries = Object.entries(wanted).filter(([path, it]) => path && isWanted(it))
    return entries[howMany](([path, it]) =>
      installed[path] ? installed[path].version === it.version : howMany === 'every' && it.optional,
    )
  } catch {
    return false
  }
}

const readPackages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
