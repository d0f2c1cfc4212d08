import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { serveLocally } from '../for-test.ts'
import { freePort } from '../free-port.ts'

/** Proxies before servers on this machine. */
export async function brokenNetwork(...servers: number[]) {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const state = { loses: false }
  return Object.assign(state, {
    ports: await Promise.all(servers.map(proxy)),
    /** Lets nothing through on the connections that are open now, and tells neither side. */
    halfOpen() {
      for (const it of open) silent.add(it)
    },
    /** As keepalive does in the end. */
    resetHalfOpen() {
      for (const it of silent) it.emit('reset')
      silent.clear()
    },
  })

  /**
   * While it loses packets, every fifth piece comes up to a second later, and every hundredth
   * never: the connection is reset.
   */
  async function proxy(to: number): Promise<number> {
    const server = createTcpServer((near) => connectTo(near, to))
    const port = await freePort()
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return port
  }

  function connectTo(near: Socket, to: number): void {
    const far = connect(to, '127.0.0.1')
    open.add(near)
    const reset = () => {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    const forward = async (from: Socket, into: Socket): Promise<void> => {
      for await (const piece of from) {
        if (state.loses && Math.random() < 0.2) await setTimeout(200 + Math.random() * 800)
        if (state.loses && Math.random() < 0.01) return reset()
        if (!silent.has(near)) into.write(piece as Buffer)
      }
      if (!silent.has(near)) into.end()
    }
    for (const it of [near, far]) it.on('error', () => {}).setNoDelay()
    forward(near, far).catch(() => !silent.has(near) && far.destroy())
    forward(far, near).catch(() => !silent.has(near) && near.destroy())
    near.once('reset', reset)
    near.once('close', () => open.delete(near))
  }
}

/**
 * A proxy before an S3 store. While it breaks, every third call fails, in turn: refused with 503;
 * carried out, but half of the answer is sent; carried out, but not answered.
 */
export async function brokenStore(to: string) {
  const state = { breaks: false }
  let calls = 0
  const { origin } = await serveLocally((incoming, response) => {
    calls++
    const failure = state.breaks && calls % 3 === 0 ? (calls / 3) % 3 : undefined
    if (failure === 0) refuse(incoming, response)
    else forward(to, incoming, response, failure)
  })
  return Object.assign(state, { url: origin })
}

function refuse(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume()
  response.writeHead(503, { 'content-type': 'application/xml' })
  response.end(
    '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
  )
}

function forward(
  to: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  failure: number | undefined,
): void {
  // The host is signed: it stays as it came.
  const { method, headers } = incoming
  const outgoing = request(
    new URL(incoming.url ?? '/', to),
    { method, headers, setHost: false },
    (answer) => {
      void answer.toArray().then((chunks: Buffer[]) => {
        const body = Buffer.concat(chunks)
        if (failure === 2) return response.destroy()
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        if (failure === undefined) return response.end(body)
        return response.write(body.subarray(0, body.length / 2), () => response.destroy())
      }, destroy)
    },
  )
  const destroy = () => response.destroy()
  outgoing.on('error', destroy)
  incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
}
