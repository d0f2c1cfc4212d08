import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Access, Role } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'

/** Whoever is asking, once signed in. */
export type Viewer = { id: string; role: Role | null }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Without it the server does not start. */
    access?: Access
    name?: string
    file?: string
  }
  interface FastifyRequest {
    /** Null for everybody who is not signed in. */
    viewer: Viewer | null
  }
  interface FastifyInstance {
    /** Every route as registered, for the check below and for docs/map.md. */
    routeList: RouteOptions[]
  }
}

/** Closed by default: a route says who may call it, or the server refuses to start. */
export function guardAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorate('routeList', routes)
  app.decorateRequest('viewer', null)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const open = routes.filter((route) => route.config?.access === undefined)
    if (open.length > 0) {
      throw new Error(`These routes declare no access: ${open.map((it) => `${String(it.method)} ${it.url}`).join(', ')}`)
    }
  })
  app.addHook('preValidation', async (request) => requireAccess(request))
}

function requireAccess(request: FastifyRequest): void {
  const access = request.routeOptions.config.access
  // Without a route there is nothing to guard: the not-found handler answers.
  if (access === undefined || access === 'public') return
  if (request.viewer === null) throw new AppError('UNAUTHENTICATED')
  if (access === 'signed-in') return
  if (request.viewer.role === null || !access.includes(request.viewer.role)) throw new AppError('FORBIDDEN')
}
