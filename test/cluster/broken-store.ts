import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'

/**
 * A proxy before an S3 store. While it breaks, every third call fails, in turn: refused with 503; carried out, but half of the answer
 * is sent; carried out, but not answered.
 */
export async function brokenStore(to: string): Promise<{ url: string; breaks: boolean; close(): void }> {
  const state = { breaks: false }
  let calls = 0
  const server = createServer((incoming, response) => {
    calls++
    const failure = state.breaks && calls % 3 === 0 ? (calls / 3) % 3 : undefined
    if (failure === 0) refuse(incoming, response)
    else forward(to, incoming, response, failure)
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

function refuse(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume()
  response.writeHead(503, { 'content-type': 'application/xml' })
  response.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>')
}

function forward(to: string, incoming: IncomingMessage, response: ServerResponse, failure: number | undefined): void {
  // The host is signed: it stays as it came.
  const { method, headers } = incoming
  const outgoing = request(new URL(incoming.url ?? '/', to), { method, headers, setHost: false }, (answer) => {
    void answer.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks)
      if (failure === 2) return response.destroy()
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (failure === undefined) return response.end(body)
      return response.write(body.subarray(0, body.length / 2), () => response.destroy())
    }, destroy)
  })
  const destroy = () => response.destroy()
  outgoing.on('error', destroy)
  incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
}
