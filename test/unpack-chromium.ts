// Unpacks the browser, its fonts and missing system libraries into the temporary folder.
import chromium, { inflate } from '@sparticuz/chromium'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

await chromium.executablePath()
await inflate(
  join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../bin/al2023.tar.br',
  ),
)
