import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Limits = {
  checkMs: number
  /** For clients that are slow only for a moment. */
  graceMs: number
  bytesPerSecond: number
}

const usual: Limits = { checkMs: 10_000, graceMs: 30_000, bytesPerSecond: 4096 }

type Open = {
  request: IncomingMessage
  since: number
  received: number
  written: number
  writtenAt: number
}

/**
 * Closes connections whose client sends a body, or reads an answer, byte by byte: each would hold
 * one of the few places for uploads or exports. Time in which the client waits for us does not
 * count.
 */
export function cutSlowClients(
  server: Server,
  { checkMs, graceMs, bytesPerSecond }: Limits = usual,
): void {
  const open = new Map<ServerResponse, Open>()
  server.on('request', (request, response) => {
    const [now, { bytesRead, bytesWritten }] = [performance.now(), request.socket]
    open.set(response, {
      request,
      since: now,
      received: bytesRead,
      written: bytesWritten,
      writtenAt: now,
    })
    onClosed(response, () => open.delete(response))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const call of open.values())
      if (sendsSlowly(call, now) || readsSlowly(call, now)) call.request.socket.destroy()
  }, checkMs).unref()
  server.once('close', () => clearInterval(timer))

  function sendsSlowly({ request, since, received }: Open, now: number) {
    if (request.complete || request.readableLength > 0) return false
    return request.socket.bytesRead - received < ((now - since - graceMs) / 1000) * bytesPerSecond
  }

  function readsSlowly(open: Open, now: number) {
    const { bytesWritten, writableLength } = open.request.socket
    // It counts what we have written, not what has arrived: that is known when nothing waits.
    if (bytesWritten !== open.written || writableLength === 0)
      Object.assign(open, { written: bytesWritten, writtenAt: now })
    return now - open.writtenAt > graceMs + (writableLength / bytesPerSecond) * 1000
  }
}

const callbacks = Symbol('called when the response has closed')
type Called = { [callbacks]?: Set<() => void> }

/**
 * Calls back once when a response has closed, sent or not. All callers share one listener:
 * Fastify's own for a file come close to the number from which Node warns of a leak. They are kept
 * at the response, because a `WeakMap` keeps every response until the old heap is collected.
 * @returns a function that takes the call back.
 */
export function onClosed(response: ServerResponse & Called, callback: () => void): () => void {
  const waiting = (response[callbacks] ??= listenedTo(response))
  waiting.add(callback)
  return () => void waiting.delete(callback)
}

function listenedTo(response: ServerResponse) {
  const waiting = new Set<() => void>()
  response.once('close', () => {
    for (const call of waiting) call()
  })
  return waiting
}
