import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

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
          brotli(content).then((it) => writeFile(`${path}.br`, it)),
          zip(content, { level: 9 }).then((it) => writeFile(`${path}.gz`, it)),
        ])
      }),
    )
  },
})
