import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
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
  const server = createServer((near) => {
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
