import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { onClosed } from './response-end.ts'

type Limits = {
  /** Longer than a proxy keeps a connection without a request (`keepalive_timeout` in deploy/nginx.conf). */
  idleMs: number
  /** How long open requests may take after the port is closed. */
  requestsMs: number
}

const usual: Limits = { idleMs: 2_000, requestsMs: 30_000 }
const sweepMs = 50

/** Made before the server listens; the returned function ends it without failing a request of a proxy or a balancer. */
export function drainOf(app: FastifyInstance, { idleMs, requestsMs }: Limits = usual): (waitSeconds: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let isPortClosed = false
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.prependListener('request', (_request, response) => {
    open.add(response)
    onClosed(response, () => open.delete(response))
    // A proxy then opens its next connection elsewhere. Before the port is closed, that connection would come here again, and might
    // be reset with it.
    if (isPortClosed) response.shouldKeepAlive = false
  })

  /**
   * Node counts a connection as idle, too, whose answer has been written but not yet sent, but not one that a browser opened in
   * advance.
   */
  function closeIdleConnections(): void {
    for (const it of sockets) if (it.bytesRead === 0) it.destroy()
    if ([...open].every((it) => !it.writableEnded)) app.server.closeIdleConnections()
  }

  return async (waitSeconds) => {
    app.lifecycle.stopping = true
    const hasVisitors = app.server.listening && waitSeconds > 0
    if (hasVisitors) await setTimeout(waitSeconds * 1000)
    await whenAllAreAccepted()
    isPortClosed = true
    // That of node:http would close idle connections at once, and a request that is on its way with them.
    const closed = new Promise((done) => Server.prototype.close.call(app.server, done))
    const cut = globalThis.setTimeout(() => app.server.closeAllConnections(), requestsMs)
    if (hasVisitors) await Promise.race([closed, setTimeout(idleMs)])
    const sweep = setInterval(closeIdleConnections, sweepMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
    // Its hooks end what open requests need.
    await app.close()
  }
}

/** The kernel resets connections that nobody has accepted: the port closes right after a turn of the event loop that was short. */
async function whenAllAreAccepted(): Promise<void> {
  const [shortMs, mostTurns] = [0.5, 1_000]
  for (let turn = 0; turn < mostTurns; turn++) {
    const began = performance.now()
    await setImmediate()
    if (performance.now() - began < shortMs) return
  }
}
