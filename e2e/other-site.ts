import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another site, whose every address has the same body. */
export async function serve(body: string, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) =>
    response.writeHead(200, headers).end(body),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
