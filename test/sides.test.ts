import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

/** Each project knows only its own side's globals, so a line of the other side must not compile. */
const planted: [project: string, line: string, compiles: boolean][] = [
  ['server', 'document.title', false],
  ['server', 'process.pid', true],
  ['web', 'process.pid', false],
  ['web', 'document.title', true],
  ['shared', 'process.pid', false],
  ['shared', 'document.title', false],
  ['shared', "'a'.length", true],
]

const root = join(import.meta.dirname, '..')
const compile = promisify(execFile)
const sandbox = join(root, '.cache/planted')

afterAll(() => rm(sandbox, { recursive: true, force: true }))

test.each(planted)('in %s code, %s compiles: %s', async (project, line, compiles) => {
  const folder = join(sandbox, `${project}-${line.replaceAll(/\W/g, '')}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'planted.ts'), `export const planted = ${line}\n`)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, `tsconfig.${project}.json`),
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: root, tsBuildInfoFile: null },
      include: ['planted.ts'],
      references: [],
    }),
  )
  const run = compile(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  const output = await run.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  if (compiles) expect(output).toBe('')
  else expect(output).toContain('Cannot find name')
})
