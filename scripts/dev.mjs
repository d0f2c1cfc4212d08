// npm run dev: restarts the server when its sources change; Vite, inside it, updates the pages.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { runServer, serverFile } from './lib/run-server.mjs'

ensureInstalled()
const watched = ['demo', 'src/app', 'src/platform/server', 'src/shared', 'db', ...featureSources()]
runServer([...watched.map((it) => `--watch-path=${it}`), '--watch-preserve-output', serverFile(), '--dev'])

/** The server-side parts of features; watching pages would restart the server after Vite has updated them. */
function featureSources() {
  const folder = 'src/features'
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((feature) =>
    feature.isDirectory()
      ? readdirSync(join(root, folder, feature.name))
          .filter((it) => it === 'server' || it.endsWith('.ts'))
          .map((it) => `${folder}/${feature.name}/${it}`)
      : [`${folder}/${feature.name}`],
  )
}
