import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { featureOrder } from './feature-order.ts'

type Imports = ReadonlyMap<string, readonly string[]>

const root = join(import.meta.dirname, '..')
const order: readonly string[] = featureOrder

test('every feature has its place in the order', async () => {
  const folders = await readdir(join(root, 'src/features'), { withFileTypes: true })
  const names = folders.filter((folder) => folder.isDirectory()).map((folder) => folder.name)
  expect(order.toSorted()).toEqual(names.toSorted())
})

test('features import only features below them', async () => {
  const upward = [...(await importsOf('src'))].flatMap(([file, imported]) =>
    imported.filter((it) => isUpward(file, it)).map((it) => `${file} → ${it}`),
  )
  expect(upward).toEqual([])
})

test('features call only endpoints of their own and of features below them', async () => {
  const sources = await sourcesOf('src/features')
  const owners = new Map(
    sources.flatMap(([file, code]) =>
      [...code.matchAll(/defineEndpoint\(\s*'\w+',\s*'([^']+)'/g)].map(
        (match) => [match[1], file] as const,
      ),
    ),
  )
  const upward = sources.flatMap(([file, code]) =>
    [...code.matchAll(/'((?:GET|POST|PUT|DELETE) \/[^']*)'/g)]
      .filter((match) => isUpward(file, owners.get(match[1]) ?? ''))
      .map((match) => `${file} → ${match[1]}`),
  )
  expect(owners.size).toBeGreaterThan(100)
  expect(upward).toEqual([])
})

test('there is no import cycle', async () => {
  const circles = circlesIn(await importsOf('src')).map((files) => files.join(' → '))
  expect(circles).toEqual([])
})

test.each([
  ["import { a } from './b.ts'", ['src/features/jobs/b.ts']],
  ["import type { A } from '#features/postings/model.ts'", ['src/features/postings/model.ts']],
  ["export { a } from '../cv/b.ts'", ['src/features/cv/b.ts']],
  ["export * from '#shared/dates.ts'", ['src/shared/dates.ts']],
  ["const page = () => import('./web/page.tsx')", ['src/features/jobs/web/page.tsx']],
  ["import './styles.css'\nimport fs from 'node:fs'", []],
])('an import is seen: %s', (code, expected) => {
  expect(importedBy('src/features/jobs/a.ts', code)).toEqual(expected)
})

test('an import of a higher feature is told apart from others', () => {
  expect(isUpward('src/features/jobs/web/a.tsx', 'src/features/favorites/model.ts')).toBe(true)
  expect(isUpward('src/features/favorites/web/a.tsx', 'src/features/jobs/model.ts')).toBe(false)
  expect(isUpward('src/app/server/app.ts', 'src/features/home/model.ts')).toBe(false)
})

test('a cycle is found, and a path without one is not', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
  ])
  expect(circlesIn(imports)).toEqual([['b', 'c']])
})

/** What each source file imports, including types and lazy imports; tests are left out. */
async function importsOf(folder: string): Promise<Imports> {
  return new Map((await sourcesOf(folder)).map(([file, code]) => [file, importedBy(file, code)]))
}

async function sourcesOf(folder: string): Promise<(readonly [file: string, code: string])[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  const files = names
    .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))
    .map((name) => join(folder, name))
  return Promise.all(
    files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const),
  )
}

function importedBy(file: string, code: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
  const named = [
    ...staticImports.map((imported) => imported.moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ]
  return [...new Set(named)].flatMap((it) => (/\.tsx?$/.test(it) ? (resolved(file, it) ?? []) : []))
}

function resolved(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(file), name)
  return /^#(?:app|features|platform|shared|ui|vocabulary)\//.test(name)
    ? `src/${name.slice(1)}`
    : undefined
}

const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)\//.exec(file)?.[1]

function isUpward(file: string, imported: string): boolean {
  const [from, to] = [featureOf(file), featureOf(imported)]
  return (
    from !== undefined && to !== undefined && from !== to && order.indexOf(to) > order.indexOf(from)
  )
}

/** The groups of files that reach each other (Tarjan's strongly connected components). */
function circlesIn(imports: Imports): string[][] {
  const circles: string[][] = []
  const low = new Map<string, number>()
  const stack: string[] = []

  function visit(file: string): number {
    const number = low.size
    low.set(file, number)
    stack.push(file)
    let lowest = number
    for (const next of imports.get(file) ?? []) {
      if (!low.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? number)
    }
    low.set(file, lowest)
    if (lowest === number) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group.toSorted())
    }
    return lowest
  }

  for (const file of imports.keys()) if (!low.has(file)) visit(file)
  return circles
}
