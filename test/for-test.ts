import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { temporaryDataDir } from './data-dir.ts'

/** What goes with the test that asked for it. */

export async function folderForTest(): Promise<string> {
  const { path, remove } = await temporaryDataDir()
  onTestFinished(remove)
  return path
}

/** A server on this machine with these answers. @returns its address. */
export async function serverForTest(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
