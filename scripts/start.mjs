// npm start: from a bare clone to a running site.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runServer } from './lib/run-server.mjs'

ensureInstalled()
ensureBuilt()
runServer(['src/server/main.ts'], { NODE_ENV: 'production' })
