import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another site, whose every address has the same body. */
export const serve = (body: string, headers: Record<string, string> = {}) =>
  serveAnswers((_request, response) => response.writeHead(200, headers).end(body))

/** Another site. */
export async function serveAnswers(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
