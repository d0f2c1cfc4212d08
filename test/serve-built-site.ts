import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FullConfig } from '@playwright/test'
import { temporaryDataDir, type DataDir } from './data-dir.ts'
import { freePort } from './free-port.ts'
import { copyCluster } from './kept-cluster.ts'
import { copyDemo } from './kept-demo.ts'
import { operator, randomSecret } from './production.ts'

/**
 * The built product as `npm start` runs it, with demo data in its own folder: a site for each
 * worker, so that nothing changes while a test looks at it. A worker takes its environment from
 * E2E_SITES: the URL, the sample accounts' password, and the folder.
 */
export default async function serveBuiltSites({
  workers,
}: FullConfig): Promise<() => Promise<void>> {
  const places = await Promise.all(
    Array.from({ length: workers }, async () => ({
      dataDir: await temporaryDataDir(),
      port: await freePort(),
    })),
  )
  // The last sample account in the output.
  const start = async ({ dataDir, port }: { dataDir: DataDir; port: number }) =>
    startSite('demo/start.ts', dataDir, port, {}, /admin@demo\.example +(\S+)\n/)
  await Promise.all(places.map(({ dataDir }) => copyDemo(dataDir.path)))
  const sites = await Promise.all(places.map(start))
  process.env['E2E_SITES'] = JSON.stringify(
    sites.map(({ url, ready, folder }) => ({
      E2E_URL: url,
      E2E_DEMO_PASSWORD: ready,
      E2E_DATA_DIR: folder,
    })),
  )
  return async () => {
    await Promise.all(sites.map(({ stop }) => stop()))
    await Promise.all(places.map(({ dataDir }) => dataDir.remove()))
  }
}

/** An empty board with settings of its own. */
export async function startEmptySite(settings: Record<string, string>) {
  const port = await freePort()
  const required = { ...operator, SECRET: randomSecret, PUBLIC_URL: `http://localhost:${port}` }
  const dataDir = await temporaryDataDir()
  await copyCluster(dataDir.path)
  const site = await startSite(
    'src/app/server/main.ts',
    dataDir,
    port,
    { ...required, ...settings },
    /is ready at (\S+)\n/,
  )
  const stop = async () => {
    await site.stop()
    await dataDir.remove()
  }
  return { ...site, stop }
}

async function startSite(
  program: string,
  dataDir: DataDir,
  port: number,
  settings: Record<string, string>,
  readyLine: RegExp,
) {
  const server = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir.path,
      LOG_LEVEL: 'warn',
      // All tests share one address.
      RATE_LIMITS: 'off',
      // Tests serve their own datasets.
      IMPORT_ALLOWED_HOSTS: '127.0.0.1',
      EMPLOYER_PAGE_HOSTS: '127.0.0.1',
      ...settings,
    },
    // Its end stops the server, even if this process is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(server, 'exit')
  const isReady = new Promise<string>((resolve) => {
    let output = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Errors of the server explain failures of the browser.
      if (/"level":[56]0/.test(text)) process.stderr.write(text)
      output += text
      const found = readyLine.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const ready = await Promise.race([
    isReady,
    exited.then(() => Promise.reject(new Error('The built site did not start'))),
  ])
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
  }
  return { url: `http://localhost:${port}`, ready, folder: dataDir.path, stop }
}
