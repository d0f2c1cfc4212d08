import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import type { BodyOf, Done, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { done as doneSchema } from '#shared/schemas.ts'
import { relative } from 'node:path'
import { z } from 'zod'
import { fileURLToPath } from 'node:url'
import { viewerOf, type Actor, type Viewer } from './access.ts'
import { hasForm } from './admission.ts'
import { networksOf } from './networks.ts'
import { limitOf } from './rate-limit.ts'

/**
 * A class: V8 keeps a getter that is made anew for each request, and with it the request, until it
 * collects the old heap.
 */
class EndpointCall<E extends Endpoint> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request
    this.reply = reply
    this.params = request.params as ParamsOf<E>
    this.query = request.query as QueryOf<E>
    this.body = request.body as BodyOf<E>
  }

  /** The person who is signed in; for endpoints that are not public. */
  get viewer(): Viewer {
    return viewerOf(this.request)
  }

  /** The viewer, as the audit log names who acts. */
  get actor(): Actor {
    return { actorId: this.viewer.id, ip: this.request.ip }
  }
}

const done: Done = { success: true }

/**
 * A handler that sends the answer itself returns the reply; one that has nothing to tell returns
 * nothing, and the answer is `done`.
 */
type Handler<E extends Endpoint> = (
  call: EndpointCall<E>,
) => Promise<ResponseOf<E> | FastifyReply | (Done extends ResponseOf<E> ? void : never)>

/**
 * Registers endpoints as their contracts declare them. docs/map.md names the file of `moduleUrl`,
 * which is the caller's
 * `import.meta.url`.
 */
export function endpointsOf(app: FastifyInstance, moduleUrl: string) {
  const file = sourceFile(moduleUrl)
  return <E extends Endpoint>(endpoint: E, handler: Handler<E>) => {
    const cost = endpoint.cost ?? (endpoint.method === 'GET' ? 'read' : 'write')
    const { config, ...limiter } = limitOf(app, endpoint.method, endpoint.limit)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      config: { ...configOf(endpoint, file), cost, ...config },
      ...limiter,
      ...(endpoint.redirects && { exposeHeadRoute: false }),
      ...(endpoint.maxBody !== undefined && { bodyLimit: endpoint.maxBody }),
      handler: async (request, reply) => {
        const call = new EndpointCall<E>(request, reply)
        const answer = await (hasForm(cost)
          ? app.semaphores[cost].run(networksOf(request.ip).at(-1) ?? '', () => handler(call))
          : handler(call))
        // A reply that was sent is awaited, too, and comes to nothing; so does one whose client has
        // gone.
        return answer === undefined && !reply.sent && !reply.raw.destroyed ? done : answer
      },
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract, for the OpenAPI document. */
    endpoint?: Endpoint
    /** Pages of every origin may read the response. */
    cors?: boolean
    /** The body may be a file: its handler answers for zero bytes in it. */
    acceptsZeroBytes?: boolean
  }
}

function configOf(endpoint: Endpoint, file: string): FastifyContextConfig {
  const {
    access,
    name,
    openToOtherSites = false,
    acceptsZeroBytes = false,
    cors = false,
  } = endpoint
  return { access, name, file, endpoint, openToOtherSites, acceptsZeroBytes, cors }
}

/** The path below the repository's root. */
export const sourceFile = (moduleUrl: string): string =>
  relative(fileURLToPath(new URL('../../../..', import.meta.url)), fileURLToPath(moduleUrl))

const byId = z.object({ id: z.uuid() })

/** The contract's schema of its path, or else the usual schema of an `:id`. */
export const paramsOf = ({ path, params }: Endpoint): z.ZodType | undefined =>
  params ?? (path.includes('/:id') ? byId : undefined)

function schemaOf(endpoint: Endpoint): FastifySchema {
  const { query, body, response = doneSchema } = endpoint
  const params = paramsOf(endpoint)
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: response },
  }
}

/**
 * PostgreSQL has no zero bytes in texts, and nobody types one: calls that have one are refused,
 * before validation.
 */
export function refuseZeroBytes(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
    const parts = routeOptions.config.acceptsZeroBytes ? [params, query] : [params, query, body]
    if (parts.some(hasZeroByte))
      throw new AppError('BAD_REQUEST', 'Texts must not contain zero bytes.')
  })
}

/** Without recursion, which a deeply nested body would exhaust. */
function hasZeroByte(root: unknown) {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && value.includes('\0')) return true
    // Files are not looked into.
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || 'pipe' in value)
      continue
    for (const [name, child] of Object.entries(value)) open.push(name, child)
  }
  return false
}
