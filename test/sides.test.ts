import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { outputOf } from './processes/spawn.ts'

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
const sandbox = join(root, '.cache/planted')

afterAll(() => rm(sandbox, { recursive: true, force: true }))

test.each(['server', 'web', 'shared'])(
  '%s code compiles with its own globals only',
  async (project) => {
    const folder = join(sandbox, project)
    await mkdir(folder, { recursive: true })
    const lines = planted.filter(([of]) => of === project)
    for (const [index, [, line]] of lines.entries())
      await writeFile(join(folder, `planted-${index}.ts`), `export const planted = ${line}\n`)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, `tsconfig.${project}.json`),
        compilerOptions: {
          composite: false,
          emitDeclarationOnly: false,
          noEmit: true,
          rootDir: root,
          tsBuildInfoFile: null,
        },
        include: ['planted-*.ts'],
        references: [],
      }),
    )
    const stdout = await outputOf('tsc', ['-p', folder])
    const unknown = [...stdout.matchAll(/planted-(\d)\.ts.*Cannot find name/g)].map(
      ([, index]) => lines[Number(index)]?.[1],
    )
    expect(unknown).toEqual(lines.filter(([, , compiles]) => !compiles).map(([, line]) => line))
    expect(stdout.split('\n').filter((line) => line.includes('error'))).toHaveLength(unknown.length)
  },
)
