import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import packageFile from '#package.json' with { type: 'json' }

/**
 * The commit of the build: the package has a file, and a checkout has Git. Null where neither
 * tells.
 */
export const commit = readCommit()

/** Of the product. A build between two releases adds its commit, as in `1.1.0-dev+0123456789ab`. */
export const version = nameBuild(packageFile.version)

function nameBuild(release: string) {
  return release.endsWith('-dev') && commit !== null ? `${release}+${commit}` : release
}

function readCommit() {
  const root = new URL('../../../', import.meta.url)
  try {
    return readFileSync(new URL('commit', root), 'utf8').trim()
  } catch {
    // Not the package.
  }
  try {
    const args = ['rev-parse', '--short=12', 'HEAD']
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}
