// npm run dev: restarts the server when its sources change; Vite, inside it, updates the pages.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { runServer, serverFile } from './lib/run-server.mjs'

ensureInstalled()
const watched = ['demo', 'src/server', 'src/shared', 'db/migrations', ...featureSources()]
runServer([...watched.map((it) => `--watch-path=${it}`), '--watch-preserve-output', serverFile(), '--dev'])

/** The server-side folders of features; watching pages would restart the server after Vite has updated them. */
function featureSources() {
  return readdirSync(join(root, 'src/features')).flatMap((feature) =>
    readdirSync(join(root, 'src/features', feature))
      .filter((it) => it === 'server' || it.endsWith('.ts'))
      .map((it) => `src/features/${feature}/${it}`),
  )
}
