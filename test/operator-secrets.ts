import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const canary = 'a secret of the operator'

/** Where operators keep settings, keys and data, and where they may end by mistake. */
export const secretPaths = [
  '.data/secret',
  '.env',
  '.env.local',
  '.npmrc.bak',
  'nightly/base.tar.gz',
  'nightly/database.dump',
  'nightly/files.tar',
  'db/server.key',
  'deploy/.env',
  'deploy/.env.production',
  'deploy/store.p12',
  'deploy/tls/fullchain.pem',
  'deploy/tls/privkey.pem',
  'deploy/tls/store.jks',
  'deploy/whitecoat.env',
  'docs/runbooks/vpn.pem',
  'src/server/.env',
  'whitecoat.env',
]

/** A copy of the sources with an operator's files among them. */
export function checkOutWithSecrets(folder: string): string {
  mkdirSync(folder)
  execFileSync('sh', [
    '-c',
    'git ls-files -coz --exclude-standard | xargs -0 cp --parents -t "$0"',
    folder,
  ])
  for (const path of secretPaths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), canary)
  }
  return folder
}

/**
 * The files that Docker sends for a build:
 * https://docs.docker.com/build/concepts/context/#dockerignore-files
 */
export function dockerContext(folder: string): string[] {
  const rules = readFileSync(join(folder, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      isIgnored: !line.startsWith('!'),
      pattern: patternOf(line.replace(/^!/, '')),
    }))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) =>
    lstatSync(join(folder, it)).isFile(),
  )
  return files.filter(
    (file) => rules.findLast(({ pattern }) => pattern.test(file))?.isIgnored !== true,
  )
}

/** A rule applies to what is below its folder, too. */
function patternOf(rule: string): RegExp {
  const text = rule
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (it) =>
      it === '**/' ? '(?:.*/)?' : it === '**' ? '.*' : it === '*' ? '[^/]*' : '[^/]',
    )
  return new RegExp(`^${text}(?:/|$)`)
}
