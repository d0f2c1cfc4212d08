import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assistantLimit, assistantsPath } from '#features/api/model.ts'
import { sourceFile } from '#platform/server/http/endpoint.ts'
import { limitOf } from '#platform/server/http/rate-limit.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The Model Context Protocol for assistants: tools that read version 1 of the API, in the process and with its cache. Nothing here writes:
 * who wants to apply or to write gets an address for a person to open.
 */
export function registerAssistants(app: FastifyInstance, publicUrl: string): void {
  const { config, ...limiter } = limitOf(app, 'POST', assistantLimit)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: assistantsPath,
    bodyLimit: maxBody,
    ...limiter,
    config: {
      ...config,
      access: 'public',
      cost: 'search',
      openToOtherSites: true,
      name: 'assistants',
      file: sourceFile(import.meta.url),
    },
    handler: async (request, reply) => {
      // A batch, which the protocol has no more, would be many calls that count as one.
      if (Array.isArray(request.body)) throw new AppError('BAD_REQUEST', 'Send one message with each request.')
      // Loaded on demand, because the library takes 20 MB.
      const { toolsFor } = await import('./assistant-tools.ts')
      const { fetch } = toolsFor(app, publicUrl, request.ip)
      const parsed = request.body === undefined ? {} : { parsedBody: request.body }
      return sendWeb(reply, await fetch(webRequest(request, publicUrl), parsed))
    },
  })
}

const maxBody = 64 * 1024

function webRequest({ method, url, headers }: FastifyRequest, publicUrl: string): Request {
  const names = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return new Request(new URL(url, publicUrl), { method, headers: names.filter(([name]) => !ofTheBody.has(name)) })
}
const ofTheBody = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect'])

async function sendWeb(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.forEach((value, name) => void reply.header(name, value))
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(await response.text())
}
