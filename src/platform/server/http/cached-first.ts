import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuseOverloaded } from './admission.ts'
import type { AnswerCache } from './answer-cache.ts'

/**
 * Sends cached answers before the framework handles a request: routing and hooks cost several times
 * as much as sending.
 */
export function serveCachedFirst(
  app: FastifyInstance,
  answers: AnswerCache,
  { accessLog }: { accessLog: boolean },
): void {
  const [handle] = app.server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  // Others listen, too.
  if (handle) app.server.off('request', handle)
  app.server.on('request', (request, response) => {
    const reqId = randomUUID()
    const start = accessLog ? performance.now() : 0
    const route = answers.sendCached(request, response, reqId)
    if (route === undefined) {
      if (!refuseOverloaded(app, request, response, reqId)) return handle?.(request, response)
      const about = { reqId, method: 'GET', route: 'none', status: 503, refused: true }
      return accessLog ? app.log.info(about, 'request') : undefined
    }
    const ms = Math.round((performance.now() - start) * 10) / 10
    if (accessLog)
      app.log.info(
        { reqId, method: 'GET', route, status: response.statusCode, ms, cached: true },
        'request',
      )
  })
}
