import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { temporaryDataDir } from './data-dir.ts'
import { freePort } from './free-port.ts'

/**
 * The built product as `npm start` runs it, with demo data in its own folder. Browser tests read its URL from E2E_URL, the sample
 * accounts' password from E2E_DEMO_PASSWORD, and its folder from E2E_DATA_DIR.
 */
export default async function serveBuiltSite(): Promise<() => Promise<void>> {
  const { url, password, folder, stop } = await startBuiltSite()
  process.env['E2E_DEMO_PASSWORD'] = password
  process.env['E2E_URL'] = url
  process.env['E2E_DATA_DIR'] = folder
  return stop
}

/** Another one, with settings of its own. */
export async function startBuiltSite(settings: Record<string, string> = {}) {
  const dataDir = await temporaryDataDir()
  const port = await freePort()
  const server = spawn('node_modules/.bin/node', ['demo/start.ts'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir.path,
      LOG_LEVEL: 'warn',
      // All tests share one address.
      RATE_LIMITS: 'off',
      // Tests serve their own datasets.
      IMPORT_ALLOWED_HOSTS: '127.0.0.1',
      ...settings,
    },
    // Its end stops the server, even if this process is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(server, 'exit')
  const ready = new Promise<string>((resolve) => {
    let said = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Errors of the server explain failures of the browser.
      if (/"level":[56]0/.test(text)) process.stderr.write(text)
      said += text
      // The last sample account in the output.
      const password = /admin@demo\.example +(\S+)\n/.exec(said)?.[1]
      if (password !== undefined) resolve(password)
    })
  })
  const password = await Promise.race([ready, exited.then(() => Promise.reject(new Error('The built site did not start')))])
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
    await dataDir.remove()
  }
  return { url: `http://127.0.0.1:${port}`, password, folder: dataDir.path, stop }
}
