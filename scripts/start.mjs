import { ensureBuilt, isBuilt } from './lib/build.mjs'
import { ensureInstalled, fail, hasProductionPackages, isPruned } from './lib/install.mjs'
import { heapFlags, runServer, serverFile } from './lib/run-server.mjs'

// A built tree needs no build tools: nothing is installed over it.
if (!hasProductionPackages() || !isBuilt()) {
  if (isPruned()) fail('The pages are not built, and the build tools are not installed: run `npm ci` and `npm run build`.')
  ensureInstalled()
  ensureBuilt()
}
runServer([...heapFlags, serverFile()], { NODE_ENV: 'production' })
