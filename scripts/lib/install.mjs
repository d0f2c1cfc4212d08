// Runs on any Node ≥ 20 before anything is installed: plain JavaScript without packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const neededNode = 26
const ownNode = join(root, 'node_modules/.bin/node')
/** The machine's own. */
const hasFittingNode =
  Number(process.versions.node.split('.')[0]) >= neededNode && !/[\\/]node_modules[\\/]/.test(process.execPath)

/**
 * Installs what package-lock.json lists and is missing: what runs and builds the product, with `tests` also what tests, lints and
 * measures it. A Node comes with it unless the machine's own fits.
 */
export function ensureInstalled({ tests = existsSync(join(root, 'node_modules/vitest')) } = {}) {
  if (isInstalled(tests)) return
  console.log('Installing packages (once) …')
  // With NODE_ENV=production npm would omit the tests' packages. The workspace is the Node.
  const args = ['ci', tests ? '--include=dev' : '--omit=dev', ...(hasFittingNode ? ['--workspaces=false'] : [])]
  const { status, error } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : ''}.`)
}

/** The Node of our packages, or the machine's own. */
export function findNode() {
  if (existsSync(ownNode)) return ownNode
  if (hasFittingNode) return process.execPath
  return fail(`npm has no Node ${neededNode} for ${process.platform}-${process.arch}: install it and try again.`)
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}

/** npm writes the second file after an installation; optional packages are for other platforms. */
function isInstalled(tests) {
  try {
    const wanted = Object.entries(readPackages('package-lock.json'))
    const installed = readPackages('node_modules/.package-lock.json')
    return (
      (hasFittingNode || existsSync(ownNode)) &&
      wanted
        .filter(([path, it]) => path.includes('node_modules/') && !it.link && (tests || !(it.dev || it.devOptional)))
        .every(([path, it]) => (installed[path] ? installed[path].version === it.version : it.optional))
    )
  } catch {
    return false
  }
}

const readPackages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
