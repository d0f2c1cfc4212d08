import { chromium } from '@playwright/test'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type ChromiumLaunch = { executablePath: string; args: string[]; env: Record<string, string> }

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))

/** How to start the Chromium of the npm package; it needs nothing from the system. */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  // The npm package supports one platform; elsewhere use `npx playwright install chromium`.
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    return { executablePath: chromium.executablePath(), args: [], env: {} }
  const folder = await realpath(await unpackChromium())
  // Written each time, because it names the folder, which may have moved.
  await writeFile(join(folder, 'fonts/fonts.conf'), fontsConfig(join(folder, 'fonts')))
  const executablePath = join(folder, 'chromium')
  const fonts = { FONTCONFIG_PATH: join(folder, 'fonts'), HOME: process.env['HOME'] ?? folder }
  const libraries = (await starts(executablePath))
    ? {}
    : { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }
  return {
    executablePath,
    // Works as root and with little shared memory; it opens only our own pages.
    args: ['--no-sandbox', '--headless=shell', '--disable-dev-shm-usage', '--hide-scrollbars'],
    env: { PATH: process.env['PATH'] ?? '', ...fonts, ...libraries },
  }
}

/** Once per version; unpacked aside and renamed, so that concurrent runs see a complete browser. */
async function unpackChromium(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = createRequire(import.meta.url)(join(dirname(entry), '../package.json')) as {
    version: string
  }
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  // The package unpacks into its process's temporary folder.
  await run(process.execPath, [fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))], {
    env: { TMPDIR: draft },
  })
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  return folder
}

/** Only our own fonts, so that pages look the same on every machine. */
const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`

/** Whether the system has the browser's libraries. */
const starts = (executablePath: string): Promise<boolean> =>
  run(executablePath, ['--version', '--no-sandbox']).then(
    () => true,
    () => false,
  )
