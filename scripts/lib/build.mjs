import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone, fail, findNode, root, runAlone } from './install.mjs'

const stamp = join(root, 'dist/sources.sha256')
const sources = ['src', 'public', 'scripts/vite-parts.ts', 'vite.config.ts', 'package-lock.json']
const notBuilt = /\/server\/|\.test\.tsx?$/

const isBuilt = () => readStamp() === hashSources()

/** Builds the pages unless dist is up to date: a server may run on it. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await alone('builds the pages', async () => {
    if (isBuilt()) return
    console.log('Building the pages …')
    await build()
  })
}

async function build() {
  const before = hashSources()
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  const code = await runAlone(findNode(), args, { NODE_ENV: 'production' })
  if (code !== 0) fail('The pages could not be built.')
  writeFileSync(stamp, before)
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** Every file below `path`, sorted. */
function filesBelow(path) {
  let entries
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true })
  } catch (error) {
    return error.code === 'ENOTDIR' ? [path] : []
  }
  return entries
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
    .filter((it) => !notBuilt.test(it))
    .toSorted((a, b) => (a < b ? -1 : 1))
}
