import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/database.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { postgresPid } from './data-dir.ts'
import { migratedCluster } from './database.ts'
import { addJobs, jobRow } from './factories.ts'
import { folderForTest } from './for-test.ts'
import { freePort } from './free-port.ts'
import { isAlive, startProgram } from './processes/spawn.ts'

vi.setConfig({ testTimeout: 120_000 })

test('npm start builds what changed once, and installs nothing, with the tests’ packages and without', async () => {
  for (const tests of [true, false]) {
    const tree = await smallTree({ tests })
    expect(await tree.ending('scripts/start.mjs')).toMatchObject({
      code: 0,
      stdout: ['Building the pages …', 'built', 'served'],
    })
    expect(await tree.ending('scripts/start.mjs')).toMatchObject({
      code: 0,
      stdout: ['served'],
      stderr: [],
    })
  }
})

test('npm start installs what runs and builds; npm test, what tests, too', async () => {
  const tree = await smallTree({ tests: false })
  const [packaged, own] = [join(tree.path, 'node_modules/node'), join(tree.path, 'bin/node')]
  await copyFile(process.execPath, packaged)
  const installed = async (script: string, node: string) => (await tree.ending(script, node)).stdout
  const installing = expect.stringMatching(
    /^Installing \d packages, up to \d+ MB on the disk \(once\) …$/,
  )
  expect(await installed('scripts/test.mjs', packaged)).toEqual([
    installing,
    'npm install --no-save --include=dev',
  ])
  await rm(join(tree.path, 'node_modules/.bin/node'))
  expect(await installed('scripts/start.mjs', packaged)).toEqual([
    installing,
    'npm install --no-save --omit=dev',
  ])
  // A Node of the machine that fits serves, and none is installed beside it.
  await rename(packaged, own)
  expect(await installed('scripts/start.mjs', own)).toEqual([
    'Building the pages …',
    'built',
    'served',
  ])
  await rm(join(tree.path, 'node_modules/.package-lock.json'))
  expect(await installed('scripts/start.mjs', own)).toEqual([
    installing,
    'npm install --no-save --omit=dev --workspaces=false',
  ])
})

test('a package whose folder is gone or empty is installed again', async () => {
  const tree = await smallTree()
  await rm(join(tree.path, 'node_modules/server/package.json'))
  expect(await tree.ending('scripts/start.mjs')).toMatchObject({
    code: 1,
    stdout: [
      expect.stringMatching(/^Installing 1 packages/),
      'npm install --no-save --include=dev',
    ],
  })
})

test('a signal ends the installation, too, and the next start does again what may be half done', async () => {
  const tree = await smallTree()
  await rm(join(tree.path, 'node_modules/server'), { recursive: true })
  const half = 'mkdir -p node_modules/server && echo {} > node_modules/server/package.json'
  await tree.npm(`trap '' TERM; ${half}; echo busy $$; sleep 100 & wait; wait`)
  const first = tree.start('scripts/start.mjs')
  const busy = Number((await first.line(/^busy/)).split(' ')[1])
  first.kill('SIGTERM')
  expect(await first.exited).toBe(143)
  expect(first.stderr).toEqual(['Interrupted. The next start goes on with it.'])
  expect(await isAlive(busy)).toBe(false)

  await tree.npm(`test -e node_modules/server || { ${half}; echo again; }`)
  expect(await tree.ending('scripts/start.mjs')).toMatchObject({
    code: 0,
    stdout: expect.arrayContaining(['again', 'served']),
  })
})

test('of two starts at once, one installs and builds, and the other waits for it', async () => {
  const tree = await smallTree()
  await rm(join(tree.path, 'node_modules/server'), { recursive: true })
  await tree.npm(
    'sleep 1; mkdir node_modules/server && echo {} > node_modules/server/package.json; echo installed',
  )
  const both = await Promise.all([
    tree.ending('scripts/start.mjs'),
    tree.ending('scripts/start.mjs'),
  ])

  expect(both).toMatchObject([
    { code: 0, stderr: [] },
    { code: 0, stderr: [] },
  ])
  const lines = both.flatMap(({ stdout }) => stdout)
  expect(lines.filter((line) => /^(?:installed|built|served)$/.test(line)).toSorted()).toEqual([
    'built',
    'installed',
    'served',
    'served',
  ])
  expect(lines.join('\n')).toMatch(
    /start\.mjs' \(process \d+\) installs packages in this folder: waiting for it …/,
  )
})

test.runIf(process.env['LONG'])(
  'npm run dev serves edits of pages and of the server, with one database',
  { timeout: 240_000 },
  async () => {
    const tree = await wholeTree()
    const DATA_DIR = join(tree, '.data')
    await beginBoard(DATA_DIR)
    const PORT = String(await freePort())
    const dev = startProgram([join(tree, 'scripts/dev.mjs')], {
      DATA_DIR,
      PORT,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    })
    const get = (path: string) =>
      fetch(`http://localhost:${PORT}${path}`).then((response) => response.text(), String)
    const edit = async (file: string, from: string, to: string) => {
      const text = await readFile(join(tree, file), 'utf8')
      await writeFile(join(tree, file), text.replace(from, to))
    }
    const isServed = async (path: string, text: string) => {
      await expect.poll(() => get(path), { timeout: 60_000, interval: 100 }).toContain(text)
    }

    expect(await dev.line(/is ready/)).toBe(`Whitecoat is ready at http://localhost:${PORT}`)
    expect(await get('/about')).toContain('/@vite/client')
    const database = await postgresPid(DATA_DIR)
    await edit('src/features/site/web/about-page.tsx', 'Our Mission', 'Our edited mission')
    await isServed('/about', 'Our edited mission')
    await edit('src/platform/server/http/health.ts', `status: 'ok'`, `status: 'edited'`)
    await isServed('/healthz', 'edited')
    expect(await postgresPid(DATA_DIR)).toBe(database)
    expect(dev.stderr).toEqual([])

    dev.kill('SIGTERM')
    expect(await dev.exited).toBe(0)
    expect(await isAlive(database)).toBe(false)
  },
)

test('npm run dev says in one line what the operator can mend', async () => {
  const dev = startProgram(['scripts/dev.mjs'], {
    DATA_DIR: '/proc/whitecoat',
    SECRET: 'x'.repeat(32),
  })

  expect(await dev.exited).toBe(1)
  expect(dev.stderr).toEqual(['Cannot write to DATA_DIR /proc/whitecoat (ENOENT).'])
})

/** A board with a job of its own, which gets no sample data. */
async function beginBoard(dataDir: string): Promise<void> {
  await migratedCluster(dataDir)
  const postgres = await startPostgres({ dataDir, fast: true })
  const db = openDatabase(postgres.connection)
  await addJobs(db, [jobRow()])
  await db.destroy()
  await postgres.stop()
}

/** A copy of the sources, to be edited. */
async function wholeTree(): Promise<string> {
  const path = await folderForTest()
  for (const it of [
    'db',
    'demo',
    'public',
    'scripts',
    'src',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
  ])
    await cp(it, join(path, it), { recursive: true })
  await symlink(resolve('node_modules'), join(path, 'node_modules'))
  return path
}

/**
 * The scripts, with a server, a build tool and an npm that only say that they ran; `tests`: as `npm
 * test` leaves it.
 */
async function smallTree({ tests = true } = {}) {
  const path = await folderForTest()
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/server': { version: '1.0.0' },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
      'node_modules/vitest': { version: '1.0.0', dev: true },
      'node_modules/runtime': { link: true },
      runtime: { version: '1.0.0' },
    },
  }
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(path, file)), { recursive: true })
    await writeFile(join(path, file), text)
  }
  await cp('scripts', join(path, 'scripts'), { recursive: true })
  await write('package-lock.json', JSON.stringify(lock))
  await write('demo/start.ts', `console.log('served')`)
  await write(
    'node_modules/vite/bin/vite.js',
    `console.log('built'); require('node:fs').mkdirSync('dist', { recursive: true })`,
  )
  async function npm(script: string): Promise<void> {
    await write('bin/npm', `#!/bin/sh\n${script}\n`)
    await chmod(join(path, 'bin/npm'), 0o755)
  }
  await npm(`echo npm $* | sed 's/ --no-audit.*//'\nexit 1`)
  await mkdir(join(path, 'node_modules/.bin'))
  await symlink(process.execPath, join(path, 'node_modules/.bin/node'))
  for (const name of tests ? ['server', 'vitest'] : ['server'])
    await write(`node_modules/${name}/package.json`, '{}')
  const vitest = tests ? { 'node_modules/vitest': lock.packages['node_modules/vitest'] } : {}
  const installed = {
    '': lock.packages[''],
    'node_modules/server': lock.packages['node_modules/server'],
    ...vitest,
  }
  await write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
  const start = (script: string, node?: string) =>
    startProgram([join(path, script)], { PATH: `${path}/bin:${process.env['PATH']}` }, node)
  return {
    path,
    npm,
    start,
    async ending(script: string, node?: string) {
      const program = start(script, node)
      return { code: await program.exited, stdout: program.stdout, stderr: program.stderr }
    },
  }
}
