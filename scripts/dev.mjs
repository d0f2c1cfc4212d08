// npm run dev: the server starts again when its sources change; Vite, inside it, mends the pages in place.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { runServer, serverFile } from './lib/run-server.mjs'

ensureInstalled()
const watched = ['demo', 'src/server', 'src/shared', 'db/migrations', ...featureSources()]
runServer([...watched.map((it) => `--watch-path=${it}`), '--watch-preserve-output', serverFile(), '--dev'])

/** What the server runs of each feature; its pages would make the server restart for what Vite has already sent. */
function featureSources() {
  return readdirSync(join(root, 'src/features')).flatMap((feature) =>
    readdirSync(join(root, 'src/features', feature))
      .filter((it) => it === 'server' || it.endsWith('.ts'))
      .map((it) => `src/features/${feature}/${it}`),
  )
}
