import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

export type BrokenNetwork = {
  port: number
  /** As if packets were lost: every fifth piece comes up to a second later, as if it was sent again, and every hundredth never, and the connection is reset. */
  loses: boolean
  /** Lets nothing through on the connections that are open now, and tells neither side. */
  halfOpen(): void
  /** As keepalive does in the end. */
  resetHalfOpen(): void
  close(): void
}

/** A proxy before a server on this machine. */
export async function brokenNetwork(to: number): Promise<BrokenNetwork> {
  const state = { loses: false }
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const server = createTcpServer((near) => {
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
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return Object.assign(state, {
    port,
    halfOpen() {
      for (const it of open) silent.add(it)
    },
    resetHalfOpen() {
      for (const it of silent) it.emit('reset')
      silent.clear()
    },
    close() {
      for (const it of [...open, ...silent]) it.emit('reset')
      server.close()
    },
  })
}

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
  return Object.assign(state, await listening(server))
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

/** A server on this machine. */
export async function listening(server: Server): Promise<{ url: string; close(): void }> {
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
