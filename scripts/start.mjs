import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { heapFlags, runServer, serverFile } from './lib/run-server.mjs'

await ensureInstalled()
await ensureBuilt()
runServer([...heapFlags, serverFile()], { NODE_ENV: 'production' })
