import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { version } from '#platform/server/version.ts'
import { postings } from '../fixtures/imports.ts'

const folder = mkdtempSync(join(tmpdir(), 'debian-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Folders that the page writes to: each gets a layer of its own above the machine's. */
const layered = ['/etc', '/opt', '/root', '/usr/local', '/var']

/**
 * Blocks that need the internet or systemd are left out. Those below the first start run beside the
 * server.
 */
function blocks(): { before: string[]; beside: string[] } {
  // The reader's own names; the server refuses those of examples.
  const page = readFileSync('docs/debian.md', 'utf8').replaceAll('example.org', 'board.test')
  const found = [...page.matchAll(/^```sh(?: (\w+))?\n(.*?)^```$/gms)].map(
    ([, kind = '', text = '']) => ({ kind, text }),
  )
  const runnable = found.filter(({ kind }) => kind === '' || kind === 'served')
  return {
    before: runnable.filter(({ kind }) => kind === '').map(({ text }) => text),
    beside: runnable.filter(({ kind }) => kind === 'served').map(({ text }) => text),
  }
}

test.skipIf(process.getuid?.() !== 0)(
  'the commands of the page, as they stand, make a site with a backup',
  () => {
    const tarball = `dist/whitecoat-${version}.tar.gz`
    if (!existsSync(tarball)) execFileSync('npm', ['run', 'build'])
    cpSync(tarball, join(folder, 'whitecoat.tar.gz'))
    writeFileSync(join(folder, 'jobs.json'), JSON.stringify(postings(2)))
    for (const path of layered)
      for (const part of ['up', 'work']) mkdirSync(join(folder, path, part), { recursive: true })
    const { before, beside } = blocks()
    const script = [
      'set -eu',
      ...layered.map(
        (path) =>
          `mount -t overlay overlay -o lowerdir=${path},upperdir=${folder}${path}/up,workdir=${folder}${path}/work ${path}`,
      ),
      'ip link set lo up',
      `cp ${folder}/whitecoat.tar.gz /root/whitecoat-${version}.tar.gz && cp ${folder}/jobs.json /root`,
      'rm -rf /opt/whitecoat*',
      ...before,
      // As the unit starts it.
      'install -d -o whitecoat -g whitecoat -m 700 /var/lib/whitecoat',
      'whitecoat start > /root/server.log 2>&1 & server=$!',
      'until curl -fs http://127.0.0.1:3000/readyz; do kill -0 $server || { cat /root/server.log; exit 1; }; sleep 1; done',
      ...beside,
      'kill -TERM $server && wait $server && echo "ended with $?"',
    ].join('\n')

    const { stdout, stderr, status } = spawnSync('unshare', ['-mn', 'sh', '-c', script], {
      encoding: 'utf8',
      env: { PATH: `${join(process.execPath, '..')}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin` },
    })

    expect({ status, stdout, stderr }).toMatchObject({ status: 0 })
    expect(stdout).toMatch(/https:\/\/board\.board\.test\/\S+/)
    expect(stdout).toContain('ended with 0')
    const mode = execFileSync('stat', ['-c', '%a', join(folder, '/etc/up/whitecoat.env')], {
      encoding: 'utf8',
    })
    expect(mode.trim()).toBe('600')
  },
)
