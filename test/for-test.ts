import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { temporaryDataDir } from './data-dir.ts'

/** What goes with the test that asked for it. */

export async function folderForTest(): Promise<string> {
  const { path, remove } = await temporaryDataDir()
  onTestFinished(remove)
  return path
}

/** The same for the tests of a file or a block, from the first to the last. */
export function folderForFile(): { path: string } {
  const folder = {} as Awaited<ReturnType<typeof temporaryDataDir>>
  beforeAll(async () => void Object.assign(folder, await temporaryDataDir()))
  afterAll(() => folder.remove())
  return folder
}

/** @returns its address. */
export async function serverForTest(answer: RequestListener): Promise<string> {
  const { origin, close } = await serveLocally(answer)
  onTestFinished(close)
  return origin
}

export type LocalServer = { origin: string; close: () => Promise<void> }

/** A server on this machine with these answers. */
export async function serveLocally(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** `npm run test:long`: whole processes over many rows, whose parts other tests prove. */
export const isLongRun = process.env['LONG'] !== undefined
