import type { ServerResponse } from 'node:http'

const callbacks = new WeakMap<ServerResponse, Set<() => void>>()

/**
 * Calls back once when a response has closed, sent or not. All callers share one listener: Fastify's own for a file come close to the
 * number from which Node warns of a leak.
 * @returns a function that takes the call back.
 */
export function onClosed(response: ServerResponse, callback: () => void): () => void {
  const waiting = callbacks.get(response) ?? new Set()
  if (!callbacks.has(response)) {
    callbacks.set(response, waiting)
    response.once('close', () => {
      for (const it of waiting) it()
    })
  }
  waiting.add(callback)
  return () => void waiting.delete(callback)
}
