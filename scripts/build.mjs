import { build } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
build()
