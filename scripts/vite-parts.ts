import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Adds file names to the imports of the route table, for docs/map.md and the server's preloads. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    order: 'pre',
    filter: { id: /\/src\/app\/web\/routes\.ts$/ },
    handler: (code) => ({
      code: code.replaceAll(
        /\(\) => import\('([^']+)'\)/g,
        (load, module: string) =>
          `Object.assign(${load}, { file: '${module.replace(/^#/, 'src/').replace(/^\.\//, 'src/app/web/')}' })`,
      ),
      map: null,
    }),
  },
})

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const worthwhile = /\.(?:js|css|svg|txt)$/
const smallest = 1024

/** Writes a compressed copy of every text file of the build. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((key) => worthwhile.test(key))
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file)
        const content = await readFile(path)
        if (content.length < smallest) return
        await Promise.all([
          brotli(content).then((packed) => writeFile(`${path}.br`, packed)),
          zip(content, { level: 9 }).then((zipped) => writeFile(`${path}.gz`, zipped)),
        ])
      }),
    )
  },
})

type Context = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const entry = /\/src\/app\/web\/entry-client\.tsx$/
const job = /\/src\/app\/web\/job-page\.tsx$/
const home = /\/src\/app\/web\/home-page\.tsx$/
const jobs = /\/src\/features\/jobs\/web\/jobs-page\.tsx$/
const landing = /\/src\/features\/jobs\/web\/landing-page\.tsx$/
const results =
  /\/src\/app\/web\/home-results-page\.tsx$|\/src\/features\/jobs\/web\/(jobs|landing)-page\.tsx$/
const charts =
  /\/src\/app\/web\/(home|salaries|offer)-page\.tsx$|\/src\/features\/(jobs\/web\/landing|salaries\/web\/specialty-salaries)-page\.tsx$/

/**
 * Parts of libraries that every first load needs, and later ones too: files of their own would
 * compress worse.
 */
const library =
  /\/node_modules\/(@tanstack\/query-core\/build\/modern\/(queryCache|queryClient|hydration)|react-dom\/(index|client|cjs\/react-dom(-client)?\.production)|scheduler\/.+)\.js$/

/**
 * How the pages' code is split: modules with the same users go into one file, which compresses
 * better than many. The form library and zod make one that no first load may contain; the byte
 * budgets of the browser tests detect it.
 */
export const chunkGroups = [
  // What the entry alone needs, too: one file compresses two kilobytes better than two.
  { ...groupNamed('shared'), minShareCount: 1, priority: 5 },
  { ...groupNamed('results'), priority: 4 },
  { ...groupNamed('pay'), priority: 3 },
  { ...groupNamed('maps'), priority: 2 },
  { ...groupNamed('charts'), priority: 2 },
  // Re-authentication needs these without the form library.
  {
    name: 'plain-forms',
    test: /\/src\/(?:platform\/web\/form\/(?:post-form|problems)|ui\/fieldset)/,
    priority: 2,
  },
  {
    name: 'forms',
    test: /\/src\/platform\/web\/form\/(?:use-)?api-form|\/node_modules\/(zod|react-hook-form|@hookform)\//,
    priority: 1,
  },
]

/** A file takes what its modules import along, unless a file of higher priority has it. */
function groupNamed(name: string) {
  return {
    debugName: name,
    name: (id: string, context: Context) => (groupOf(id, context) === name ? name : null),
  }
}

function groupOf(id: string, context: Context): string | null {
  if (library.test(id)) return 'shared'
  // The entry itself is the script that a page starts.
  if (!id.includes('/src/') || id.includes('/node_modules/') || entry.test(id)) return null
  const users = [...importersOf(id, context)]
  const count = (pages: RegExp) => users.filter((user) => pages.test(user)).length
  if (
    count(entry) > 0 ||
    (count(jobs) > 0 && count(home) + count(job) > 0) ||
    (count(landing) > 0 && count(job) > 0)
  )
    return 'shared'
  if (count(results) > 1) return 'results'
  if (count(charts) + count(job) < 2) return null
  return count(job) > 0 ? 'pay' : count(landing) > 0 ? 'maps' : 'charts'
}

/** The module and its importers, transitively; dynamic imports do not count. */
function importersOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of context.getModuleInfo(id)?.importers ?? [])
    importersOf(importer, context, found)
  return found
}
