import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDataDir } from './data-dir.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './processes/spawn.ts'

vi.setConfig({ testTimeout: 120_000 })

test('npm start in a pruned tree runs what is built, and installs and builds nothing', async () => {
  const tree = await smallTree()
  await tree.ending('scripts/build.mjs')
  await tree.prune()

  expect(await tree.ending('scripts/start.mjs')).toMatchObject({ code: 0, stdout: ['served'], stderr: [] })
})

test('npm start in a pruned tree that is not built says so, and installs nothing', async () => {
  const tree = await smallTree()
  await tree.prune()

  expect(await tree.ending('scripts/start.mjs')).toEqual({
    code: 1,
    stdout: [],
    stderr: [expect.stringContaining('The pages are not built')],
  })
})

test('npm start in a whole tree builds what changed', async () => {
  const tree = await smallTree()

  expect(await tree.ending('scripts/start.mjs')).toMatchObject({ code: 0, stdout: ['Building the pages …', 'built', 'served'] })
})

test('npm start without packages installs them', async () => {
  const tree = await smallTree()
  await rm(join(tree.path, 'node_modules/.package-lock.json'))

  expect((await tree.ending('scripts/start.mjs')).stdout.slice(0, 2)).toEqual(['Installing packages (once) …', 'npm ran'])
})

test('npm run dev starts on a fresh data folder', async () => {
  const { path, remove } = await temporaryDataDir()
  onTestFinished(remove)
  const PORT = String(await freePort())
  const dev = startProgram(['scripts/dev.mjs'], { DATA_DIR: path, PORT, LOG_LEVEL: 'warn' })

  await dev.line(/is ready/)
  expect(await (await fetch(`http://127.0.0.1:${PORT}/`)).text()).toContain('/@vite/client')
  expect(dev.stderr).toEqual([])
  dev.kill('SIGTERM')
  expect(await dev.exited).toBe(0)
})

/** The scripts, with a server, a build tool and an npm that only say that they ran. */
async function smallTree() {
  const { path, remove } = await temporaryDataDir()
  onTestFinished(remove)
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/server': { version: '1.0.0' },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
      'node_modules/tool': { version: '1.0.0', dev: true },
    },
  }
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(path, file)), { recursive: true })
    await writeFile(join(path, file), text)
  }
  await cp('scripts', join(path, 'scripts'), { recursive: true })
  await write('package-lock.json', JSON.stringify(lock))
  await write('demo/start.ts', `console.log('served')`)
  await write('node_modules/vite/bin/vite.js', `console.log('built'); require('node:fs').mkdirSync('dist', { recursive: true })`)
  await write('bin/npm', `#!/bin/sh\necho npm ran\nexit 1\n`)
  await chmod(join(path, 'bin/npm'), 0o755)
  const installed = { ...lock.packages, 'node_modules/other-platform': undefined }
  await write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
  return {
    path,
    /** As after `npm ci --omit=dev`. */
    async prune() {
      const file = join(path, 'node_modules/.package-lock.json')
      const { packages } = JSON.parse(await readFile(file, 'utf8')) as typeof lock
      await writeFile(file, JSON.stringify({ packages: { ...packages, 'node_modules/tool': undefined } }))
      await rm(join(path, 'node_modules/vite'), { recursive: true })
    },
    async ending(script: string) {
      const program = startProgram([join(path, script)], { PATH: `${path}/bin:${process.env['PATH']}` })
      return { code: await program.exited, stdout: program.stdout, stderr: program.stderr }
    },
  }
}
