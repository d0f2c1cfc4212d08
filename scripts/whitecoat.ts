// The program of `bin/whitecoat`. The commands come once the files are sure to be whole.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const isClone = existsSync(pathOf('whitecoat.ts'))
// Its sources are compiled once, which takes time and memory.
if (isClone) enableCompileCache(pathOf('../.cache/compile'))

/** What a package lacks of the files that `npm run build` packed. A clone has no list. */
function findBroken(): string[] {
  if (isClone) return []
  const list = pathOf('../files.json')
  if (!existsSync(list)) return ['files.json']
  try {
    const sizes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>
    return Object.entries(sizes).flatMap(([file, size]) =>
      statSync(pathOf(`../${file}`), { throwIfNoEntry: false })?.size === size ? [] : [file],
    )
  } catch {
    return ['files.json']
  }
}

const broken = findBroken()
if (broken.length === 0) await import('./commands/all-commands.ts')
else {
  console.error(
    `This package is not whole (${broken.length} files are missing or cut, such as ${broken[0]}): unpack its archive into an empty folder.`,
  )
  process.exitCode = 1
}
