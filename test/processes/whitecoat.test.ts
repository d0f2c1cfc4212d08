import { statSync } from 'node:fs'
import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { migratedCluster } from '../database.ts'
import { folderForTest } from '../for-test.ts'
import { startProgram } from './spawn.ts'

vi.setConfig({ testTimeout: 60_000 })

const secret = 'x'.repeat(32)

/** The command as an operator runs it: through the shell, in a folder of its own. */
async function run(args: string[], env: Record<string, string> = {}) {
  const program = startProgram([resolve('bin/whitecoat'), ...args], env, 'sh')
  return { code: await program.exited, stdout: program.stdout, stderr: program.stderr }
}

test('a command uses the database that the file of the service names', async () => {
  const dataDir = await folderForTest()
  await migratedCluster(dataDir)
  const file = join(dataDir, 'board.env')
  await writeFile(
    file,
    `# of the service\nDATA_DIR='${dataDir}'\nSECRET=${secret}\nPUBLIC_URL=https://board.test`,
  )

  const created = await run([`--settings=${file}`, 'admin', 'create', 'chief@hospital.test'])
  expect(created).toMatchObject({ code: 0, stderr: [] })
  expect(created.stdout).toEqual([
    `Settings: ${file}`,
    'chief@hospital.test is an administrator, with a new account.',
    expect.stringContaining('https://board.test'),
  ])
})

test.each([
  ['admin', 'preview-retention'],
  ['import', 'jobs.json'],
  ['backup', 'FOLDER/backup'],
])('%s makes no database where there is none', async (...args) => {
  const dataDir = await folderForTest()
  const given = args.map((word) => word.replace('FOLDER', dataDir))

  expect(await run(given, { DATA_DIR: dataDir, SECRET: secret })).toEqual({
    code: 1,
    stdout: [],
    stderr: [
      `There is no board in DATA_DIR ${dataDir}: check DATA_DIR, or start the server, which makes one.`,
    ],
  })
  expect(await readdir(dataDir)).toEqual([])
})

test('a file of settings that is missing or cannot be read ends a command in one line', async () => {
  const file = join(await folderForTest(), 'board.env')
  const check = () => run([`--settings=${file}`, 'check'])
  expect(await check()).toEqual({ code: 1, stdout: [], stderr: [`Cannot read ${file} (ENOENT).`] })
  await mkdir(file)
  expect(await check()).toEqual({ code: 1, stdout: [], stderr: [`Cannot read ${file} (EISDIR).`] })
})

/** Whether any account can read this folder. */
const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 1) === 1 && (folder === '/' || isOpen(dirname(folder)))

test.skipIf(process.getuid?.() !== 0)(
  'as root, a command acts as the owner of the data',
  async () => {
    const dataDir = join(await folderForTest(), 'data')
    await mkdir(dataDir)
    await chown(dataDir, 65_534, 65_534)

    const migrated = await run(['migrate'], { DATA_DIR: dataDir, SECRET: secret })
    if (!isOpen(resolve('.'))) {
      expect(migrated).toMatchObject({ code: 1, stderr: [expect.stringContaining('cannot read')] })
      return
    }
    expect(migrated).toMatchObject({ code: 0, stderr: [] })
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65_534)
  },
)
