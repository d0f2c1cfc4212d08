import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import packageFile from '#package.json' with { type: 'json' }

/** Of the product. */
export const { version } = packageFile

/** What it was built from: the package has a file, and a checkout Git. Null where neither tells. */
export const commit = readCommit()

function readCommit(): string | null {
  const root = new URL('../../../', import.meta.url)
  try {
    return readFileSync(new URL('commit', root), 'utf8').trim()
  } catch {
    // Not the package.
  }
  try {
    const args = ['rev-parse', '--short=12', 'HEAD']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
