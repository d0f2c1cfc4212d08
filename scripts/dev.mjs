// npm run dev: see watch.mjs, which needs the packages and their Node.
import { ensureInstalled } from './lib/install.mjs'
import { runServer } from './lib/run-server.mjs'

await ensureInstalled({ tests: true })
runServer(['scripts/watch.mjs'])
