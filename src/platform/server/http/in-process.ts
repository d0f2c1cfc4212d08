import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ApiCall } from '#shared/rendering.ts'

type Visitor = { remoteAddress: string; headers: IncomingHttpHeaders }

/**
 * Calls the API inside the process, through the hooks and access rules of every request.
 * `app.inject` does so, too, but writes and reads HTTP, and leaves more garbage.
 */
export async function callInProcess(
  app: FastifyInstance,
  { method, url }: ApiCall,
  { remoteAddress, headers }: Visitor,
): Promise<{ response: ServerResponse; text: string }> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  Object.assign(request, { method, url, headers: { host: 'localhost:80', ...headers } })
  const response = new InProcessResponse(request)
  app.routing(request, response)
  return { response, text: await response.text }
}

class InProcessResponse extends ServerResponse {
  readonly #chunks: Uint8Array[] = []
  readonly #ended = Promise.withResolvers<string>()

  get text(): Promise<string> {
    return this.#ended.promise
  }

  override writeHead(status: number): this {
    this.statusCode = status
    return this
  }

  override write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    return true
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
    // `writableEnded` reads this field.
    Object.assign(this, { finished: true })
    this.emit('prefinish')
    this.emit('finish')
    this.emit('close')
    this.#ended.resolve(Buffer.concat(this.#chunks).toString())
    return this
  }
}
